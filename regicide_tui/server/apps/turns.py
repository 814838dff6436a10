"""Turns: the apps of many visitors share one loop without holding each other up.

All tasks of an app are metered. An app that has used little of the loop's time lately is never held
up, nor is one that has used less than every app that waits. An app that has used much goes on only
while no other app has anything to do, for one slice of time; among several such apps the one that
has used least goes first, unless another one waits for long. So an app that is alone in the loop
loses nothing, and none waits for ever.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar
from heapq import heappop, heappush, heapreplace
from itertools import count
from time import perf_counter
from typing import Any, TypeVar

T = TypeVar("T")
_Coroutine = Generator["asyncio.Future[object] | None", None, T] | Coroutine[object, None, T]

_FREE = 0.02
"""Seconds of the loop's time that an app may take at once without being held up."""
_REDUCTION, _OF_EACH, _MOST_REDUCTION = 0.25, 0.0025, 0.9
"""Seconds by which used time is reduced each second, shared by all apps that have used any: so many
seconds, or so many for each app if that is more, but never more than the last figure.

If the used time of each app were reduced by 0.25 s, that of five apps would soon be 0, however busy
they are. A player who presses a key every four seconds uses about 1.5 ms each second. So none of
400 players is held up, and 20 programs that press keys without end are.
"""
_MOST = 2.0
"""The most seconds of used time that count, so that an app never waits long for others."""
_REDUCE_EVERY = 0.005
_NOTHING = 1e-9
_SLICE = 0.004
"""Seconds of one slice for an app that has used much."""
_LONGEST_HOLD = 0.05
"""Seconds after which such an app goes on even if others are not done."""
_LONGEST_WAIT = 2.0
"""Seconds after which an app that is held up goes before those that have used less."""
_QUIET_ROUNDS = 4
"""Rounds of the loop without a step after which an app has nothing more to do.

Between two steps of a busy app there are at most this many rounds: a task ends, a `gather` notes
it, and the waiting task is woken.
"""

_current: ContextVar["Work | None"] = ContextVar("work", default=None)


