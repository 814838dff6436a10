"""Work in the event loop: the key that caused it, its subscribers, and background tasks.

Each key of a visit is a request with an id, which the journal adds to everything the key causes. An
app gets a key only after it has handled the previous key, so its last key is the one at work. Work
that may outlast it, such as an append to a log, keeps the id with `one_request`.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar
from math import inf
from time import monotonic
from typing import Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

AGAIN = 15.0
"""Seconds after which the server retries a failed job of the store."""
_PICTURE_WITHIN = 1.0
"""Seconds after the work of a key within which a frame counts as its effect.

Textual draws some milliseconds after the work. A key may also change nothing visible.
"""


class VisitRequests:
    """The keys of one visit: their ids, and how long each has waited for its frame.

    `note_paint` gets these times in seconds.
    """

    def __init__(self, note_paint: Callable[[float], None] = lambda _: None) -> None:
        self.visit = secrets.token_hex(4)
        """The prefix of all its ids."""
        self._note_paint = note_paint
        self._keys = 0
        self._waits_since: float | None = None
        """When the last key that waits for a frame came, by the monotonic clock."""
        self._done_at = 0.0

    @property
    def last(self) -> str:
        """The id of the last key, or that of the visit before any key."""
        return f"{self.visit}-{self._keys}" if self._keys else self.visit

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Count what happens within this context, and all tasks it starts, as part of the visit."""
        token = _visit.set(self)
        try:
            yield
        finally:
            _visit.reset(token)

    def begin(self, at: float) -> None:
        """Note that the app gets a key that came at this time of the monotonic clock."""
        self._keys += 1
        self._waits_since, self._done_at = at, inf

    def note_done(self) -> None:
        """Note that some work of the last key is done; its frame may follow."""
        self._done_at = monotonic()

    def note_picture(self) -> None:
        """Note that a frame was sent, perhaps the first one after a key."""
        now, since, self._waits_since = monotonic(), self._waits_since, None
        if since is not None and now - self._done_at < _PICTURE_WITHIN:
            self._note_paint(now - since)


_visit: ContextVar[VisitRequests | None] = ContextVar("visit", default=None)
_kept: ContextVar[str] = ContextVar("kept", default="")


def current_request() -> str:
    """Return the id of the key that caused the current work; empty outside visits."""
    if kept := _kept.get():
        return kept
    visit = _visit.get()
    return visit.last if visit is not None else ""


@contextmanager
def one_request() -> Iterator[None]:
    """Keep the id of the current request within this context, even if other keys follow."""
    token = _kept.set(current_request())
    try:
        yield
    finally:
        _kept.reset(token)
        if (visit := _visit.get()) is not None:
            visit.note_done()


def start_detached(coroutine: Coroutine[object, None, T]) -> "asyncio.Task[T]":
    """Return a task that belongs to no app, even if an app starts it: others also wait for it."""
    return asyncio.get_running_loop().create_task(coroutine, context=Context())


class Timer:
    """A delayed call, for example to end something that takes too long."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it is set and has not been cancelled since."""
        return self._handle is not None

    def set(self, seconds: float, call: Callable[[], object]) -> None:
        """Call this in some seconds, instead of any earlier call."""
        self.cancel()
        self._handle = asyncio.get_running_loop().call_later(seconds, call)

    def cancel(self) -> None:
        """Cancel the call."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class Signal(Generic[P]):
    """Calls all its subscribers; an error in one goes to `report` and doesn't stop the others."""

    def __init__(self, report: Callable[[BaseException], object]) -> None:
        self._report = report
        self._callbacks: list[Callable[P, None]] = []

    def subscribe(self, callback: Callable[P, None], *, first: bool = False) -> None:
        """Call this at each `send`, after earlier subscribers, or `first` of all."""
        self._callbacks.insert(0 if first else len(self._callbacks), callback)

    def send(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all subscribers."""
        for callback in [*self._callbacks]:
            try:
                callback(*args, **kwargs)
            except Exception as error:  # noqa: BLE001 # the others must be called as well
                self._report(error)


class BackgroundTasks:
    """The running tasks, and a timer for each key, such as a table.

    `report` is called with the error of a failed task.
    """

    def __init__(self, report: Callable[..., None]) -> None:
        self.report = report
        self._running: set[asyncio.Task[None]] = set()
        self.timers: dict[str, asyncio.TimerHandle] = {}
        """The timers of later work, by key."""
        self._is_stopped = False

    def __len__(self) -> int:
        """Return the number of running tasks."""
        return len(self._running)

    def run_soon(self, coroutine: Coroutine[object, None, None]) -> None:
        """Run a coroutine in a task of its own."""
        if self._is_stopped:
            coroutine.close()
            return
        task = start_detached(coroutine)
        self._running.add(task)
        task.add_done_callback(self._note_end)

    def _note_end(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.report(error)

    async def attempt(self, job: Awaitable[object]) -> None:
        """Wait for a job; report its error if it fails."""
        try:
            await job
        except Exception as error:  # noqa: BLE001 # the caller continues in any case
            self.report(error)

    def schedule(
        self, key: str, seconds: float, do: Callable[[], Coroutine[object, None, None]]
    ) -> None:
        """Run this after some seconds, in place of anything scheduled for the key before."""
        self.unschedule(key)
        if self._is_stopped:
            return

        def begin() -> None:
            del self.timers[key]
            self.run_soon(do())

        self.timers[key] = asyncio.get_running_loop().call_later(seconds, begin)

    def retry(self, key: str, do: Callable[[], Coroutine[object, None, None]]) -> None:
        """Retry a failed job of the store later."""
        self.schedule(key, AGAIN, do)

    def unschedule(self, key: str) -> None:
        """Cancel what is scheduled for a key."""
        if timer := self.timers.pop(key, None):
            timer.cancel()

    def stop(self) -> None:
        """Start no further tasks. Running ones continue."""
        self._is_stopped = True
        for key in [*self.timers]:
            self.unschedule(key)

    async def idle(self) -> None:
        """Wait until no task runs, including tasks that others started."""
        while self._running:
            await asyncio.wait(self._running)

    async def end(self) -> None:
        """Cancel the running tasks and wait for them to end."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


class Workers:
    """Tasks that run as long as there is work: at most one for each key.

    `report` is called with the error of a failed task and its key.
    """

    def __init__(self, report: Callable[[BaseException, str], object]) -> None:
        self._report = report
        self.running: dict[str, asyncio.Task[None]] = {}
        """The tasks by key."""

    def wake(self, key: str, work: Callable[[], Coroutine[object, None, None]]) -> None:
        """Start to work, unless a task already does."""
        if (running := self.running.get(key)) is None or running.done():
            task = self.running[key] = start_detached(work())
            task.add_done_callback(lambda done: self._note_end(key, done))

    def _note_end(self, key: str, done: "asyncio.Task[None]") -> None:
        if self.running.get(key) is done:
            del self.running[key]
        if not done.cancelled() and (error := done.exception()) is not None:
            self._report(error, key)

    def stop(self, key: str) -> None:
        """Cancel the work of a key; it may be woken again at once."""
        if (task := self.running.pop(key, None)) is not None:
            task.cancel()

    async def close(self) -> None:
        """Cancel all work and wait for it to end."""
        tasks = [*self.running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
