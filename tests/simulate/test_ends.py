"""The end of a simulation, however it comes: no worker and no program is left."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import psutil
import pytest

from tests.simulate.playing import command_lines
from tests.simulate.test_programs import program

pytestmark = pytest.mark.processes
PATIENCE = 200.0
STUBBORN = """
import signal, subprocess, sys, time
for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(one, signal.SIG_IGN)
sys.stdin.readline()  # a program that was asked is known to its guard
child = "import time # a stubborn child\\nwhile True: time.sleep(60)"
subprocess.Popen([sys.executable, "-c", child])
while True:
    time.sleep(60)
"""
"""A program that neither answers nor notices its end, and has a child that does the same."""
CHILD = "# a stubborn child"
WORKER = "--multiprocessing-fork"
"""A word of the command line of a worker."""
COMMAND = [sys.executable, "-m", "regicide_tui", "simulate", "--players", "2", "--games", "50"]


def start(*arguments: str) -> "subprocess.Popen[bytes]":
    """Start a simulation as at a terminal of its own, where Ctrl+C interrupts it."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_for(process: "subprocess.Popen[bytes]", text: str, count: int) -> list[psutil.Process]:
    """Wait until so many processes below it have a text in their commands. Return all of them."""
    it, end = psutil.Process(process.pid), monotonic() + PATIENCE
    while sum(text in line for line in command_lines(it)) < count:
        assert monotonic() < end, "waited in vain"
        assert process.poll() is None, process.communicate()
        sleep(0.05)
    return it.children(recursive=True)


def end(process: "subprocess.Popen[bytes]", others: list[psutil.Process]) -> None:
    """End a simulation after a test, and what it should have ended itself."""
    process.kill()
    process.communicate()
    for one in psutil.wait_procs(others, PATIENCE)[1]:
        one.kill()


class Simulation(NamedTuple):
    """A simulation with a stubborn program in every process that plays."""

    process: "subprocess.Popen[bytes]"
    others: list[psutil.Process]


@pytest.fixture(params=[1, 2])
def simulation(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Simulation]:
    """A simulation that plays; what is left of it is ended after the test."""
    jobs = f"{request.param}"
    bots = program(tmp_path, STUBBORN)
    process = start("--bots", bots, "--jobs", jobs, "--program-seconds", "3600")
    others: list[psutil.Process] = []
    try:
        others = wait_for(process, CHILD, request.param)
        yield Simulation(process, others)
    finally:
        end(process, others)


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
    killed = next(one for one in simulation.others if WORKER in one.cmdline())
    its_programs = killed.children(recursive=True)
    assert its_programs
    killed.kill()
    assert psutil.wait_procs(its_programs, PATIENCE)[1] == []
    now = wait_for(simulation.process, CHILD, 2)
    assert [one for one in now if one not in simulation.others and WORKER in one.cmdline()]
    simulation.others.extend(now)


def test_workers_end_with_the_process_that_is_killed_in_the_middle_of_a_game() -> None:
    process = start("--bots", "marshal:100000000", "--jobs", "2")  # hours for an action
    workers: list[psutil.Process] = []
    try:
        workers = wait_for(process, WORKER, 2)
        process.kill()
        process.communicate()
        assert psutil.wait_procs(workers, PATIENCE)[1] == []
    finally:
        end(process, workers)
