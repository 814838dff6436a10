"""A screen may be closed while it is still being opened, and the app may end meanwhile."""

import asyncio

import pytest

from regicide_tui.play.table import Table
from regicide_tui.tui.app import RegicideApp
from tests.tui.conftest import Sitting
from tests.tui.models import SOLO, saved

_OPENED_BY = (
    "new_game",
    "saves",
    "lessons",
    "puzzles",
    "statistics",
    "settings",
    "rules",
    "help",
    "palette",
)
"""The actions of the app that open a screen."""
_TURNS = (*range(12), *range(12, 40, 4))
"""After how many turns of the loop a screen is closed: most of it happens in the first ones."""


async def _open(app: RegicideApp, action: str) -> None:
    before = len(app.screen_stack)
    await app.run_action(action)
    assert len(app.screen_stack) == before + 1


@pytest.mark.parametrize("action", _OPENED_BY)
async def test_a_screen_may_be_closed_as_it_is_opened(sit: Sitting, action: str) -> None:
    async with sit() as player:
        await _open(player.app, action)
        player.app.pop_screen()
        await player.press("down")
        player.shows("New game")


@pytest.mark.slow
@pytest.mark.parametrize("action", _OPENED_BY)
async def test_a_screen_may_be_closed_at_any_turn_of_the_loop(sit: Sitting, action: str) -> None:
    async with sit() as player:
        for turns in _TURNS:
            await _open(player.app, action)
            for _ in range(turns):
                await asyncio.sleep(0)
            player.app.pop_screen()
        await player.press("down")
        player.shows("New game")


@pytest.mark.parametrize("action", _OPENED_BY)
async def test_the_app_may_end_as_a_screen_is_opened(sit: Sitting, action: str) -> None:
    async with sit() as player:
        await _open(player.app, action)
        player.app.exit()


def _game() -> Table:
    return saved(SOLO)


@pytest.mark.slow
@pytest.mark.parametrize("shown", ["replay", "review", "log", "result"])
async def test_what_shows_a_game_may_be_closed_as_it_is_opened(sit: Sitting, shown: str) -> None:
    async with sit() as player:
        app = player.app
        if shown == "replay":
            app.show_replay(_game())
        elif shown == "review":
            app.show_review(_game())
        elif shown == "log":
            app.show_log((), lambda *_: None, app.look)
        else:
            app.show_result(_game(), ended=False)
        app.pop_screen()
        await player.press("down")
        player.shows("New game")


@pytest.mark.parametrize("action", _OPENED_BY)
async def test_nothing_is_opened_once_the_app_ends(sit: Sitting, action: str) -> None:
    async with sit() as player:
        player.app.exit()
        await player.app.run_action(action)
