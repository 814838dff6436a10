"""Turns: how the apps of many visitors share one loop without keeping each other waiting.

All tasks of an app are metered. Who has taken little of the loop's time lately is never held up,
nor who has taken less than everybody who waits. Who has taken much goes on while nobody else has
anything to do, for a slice of time at once, and among several of them who has taken least. So a
loop without others loses nothing by it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar
from time import perf_counter
from typing import Any, TypeVar

T = TypeVar("T")

_FREE = 0.02
"""Seconds of the loop's time that an app may take at once without being held up."""
_RETURNED = 0.25
"""Seconds of it that are forgotten each second, by all apps together that have taken any.

If each forgot as much, five of them would soon have taken nothing, however busy they are.
"""
_MOST = 2.0
"""Seconds that are remembered of an app at most, so that it has not to wait long for others."""
_FORGET_EVERY = 0.005
_NOTHING = 1e-9
_SLICE = 0.004
"""Seconds that an app which has taken much may go on for, once it may."""
_LONGEST_HOLD = 0.05
"""Seconds after which such an app goes on though others are not done."""
_QUIET_ROUNDS = 4
"""Rounds of the loop without a step after which an app has nothing more to do.

Between two steps of an app are at most as many rounds: one task ends, a `gather` notes it, a task
that waits for that is woken.
"""

_current: ContextVar["Work | None"] = ContextVar("work", default=None)


class Turns:
    """Decides whose turn it is. There is one for each loop."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self.forgotten = 0.0
        """Seconds that who has been busy all the time has been forgiven since the beginning."""
        self._forgot_at = clock()
        self._busy: set[Work] = set()
        """Who has taken any time that is not forgotten yet."""
        self._waiting: list[Work] = []
        """Whose tasks are held up."""
        self._favoured: Work | None = None
        """Who has taken much, and may go on all the same."""
        self._slice_left = 0.0
        self.steps = self._steps_seen = 0
        """How often a task of any app has gone on."""
        self._others = self._others_seen = 0
        """How many of these were of apps that were not favoured."""
        self._quiet = 0
        """Rounds of the loop without any of those."""
        self._favoured_at = 0.0
        self._looking = False
        self._ended = False

    def end(self) -> None:
        """Hold nobody up any more."""
        self._ended = True
        for work in self._waiting:
            while work.held:
                work.go_on()
        self._waiting.clear()

    def must_wait(self, work: "Work") -> bool:
        """Tell whether it is the turn of others."""
        if self._ended or work is self._favoured or work.taken <= _FREE:
            return False
        return not (self._waiting and not work.held and work.owed < self._least)

    @property
    def _least(self) -> float:
        """What has been taken by whoever of those that wait has taken least."""
        return min(work.owed for work in self._waiting)

    def forget(self) -> None:
        """Let all who have taken any time be forgiven what they are owed by now."""
        seconds = self.clock() - self._forgot_at
        if seconds < _FORGET_EVERY:
            return
        self._forgot_at += seconds
        while self._busy and seconds > _NOTHING:
            first = min(self._busy, key=lambda work: work.owed)
            step = min(seconds * _RETURNED / len(self._busy), max(0.0, first.owed))
            self.forgotten += step
            seconds -= step * len(self._busy) / _RETURNED
            if first.owed <= _NOTHING:
                self._busy.discard(first)

    def join(self, work: "Work") -> None:
        """Note that an app has taken some time."""
        self._busy.add(work)

    def wait(self, work: "Work") -> "asyncio.Future[None]":
        """Return what is done when it is the turn of this app."""
        future = asyncio.get_running_loop().create_future()
        if not work.held:
            self._waiting.append(work)
        work.held.append(future)
        if not self._looking:
            self._looking, self._steps_seen = True, -1
            asyncio.get_running_loop().call_soon(self._look, context=Context())
        return future

    def note(self, work: "Work", seconds: float) -> None:
        """Note that a task of an app has taken so long."""
        self.steps += 1
        if work is not self._favoured:
            self._others += 1
            return
        self._slice_left -= seconds
        if self._slice_left <= 0:
            self._favoured = None
        elif work.held:
            self._let_go_on(work)

    def _look(self) -> None:
        """Favour somebody who is held up, if nobody else has anything to do.

        Who is favoured already is done with the slice, or has nothing to do either.
        """
        done = self._favoured is None or self.steps == self._steps_seen
        self._steps_seen = self.steps
        self._quiet = self._quiet + 1 if self._others == self._others_seen else 0
        self._others_seen = self._others
        quiet = done and self._quiet >= _QUIET_ROUNDS
        if self._waiting and (quiet or self.clock() - self._favoured_at > _LONGEST_HOLD):
            self._favour(min(self._waiting, key=lambda work: work.owed))
        self._looking = bool(self._waiting)
        if self._looking:
            asyncio.get_running_loop().call_soon(self._look)

    def _favour(self, work: "Work") -> None:
        self._favoured, self._slice_left, self._favoured_at = work, _SLICE, self.clock()
        self._let_go_on(work)

    def _let_go_on(self, work: "Work") -> None:
        work.go_on()
        if not work.held:
            self._waiting.remove(work)


class Work:
    """What one app does: how much of the loop's time it has taken lately, and what waits of it."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.held: deque[asyncio.Future[None]] = deque()
        self.steps = 0
        """How often one of its tasks has gone on."""
        self.spent = 0.0
        """Seconds of the loop's time that it has taken since the beginning."""
        self._free_at = 0.0
        """When all it has taken will be forgotten, by what `Turns.forgotten` is then."""

    async def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Do something; that and all tasks that come of it are metered."""
        _current.set(self)
        return await _Metered(coroutine, self)

    @property
    def owed(self) -> float:
        """Seconds that it has taken and that are not forgotten, as it was last looked at."""
        return self._free_at - self.turns.forgotten

    @property
    def taken(self) -> float:
        """Seconds of the loop's time that it has taken lately."""
        self.turns.forget()
        return max(0.0, self.owed)

    def take(self, seconds: float) -> None:
        """Note that one of its tasks has gone on for so long."""
        self.steps += 1
        self.spent += seconds
        taken = min(_MOST, self.taken + seconds)
        self._free_at = self.turns.forgotten + taken
        self.turns.join(self)
        self.turns.note(self, seconds)

    def go_on(self) -> None:
        """Let the task go on that has been held up longest."""
        future = self.held.popleft()
        if not future.done():
            future.set_result(None)

    def when_idle(self, call: Callable[[], None]) -> None:
        """Call this once nothing of it goes on but what waits for something outside."""
        asyncio.get_running_loop().call_soon(self._look, call, self.steps, 0)

    def _look(self, call: Callable[[], None], steps: int, quiet: int) -> None:
        """Call this if nothing has gone on for some rounds of the loop, or look again."""
        quiet = quiet + 1 if steps == self.steps and not self.held else 0
        if quiet == _QUIET_ROUNDS:
            call()
        else:
            asyncio.get_running_loop().call_soon(self._look, call, self.steps, quiet)

    async def idle(self) -> None:
        """Wait until nothing of it goes on but what waits for something outside."""
        done = asyncio.get_running_loop().create_future()
        self.when_idle(lambda: None if done.done() else done.set_result(None))
        await done


