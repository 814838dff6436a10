"""Names of people at the tables: none is cut while there is room beside it."""

import pytest
from textual.app import App

from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.paths import Paths
from tests.tui.conftest import app_at

NAMES = ("Maximilian_Alexa", "Wilhelmina-Olive", "Bartholomew_Qzxy", "Konstantin-Ruddy")
SMALL, MEDIUM, LARGE = (60, 20), (80, 24), (120, 40)


def rows_of(app: App[str]) -> list[str]:
    strips = app.screen._compositor.render_strips()
    return ["".join(part.text for part in strip if not part.control) for strip in strips]


async def played(places: Paths, game: str, players: int, size: tuple[int, int]) -> list[str]:
    """Begin a game among people with long names, and play a card; return what is seen."""
    app = app_at(places, deal(Start(game, players, "7F3K", {}), NAMES[:players]))
    async with app.run_test(size=size) as pilot:
        await pilot.press("enter", "1", "enter")
        await pilot.pause()
        return rows_of(app)


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        *[("regicide", players, LARGE) for players in (2, 3, 4)],
        *[("king_of_the_dead", players, MEDIUM) for players in (2, 3, 4)],
        ("king_of_the_dead", 2, SMALL),
        ("regicide", 2, SMALL),
        ("regicide", 3, MEDIUM),
        *[("duel", 2, size) for size in (MEDIUM, LARGE)],
    ],
)
async def test_names_are_whole(
    places: Paths, game: str, players: int, size: tuple[int, int]
) -> None:
    page = await played(places, game, players, size)
    assert not [row for row in page if "…" in row]


@pytest.mark.parametrize(("players", "size"), [(3, SMALL), (4, SMALL), (4, MEDIUM)])
async def test_the_players_of_regicide_take_all_the_room_there_is(
    places: Paths, players: int, size: tuple[int, int]
) -> None:
    page = await played(places, "regicide", players, size)
    (row,) = [row for row in page if all(name[:3] in row for name in NAMES[:players])]
    assert len(row) - len(row.rstrip()) < players + 1


async def test_both_names_of_a_duel_are_cut_alike(places: Paths) -> None:
    title, *_ = await played(places, "duel", 2, SMALL)
    assert "REGICIDE DUEL  Maximil… against Wilhelm…   turn" in title


async def test_a_name_at_a_narrow_table_of_many_is_whole_before_the_points(
    places: Paths,
) -> None:
    page = await played(places, "king_of_the_dead", 4, SMALL)
    assert [row for row in page if "Konstantin-Ruddy 0 " in row]
