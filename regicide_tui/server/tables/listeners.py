"""Who is told of what is new: who sits at the table at once, all others one after the other.

Whoever is told draws a new picture. Where many look on, in the lobby or at a table, all their
pictures together may take but a part of the loop's time: else those who play would wait for them.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from contextvars import Context, copy_context

from regicide_tui.server.turns import Work, current_work, start_detached

Callback = Callable[[], None]
"""Is called when there is something new; one looks for oneself what."""

_SHARE = 4
"""So many times as long as an app takes to show what is new, the next one waits for its turn.

So those who are told one after the other take a quarter of the loop's time at most.
"""
_PICTURE = 0.025
"""Seconds after which an app that does something has drawn its picture, if nothing delays it."""
_LONGEST = 0.1
"""Seconds after which no app is waited for any longer."""


class Listeners:
    """Tells everybody who listens of what is new, of many things at once only once."""

    def __init__(self) -> None:
        self._all: list[_Listener] = []
        self._queue: dict[_Listener, None] = {}
        """Those who are to be told one after the other."""
        self._queue_grew = asyncio.Event()
        """Somebody has joined the line."""
        self._notifying: asyncio.Task[None] | None = None
        self._closed = False

    def add(self, callback: Callback, name: str, table: str, pause: float) -> Callable[[], None]:
        """Call this soon after anything is new, in the context of who listens.

        Who names a table hears of that one alone. `pause` is how many seconds at least lie between
        two calls. Return what ends that.
        """
        listener = _Listener(callback, name, table, pause)
        self._all.append(listener)

        def end() -> None:
            listener.end()
            self._all.remove(listener)
            self._queue.pop(listener, None)

        return end

    def notify(self, seats: Mapping[str, Collection[str]]) -> None:
        """Tell of what is new at tables, each with the names of who sits there."""
        for listener in self._all:
            if listener.table and listener.table not in seats:
                continue
            if any(listener.name in names for names in seats.values()):
                self._queue.pop(listener, None)
                listener.call_soon()
            elif not listener.is_waiting:
                self._queue[listener] = None
        if self._queue and not self._closed:
            self._queue_grew.set()
            if self._notifying is None or self._notifying.done():
                self._notifying = start_detached(self._notify_in_line())

    async def close(self) -> None:
        """Tell nobody any more who is in the line."""
        self._closed = True
        if self._notifying is not None:
            self._notifying.cancel()
            with suppress(asyncio.CancelledError):
                await self._notifying

    async def _notify_in_line(self) -> None:
        """Tell all who are in the line: first who was told longest ago."""
        while self._queue:
            self._queue_grew.clear()
            listener = min(self._queue, key=lambda one: one.due)
            if (seconds := listener.due - _now()) > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._queue_grew.wait(), seconds)
                continue
            del self._queue[listener]
            listener.call_soon()
            if listener.work is not None:
                await _wait_for_picture(listener.work)


async def _wait_for_picture(work: Work) -> None:
    """Wait until an app has shown what is new, and for as long as others have the loop then."""
    began, steps, spent = _now(), work.steps, work.spent
    with suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST):
            await work.idle()
            if work.steps == steps:  # it shows nothing of it
                return
            await asyncio.sleep(_PICTURE)
            await work.idle()
    took = min(work.spent - spent, _LONGEST)
    await asyncio.sleep(max(0.0, began + took * _SHARE - _now()))


def _now() -> float:
    return asyncio.get_running_loop().time()


class _Listener:
    """Who is told, and when that may be again."""

    def __init__(self, callback: Callback, name: str, table: str, pause: float) -> None:
        self.name = name
        self.table = table
        self.work = current_work()
        self.due = 0.0
        """The time of the loop from which on one may be told."""
        self._callback = callback
        self._pause = pause
        self._context: Context = copy_context()
        self._waiting: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether one is told soon anyhow."""
        return self._waiting is not None

    def call_soon(self) -> None:
        """Call it, once what goes on now is done and the pause is over."""
        if self._waiting is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), self.due)
            self._waiting = loop.call_at(at, self._call, context=self._context)

    def end(self) -> None:
        """Call it no more."""
        if self._waiting is not None:
            self._waiting.cancel()

    def _call(self) -> None:
        self._waiting, self.due = None, asyncio.get_running_loop().time() + self._pause
        self._callback()
