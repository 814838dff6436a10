"""A foreign program that plays in a seat: it gets what the seat knows and answers in JSON lines.

docs/protocol.md describes the line (`act`). Every line holds all that the seat knows. So a program
need remember nothing, and can be started again at any moment.
"""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence

import msgspec

from regicide_tui.games.base import IllegalAction, Json, Seat, Value, listed, to_json
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_process import Fault

SECONDS = 30.0
"""How long a program may think about an action."""


class _Answer(msgspec.Struct):
    action: str


class ExternalBot:
    """A program that plays in a seat. It starts with the first question and keeps running.

    Its methods must be called in the app's event loop. A command is a program and its arguments,
    without a shell.
    """

    def __init__(self, command: Sequence[str], seconds: float = SECONDS) -> None:
        self._command = command
        self._seconds = seconds
        self._process: Process | None = None

    async def ask(self, table: Table, seat: Seat) -> Value:
        """Return the action that the program takes in the seat that must act.

        Raises `Fault`. After a fault, and if the caller is cancelled, the program is ended. The
        next question starts it again.
        """
        try:
            async with asyncio.timeout(self._seconds):
                line = await self._exchange(build_request(table, seat, self._seconds))
            return _parse_answer(table, seat, line)
        except TimeoutError as error:
            self.close()
            raise Fault(f"has not answered for {self._seconds:g} seconds") from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the program at once and close its pipes."""
        process, self._process = self._process, None
        if process is not None:
            # This also kills the process. A `Process` has no method that closes its pipes.
            process._transport.close()  # type: ignore[attr-defined]

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
            raise Fault("has ended") from error
        except ValueError as error:
            raise Fault("gives an answer without an end") from error
        if not line:
            raise Fault("has ended")
        return line

    async def _begin(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )


def build_request(table: Table, seat: Seat, seconds: float) -> dict[str, Json]:
    """Return the request for a program that must act in a seat: all that the seat knows."""
    game, view = table.game, table.view(seat)
    return {
        "op": "act",
        "game": game.name,
        "options": dict(table.start.options),
        "seat": seat + 1,
        "first": game.position(table.opening(seat)),
        "events": [to_json(event) for news in table.told(seat) for event in news.events],
        "state": game.position(view),
        **listed(game, view),
        "seconds": seconds,
    }


def _parse_answer(table: Table, seat: Seat, line: bytes) -> Value:
    """Return the action of an answer, if it is legal. Raises `Fault`."""
    try:
        text = msgspec.json.decode(line, type=_Answer).action
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Fault("sends an invalid answer") from error
    try:
        table.try_out(seat, text)
        action: Value = table.game.parse(text)
    except IllegalAction as error:
        raise Fault("wants to do what the rules forbid") from error
    return action
