"""Work for which nobody waits: tasks, and the timers that start them."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from typing import TypeVar

T = TypeVar("T")

AGAIN = 15.0
"""Seconds after which the server retries what the store could not do."""


def start_detached(coroutine: Coroutine[object, None, T]) -> "asyncio.Task[T]":
    """Return a task that belongs to no app, also if an app starts it: others wait for it, too."""
    return asyncio.get_running_loop().create_task(coroutine, context=Context())


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
