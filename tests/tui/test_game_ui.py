"""A game that has no table in this version is refused with a sentence, wherever it comes from."""

import pytest

from regicide_tui.games import each
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.files import save_now
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.startup import page
from regicide_tui.tui.table.game_ui import find as find_table
from regicide_tui.tui.table.game_ui import has_table, with_tables
from tests.play.games import duel
from tests.tui.conftest import AppMaker, Sitting
from tests.tui.player import sitting_at

SENTENCE = "Regicide Duel has no table in this version."


@pytest.fixture(autouse=True)
def no_table_for_duels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "has_table", lambda game: game != "duel" and has_table(game))


@pytest.mark.parametrize("replay", [False, True])
async def test_the_app_opens_with_the_menu_and_says_why(make_app: AppMaker, replay: bool) -> None:
    async with sitting_at(make_app(duel(), replay=replay)) as player:
        assert isinstance(player.app.screen, MenuScreen)
        player.shows(SENTENCE)


@pytest.mark.parametrize("keys", [("r",), ("g", "enter")])
async def test_a_saved_game_is_not_opened(
    sit: Sitting, places: Paths, keys: tuple[str, ...]
) -> None:
    path = places.saves / "a.save"
    save_now(path, duel())
    before = path.read_bytes()
    async with sit() as player:
        await player.press(*keys)
        assert isinstance(player.app.screen, MenuScreen)
        player.shows(SENTENCE)
    assert path.read_bytes() == before


def test_a_game_has_a_table_if_its_manifest_names_one() -> None:
    assert with_tables() == tuple([one.name for one in each() if one.ui])
    assert all(find_table(name).painters for name in with_tables())
    assert not has_table("chess")
