"""The page of statistics of rivals, and what is said of one game among the others."""

import pytest

from regicide_tui.play.paths import Paths
from regicide_tui.play.statistics import Record, Records
from regicide_tui.tui.pages.figures import figures
from regicide_tui.tui.pages.result import tell_standing
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, width_of
from regicide_tui.tui.table.game_ui import with_tables
from tests.play.test_rival_statistics import OLD_RECORDS, met
from tests.play.test_statistics import record
from tests.tui.conftest import Sitting
from tests.tui.models import page
from tests.tui.test_statistics_screen import SIZES, many


def duels() -> list[Record]:
    """Return duels of all kinds between Ada and others, more than are shown one by one."""
    others = ("Bea", "Cy", "Dorothea of the Long Castle")
    records = [record(900, game="duel", players=2, won=True, turns=8)]
    for number in range(30):
        seats = ("Ada", others[number % 3])
        winners = () if number % 7 == 3 else (seats[number % 5 > 2],)
        records.append(
            record(
                1000 + number,
                game="duel",
                players=2,
                won=bool(winners),
                seats=seats,
                winners=winners,
                reason="cannot_pay"
                if winners and number % 4
                else "resigned"
                if winners
                else "drawn",
                turns=6 + number % 13,
                figures={"attack": 10 + number, "shields": number % 5},
                undos=number % 2,
                set_up=number % 10 == 9,
            )
        )
    return records


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("size", SIZES)
async def test_each_game_has_a_page_of_its_own(
    sit: Sitting, places: Paths, size: tuple[int, int], plain: bool
) -> None:
    for one in [*many(), *duels()]:
        Records(places.records).add(one)
    async with sit(size=size, plain=plain) as player:
        await player.press("S")
        player.shows("solo", "4 players", "Fastest win        1000 turns", "left right game")
        assert not player.sees("Ada")
        await player.press("right")
        player.shows("Ada", "Bea", "Cy", "Largest attack     38", "Fastest win        6 turns")
        player.shows("Agreed draws       4", "Without names      1 game", "3 games from a position")
        assert not player.sees("solo")
        assert player.page.isascii() is plain
        for _ in with_tables()[1:]:
            await player.press("right")
        player.shows("solo")
        await player.click("Regicide Duel")
        player.shows("Last winners")
        await player.press("left")
        player.shows("solo")


async def test_before_the_first_duel_the_page_says_so(sit: Sitting, places: Paths) -> None:
    Records(places.records).add(record(1))
    async with sit() as player:
        await player.press("S", "right")
        player.shows("No finished games yet.", "by name")


async def test_records_of_before_are_shown(sit: Sitting, places: Paths) -> None:
    places.records.parent.mkdir(parents=True, exist_ok=True)
    places.records.write_text(OLD_RECORDS)
    async with sit() as player:
        await player.press("S")
        player.shows("solo, any win           1     1 100%", "★ 1 gold")
        await player.press("right")
        player.shows("Without names      1 game", "Largest attack     24")


@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
@pytest.mark.parametrize("size", SIZES)
def test_no_row_is_wider_than_the_page(size: tuple[int, int], symbols: object) -> None:
    symbols = DRAWN if symbols is DRAWN else PLAIN
    width, height = size[0] - 4, size[1] - 4
    rows = figures("duel", duels(), width, height, symbols)
    assert len(rows) <= height
    assert max(width_of(row) for row in rows) <= width


def test_where_room_is_short_the_others_are_counted() -> None:
    crowd = [met(number, f"A{name}", name) for number, name in enumerate("BCDEFGH")]
    text = page(figures("duel", [*crowd, met(20, "AB", "B")], 56, 12, DRAWN))
    assert "B                       2     2 100%" in text
    assert "and 5 more players" in text
    roomy = page(figures("duel", crowd, 56, 30, DRAWN))
    assert "more player" not in roomy


def test_rows_of_wins_and_resignations_are_told_by_name() -> None:
    games = [met(1, "AB", "A"), met(2, "AB", "A", "resigned"), met(3, "AB", "B")]
    text = page(figures("duel", games, 56, 20, DRAWN))
    assert "Wins in a row      A, 2; now B, 1" in text
    assert "Resigned           B 1" in text
    assert "Last winners       A, A, B" in text
    assert "Agreed draws       none" in text
    drawn = page(figures("duel", [met(1, "AB")], 56, 20, DRAWN))
    assert "Wins in a row      none yet" in drawn
    assert "Resigned           nobody" in drawn


@pytest.mark.parametrize(
    ("last", "sentence"),
    [
        (met(9, "AB", "A"), "A's 2nd win in 3 games."),
        (met(9, "CA", "C"), "C's 1st win in 1 game."),
        (met(9, "AB"), "2 of 3 games ended in a draw."),
        (met(9, "ABC", "AC"), "A's 2nd win in 3 games, C's 1st win in 1 game."),
    ],
)
def test_a_game_of_rivals_among_the_others(last: Record, sentence: str) -> None:
    assert tell_standing([met(1, "AB", "A"), met(2, "AB"), last]) == sentence
