"""The app's side of the process in which bots think. It starts with the first question.

Until the machine code of the bots is ready, Python thinks there, for a second at most. Then another
process takes its place.
"""

import asyncio
import os
import subprocess
import sys
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import BinaryIO

from regicide_tui.thinking.machine_code import MachineCode
from regicide_tui.thinking.questions import Answer, Message, Question, ReviewQuestion, receive, send

_MODULE = "regicide_tui.thinking"
FAILED = "has failed"
"""What is said of a bot with which anything went wrong."""


class Fault(Exception):
    """A bot did not answer. The text is what is said of it, after its name."""


class BotProcess:
    """Asks bots. Its methods must be called in the app's event loop; only `ask` waits."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._open: dict[int, Future[Answer]] = {}
        self._asked = 0
        self._code = MachineCode()

    async def ask(self, asked: Question | ReviewQuestion) -> Answer:
        """Return the answer to a question (see `answer`). Raises `Fault`.

        If the caller is cancelled, the bot stops thinking.
        """
        self._asked = number = self._asked + 1
        pipe, waiting = self._pipe(), self._open
        future: Future[Answer] = Future()
        waiting[number] = future
        try:
            _send(pipe, (number, asked))
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            with suppress(Fault):
                _send(pipe, (number, None))
            raise
        finally:
            waiting.pop(number, None)

    def close(self) -> None:
        """End all processes at once. The next question starts them again."""
        self._code.close()
        self._end()

    def _end(self) -> None:
        """End the process in which bots think."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def _pipe(self) -> BinaryIO:
        """Return the pipe for questions. Raises `Fault` if no process can be started."""
        if not self._open and self._code.has_become_ready():
            self._end()
        if self._process is None or self._process.poll() is not None:
            self._open = {}
            self._code.begin()
            try:
                self._process = _begin()
            except (OSError, ValueError) as error:
                raise Fault(FAILED) from error
            listener = Thread(
                target=_listen, args=(self._process, self._open), name="bot-process", daemon=True
            )
            listener.start()
        assert self._process.stdin is not None
        return self._process.stdin  # type: ignore[return-value]


def _begin() -> subprocess.Popen[bytes]:
    """Start a process that sees the same modules as this one."""
    paths = os.pathsep.join([path for path in sys.path if path])
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-P", "-m", _MODULE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths},
    )


def _send(pipe: BinaryIO, message: Message) -> None:
    try:
        send(pipe, message)
    except (OSError, ValueError) as error:
        raise Fault(FAILED) from error


def _listen(process: subprocess.Popen[bytes], waiting: dict[int, Future[Answer]]) -> None:
    """Pass every answer to its caller. When the process has ended, all callers get a fault."""
    assert process.stdout is not None
    with process, suppress(EOFError, OSError, ValueError):
        while True:
            number, answered = receive(process.stdout)  # type: ignore[arg-type]
            if (future := waiting.get(number)) is not None:
                _settle(future, answered)
    for future in list(waiting.values()):
        _settle(future, Fault(FAILED))


def _settle(future: Future[Answer], found: Answer | Fault) -> None:
    """Set an answer or a fault, unless nobody waits for it any more."""
    if not future.set_running_or_notify_cancel():
        return
    with suppress(RuntimeError):  # the loop is closed
        if isinstance(found, Fault):
            future.set_exception(found)
        else:
            future.set_result(found)
