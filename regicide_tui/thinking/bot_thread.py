"""Asks bots that think in a thread of this process, for an app at home."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event, get_native_id
from typing import Protocol

from regicide_tui.thinking.questions import Answer, AnyQuestion, answer

FAILED = "has failed"
"""What is said of a bot with which anything went wrong."""
_POLITE = 10
"""How much the thread lowers its priority, so that the screen comes first on a single core."""


class Fault(Exception):
    """A bot did not answer. The text is what is said of it, after its name.

    `details` of a program are what it answered, its exit code, and its last error, as far as there
    are any.
    """

    def __init__(self, text: str, details: str = "") -> None:
        super().__init__(text)
        self.details = details


class Thinker(Protocol):
    """Whoever asks bots."""

    async def ask(self, asked: AnyQuestion) -> Answer:
        """Return the answer to a question (see `answer`). Raises `Fault`.

        If the caller is cancelled, the bot stops thinking.
        """
        ...

    def close(self) -> None:
        """Let nobody think any more."""
        ...


class BotThread:
    """A `Thinker` with one thread, which begins with the first question.

    A search gives up the interpreter's lock. It stops within some milliseconds if nobody waits for
    it any more.
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
        """Stop the search, and take no more questions."""
        self._closed.set()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    if hasattr(os, "setpriority"):  # on Linux it is that of this thread alone
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), _POLITE)
