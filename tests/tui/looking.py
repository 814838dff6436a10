"""To look at the app: press keys, and wait until it stands still."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any

import pytest
from textual.app import App
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

PATIENCE = 90.0
"""Seconds to wait at most: a bot's first thought can wait for its machine code."""
Keys = Sequence[str]

STILL = 5
"""How often in a row there must be nothing to do, with a turn for everything else between."""


async def _pass(*_: object, **__: object) -> None:
    """Let others go on."""
    await asyncio.sleep(0)


@contextmanager
def unhurried() -> Iterator[None]:
    """Don't let Textual guess from the clock whether an app is idle.

    It sleeps until the process has used little time, several times a key, which is slow on a quiet
    machine and wrong on a busy one. `settled` asks instead whether there is anything left to do.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in ("textual.app", "textual.pilot"):
            patch.setattr(f"{module}.wait_for_idle", _pass)
        yield


async def settled(pilot: Pilot[Any], *, workers: bool = True) -> None:
    """Wait until nothing is under way: no message, animation or worker, and all is painted.

    A worker or a message may wait for a thread, and a message may bring another one or a new
    screen; so all that is waited for until several rounds in a row have found nothing to do.
    Without `workers`, those may go on: a bot that thinks is one.
    """
    app, end, still = pilot.app, monotonic() + PATIENCE, 0
    while still < STILL and app.is_running and app.return_code is None and app._exception is None:
        assert monotonic() < end, f"The app doesn't come to rest: {[*_under_way(app)]}"
        await app.animator.wait_until_complete()
        await asyncio.sleep(0 if still or _something_is_due() else 0.001)
        with app._context():  # another app may have been opened since
            app.screen._on_timer_update()  # paints at once what it would paint a little later
        at_work = any(True for _ in _under_way(app)) or (workers and _works(app))
        still = 0 if at_work else still + 1


def _under_way(app: App[Any]) -> Iterator[object]:
    """Yield what an app has still to do, now that the top screen is painted."""
    if _something_is_due():
        yield "the loop"
    if app._resize_event is not None:
        yield app._resize_event
    for part in (
        app,
        *[one for top in app.screen_stack for one in top.walk_children(with_self=True)],
    ):
        if not _waits_for_a_message(part):
            yield part
    if not _is_painted(app.screen):
        yield "the picture"


def _works(app: App[Any]) -> bool:
    """Tell whether a worker of an app has not ended."""
    return not all(worker.is_finished for worker in app.workers)


def _something_is_due() -> bool:
    """Tell whether the loop would go on without waiting for a clock, a thread or a file."""
    loop: Any = asyncio.get_running_loop()
    return bool(loop._ready)


def _waits_for_a_message(part: MessagePump) -> bool:
    """Tell whether a part of an app has handled all its messages, and the last one to its end."""
    queue: Any = part._message_queue
    return queue.empty() and bool(queue.ready_event._waiters) and not part._next_callbacks


def _is_painted(screen: Screen[Any]) -> bool:
    """Tell whether a screen has painted all that has changed."""
    return not (
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._compositor._dirty_regions
        or screen._callbacks
    )


def led_by(keys: Keys) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Press keys, each when all is still, and stop the cursor from blinking."""

    async def lead(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        for key in keys:
            await pilot.press(key)
            await settled(pilot)
        fields = pilot.app.screen.query(Input)
        for field in fields:
            field.cursor_blink = False
        if fields:
            await settled(pilot)

    return lead
