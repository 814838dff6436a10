"""To look at the app: press keys, and wait until it stands still."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input

from tests.tui.player import PATIENCE

Keys = Sequence[str]

STILL = 3
"""How often in a row the screen must be the same, after every widget has done what it had to do."""


async def _pass(*_: object, **__: object) -> None:
    """Let others go on."""
    await asyncio.sleep(0)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't let Textual guess from the clock whether an app is idle.

    It sleeps until the process has used little time, several times a key, which is slow on a quiet
    machine and wrong on a busy one. `settled` asks instead whether there is anything left to do.
    """
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", _pass)


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until nothing is under way: no message, animation or worker, and all is painted.

    A worker may wait for a thread, and a message may bring another one or a new screen; so all
    that is waited for until several rounds in a row have left the screen as it was.
    """
    end = monotonic() + PATIENCE
    seen: tuple[Screen[Any], list[Strip]] | None = None
    still = 0
    while still < STILL:
        assert monotonic() < end, "The app doesn't come to rest."
        await pilot.wait_for_scheduled_animations()
        busy = [worker for worker in pilot.app.workers if not worker.is_finished]
        if busy:
            await asyncio.sleep(0.001)
        screen = pilot.app.screen
        now = screen, screen._compositor.render_strips()
        still = still + 1 if now == seen and not busy else 0
        seen = now


def led_by(keys: Keys) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Press keys, each when all is still, and stop the cursor from blinking."""

    async def lead(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        for key in keys:
            await pilot.press(key)
            await settled(pilot)
        for field in pilot.app.screen.query(Input):
            field.cursor_blink = False
        await settled(pilot)

    return lead
