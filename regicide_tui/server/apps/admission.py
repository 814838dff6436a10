"""Admission control: the apps of many visitors share one loop, scheduled by their keys.

All steps of an app's tasks are timed, but never delayed. A key of an app that has used little of
the loop's time is handled at once. The other keys pass one by one, starting with the app that has
used least. After each of them, the other apps get the loop for as long as that key took, or for a
part of it if many keys wait.

This is fair queueing: no one waits for ever, because a waiting app uses no time, and because unused
time isn't saved up. While none of its keys waits, an app is forgiven a part of what it has used.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterable
from contextlib import suppress
from contextvars import Context, ContextVar
from dataclasses import dataclass, field
from math import inf
from time import monotonic, thread_time
from typing import Any, TypeVar

from textual.message import Message

from regicide_tui.server.base.tasks import VisitRequests, start_detached

Callback = Callable[[], None]

T = TypeVar("T")
_Coroutine = Generator["asyncio.Future[object] | None", None, T] | Coroutine[object, None, T]

_CREDIT = 0.02
"""The maximum seconds by which an app may be behind the app whose key passed last. It may use them
at once; earlier unused time doesn't count."""
_SHARE = 0.1
"""The share of the time between two keys that an app is forgiven if none waited. Otherwise, the
next key would wait behind a crowd of newcomers for what the last one has used."""
_LONGEST_KEY = 1.0
"""Seconds after which the next key passes even if the previous key's app is still busy."""
_QUIET_ROUNDS = 4
"""Rounds of the loop without a step after which an app has nothing more to do.

Between two steps of a busy app there are at most this many rounds: a task ends, a `gather` notes
it, and the waiting task is woken.
"""

current_work: ContextVar["Work | None"] = ContextVar("work", default=None)
"""The work of the app whose task or callback is running; None outside of apps."""


class Admission:
    """Decides which key is handled next. There is one for each loop."""

    def __init__(self, clock: Callable[[], float] = thread_time) -> None:
        self.clock = clock
        """Returns seconds of work, without the time that other programs take."""
        self.steps = 0
        """The steps of all tasks of all apps so far."""
        self._used = 0.0
        """The seconds used by the app whose key passed last."""
        self._waiting: dict[Work, Callback] = {}
        """The handler of the next key of each waiting app."""
        self._passing: asyncio.Task[None] | None = None

    @property
    def is_passing(self) -> bool:
        """Whether keys are passing one by one."""
        return self._passing is not None and not self._passing.done()

    def admit(self, work: "Work", handle: Callback) -> None:
        """Call `handle` at once, or once it is the turn of this app."""
        forgiven = _SHARE * max(0.0, monotonic() - work.idle_since)
        work.used, work.idle_since = max(work.used - forgiven, self._used - _CREDIT), inf
        if work.used <= self._used:
            handle()
            return
        self._waiting[work] = handle
        if not self.is_passing:
            self._passing = start_detached(self._pass_keys())

    async def _pass_keys(self) -> None:
        """Handle the waiting keys one by one."""
        while self._waiting:
            work = min(self._waiting, key=lambda one: one.used)
            self._used, spent = work.used, work.spent
            self._waiting.pop(work)()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LONGEST_KEY):
                    await work.idle()
            await asyncio.sleep((work.spent - spent) / max(1, len(self._waiting)))


class Work:
    """The work of one app: what its tasks have used of the loop's time."""

    def __init__(self, admission: Admission) -> None:
        self.admission = admission
        self.steps = 0
        """The steps of its tasks so far."""
        self.spent = 0.0
        """Seconds of the loop's time that it has used since its start."""
        self.used = 0.0
        """The same, as it counts for the order of keys."""
        self.idle_since = inf
        """Since when none of its keys has waited."""

    def rest(self) -> None:
        """Note that all its keys are handled."""
        self.idle_since = monotonic()

    async def run(self, coroutine: Coroutine[object, None, T]) -> T:
        """Run a coroutine, with it and all its tasks metered."""
        current_work.set(self)
        return await _Metered(coroutine, self)

    def take(self, seconds: float) -> None:
        """Note the seconds that a step of one of its tasks took."""
        self.steps += 1
        self.spent += seconds
        self.used += seconds
        self.admission.steps += 1

    def when_idle(self, call: Callable[[], None]) -> None:
        """Call this once all its tasks only wait for something outside."""
        asyncio.get_running_loop().call_soon(self._call_if_idle, call, self.steps, 0)

    def _call_if_idle(self, call: Callable[[], None], steps: int, quiet: int) -> None:
        """Call this if no task has made a step for some rounds of the loop; else check again."""
        quiet = quiet + 1 if steps == self.steps else 0
        if quiet == _QUIET_ROUNDS:
            call()
        else:
            asyncio.get_running_loop().call_soon(self._call_if_idle, call, self.steps, quiet)

    async def idle(self) -> None:
        """Wait until all its tasks only wait for something outside."""
        done = asyncio.get_running_loop().create_future()
        self.when_idle(lambda: None if done.done() else done.set_result(None))
        await done


