"""The end of a simulation, however it comes: no worker and no program is left."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

from tests.simulate.playing import command_lines
from tests.simulate.test_programs import NAME, program

pytestmark = pytest.mark.processes

PATIENCE = 120.0
STUBBORN = """
import signal, subprocess, sys, time
for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(one, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-c", "import time # a child\\nwhile True: time.sleep(60)"])
while True:
    time.sleep(60)
"""
"""A program that neither answers nor notices its end, and has a child that does the same."""
WORKER = "--multiprocessing-fork"
"""A word of the command line of a worker."""
COMMAND = [sys.executable, "-m", "regicide_tui", "simulate", "--players", "2", "--games", "50"]


def _hear_signals() -> None:
    """Let Ctrl+C end the process: whoever runs the tests may ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Simulation:
    """A simulation with such a program, in which every process plays."""

    def __init__(self, folder: Path, jobs: int) -> None:
        bots = program(folder, STUBBORN)
        self.process = subprocess.Popen(
            [*COMMAND, "--bots", bots, "--jobs", str(jobs)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=_hear_signals,
        )
        self._jobs = jobs
        self.others: list[psutil.Process] = []

    def wait_for_programs(self) -> None:
        """Wait until a program plays in every process, and note all processes."""
        it = psutil.Process(self.process.pid)
        end = monotonic() + PATIENCE
        while min(self._count(it, NAME), self._count(it, "# a child")) < self._jobs:
            assert monotonic() < end, "waited in vain"
            assert self.process.poll() is None, self.process.communicate()
            sleep(0.05)
        self.others = it.children(recursive=True)

    def _count(self, it: psutil.Process, text: str) -> int:
        return sum(text in line for line in command_lines(it))


@pytest.fixture(params=[1, 2])
def simulation(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Simulation]:
    """A simulation that plays; what is left of it is ended after the test."""
    found = Simulation(tmp_path, request.param)
    found.wait_for_programs()
    yield found
    found.process.kill()
    for one in found.others:
        with suppress(psutil.NoSuchProcess):
            one.kill()
    found.process.communicate()


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_a_simulation_that_is_ended_leaves_no_worker_and_no_program(
    simulation: Simulation, sent: signal.Signals, code: int
) -> None:
    if sent == signal.SIGINT:  # Ctrl+C is for all processes at the terminal
        os.killpg(simulation.process.pid, sent)
    else:
        simulation.process.send_signal(sent)
    output, errors = simulation.process.communicate(timeout=PATIENCE)
    assert psutil.wait_procs(simulation.others, PATIENCE)[1] == []
    assert (simulation.process.returncode, output, errors) == (code, b"", b"")


@pytest.mark.parametrize("simulation", [2], indirect=True)
def test_the_program_of_a_worker_that_is_killed_ends_and_another_worker_plays(
    simulation: Simulation,
) -> None:
    before = {one.pid for one in simulation.others}
    workers = [one for one in simulation.others if WORKER in one.cmdline()]
    killed = workers[0]
    its_programs = killed.children(recursive=True)
    killed.kill()
    assert psutil.wait_procs(its_programs, PATIENCE)[1] == []
    simulation.wait_for_programs()
    new = {one.pid for one in simulation.others} - before
    assert new


def test_workers_end_with_the_process_that_is_killed_in_the_middle_of_a_game(
    tmp_path: Path,
) -> None:
    bots = "marshal:100000000"  # hours for an action
    process = subprocess.Popen([*COMMAND, "--bots", bots, "--jobs", "2"], start_new_session=True)
    it, end = psutil.Process(process.pid), monotonic() + PATIENCE
    while sum(WORKER in line for line in command_lines(it)) < 2:
        assert monotonic() < end, "waited in vain"
        sleep(0.05)
    workers = it.children(recursive=True)
    process.kill()
    process.communicate()
    assert psutil.wait_procs(workers, PATIENCE)[1] == []
