"""Who redraws when: whoever acts, then the other players of the table, then everyone else.

Each notified app draws a new frame. If many people watch, in the lobby or at a table, their frames
together may take only a part of the loop's time. Otherwise, the players would wait for them.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import NamedTuple

from regicide_tui.server.apps.admission import Work, current_work
from regicide_tui.server.base.tasks import start_detached
from regicide_tui.server.services.services import Services

Callback = Callable[[], None]
"""Called when there is news; the listener finds out what is new."""

_SHARE = 4
"""The next app waits this many times as long as an app takes to show the news.

The apps in the queue therefore take at most a quarter of the loop's time.
"""
_PICTURE = 0.025
"""Seconds after which a busy app has drawn its frame, if nothing delays it."""
_LONGEST = 0.1
"""The maximum seconds to wait for one app."""


class Listeners:
    """Notifies all listeners of news; several news at once cause one call."""

    def __init__(self) -> None:
        self._all: list[_Listener] = []
        self._queue: dict[_Listener, None] = {}
        """The listeners that are notified one by one."""
        self._queue_grew = asyncio.Event()
        """Set when a listener has joined the queue."""
        self._notifying: asyncio.Task[None] | None = None
        self._closed = False

    def __len__(self) -> int:
        """Return how many listeners there are."""
        return len(self._all)

    @property
    def is_notifying(self) -> bool:
        """Whether listeners are being notified one by one."""
        return self._notifying is not None and not self._notifying.done()

    def add(
        self,
        callback: Callback,
        table: str = "",
        pause: float = 0.0,
        name: str = "",
        *,
        only_own: bool = False,
    ) -> Callable[[], None]:
        """Subscribe to news, in the context of the caller; return a function that unsubscribes.

        With a `table`, only news of that table counts; with `only_own`, only that of tables where
        `name` sits. Calls are at least `pause` seconds apart.
        """
        listener = _Listener(callback, name, table, pause, only_own)
        self._all.append(listener)

        def end() -> None:
            listener.end()
            self._all.remove(listener)
            self._queue.pop(listener, None)

        return end

    def notify(self, seats: Mapping[str, Collection[str]]) -> None:
        """Notify listeners of news at tables; `seats` has the names at each table.

        If a person's key has caused the news, their app draws first, then each other player's.
        """
        acting, others = current_work.get(), list[_Listener]()
        for listener in self._all:
            if listener.table and listener.table not in seats:
                continue
            if any(listener.name in names for names in seats.values()):
                self._queue.pop(listener, None)
                if acting in (None, listener.work):
                    listener.call_soon()
                else:
                    others.append(listener)
            elif not (listener.is_waiting or listener.only_own):
                self._queue[listener] = None
        if acting is not None and others:
            start_detached(self._notify_after(acting, others))
        if self._queue and not self._closed:
            self._queue_grew.set()
            if not self.is_notifying:
                self._notifying = start_detached(self._notify_in_line())

    async def close(self) -> None:
        """Stop notifying the queue."""
        self._closed = True
        if self._notifying is not None:
            self._notifying.cancel()
            with suppress(asyncio.CancelledError):
                await self._notifying

    async def _notify_after(self, before: Work, listeners: "Sequence[_Listener]") -> None:
        """Notify listeners, each once the app before it has drawn its frame."""
        for listener in listeners:
            with suppress(TimeoutError):
                async with asyncio.timeout(_LONGEST):
                    await before.idle()
            if listener in self._all:
                listener.call_soon()
                before = listener.work or before

    async def _notify_in_line(self) -> None:
        """Notify the queue, starting with the listener that was notified longest ago."""
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


class News(NamedTuple):
    """The listeners to the tables and the rest of the server, and to the reviews."""

    house: Listeners
    reviews: Listeners

    async def close(self) -> None:
        """Stop notifying the queues."""
        await self.house.close()
        await self.reviews.close()


def listen_to(services: Services) -> News:
    """Return listeners that are notified of all news of the services."""
    listeners, reviews, tables = Listeners(), Listeners(), services.tables

    def notify_of(table: str) -> None:
        state = tables.get(table) or tables.find_finished(table)
        listeners.notify({table: state.people if state is not None else ()} if table else {})

    tables.changed.subscribe(  # before the server's own reactions
        lambda table, _, after: listeners.notify({table: after.people}), first=True
    )
    tables.closed.subscribe(lambda table, state: listeners.notify({table: state.facts.people}))
    services.presence.changed.subscribe(lambda name: listeners.notify({}))
    services.chats.said.subscribe(notify_of)
    services.moderation.acted.subscribe(lambda _: listeners.notify({}))
    services.presence.visited.subscribe(notify_of)
    services.tournaments.called.subscribe(listeners.notify)
    for signal in (services.preferences.changed, services.boards.changed):
        signal.subscribe(lambda: listeners.notify({}))
    services.reviews.changed.subscribe(lambda table, first: reviews.notify({table: first}))
    return News(listeners, reviews)


async def _wait_for_picture(work: Work) -> None:
    """Wait until an app has shown the news, and then for the share of the others."""
    began, steps, spent = _now(), work.steps, work.spent
    with suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST):
            await work.idle()
            if work.steps == steps:  # it doesn't show the news
                return
            await asyncio.sleep(_PICTURE)
            await work.idle()
    took = min(work.spent - spent, _LONGEST)
    await asyncio.sleep(max(0.0, began + took * _SHARE - _now()))


def _now() -> float:
    return asyncio.get_running_loop().time()


@dataclass(eq=False, repr=False)
class _Listener:
    """A callback, and when it may be called again."""

    _callback: Callback
    name: str
    table: str
    _pause: float
    only_own: bool
    work: Work | None = field(default_factory=current_work.get)
    due: float = 0.0
    """The earliest time of the next call, by the loop's clock."""
    _context: Context = field(default_factory=copy_context)
    _waiting: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether a call is scheduled."""
        return self._waiting is not None

    def call_soon(self) -> None:
        """Schedule a call, after the current step and the pause."""
        if self._waiting is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), self.due)
            self._waiting = loop.call_at(at, self._call, context=self._context)

    def end(self) -> None:
        """Cancel the scheduled call."""
        if self._waiting is not None:
            self._waiting.cancel()

    def _call(self) -> None:
        self._waiting, self.due = None, asyncio.get_running_loop().time() + self._pause
        self._callback()