class _Metered(Coroutine[Any, Any, T]):
    """A coroutine of an app, of which each step is timed, and waits for its turn."""

    def __init__(self, coroutine: Coroutine[Any, Any, T], work: Work) -> None:
        self._coroutine = coroutine
        self._work = work
        self.__name__ = getattr(coroutine, "__name__", "metered")
        self.__qualname__ = getattr(coroutine, "__qualname__", "metered")

    def send(self, value: Any) -> Any:
        """Go on, or wait for its turn."""
        work = self._work
        if work.turns.must_wait(work):
            future = work.turns.wait(work)
            future._asyncio_future_blocking = True
            return future
        began = work.turns.clock()
        try:
            return self._coroutine.send(value)
        finally:
            work.take(work.turns.clock() - began)

    def throw(self, *error: Any) -> Any:
        """Go on with an error: nobody is held up who is about to end."""
        began = self._work.turns.clock()
        try:
            return self._coroutine.throw(*error)
        finally:
            self._work.take(self._work.turns.clock() - began)

    def close(self) -> None:
        """Do no more."""
        self._coroutine.close()

    def __next__(self) -> Any:
        return self.send(None)

    def __iter__(self) -> "_Metered[T]":
        return self

    def __await__(self) -> Generator[Any, Any, T]:
        return self


def current_work() -> Work | None:
    """Return the work of the app in whose context this is called, if it is one's."""
    return _current.get()


def start_detached(coroutine: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
    """Return a task of the house itself, whoever's work it came of: others wait for it, too."""
    return asyncio.get_running_loop().create_task(coroutine, context=Context())


def meter_tasks() -> None:
    """Have every new task of this loop metered that comes of an app's work."""
    asyncio.get_running_loop().set_task_factory(_task)


def _task(
    loop: asyncio.AbstractEventLoop,
    coroutine: Any,
    *,
    context: Context | None = None,
    name: str | None = None,
    **_: Any,
) -> "asyncio.Task[Any]":
    """Return a new task; it is metered if it comes of an app's work."""
    work = _current.get() if context is None else context.get(_current)
    if work is not None:
        coroutine = _Metered(coroutine, work)
    return asyncio.Task(coroutine, loop=loop, name=name, context=context)
