"""Plays the games of a simulation in this process, in several processes, or on a Dask cluster."""

import os
import signal
from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from threading import Thread

from regicide_tui import games
from regicide_tui.bots.net import BadWeights
from regicide_tui.simulate.errors import ClusterUnavailable, WorkersDied
from regicide_tui.simulate.plan import GameResult, Plan
from regicide_tui.simulate.players import play_games

_AHEAD = 2
"""The games that a process has at once: the one it plays, and the next one."""
_TASKS_AHEAD = 3
"""How many games each worker of a cluster gets before results are awaited."""
_MOST_DEATHS = 5
"""How many processes may die while playing one game."""
_REASONS = (BadWeights, OSError)
"""Errors that stop every process, and that only the processes notice."""


def play_locally(
    plan: Plan, numbers: Sequence[int], jobs: int
) -> Generator[GameResult, None, None]:
    """Play games in `jobs` processes of this machine, and yield each result when its game ends.

    If a process dies, it is replaced and its games are played again. All processes end with this
    iterator, and with this process. Raises `WorkersDied`, and the errors of `play_games`.
    """
    if jobs == 1:
        yield from play_games(plan, numbers)
        return
    games.find(plan.game).new(len(plan.bots), plan.seed_of(1), plan.options)  # or `BadSetup`
    left, deaths = deque(numbers), Counter[int]()
    workers = [_Worker(plan) for _ in range(min(jobs, len(numbers)))]
    try:
        while left or any(worker.numbers for worker in workers):
            # The last games are given out one by one, so that none waits for a busy process.
            most = _AHEAD if len(left) > len(workers) else 1
            for worker in workers:
                worker.give(left, most)
            ready = wait([worker.connection for worker in workers if worker.numbers])
            for place, worker in enumerate(workers):
                if worker.connection not in ready:
                    continue
                found = worker.receive()
                if found is None:
                    workers[place] = worker.replace(left)
                    _count_death(deaths, left[0])
                else:
                    yield found
    finally:
        for worker in workers:
            worker.end()


def _count_death(deaths: Counter[int], number: int) -> None:
    """Count a process that died while playing a game. Raises `WorkersDied`."""
    deaths[number] += 1
    if deaths[number] >= _MOST_DEATHS:
        raise WorkersDied(f"The processes that play game {number} keep dying.")


class _Worker:
    """A process that plays games.

    A process pool can't do this: it always plays a game to its end.
    """

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")
        self._plan = plan
        self.connection, theirs = context.Pipe()
        self.numbers: deque[int] = deque()
        """The games that it still has to play, the current one first."""
        self._process = context.Process(target=play_numbers, args=(theirs, plan), daemon=True)
        with _no_interrupts():
            self._process.start()
        theirs.close()

    def give(self, left: deque[int], most: int) -> None:
        """Send it games until it has `most`."""
        while left and len(self.numbers) < most:
            self.numbers.append(left.popleft())
            with suppress(OSError):  # it has died, and `receive` will report that
                self.connection.send(self.numbers[-1])

    def receive(self) -> GameResult | None:
        """Return the next result, or None if the process has died. Raises the process's error."""
        try:
            found = self.connection.recv()
        except (EOFError, OSError):
            return None
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, GameResult)
        self.numbers.remove(found.row.number)
        return found

    def replace(self, left: deque[int]) -> "_Worker":
        """Return a replacement for a process that has died, whose games are played next."""
        left.extendleft(reversed(self.numbers))
        self.end()
        return _Worker(self._plan)

    def end(self) -> None:
        """End the process at once, even in the middle of a game."""
        self.connection.close()
        self._process.kill()
        self._process.join()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Block Ctrl+C for a process that starts now, until it ignores it itself."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows has none
        yield
        return
    resource_tracker.ensure_running()  # starting it later would unblock interrupts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def play_numbers(connection: Connection, plan: Plan) -> None:
    """Play the games whose numbers arrive, in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent process
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    numbers: SimpleQueue[int] = SimpleQueue()
    Thread(target=_listen, args=(connection, numbers), daemon=True).start()
    try:
        for result in play_games(plan, iter(numbers.get, None)):
            connection.send(result)
    except _REASONS as error:
        with suppress(OSError):  # the parent process has ended
            connection.send(error)


def _listen(connection: Connection, numbers: SimpleQueue[int]) -> None:
    """Pass numbers on. When the connection ends, so does this process."""
    try:
        while True:
            numbers.put(connection.recv())
    except (EOFError, OSError):
        os._exit(0)


def play_on_cluster(
    plan: Plan, numbers: Sequence[int], address: str
) -> Generator[GameResult, None, None]:
    """Play games on the workers of a Dask cluster, and yield each result when its game ends.

    If a worker is lost, another one plays its games. Raises `OSError` if there is no cluster at
    this address, and `ClusterUnavailable` without Dask.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ClusterUnavailable(
            "A cluster needs an extra: pip install 'regicide-tui[dask]'"
        ) from None

    with Client(address, timeout="10s", set_as_default=False) as client:
        workers = max(1, sum(client.nthreads().values()))
        ahead = iter(numbers)

        def submit(count: int) -> list[object]:
            return [
                client.submit(_play_one, plan, number, pure=False, retries=_MOST_DEATHS)
                for number in islice(ahead, count)
            ]

        running = as_completed(submit(_TASKS_AHEAD * workers), loop=client.loop)
        for future in running:
            yield future.result()
            running.update(submit(1))


def _play_one(plan: Plan, number: int) -> GameResult:
    """Play one game on a worker of a cluster."""
    (result,) = play_games(plan, [number])
    return result
