"""The guard of foreign programs: none is left, whatever happens to the process that asks it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from regicide_tui.thinking.processes import Guard, kill_program

PATIENCE = 60.0

PARENT_OF_ANOTHER = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
print(child.pid, flush=True)
input()
"""
ASKER = """
import sys
from regicide_tui.thinking.processes import Guard
guard = Guard()
guard.add(int(sys.argv[1]))
guard.add(int(sys.argv[2]))
guard.remove(int(sys.argv[2]))
print("added", flush=True)
input()
"""


@pytest.fixture
def programs() -> Iterator[list["subprocess.Popen[str]"]]:
    """Programs that wait; they are ended after the test."""
    begun = [start(["-c", "input()"]) for _ in range(2)]
    yield begun
    for one in begun:
        one.kill()
        one.communicate()


def start(arguments: list[str]) -> "subprocess.Popen[str]":
    """Start a Python program in a group of its own."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_a_program_ends_with_the_process_that_is_killed(
    programs: list["subprocess.Popen[str]"],
) -> None:
    left, removed = programs
    asker = start(["-c", ASKER, str(left.pid), str(removed.pid)])
    assert asker.stdout is not None
    assert asker.stdout.readline() == "added\n"
    guards = psutil.Process(asker.pid).children()
    asker.kill()
    asker.communicate()
    assert left.wait(PATIENCE) != 0
    assert psutil.wait_procs(guards, PATIENCE)[1] == []  # until init reaps them
    assert removed.poll() is None


def test_a_guard_that_is_closed_leaves_no_program(programs: list["subprocess.Popen[str]"]) -> None:
    guard = Guard()
    guard.add(programs[0].pid)
    guard.close()
    assert programs[0].wait(PATIENCE) != 0


def test_a_guard_that_was_killed_is_no_error(programs: list["subprocess.Popen[str]"]) -> None:
    guard = Guard()
    for child in psutil.Process().children():
        with suppress(psutil.ZombieProcess):  # one of another test, whose end nobody has read
            if "regicide_tui.thinking.processes" in child.cmdline():
                child.kill()
                child.wait(PATIENCE)
    guard.add(programs[0].pid)
    guard.remove(programs[0].pid)
    guard.close()
    assert programs[0].poll() is None


def test_a_program_is_killed_with_its_children() -> None:
    parent = start(["-c", PARENT_OF_ANOTHER])
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    kill_program(parent.pid)
    parent.communicate()
    assert psutil.wait_procs([child], PATIENCE)[1] == []  # until init reaps it


def test_a_program_that_has_ended_is_no_error(tmp_path: Path) -> None:
    ended = start(["-c", ""])
    ended.communicate()
    kill_program(ended.pid)
    assert ended.returncode == 0
