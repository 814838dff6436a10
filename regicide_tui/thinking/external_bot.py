"""A foreign program that plays in a seat: it gets what the seat knows and answers in JSON lines.

docs/protocol.md describes the line (`act`). Every line contains everything that the seat knows, so
a program needs no memory and can be restarted at any moment.
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
"""How many seconds a program may think about an action."""
_ENDED = "has ended"
_PATIENCE = 5.0
"""How many seconds to wait for a program to end, to read its last errors."""
_READ_AT_ONCE = 4096
_KEPT = 64 * 1024
"""How many bytes of a program's standard error are kept, from its end."""
_LONGEST_ANSWER = 80
"""How many bytes of an invalid or illegal answer are reported."""
_LAST_WORDS = 200
"""How many characters of a program's last error line are reported."""


class Answer(msgspec.Struct):
    """A program's answer: an action as text, and its chance of winning if it includes one."""

    action: str
    chance: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None


def ignore(_: int) -> None:
    """Ignore the start or the end of a program."""


class ExternalBot:
    """A program that plays in a seat. It starts with the first question and keeps running.

    Call its methods in one event loop. A command is a program and its arguments, without a shell.
    `begun` and `ended` are called with its process id.
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
        """The most recently started process; it may have ended."""
        self._errors: asyncio.Task[bytes] | None = None
        self.report = ""
        """The program's last fault, and the end of its standard error."""

    async def ask(
        self, table: Table, seat: Seat, wishes: Mapping[Seat, bool] | None = None
    ) -> Value:
        """Return the action that the program takes in the seat that must act.

        `wishes` are the others' wishes to go next or not, if any (R-9). Raises `Fault`. A fault or
        a cancelled caller ends the program. The next question starts it again.
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
        """Return the program's answer. Raises `Fault`.

        `check` raises `IllegalAction` for an action that the seat can't take. As with `ask`, a
        fault or a cancelled caller ends the program.
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
        """The processor time that the program has used, without its children.

        None before it runs, and where the system doesn't provide it.
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
            raise Fault("sends an answer that is too long") from error
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
        """End the program, and return the fault with its last output."""
        process, errors, words, written = self._process, self._errors, [fault.details], b""
        if process is None or errors is None:
            return self._reported(f"{fault}", f"{fault.__cause__ or ''}", "")
        try:
            if str(fault) == _ENDED:
                with suppress(TimeoutError):  # it has closed its output but keeps running
                    words.append(f"exit code {await asyncio.wait_for(process.wait(), _PATIENCE)}")
            kill_program(process.pid)
            with suppress(TimeoutError):  # a child in another process group is still writing
                written = await asyncio.wait_for(errors, _PATIENCE)
        finally:
            self.close()
        await process.wait()  # with open pipes, it could wait forever for unread output
        lines = [printable(one) for one in written.decode(errors="replace").strip().splitlines()]
        words += [one.strip()[:_LAST_WORDS] for one in lines[-1:]]
        return self._reported(f"{fault}", ": ".join(filter(None, words)), "\n".join(lines))

    def _reported(self, text: str, details: str, written: str) -> Fault:
        """Return a fault, and keep its report."""
        errors = f" Its standard error ends with:\n\n{written}" if written else ""
        self.report = f"The program {text}{f' ({details})' if details else ''}.{errors}"
        return Fault(text, details)


def _close_pipes(process: Process) -> None:
    """Close the pipes of a program, for which `Process` has no method.

    Its transport has one, but that also asks the system whether the program has ended. The loop
    would then look for a process that is gone, and complain on standard error.
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
    """Return the request to a program that must act in a seat, with everything the seat knows.

    It contains wishes only while the next player is chosen, if anyone has expressed one (R-9).
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
        raise Fault("sends an illegal action", told) from error


def _parse_answer(line: bytes) -> Answer:
    """Parse a line as an answer. Raises `Fault`."""
    try:
        return msgspec.json.decode(line, type=Answer)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        start = line[:_LONGEST_ANSWER].decode(errors="replace").strip()
        raise Fault("sends an invalid answer", printable(start)) from error


async def _read_end(process: Process) -> bytes:
    """Read a program's whole standard error, and return the end of it."""
    assert process.stderr is not None
    end = b""
    while found := await process.stderr.read(_READ_AT_ONCE):
        end = (end + found)[-_KEPT:]
    return end


def _processor_seconds(process: int) -> float | None:
    """Return the processor time of a process in seconds, or None if the system doesn't know it."""
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
