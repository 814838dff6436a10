"""Asks the bots' own process, for a server: a crash of the bots must not disconnect everyone.

The process starts with the first question, and restarts with the next question after it ends.
"""

import asyncio
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

from regicide_tui.thinking.bot_thread import FAILED, Fault
from regicide_tui.thinking.processes import start_module
from regicide_tui.thinking.questions import Answer, AnyQuestion, Message, receive, send

_MODULE = "regicide_tui.thinking"


class BotProcess:
    """A `Thinker` with one process. Call its methods in one event loop."""

    def __init__(self) -> None:
        self.thinker: _Thinker | None = None
        self._asked = 0

    async def ask(self, asked: AnyQuestion) -> Answer:
        """Return the answer to a question. Raises `Fault`."""
        self._asked = number = self._asked + 1
        thinker = self._find_thinker()
        future = thinker.ask(number, asked)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            thinker.drop(number)
            raise
        finally:
            thinker.waiting.pop(number, None)

    def close(self) -> None:
        """End the process at once."""
        if self.thinker is not None:
            self.thinker.end()
        self.thinker = None

    def _find_thinker(self) -> "_Thinker":
        """Return the process for the next question. Raises `Fault` if it can't be started."""
        if self.thinker is None or self.thinker.has_ended:
            try:
                self.thinker = _Thinker()
            except (OSError, ValueError) as error:
                raise Fault(FAILED) from error
        return self.thinker


class _Thinker:
    """One process in which bots think. Raises `OSError`, `ValueError` if it can't be started."""

    def __init__(self) -> None:
        self._process = start_module(_MODULE, answers=True)
        self._questions: SimpleQueue[Message | None] = SimpleQueue()
        """The questions to send; None follows once the process has ended."""
        self.waiting: dict[int, Future[Answer]] = {}
        self.is_silent = False
        for work, name in ((self._speak, "bot-questions"), (self._listen, "bot-answers")):
            Thread(target=work, name=name, daemon=True).start()

    @property
    def number(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether the process answers no more questions."""
        return self.is_silent or self._process.poll() is not None

    def ask(self, number: int, asked: AnyQuestion) -> "Future[Answer]":
        """Return a future for the answer."""
        future = self.waiting[number] = Future()
        self._questions.put((number, asked))
        if self.is_silent:  # it has just ended, so nothing would settle this future
            _settle(future, Fault(FAILED))
        return future

    def drop(self, number: int) -> None:
        """Cancel a question."""
        self._questions.put((number, None))

    def end(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.wait()

    def _speak(self) -> None:
        """Write the questions into the pipe, which may be full while the process is starting."""
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError, ValueError):  # the process has ended, and all callers are told
            while (message := self._questions.get()) is not None:
                send(pipe, message)  # type: ignore[arg-type]

    def _listen(self) -> None:
        """Pass every answer to its caller. At the end, all remaining callers get a fault."""
        pipe = self._process.stdout
        assert pipe is not None
        with suppress(EOFError, OSError, ValueError):
            while True:
                number, answered = receive(pipe)  # type: ignore[arg-type]
                if (future := self.waiting.get(number)) is not None:
                    _settle(future, answered)
        self.is_silent = True
        self._questions.put(None)
        for future in [*self.waiting.values()]:
            _settle(future, Fault(FAILED))
        with suppress(OSError):  # some data could not be sent
            self._process.communicate()


def _settle(future: Future[Answer], found: Answer | Fault) -> None:
    """Set an answer or a fault, unless no caller waits for it any more."""
    with suppress(RuntimeError, InvalidStateError):  # the loop is closed, or it has an answer
        if future.done() or not future.set_running_or_notify_cancel():
            return
        if isinstance(found, Fault):
            future.set_exception(found)
        else:
            future.set_result(found)
