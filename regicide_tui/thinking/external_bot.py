"""A foreign program in a seat: told in a line of JSON what the seat knows, it answers in kind.

docs/protocol.md describes the line (`act`). Every line tells all there is to know, so a program
need remember nothing, and one that was ended can be begun again at any moment.
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
    """A program that plays in a seat. It is begun at the first question, then kept.

    Its methods belong to the app's loop. A command is a program and its arguments, without a shell.
    """

    def __init__(self, command: Sequence[str], seconds: float = SECONDS) -> None:
        self._command = command
        self._seconds = seconds
        self._process: Process | None = None

    async def ask(self, table: Table, seat: Seat) -> Value:
        """Return what the program does in the seat that must act there.

        Raises `Fault`. After one, and when whoever waits for the answer is cancelled, the program
        is ended; the next question begins it anew.
        """
        try:
            async with asyncio.timeout(self._seconds):
                line = await self._exchange(errand(table, seat, self._seconds))
            return _understood(table, seat, line)
        except TimeoutError as error:
            self.close()
            raise Fault(f"has not answered for {self._seconds:g} seconds") from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the program at once, and let go of its pipes."""
        process, self._process = self._process, None
        if process is not None:
            # This kills it as well; a `Process` itself can't let go of its pipes.
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


def errand(table: Table, seat: Seat, seconds: float) -> dict[str, Json]:
    """Return what a program is told that must act in a seat: what that seat sees and has seen."""
    game, view = table.game, table.view(seat)
    return {
        "op": "act",
        "game": game.name,
        "options": dict(table.start.options),
        "seat": seat + 1,
        "first": game.position(table.opening(seat)),
        "events": [to_json(event) for told in table.told(seat) for event in told.events],
        "state": game.position(view),
        **listed(game, view),
        "seconds": seconds,
    }


def _understood(table: Table, seat: Seat, line: bytes) -> Value:
    """Return the action of an answer, if it can be taken. Raises `Fault`."""
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
