"""The process in which bots think: it reads questions and answers them one by one.

A message is a number with a question, or with None, which drops that question. Any error ends the
process. Whoever asked notices that, and a simpler bot plays on.
"""

import os
import shutil
import sys
from collections.abc import Callable
from math import inf
from pickle import UnpicklingError
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import BinaryIO

from regicide_tui.bots.code_folder import CodeFolder, find_code_folder
from regicide_tui.terminal import wait_for_hang_up
from regicide_tui.thinking.questions import Answer, AnyQuestion, answer, receive, send

_DAMAGED = (EOFError, UnpicklingError)
"""What loading damaged machine code raises, for example after a power cut."""
_LONGEST_IN_PYTHON = 1.0
"""A thought without machine code ends after so many seconds: Python is slow, and people wait."""
_POLITE = 5
"""How much the process lowers its priority, so that the screen comes first on a single core."""

Waiting = SimpleQueue[tuple[int, AnyQuestion]]


def _listen(pipe: BinaryIO, waiting: Waiting, dropped: set[int]) -> None:
    """Read questions, also while a bot thinks. The end of the input ends the process at once."""
    try:
        while True:
            number, asked = receive(pipe)
            if asked is None:
                dropped.add(number)
            elif isinstance(asked, AnyQuestion):
                waiting.put((number, asked))
    except EOFError:
        os._exit(0)


def _end_with(pipe: int) -> None:
    """End this process once nobody can ask any more, also while a question is being read."""
    if wait_for_hang_up(pipe):
        os._exit(0)


def stopping(number: int, dropped: set[int], seconds: float) -> Callable[[], bool]:
    """Return what tells a bot to stop: its question was dropped, or its time is over."""
    end = monotonic() + seconds
    return lambda: number in dropped or monotonic() > end


def answer_or_delete(
    asked: AnyQuestion, stopped: Callable[[], bool], folder: CodeFolder | None
) -> Answer:
    """Return a bot's answer. Damaged machine code is deleted, so that it is compiled anew."""
    try:
        return answer(asked, stopped)
    except _DAMAGED:
        if folder is not None:
            shutil.rmtree(folder.path, ignore_errors=True)
        raise


def main() -> None:
    """Answer questions until there are no more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # other printed text is no answer
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    Thread(target=_end_with, args=(sys.stdin.fileno(),), daemon=True).start()
    folder = find_code_folder()
    compiled = folder is not None and folder.ready
    longest = inf if compiled else _LONGEST_IN_PYTHON
    waiting: Waiting = SimpleQueue()
    dropped: set[int] = set()
    Thread(target=_listen, args=(sys.stdin.buffer, waiting, dropped), daemon=True).start()
    while True:
        number, asked = waiting.get()
        if number not in dropped:
            found = answer_or_delete(asked, stopping(number, dropped, longest), folder)
            send(answers, (number, found))


if __name__ == "__main__":
    main()
