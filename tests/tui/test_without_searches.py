"""Where the searches of the bots were not built, games go on, and what is missing says why."""

from pathlib import Path

import pytest

from regicide_tui.bots import roster
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from tests.play.games import whole_game
from tests.tui.conftest import Sitting
from tests.tui.models import SOLO, saved

WHY = "the bots' search library is missing."


@pytest.fixture(autouse=True)
def not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be no library."""
    monkeypatch.setattr(roster, "library_file", lambda: tmp_path / "searches.so")


def with_a_marshal() -> Table:
    """Return a game against a bot that would search."""
    return deal(Start("regicide", 2, "7F3K", {}), ("Ada", "Old Marshal"), ("", "marshal"))


async def test_a_page_plays_for_a_stronger_bot_and_the_table_says_so_once(sit: Sitting) -> None:
    async with sit(with_a_marshal()) as player:
        player.shows("A page replaces each stronger bot", WHY)
        await player.press("right")
        assert not player.sees("A page replaces")
        before = len(player.actions)
        await player.press("1", "enter")
        await player.until(lambda: len(player.actions) > before)


async def test_hints_and_the_win_meter_say_why_they_are_not_there(sit: Sitting) -> None:
    async with sit(saved(SOLO), (80, 60), settings=Settings(win_meter=True)) as player:
        await player.press("h")
        player.reads("There are no hints now: " + WHY)
        await player.press("question_mark")
        player.reads("The win meter is unavailable: " + WHY)


async def test_a_review_says_why_it_is_not_there(sit: Sitting) -> None:
    async with sit(whole_game(1)) as player:
        await player.press("enter", "V")
        player.reads("There is no review of this game: " + WHY)


@pytest.mark.slow
async def test_the_form_offers_people_and_pages_alone(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "right")
        offered = []
        await player.press(*["down"] * 2)
        for _ in range(3):
            offered.append(player.chosen("Player 2"))
            await player.press("right")
        assert set(offered) == {"person", "page"}
