"""Who plays the games of a simulation: this process, several of them, or the workers of Dask."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context

from regicide_tui.simulate.plan import Plan, Row, play

_WAITING = 3
"""Tasks for each process or worker that are given out before their results are asked for."""
_LARGEST = 20
"""The games of a task at most."""
_FALLS = 5
"""How often in a row a process may die without any game having been played meanwhile."""

Task = Sequence[int]
"""The numbers of the games that are played together."""


class NoCluster(Exception):
    """What is needed for a cluster is not installed."""


class Fallen(Exception):
    """The processes that play die again and again."""


def tasks(numbers: Sequence[int], jobs: int) -> list[Task]:
    """Return the games in tasks: small enough that all have something to do to the end."""
    size = max(1, min(_LARGEST, len(numbers) // (8 * jobs)))
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


def play_here(plan: Plan, numbers: Sequence[int], jobs: int) -> Iterator[list[Row]]:
    """Play games in so many processes of this machine, and yield them as they end.

    A process that dies is replaced, and its games are played again. Raises `Fallen`.
    """
    left = tasks(numbers, jobs)
    if jobs == 1:
        yield from (play(plan, task) for task in left)
        return
    falls = 0
    while left:
        done: set[int] = set()
        try:
            for task, rows in _in_processes(plan, left, jobs):
                done.update(task)
                yield rows
        except BrokenProcessPool:
            falls = 0 if done else falls + 1
            if falls >= _FALLS:
                raise Fallen("The processes that play die again and again.") from None
        left = [task for task in left if task[0] not in done]


def _in_processes(plan: Plan, todo: list[Task], jobs: int) -> Iterator[tuple[Task, list[Row]]]:
    ahead = iter(todo)
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        running: dict[Future[list[Row]], Task] = {}
        while True:
            for task in islice(ahead, _WAITING * jobs - len(running)):
                running[pool.submit(play, plan, task)] = task
            if not running:
                return
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                yield running.pop(future), future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def play_afar(plan: Plan, numbers: Sequence[int], address: str) -> Iterator[list[Row]]:
    """Play games on the workers of a Dask cluster, and yield them as they end.

    The games of a worker that is lost are played by another one. Raises `OSError` if there is no
    cluster at this address, `NoCluster` without Dask.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise NoCluster("A cluster needs more: pip install 'regicide-tui[dask]'") from None

    with Client(address, timeout="10s", set_as_default=False) as client:
        workers = max(1, sum(client.nthreads().values()))
        ahead = iter(tasks(numbers, workers))

        def submit(count: int) -> list[object]:
            return [
                client.submit(play, plan, task, pure=False, retries=_FALLS)
                for task in islice(ahead, count)
            ]

        running = as_completed(submit(_WAITING * workers), loop=client.loop)
        for future in running:
            yield future.result()
            running.update(submit(1))
