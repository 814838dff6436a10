"""The relay of the workers on one machine: it passes bytes on, over a Unix socket.

Each worker has one connection. The first frame of a worker has its id, and the relay answers with
the ids of the others, and a frame that says that it knows them all. After that, a worker sends
frames with the id of the receiver, which is empty for all others, and gets frames with that of the
sender. The connection is the membership: a worker whose connection ends has left.
"""

import asyncio
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path

from regicide_tui.server.base.private import bind_private_socket
from regicide_tui.server.storage.frames import LONGEST, BadFrame, Decoder, Frame, encode

SOCKET = "workers.sock"
"""The socket in the folder of a server."""
MOST_WAITING = 2 * LONGEST
"""The most bytes that wait for somebody who does not read; with more, the connection ends."""
ID = 32
"""The length of an id."""


class Kind(IntEnum):
    """The kinds of frames."""

    HELLO = 1
    """To the relay: the id of a worker."""
    READY = 2
    """To a worker: it was told of all others."""
    JOINED = 3
    LEFT = 4
    DATA = 5
    """An id and bytes."""


class Relay:
    """Passes on what the workers of a server send to each other."""

    def __init__(self, note: Callable[[str], None] = lambda _: None) -> None:
        """`note` is called with the reason for which a connection was ended."""
        self._note = note
        self._members: dict[str, _Member] = {}
        self._connections: set[_Member] = set()
        self._listening: asyncio.Server | None = None

    @property
    def members(self) -> tuple[str, ...]:
        """The ids of the workers that are connected."""
        return tuple(self._members)

    async def open(self, folder: Path) -> None:
        """Listen in the folder of a server. Raises `OSError`."""
        listening = bind_private_socket(folder, SOCKET)
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_unix_server(lambda: _Member(self), sock=listening)

    async def close(self) -> None:
        """End all connections."""
        if self._listening is not None:
            self._listening.close()
        for one in [*self._connections]:
            one.end()
        await asyncio.sleep(0)  # the ends are noticed in the next step

    # ------------------------------------------------------------ from the connections

    def note_connected(self, member: "_Member") -> None:
        """Note a connection, which says who it is later."""
        self._connections.add(member)

    def note_gone(self, member: "_Member") -> None:
        """Tell the others that a worker has left."""
        self._connections.discard(member)
        if self._members.get(member.worker) is member:
            del self._members[member.worker]
            self._tell_all(Frame(Kind.LEFT, member.worker.encode()), member)

    def take(self, member: "_Member", frame: Frame) -> None:
        """Do what a frame asks for. Raises `BadFrame`."""
        if not member.worker:
            self._greet(member, frame)
            return
        if frame.kind != Kind.DATA or len(frame.body) < ID:
            raise BadFrame(f"a worker sent a frame of the kind {frame.kind}")
        to, data = frame.body[:ID].strip(b"\0").decode(errors="replace"), frame.body[ID:]
        passed_on = Frame(Kind.DATA, member.worker.encode() + data)
        if not to:
            self._tell_all(passed_on, member)
        elif to in self._members:
            self._members[to].send(encode(passed_on))

    def note_cut_off(self, why: str) -> None:
        """Note why a connection was ended."""
        self._note(why)

    def _greet(self, member: "_Member", frame: Frame) -> None:
        worker = frame.body.decode(errors="replace")
        if frame.kind != Kind.HELLO or len(frame.body) != ID or worker in self._members:
            raise BadFrame("a connection did not begin with a new worker")
        for other in self._members:
            member.send(encode(Frame(Kind.JOINED, other.encode())))
        member.send(encode(Frame(Kind.READY, b"")))
        member.worker = worker
        self._members[worker] = member
        self._tell_all(Frame(Kind.JOINED, frame.body), member)

    def _tell_all(self, frame: Frame, sender: "_Member") -> None:
        data = encode(frame)
        for one in [*self._members.values()]:
            if one is not sender:
                one.send(data)


class _Member(asyncio.Protocol):
    """The connection of a worker."""

    def __init__(self, relay: Relay) -> None:
        self.worker = ""
        """The id of the worker, once it is known."""
        self._relay = relay
        self._decoder = Decoder()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._relay.note_connected(self)

    def data_received(self, data: bytes) -> None:
        try:
            for frame in self._decoder.feed(data):
                self._relay.take(self, frame)
        except BadFrame as error:
            self._relay.note_cut_off(str(error))
            self.end()

    def connection_lost(self, _: Exception | None) -> None:
        self._relay.note_gone(self)

    def send(self, data: bytes) -> None:
        """Send bytes, or end the connection if too many wait already."""
        assert self._transport is not None
        if self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() + len(data) > MOST_WAITING:
            self._relay.note_cut_off("it does not read")
            self.end()
            return
        self._transport.write(data)

    def end(self) -> None:
        """End the connection at once."""
        if self._transport is not None:
            self._transport.abort()
