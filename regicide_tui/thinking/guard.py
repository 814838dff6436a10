"""Ends foreign programs: each with its children, and all with the process that asks them.

A program need not notice that nobody asks it any more. So a process of its own, the guard, is told
of every program. It waits for the end of its input, which comes with the end of the process that
started it, even if that was killed. Then it kills the programs that are left.
"""

import os
import signal
import sys
from contextlib import suppress
from typing import BinaryIO, cast

from regicide_tui.thinking.child import start_module

_MODULE = "regicide_tui.thinking.guard"
_BEGAN, _ENDED = b"+", b"-"


class Guard:
    """The guard as the process that asks programs sees it. Raises `OSError` if it can't start."""

    def __init__(self) -> None:
        self._process = start_module(_MODULE, own_session=True)

    def add(self, program: int) -> None:
        """Tell the guard of a program that has begun, by the number of its process."""
        self._tell(_BEGAN, program)

    def remove(self, program: int) -> None:
        """Tell the guard that a program has ended, with its children."""
        self._tell(_ENDED, program)

    def close(self) -> None:
        """Let the guard end, and with it the programs that are left."""
        self._process.communicate()

    def _tell(self, word: bytes, program: int) -> None:
        pipe = cast("BinaryIO", self._process.stdin)
        with suppress(BrokenPipeError):  # somebody has killed the guard, and the games go on
            pipe.write(b"%b%d\n" % (word, program))
            pipe.flush()


def kill_program(number: int) -> None:
    """Kill a program that leads a group of processes, and the whole group."""
    with suppress(ProcessLookupError, PermissionError):  # it has ended; on macOS also "not yours"
        if hasattr(os, "killpg"):
            os.killpg(number, signal.SIGKILL)
        else:  # Windows has no groups
            os.kill(number, signal.SIGTERM)


def main() -> None:
    """Kill the programs that are left at the end of the input."""
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
