"""Asks bots that think in a thread of this process, for the local app."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event, get_native_id
from typing import Protocol

from regicide_tui.thinking.questions import Answer, AnyQuestion, answer

FAILED = "has failed"
"""What the app reports about a bot that failed."""
_POLITE = 10
"""By how much the thread lowers its priority: on a single core, the screen goes first."""


class Fault(Exception):
    """A bot did not answer. The text follows its name in a sentence.

    For a program, `details` contains its answer, its exit code and its last error, if there are
    any.
    """

    def __init__(self, text: str, details: str = "") -> None:
        super().__init__(text)
        self.details = details


class Thinker(Protocol):
    """Asks bots questions."""

    async def ask(self, asked: AnyQuestion) -> Answer:
        """Return the answer to a question (see `answer`). Raises `Fault`.

        If the caller is cancelled, the bot stops thinking.
        """
        ...

    def close(self) -> None:
        """Stop all bots."""
        ...


class BotThread:
    """A `Thinker` with one thread, which starts with the first question.

    A search releases the interpreter's lock. Once no caller waits for it any more, it stops within
    a few milliseconds.
    """

    def __init__(self, think: Callable[[AnyQuestion, Callable[[], bool]], Answer] = answer) -> None:
        self._think = think
        self._thread = ThreadPoolExecutor(1, "bots", _give_way)
        self._closed = Event()

    async def ask(self, asked: AnyQuestion) -> Answer:
        """Return the answer to a question. Raises `Fault`."""
        dropped = Event()

        def stopped() -> bool:
            return dropped.is_set() or self._closed.is_set()

        try:
            return await asyncio.wrap_future(self._thread.submit(self._think, asked, stopped))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            raise Fault(FAILED) from error
        finally:
            dropped.set()

    def close(self) -> None:
        """Stop the search, and accept no more questions."""
        self._closed.set()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    if hasattr(os, "setpriority"):  # on Linux, this affects only the thread
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), _POLITE)
