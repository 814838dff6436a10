"""The process in which bots think: it reads questions and answers them one by one.

A message is a number with a question, or with None, which drops that question. Any error ends the
process. The caller notices that, and a simpler bot takes over.
"""

import os
import sys
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from regicide_tui.thinking.questions import AnyQuestion, answer, receive, send

_POLITE = 5
"""By how much the process lowers its priority: on a single core, the screen goes first."""

Waiting = SimpleQueue[tuple[int, AnyQuestion]]


def _listen(pipe: BinaryIO, waiting: Waiting, dropped: set[int]) -> None:
    """Read questions, even while a bot thinks. The end of the input ends the process at once."""
    try:
        while True:
            number, asked = receive(pipe)
            if asked is None:
                dropped.add(number)
            elif isinstance(asked, AnyQuestion):
                waiting.put((number, asked))
    except EOFError:
        os._exit(0)


def main() -> None:
    """Answer questions until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # stray prints must not look like answers
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    waiting: Waiting = SimpleQueue()
    dropped: set[int] = set()
    Thread(target=_listen, args=(sys.stdin.buffer, waiting, dropped), daemon=True).start()
    while True:
        number, asked = waiting.get()
        if number not in dropped:
            send(answers, (number, answer(asked, partial(dropped.__contains__, number))))


if __name__ == "__main__":
    main()
