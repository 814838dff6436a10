"""A foreign program that plays in a seat: it gets what the seat knows and answers in JSON lines.

docs/protocol.md describes the line (`act`). Every line holds all that the seat knows. So a program
need remember nothing, and can be started again at any moment.
"""

import asyncio
import ctypes
import os
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated

import msgspec

from regicide_tui.bots.base import Observation
from regicide_tui.games.base import AnyGame, IllegalAction, Json, Seat, Value, listed, to_json
from regicide_tui.play.table import Table
from regicide_tui.printable import printable
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.processes import kill_program
from regicide_tui.thinking.questions import observe

SECONDS = 30.0
"""How long a program may think about an action."""
_ENDED = "has ended"
_PATIENCE = 5.0
"""The seconds for which the end of a program is awaited, to learn what it wrote about it."""
_READ_AT_ONCE = 4096
_KEPT = 64 * 1024
"""The bytes that are kept of what a program writes to its standard error: the end of it."""
_LONGEST_ANSWER = 80
"""The bytes of an answer that are told if it is invalid or illegal."""
_LAST_WORDS = 200
"""The characters of a program's last line of errors that are told."""


class Answer(msgspec.Struct):
    """What a program answers: an action as text, and its chance of winning if it names one."""

    action: str
    chance: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None


def ignore(_: int) -> None:
    """Do nothing about a program that has begun or ended."""


class ExternalBot:
    """A program that plays in a seat. It starts with the first question and keeps running.

    Its methods must be called in one event loop. A command is a program and its arguments, without
    a shell. `begun` and `ended` are told the number of its process.
    """

    def __init__(
        self,
        command: Sequence[str],
        seconds: float = SECONDS,
        begun: Callable[[int], None] = ignore,
        ended: Callable[[int], None] = ignore,
    ) -> None:
        self._command = command
        self._seconds = seconds
        self._begun, self._ended = begun, ended
        self._process: Process | None = None
        self._last: Process | None = None
        """The process that was started last; it may have ended."""
        self._errors: asyncio.Task[bytes] | None = None
        self.report = ""
        """The last fault of the program, and the end of what it wrote to its standard error."""

    async def ask(
        self, table: Table, seat: Seat, wishes: Mapping[Seat, bool] | None = None
    ) -> Value:
        """Return the action that the program takes in the seat that must act.

        `wishes` is what others have said of going next, if anything (R-9). Raises `Fault`. After a
        fault, and if the caller is cancelled, the program is ended. The next question starts it
        again.
        """
        game, options = table.game, table.history.start.options
        known = observe(table, seat, wishes)
        found = await self.answer(
            game, options, seat, known, lambda action: table.take_text(seat, action)
        )
        return game.parse(found.action)

    async def answer(
        self,
        game: AnyGame,
        options: Mapping[str, Json],
        seat: Seat,
        observation: Observation[Value],
        check: Callable[[str], object],
    ) -> Answer:
        """Return what the program answers. Raises `Fault`.

        `check` raises `IllegalAction` for an action that the seat can't take. As after `ask`, the
        program is ended after a fault, and if the caller is cancelled.
        """
        try:
            async with asyncio.timeout(self._seconds):
                line = await self._exchange(
                    build_request(game, options, seat, observation, self._seconds)
                )
            found = _parse_answer(line)
            _check(found.action, check)
            return found
        except TimeoutError as error:
            slow = Fault(f"has not answered for {self._seconds:g} seconds")
            raise await self._end_for(slow) from error
        except Fault as fault:
            raise await self._end_for(fault) from fault.__cause__
        except BaseException:
            self.close()
            raise

    @property
    def processor_seconds(self) -> float | None:
        """The processor time that the program has used, without that of its children.

        None before it runs, and where the system does not tell.
        """
        return None if self._process is None else _processor_seconds(self._process.pid)

    def close(self) -> None:
        """End the program and its children at once, and close its pipes."""
        process, self._process = self._process, None
        if process is not None:
            kill_program(process.pid)  # and its children
            _close_pipes(process)
            self._ended(process.pid)

    async def end(self) -> None:
        """End the program as `close` does, and wait until it has ended."""
        self.close()
        if self._last is not None:
            await self._last.wait()

    async def _exchange(self, request: dict[str, Json]) -> bytes:
        """Write a line and read one. Raises `Fault`."""
        try:
            process = self._process = self._process or await self._begin()
        except OSError as error:
            raise Fault("can't be started") from error
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(request) + b"\n")
            await process.stdin.drain()
            line = await process.stdout.readline()
        except OSError as error:
            raise Fault(_ENDED) from error
        except ValueError as error:
            raise Fault("gives an answer without an end") from error
        if not line:
            raise Fault(_ENDED)
        return line

    async def _begin(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
        )
        self._last = process
        self._begun(process.pid)
        self._errors = asyncio.create_task(_read_end(process))
        return process

    async def _end_for(self, fault: Fault) -> Fault:
        """End the program, and return the fault with what the program wrote last."""
        process, errors, words, written = self._process, self._errors, [fault.details], b""
        if process is None or errors is None:
            return self._reported(f"{fault}", f"{fault.__cause__ or ''}", "")
        try:
            if str(fault) == _ENDED:
                with suppress(TimeoutError):  # it has only closed its output
                    words.append(f"exit code {await asyncio.wait_for(process.wait(), _PATIENCE)}")
            kill_program(process.pid)
            with suppress(TimeoutError):  # a child of it lives in a group of its own
                written = await asyncio.wait_for(errors, _PATIENCE)
        finally:
            self.close()
        await process.wait()  # before the pipes are closed, it can wait for unread output for ever
        lines = [printable(one) for one in written.decode(errors="replace").strip().splitlines()]
        words += [one.strip()[:_LAST_WORDS] for one in lines[-1:]]
        return self._reported(f"{fault}", ": ".join(filter(None, words)), "\n".join(lines))

    def _reported(self, text: str, details: str, written: str) -> Fault:
        """Return a fault, and keep its report."""
        errors = f" Its standard error ends with:\n\n{written}" if written else ""
        self.report = f"The program {text}{f' ({details})' if details else ''}.{errors}"
        return Fault(text, details)


