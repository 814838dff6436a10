"""A simulation on a cluster: a real scheduler, two workers, one of which is killed."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep

import pytest

from regicide_tui.simulate.command import Run, Summary, simulate
from regicide_tui.simulate.errors import SimulationError
from regicide_tui.simulate.plan import Plan
from tests.simulate.test_simulate import numbers_in

PLAN = Plan("regicide", ("page", "page"), "afar")
GAMES = 200
PATIENCE = 60.0


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path, processes: ExitStack) -> None:
        self._file = folder / "scheduler.json"
        self._processes = processes
        self._run("dask_scheduler", "--host", "127.0.0.1", "--port", "0")
        wait_until(self._is_written)

    @property
    def address(self) -> str:
        """Where the scheduler is."""
        address: str = json.loads(self._file.read_text())["address"]
        return address

    def work(self) -> "subprocess.Popen[bytes]":
        """Start a worker with one thread."""
        return self._run("dask_worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")

    def _is_written(self) -> bool:
        """Tell whether the scheduler has written its whole file, which is empty at first."""
        return self._file.exists() and self._file.read_text().endswith("}")

    def _run(self, what: str, *options: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.{what}", *options, "--no-dashboard"]
        process = subprocess.Popen(
            [*command, "--scheduler-file", str(self._file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._file.parent,
        )
        self._processes.enter_context(process)
        self._processes.callback(process.kill)
        return process


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end, "waited in vain"
        sleep(0.01)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler without workers yet."""
    with ExitStack() as processes:
        yield Cluster(tmp_path, processes)


@pytest.mark.attack
def test_a_worker_is_killed_in_the_middle(cluster: Cluster, tmp_path: Path) -> None:
    from distributed import Client

    doomed = cluster.work()
    cluster.work()
    with Client(cluster.address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
    path = tmp_path / "games.csv"
    summaries: list[Summary] = []
    run = threading.Thread(
        target=lambda: summaries.append(simulate(PLAN, GAMES, Run(out=path, dask=cluster.address)))
    )
    run.start()
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > GAMES // 10)
    doomed.kill()
    before = path.read_bytes().count(b"\n")
    assert before < GAMES, "it was over before the worker was killed"
    run.join(PATIENCE)
    assert summaries
    assert numbers_in(path) == list(range(1, GAMES + 1))
    alone = tmp_path / "alone.csv"
    simulate(PLAN, GAMES, Run(out=alone))
    assert path.read_bytes() == alone.read_bytes()


@pytest.mark.slow
def test_a_missing_cluster_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SimulationError):
        simulate(PLAN, 2, Run(out=tmp_path / "games.csv", dask="tcp://127.0.0.1:1"))
