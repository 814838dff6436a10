"""What the supervisor and a worker say to each other, over a pair of sockets of their own.

Each message is a line of JSON. The end of the line ends the worker in good order.
"""

import asyncio
import socket
from typing import Generic, Literal, TypeVar

import msgspec

from regicide_tui.games.base import Value
from regicide_tui.server.base.config import Config

_LONGEST = 64 * 1024 * 1024
"""The most bytes of a message."""

Asked = Literal["alive", "status", "metrics"]


class Start(Value, frozen=True, tag="start"):
    """To a worker, as the first message: what it serves.

    `clock` is Unix time minus the time that has passed since the machine was started, in seconds:
    so all workers have one clock. `port` is the one on which the supervisor listens.
    """

    number: int
    folder: str
    config: Config
    clock: float
    port: int


class Ask(Value, frozen=True, tag="ask"):
    """To a worker: a question, with a number that the answer repeats."""

    number: int
    what: Asked


class Ready(Value, frozen=True, tag="ready"):
    """To the supervisor: the worker takes connections."""


class Failed(Value, frozen=True, tag="failed"):
    """To the supervisor: the worker can't serve, and ends."""

    why: str


class Answer(Value, frozen=True, tag="answer"):
    """To the supervisor: the answer to a question, as a text."""

    number: int
    text: str


ToWorker = Start | Ask
ToSupervisor = Ready | Failed | Answer
Sent = TypeVar("Sent", bound=Value)
Received = TypeVar("Received", bound=Value)


class ControlLine(Generic[Sent, Received]):
    """One end of the connection between the supervisor and a worker."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        decoder: "msgspec.json.Decoder[Received]",
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._decoder = decoder

    def send(self, message: Sent) -> None:
        """Send a message; if the other side is gone, it is lost."""
        self._writer.write(msgspec.json.encode(message) + b"\n")

    async def receive(self) -> Received | None:
        """Return the next message; None if the other side is gone."""
        try:
            line = await self._reader.readline()
        except (OSError, ValueError):  # it is gone, or what it sends never ends
            return None
        return self._decoder.decode(line) if line.endswith(b"\n") else None

    def close(self) -> None:
        """End the connection."""
        self._writer.close()


async def supervise_over(line: socket.socket) -> ControlLine[ToWorker, ToSupervisor]:
    """Return the end of the supervisor."""
    reader, writer = await asyncio.open_unix_connection(sock=line, limit=_LONGEST)
    return ControlLine(reader, writer, msgspec.json.Decoder(ToSupervisor))


async def work_over(line: socket.socket) -> ControlLine[ToSupervisor, ToWorker]:
    """Return the end of a worker."""
    reader, writer = await asyncio.open_unix_connection(sock=line, limit=_LONGEST)
    return ControlLine(reader, writer, msgspec.json.Decoder(ToWorker))
