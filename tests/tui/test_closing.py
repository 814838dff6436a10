"""What a screen waited for comes when it is closed, or when the app ends: that does no harm."""

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event
from typing import Any

import pytest

from regicide_tui.play import settings_file
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.saves_folder import SavesFolderError, Trash
from regicide_tui.tui.app import RegicideApp
from tests.tui.conftest import Sitting
from tests.tui.looking import PATIENCE
from tests.tui.moments import MOMENTS
from tests.tui.player import Player

Leave = Callable[[RegicideApp], Awaitable[object]]


async def _close(app: RegicideApp) -> None:
    await app.pop_screen()


async def _end(app: RegicideApp) -> None:
    app.exit()
    task = app._task
    assert task is not None
    await asyncio.wait([task], timeout=PATIENCE)


LEAVE = pytest.mark.parametrize("leave", [_close, _end])


class Held:
    """Something slow that fails once it is let go."""

    def __init__(self, error: Exception) -> None:
        self.begun, self._let_go = Event(), Event()
        self._error = error

    def __call__(self, *_: Any) -> None:
        self.begun.set()
        assert self._let_go.wait(PATIENCE)
        raise self._error

    def let_go(self) -> None:
        self._let_go.set()


async def _leaves_while(player: Player, held: Held, action: str, leave: Leave) -> None:
    """Do something slow, and leave the screen before it is done."""
    app = player.app
    with app._context():
        doing = asyncio.ensure_future(app.screen.run_action(action))
        assert await asyncio.to_thread(held.begun.wait, PATIENCE)
        await leave(app)
        held.let_go()
        await doing


@LEAVE
async def test_a_save_is_deleted(
    sit: Sitting, places: Paths, monkeypatch: pytest.MonkeyPatch, leave: Leave
) -> None:
    held = Held(SavesFolderError("It can't be deleted."))
    monkeypatch.setattr(Trash, "delete", held)
    MOMENTS["saves"].before(places)
    async with sit() as player:
        await player.press("g")
        await player.until(lambda: player.sees("SAVED GAMES", "x delete"))
        await _leaves_while(player, held, "delete", leave)


@LEAVE
async def test_a_setting_is_kept(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch, leave: Leave
) -> None:
    held = Held(settings_file.UnwrittenSettings("It can't be kept."))
    monkeypatch.setattr(settings_file, "write_setting", held)
    async with sit() as player:
        await player.press("o")
        player.shows("SETTINGS")
        choice = player.app.screen.focused
        assert choice is not None
        await choice.run_action("change(1)")
        assert await asyncio.to_thread(held.begun.wait, PATIENCE)
        closing = asyncio.ensure_future(leave(player.app))  # it waits for what is being done
        await asyncio.sleep(0)
        held.let_go()
        await closing