class Turns:
    """Decides whose turn it is. There is one for each loop."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self.reduction = 0.0
        """Seconds by which the used time of an app that was always busy was reduced so far."""
        self._reduced_at = clock()
        self._busy: list[tuple[float, int, Work]] = []
        """The apps whose used time is not 0, as a heap: by the value of `reduction` at which it
        would have been 0 when it was last looked at, and by a number that no other entry has."""
        self._entries = count()
        self._waiting: list[Work] = []
        """The apps whose tasks are held up."""
        self._admitted: Work | None = None
        """The app that has used much and may go on now."""
        self._slice_left = 0.0
        self.steps = self._steps_seen = 0
        """The steps of all tasks of all apps so far."""
        self._others = self._others_seen = 0
        """Those of them by apps that were not admitted."""
        self._quiet = 0
        """Rounds of the loop without a step of such an app."""
        self._admitted_at = 0.0
        self._admits_soon = False
        """Whether `_admit_next` runs in the next round of the loop."""
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
        if self._ended or work is self._admitted or work.used_now <= _FREE:
            return False
        return not (self._waiting and not work.held and work.used < self._least)

    @property
    def _least(self) -> float:
        """The seconds used by the waiting app that has used least."""
        return min(work.used for work in self._waiting)

    def reduce_used(self) -> None:
        """Reduce the used time of the apps by what the time since the last call allows."""
        seconds = self.clock() - self._reduced_at
        if seconds < _REDUCE_EVERY:
            return
        self._reduced_at += seconds
        while self._busy and seconds > _NOTHING:
            free_at, _, first = self._busy[0]
            if free_at < first.free_at:  # it has used more since
                heapreplace(self._busy, (first.free_at, next(self._entries), first))
                continue
            number = len(self._busy)
            rate = max(_REDUCTION, min(_MOST_REDUCTION, number * _OF_EACH)) / number
            step = min(seconds * rate, max(0.0, first.used))
            self.reduction += step
            seconds -= step / rate
            if first.used <= _NOTHING:
                heappop(self._busy)
                first.is_busy = False

    def join(self, work: "Work") -> None:
        """Note that an app has used some time."""
        if not work.is_busy:
            work.is_busy = True
            heappush(self._busy, (work.free_at, next(self._entries), work))

    def wait(self, work: "Work") -> "asyncio.Future[None]":
        """Return a future that is done when it is the turn of this app."""
        future = asyncio.get_running_loop().create_future()
        if not work.held:
            work.waits_since = self.clock()
            self._waiting.append(work)
        work.held.append(future)
        if not self._admits_soon:
            self._admits_soon, self._steps_seen = True, -1
            asyncio.get_running_loop().call_soon(self._admit_next, context=Context())
        return future

    def note(self, work: "Work", seconds: float) -> None:
        """Note that a step of an app has taken some seconds."""
        self.steps += 1
        if work is not self._admitted:
            self._others += 1
            return
        self._slice_left -= seconds
        if self._slice_left <= 0:
            self._admitted = None
        elif work.held:
            self._let_go_on(work)

    def _admit_next(self) -> None:
        """Admit an app that is held up, if no other app has anything to do.

        The app that was admitted has used up its slice, or has nothing to do either.
        """
        done = self._admitted is None or self.steps == self._steps_seen
        self._steps_seen = self.steps
        self._quiet = self._quiet + 1 if self._others == self._others_seen else 0
        self._others_seen = self._others
        quiet = done and self._quiet >= _QUIET_ROUNDS
        if self._waiting and (quiet or self.clock() - self._admitted_at > _LONGEST_HOLD):
            self._admit(self._next)
        self._admits_soon = bool(self._waiting)
        if self._admits_soon:
            asyncio.get_running_loop().call_soon(self._admit_next)

    @property
    def _next(self) -> "Work":
        """The waiting app whose turn it is: the one that has used least, unless one waits long."""
        longest = min(self._waiting, key=lambda work: work.waits_since)
        if self.clock() - longest.waits_since > _LONGEST_WAIT:
            return longest
        return min(self._waiting, key=lambda work: work.used)

    def _admit(self, work: "Work") -> None:
        self._admitted, self._slice_left, self._admitted_at = work, _SLICE, self.clock()
        work.waits_since = self._admitted_at
        self._let_go_on(work)

    def _let_go_on(self, work: "Work") -> None:
        work.go_on()
        if not work.held:
            self._waiting.remove(work)


class Work:
    """The work of one app: the time that it has used lately, and its tasks that wait."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.held: deque[asyncio.Future[None]] = deque()
        self.steps = 0
        """The steps of its tasks so far."""
        self.spent = 0.0
        """Seconds of the loop's time that it has used since the beginning."""
        self.free_at = 0.0
        """The value of `Turns.reduction` at which its used time is 0."""
        self.waits_since = 0.0
        """Since when it is held up, or when it had its last slice while it is."""
        self.is_busy = False
        """Whether `Turns` knows that it has used some time."""

    async def run(self, coroutine: Coroutine[object, None, T]) -> T:
        """Run a coroutine; it and all tasks that it starts are metered."""
        _current.set(self)
        return await _Metered(coroutine, self)

    @property
    def used(self) -> float:
        """Its used time in seconds, as reduced at the last update."""
        return self.free_at - self.turns.reduction

    @property
    def used_now(self) -> float:
        """Its used time in seconds, as reduced now."""
        self.turns.reduce_used()
        return max(0.0, self.used)

    def take(self, seconds: float) -> None:
        """Note that a step of one of its tasks has taken some seconds."""
        self.steps += 1
        self.spent += seconds
        used = min(_MOST, self.used_now + seconds)
        self.free_at = self.turns.reduction + used
        self.turns.join(self)
        self.turns.note(self, seconds)

    def go_on(self) -> None:
        """Let the task that has waited longest go on."""
        future = self.held.popleft()
        if not future.done():
            future.set_result(None)

    def when_idle(self, call: Callable[[], None]) -> None:
        """Call this once all its tasks only wait for something outside."""
        asyncio.get_running_loop().call_soon(self._call_if_idle, call, self.steps, 0)

    def _call_if_idle(self, call: Callable[[], None], steps: int, quiet: int) -> None:
        """Call this if no task has made a step for some rounds of the loop; else look again."""
        quiet = quiet + 1 if steps == self.steps and not self.held else 0
        if quiet == _QUIET_ROUNDS:
            call()
        else:
            asyncio.get_running_loop().call_soon(self._call_if_idle, call, self.steps, quiet)

    async def idle(self) -> None:
        """Wait until all its tasks only wait for something outside."""
        done = asyncio.get_running_loop().create_future()
        self.when_idle(lambda: None if done.done() else done.set_result(None))
        await done


class _Metered(Coroutine[object, None, T]):
    """A coroutine of an app. Each step of it waits for its turn and is timed."""

    def __init__(self, coroutine: _Coroutine[T], work: Work) -> None:
        self._coroutine = coroutine
        self._work = work
        self.__name__ = getattr(coroutine, "__name__", "metered")
        self.__qualname__ = getattr(coroutine, "__qualname__", "metered")

    def send(self, value: None) -> object:
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

    def throw(self, *error: Any) -> object:  # typed as the overloads of Coroutine.throw, handed on
        """Go on with an error. A task that is about to end is never held up."""
        began = self._work.turns.clock()
        try:
            return self._coroutine.throw(*error)
        finally:
            self._work.take(self._work.turns.clock() - began)

    def close(self) -> None:
        """Close the coroutine."""
        self._coroutine.close()

    def __next__(self) -> object:
        return self.send(None)

    def __iter__(self) -> "_Metered[T]":
        return self

    def __await__(self) -> Generator[object, None, T]:
        return self


def current_work() -> Work | None:
    """Return the work of the app in whose context this is called; None outside of apps."""
    return _current.get()


def meter_tasks() -> None:
    """Meter every new task of this loop that an app starts."""
    asyncio.get_running_loop().set_task_factory(_task)


def _task(
    loop: asyncio.AbstractEventLoop,
    coroutine: _Coroutine[T],
    *,
    context: Context | None = None,
    name: str | None = None,
    **_: object,
) -> "asyncio.Task[T]":
    """Return a new task; it is metered if an app starts it."""
    work = _current.get() if context is None else context.get(_current)
    if work is not None:
        coroutine = _Metered(coroutine, work)
    return asyncio.Task(coroutine, loop=loop, name=name, context=context)
