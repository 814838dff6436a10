"""Plays the games of a simulation in this process, in several processes, or on a Dask cluster."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context

from regicide_tui.simulate.plan import Plan, Row, play
from regicide_tui.thinking.machine_code import make_ready

_TASKS_AHEAD = 3
"""How many tasks each process or worker gets before results are awaited."""
_LARGEST_TASK = 20
"""A task has at most this many games."""
_MOST_FAILURES = 5
"""How often in a row processes may die without a game having been played."""

Task = Sequence[int]
"""The numbers of the games that are played together."""


class ClusterUnavailable(Exception):
    """The package for clusters is not installed."""


class WorkersDied(Exception):
    """The processes died again and again."""


def tasks(numbers: Sequence[int], jobs: int) -> list[Task]:
    """Return the games in tasks, small enough to keep all jobs busy to the end."""
    size = max(1, min(_LARGEST_TASK, len(numbers) // (8 * jobs)))
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


def play_locally(plan: Plan, numbers: Sequence[int], jobs: int) -> Iterator[list[Row]]:
    """Play games in `jobs` processes of this machine, and yield the results as they come.

    If a process dies, it is replaced and its games are played again. Raises `WorkersDied`.
    """
    left = tasks(numbers, jobs)
    if jobs == 1:
        yield from (play(plan, task) for task in left)
        return
    failures = 0
    while left:
        done: set[int] = set()
        try:
            for task, rows in _in_processes(plan, left, jobs):
                done.update(task)
                yield rows
        except BrokenProcessPool:
            failures = 0 if done else failures + 1
            if failures >= _MOST_FAILURES:
                raise WorkersDied("The processes that play die again and again.") from None
        left = [task for task in left if task[0] not in done]


def _in_processes(plan: Plan, todo: list[Task], jobs: int) -> Iterator[tuple[Task, list[Row]]]:
    ahead = iter(todo)
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        running: dict[Future[list[Row]], Task] = {}
        while True:
            for task in islice(ahead, _TASKS_AHEAD * jobs - len(running)):
                running[pool.submit(play, plan, task)] = task
            if not running:
                return
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                yield running.pop(future), future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def play_on_cluster(plan: Plan, numbers: Sequence[int], address: str) -> Iterator[list[Row]]:
    """Play games on the workers of a Dask cluster, and yield the results as they come.

    If a worker is lost, another one plays its games. Raises `OSError` if there is no cluster at
    this address, `ClusterUnavailable` without Dask.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ClusterUnavailable("A cluster needs more: pip install 'regicide-tui[dask]'") from None

    with Client(address, timeout="10s", set_as_default=False) as client:
        client.run(make_ready)
        workers = max(1, sum(client.nthreads().values()))
        ahead = iter(tasks(numbers, workers))

        def submit(count: int) -> list[object]:
            return [
                client.submit(play, plan, task, pure=False, retries=_MOST_FAILURES)
                for task in islice(ahead, count)
            ]

        running = as_completed(submit(_TASKS_AHEAD * workers), loop=client.loop)
        for future in running:
            yield future.result()
            running.update(submit(1))