def _close_pipes(process: Process) -> None:
    """Close the pipes of a program. A `Process` has no method for it.

    Its transport has one, but that also asks the system if the program has ended. The loop would
    then wait for it in vain, and say so on the standard error.
    """
    transport = process._transport  # type: ignore[attr-defined]
    for number in range(3):
        transport.get_pipe_transport(number).close()


def build_request(
    game: AnyGame,
    options: Mapping[str, Json],
    seat: Seat,
    observation: Observation[Value],
    seconds: float,
) -> dict[str, Json]:
    """Return the request for a program that must act in a seat: all that the seat knows.

    Wishes are in it only while the next player is chosen, and somebody has said something (R-9).
    """
    said = [[seat + 1, wish] for seat, wish in observation.wishes.items()]
    wishes = {"wishes": said} if said else {}
    return {
        "op": "act",
        "game": game.name,
        "options": dict(options),
        "seat": seat + 1,
        "first": game.position(observation.first_view),
        "events": [to_json(event) for event in observation.events],
        "state": game.position(observation.view),
        **listed(game, observation.view),
        **wishes,
        "seconds": seconds,
    }


def _check(action: str, check: Callable[[str], object]) -> None:
    """Refuse an illegal action. Raises `Fault`."""
    try:
        check(action)
    except IllegalAction as error:
        told = printable(action[:_LONGEST_ANSWER])
        raise Fault("wants to do what the rules forbid", told) from error


def _parse_answer(line: bytes) -> Answer:
    """Return the answer of a line. Raises `Fault`."""
    try:
        return msgspec.json.decode(line, type=Answer)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        start = line[:_LONGEST_ANSWER].decode(errors="replace").strip()
        raise Fault("sends an invalid answer", printable(start)) from error


async def _read_end(process: Process) -> bytes:
    """Read all that a program writes to its standard error, and return the end of it."""
    assert process.stderr is not None
    end = b""
    while found := await process.stderr.read(_READ_AT_ONCE):
        end = (end + found)[-_KEPT:]
    return end


def _processor_seconds(process: int) -> float | None:
    """Return the processor time of a process in seconds, or None if the system does not tell."""
    if os.name == "nt":
        return None
    find_clock = getattr(ctypes.CDLL(None), "clock_getcpuclockid", None)  # macOS has none
    clock = ctypes.c_int()
    if find_clock is None or find_clock(process, ctypes.byref(clock)):
        return None
    try:
        return time.clock_gettime(clock.value)
    except OSError:  # it has just ended
        return None
