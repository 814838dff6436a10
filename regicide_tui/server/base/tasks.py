"""Work in the loop: which key has caused it, who is told of it, and what runs on by itself.

Each key of a visit has an id, which the journal adds to what the key causes: that is a request. An
app gets a key only after it has handled the key before, so its last key is the one at work. What
may outlast that, such as an append to a log, keeps its id by `one_request`.
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
"""Seconds after which the server retries what the store could not do."""
_PICTURE_WITHIN = 1.0
"""Seconds after the work of a key within which a picture is taken as its effect.

Textual draws some milliseconds after the work. A key may also change nothing that is seen.
"""


class VisitRequests:
    """The keys of one visit: their ids, and how long each has waited for its picture.

    `note_paint` gets these times in seconds.
    """

    def __init__(self, note_paint: Callable[[float], None] = lambda _: None) -> None:
        self.visit = secrets.token_hex(4)
        """The beginning of all its ids."""
        self._note_paint = note_paint
        self._keys = 0
        self._waits_since: float | None = None
        """When the last key came that waits for a picture, by the monotonic clock."""
        self._done_at = 0.0

    @property
    def last(self) -> str:
        """The id of the last key, or that of the visit before any key."""
        return f"{self.visit}-{self._keys}" if self._keys else self.visit

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Let what happens within this context, and all tasks that it starts, be of the visit."""
        token = _visit.set(self)
        try:
            yield
        finally:
            _visit.reset(token)

    def begin(self, at: float) -> None:
        """Note that the app is given a key that came at this time of the monotonic clock."""
        self._keys += 1
        self._waits_since, self._done_at = at, inf

    def note_done(self) -> None:
        """Note that some work of the last key is done; its picture may follow."""
        self._done_at = monotonic()

    def note_picture(self) -> None:
        """Note that a picture was sent, perhaps the first one after a key."""
        now, since, self._waits_since = monotonic(), self._waits_since, None
        if since is not None and now - self._done_at < _PICTURE_WITHIN:
            self._note_paint(now - since)


_visit: ContextVar[VisitRequests | None] = ContextVar("visit", default=None)
_kept: ContextVar[str] = ContextVar("kept", default="")


def current_request() -> str:
    """Return the id of the key that has caused what happens now; empty outside of visits."""
    if kept := _kept.get():
        return kept
    visit = _visit.get()
    return visit.last if visit is not None else ""


@contextmanager
def one_request() -> Iterator[None]:
    """Keep the id of the current request within this context, also if other keys follow."""
    token = _kept.set(current_request())
    try:
        yield
    finally:
        _kept.reset(token)
        if (visit := _visit.get()) is not None:
            visit.note_done()


def start_detached(coroutine: Coroutine[object, None, T]) -> "asyncio.Task[T]":
    """Return a task that belongs to no app, also if an app starts it: others wait for it, too."""
    return asyncio.get_running_loop().create_task(coroutine, context=Context())


class Timer:
    """A call in a while, such as the end of something that lasts too long."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it was set, and not cancelled since."""
        return self._handle is not None

    def set(self, seconds: float, call: Callable[[], object]) -> None:
        """Call this in some seconds, and not what was to be called before."""
        self.cancel()
        self._handle = asyncio.get_running_loop().call_later(seconds, call)

    def cancel(self) -> None:
        """Call nothing any more."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class Signal(Generic[P]):
    """Calls all its subscribers; an error of one goes to `report`, and the others are called."""

    def __init__(self, report: Callable[[BaseException], object]) -> None:
        self._report = report
        self._callbacks: list[Callable[P, None]] = []

    def subscribe(self, callback: Callable[P, None], *, first: bool = False) -> None:
        """Call this at each `send`, after those who subscribed before it, or `first` of all."""
        self._callbacks.insert(0 if first else len(self._callbacks), callback)

    def send(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all subscribers."""
        for callback in [*self._callbacks]:
            try:
                callback(*args, **kwargs)
            except Exception as error:  # noqa: BLE001 # what has happened has happened for the others
                self._report(error)


class BackgroundTasks:
    """The running tasks, and a timer for each key, such as a table.

    `report` is called with the error of a task that has failed.
    """

    def __init__(self, report: Callable[..., None]) -> None:
        self.report = report
        self._running: set[asyncio.Task[None]] = set()
        self.timers: dict[str, asyncio.TimerHandle] = {}
        """What begins later, by its key."""
        self._is_stopped = False

    def __len__(self) -> int:
        """Return how many tasks run now."""
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
        except Exception as error:  # noqa: BLE001 # the caller goes on in any case
            self.report(error)

    def schedule(
        self, key: str, seconds: float, do: Callable[[], Coroutine[object, None, None]]
    ) -> None:
        """Run this after some seconds; it replaces what was scheduled for the key before."""
        self.unschedule(key)
        if self._is_stopped:
            return

        def begin() -> None:
            del self.timers[key]
            self.run_soon(do())

        self.timers[key] = asyncio.get_running_loop().call_later(seconds, begin)

    def retry(self, key: str, do: Callable[[], Coroutine[object, None, None]]) -> None:
        """Run again later what the store could not do now."""
        self.schedule(key, AGAIN, do)

    def unschedule(self, key: str) -> None:
        """Don't run what is scheduled for a key."""
        if timer := self.timers.pop(key, None):
            timer.cancel()

    def stop(self) -> None:
        """Let no further task begin. Those that run go on."""
        self._is_stopped = True
        for key in [*self.timers]:
            self.unschedule(key)

    async def idle(self) -> None:
        """Wait until no task runs, nor any that another one has started."""
        while self._running:
            await asyncio.wait(self._running)

    async def end(self) -> None:
        """Cancel the tasks that run, and wait for their ends."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


class Workers:
    """Tasks that work for as long as there is something to do: one for each key at most.

    `report` is called with the error of a task that has failed, and its key.
    """

    def __init__(self, report: Callable[[BaseException, str], object]) -> None:
        self._report = report
        self.running: dict[str, asyncio.Task[None]] = {}
        """The tasks by their keys."""

    def wake(self, key: str, work: Callable[[], Coroutine[object, None, None]]) -> None:
        """Begin to work, unless that is done already."""
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
        """Cancel all work, and wait for its end."""
        tasks = [*self.running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
