"""The process that plays games for pars, at the lowest priority of the system.

It reads one question per line and answers with one line. It ends when its input does.
"""

import os
import sys
from contextlib import suppress
from threading import Thread

import msgspec

from regicide_tui.simulate.pars.messages import ParAnswer, ParQuestion
from regicide_tui.terminal import wait_for_hang_up

_LOWEST = 19


def _give_way() -> None:
    """Lower this process's priority as far as possible."""
    if hasattr(os, "nice"):
        os.nice(_LOWEST)
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _end_with(pipe: int) -> None:
    """End this process when the pipe closes, even in the middle of a game."""
    if wait_for_hang_up(pipe):
        os._exit(0)


def main() -> None:
    """Answer questions until the input ends."""
    _give_way()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # stray prints must not look like answers
    Thread(target=_end_with, args=(sys.stdin.fileno(),), daemon=True).start()
    for line in sys.stdin.buffer:
        answers.write(msgspec.json.encode(_answer(msgspec.json.decode(line, type=ParQuestion))))
        answers.write(b"\n")
        answers.flush()


def _answer(asked: ParQuestion) -> ParAnswer:
    """Return how a game ends. Without the library of the searches, no game is played."""
    from regicide_tui.bots.library import LOADED
    from regicide_tui.simulate.pars.game import play

    return play(asked) if LOADED else ParAnswer(False)


if __name__ == "__main__":
    main()
