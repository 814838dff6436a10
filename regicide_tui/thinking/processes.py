"""Starts processes of this program, and kills foreign programs with their children."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import BinaryIO, cast


def start_module(
    name: str,
    *arguments: str,
    answers: bool = False,
    complains: bool = False,
    own_session: bool = False,
) -> "subprocess.Popen[bytes]":
    """Start a process that runs a module and can import the same modules as this one.

    Its standard input is a pipe, and with `answers` so is its output. With `complains` it shares
    this process's standard error. With `own_session` the terminal's keys don't interrupt it.
    Raises `OSError`.
    """
    paths = os.pathsep.join([path for path in sys.path if path])
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-P", "-m", name, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE if answers else subprocess.DEVNULL,
        stderr=None if complains else subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=own_session,
    )


_MODULE = "regicide_tui.thinking.processes"
_BEGAN, _ENDED = b"+", b"-"


class Guard:
    """The guard, seen from the process that asks programs. Raises `OSError` if it can't start."""

    def __init__(self) -> None:
        self._process = start_module(_MODULE, own_session=True)

    def add(self, program: int) -> None:
        """Tell the guard that a program has started, by its process id."""
        self._tell(_BEGAN, program)

    def remove(self, program: int) -> None:
        """Tell the guard that a program has ended, with its children."""
        self._tell(_ENDED, program)

    def close(self) -> None:
        """Let the guard end, and with it the programs that are left."""
        self._process.communicate()

    def _tell(self, word: bytes, program: int) -> None:
        pipe = cast("BinaryIO", self._process.stdin)
        with suppress(BrokenPipeError):  # someone has killed the guard; the games continue
            pipe.write(b"%b%d\n" % (word, program))
            pipe.flush()


def find_obstacle(program: str) -> str:
    """Return a sentence that explains why a program can't be run, or an empty string."""
    if which(program) is not None:
        return ""
    if Path(program).is_file():  # `which` doesn't look in this folder for a name without a slash
        can_run = os.access(program, os.X_OK)
        why = f"write ./{program}" if can_run else "it is not executable"
        return f"Can't run {program!r}: {why}."
    return f"There is no program {program!r}."


def kill_program(number: int) -> None:
    """Kill a program that leads a process group, and the whole group."""
    with suppress(ProcessLookupError, PermissionError):  # it has ended; on macOS also "not yours"
        if hasattr(os, "killpg"):
            os.killpg(number, signal.SIGKILL)
        else:  # Windows has no groups
            os.kill(number, signal.SIGTERM)


def main() -> None:
    """Kill the programs that are left when the input ends."""
    programs: set[int] = set()
    for line in sys.stdin.buffer:
        program = int(line[1:])
        if line.startswith(_BEGAN):
            programs.add(program)
        else:
            programs.discard(program)
    for program in programs:
        kill_program(program)


if __name__ == "__main__":
    main()