@dataclass(eq=False, repr=False)
class Keys:
    """The keys of one app: each waits until the previous one is handled, with all its effects.

    A key therefore acts on the screen that the previous key opened, and many keys at once cause no
    more concurrent work than one. A new window size counts as a key: everything is redrawn.

    `handle` gives the app a key, and `hold_back` tells the line whether to hold back input.
    `between` is called between two keys: during a flood of keys, there is no other moment.
    """

    _work: Work
    _requests: VisitRequests
    _handle: Callable[[Message], object]
    _hold_back: Callable[[bool], None]
    _between: Callback
    waiting: deque[Message] = field(default_factory=deque)
    _new_size: Message | None = None
    """The last size of the window, if the app doesn't know it yet."""
    busy: bool = False
    """Whether the next key waits to be admitted, or the app still handles the last one."""
    last_came: float = 0.0
    """When the app's last key arrived, by the monotonic clock."""

    def take(self, keys: Iterable[Message]) -> None:
        """Queue keys."""
        self.waiting += keys
        self._pass_next()

    def take_size(self, size: Message) -> None:
        """Queue a new size of the window, in place of one that waits."""
        self._new_size = size
        self._pass_next()

    def forget(self) -> None:
        """Drop the waiting keys and size."""
        self._new_size = None
        self.waiting.clear()

    def _pass_next(self) -> None:
        if self.busy:
            self._hold_back(bool(self.waiting))
        elif self.waiting or self._new_size is not None:
            self.busy = True
            self._work.admission.admit(self._work, self._handle_next)

    def _handle_next(self) -> None:
        """Give the app the next key. It may have been forgotten while it waited."""
        if self._new_size is not None:
            size, self._new_size = self._new_size, None
            self._handle(size)
        elif self.waiting:
            key = self.waiting.popleft()
            self.last_came = key.time
            self._requests.begin(key.time)
            self._handle(key)
        self._work.when_idle(self._note_done)

    def _note_done(self) -> None:
        self.busy = False
        self._requests.note_done()
        if self.waiting:
            self._between()
        else:
            self._hold_back(False)
            self._work.rest()
        self._pass_next()


class _Metered(Coroutine[object, None, T]):
    """A coroutine of an app, with each step timed."""

    def __init__(self, coroutine: _Coroutine[T], work: Work) -> None:
        self._coroutine = coroutine
        self._work = work
        self.__name__ = getattr(coroutine, "__name__", "metered")
        self.__qualname__ = getattr(coroutine, "__qualname__", "metered")

    def send(self, value: None) -> object:
        """Continue."""
        began = self._work.admission.clock()
        try:
            return self._coroutine.send(value)
        finally:
            self._work.take(self._work.admission.clock() - began)

    def throw(self, *error: Any) -> object:  # typed as the overloads of Coroutine.throw, handed on
        """Continue with an error."""
        began = self._work.admission.clock()
        try:
            return self._coroutine.throw(*error)
        finally:
            self._work.take(self._work.admission.clock() - began)

    def close(self) -> None:
        """Close the coroutine."""
        self._coroutine.close()

    def __next__(self) -> object:
        return self.send(None)

    def __iter__(self) -> "_Metered[T]":
        return self

    def __await__(self) -> Generator[object, None, T]:
        return self


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
    work = current_work.get() if context is None else context.get(current_work)
    if work is not None:
        coroutine = _Metered(coroutine, work)
    return asyncio.Task(coroutine, loop=loop, name=name, context=context)
