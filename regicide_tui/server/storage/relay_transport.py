"""The transport of a worker whose others are on the same machine: a connection to the relay."""

import asyncio
import logging
from pathlib import Path
from random import uniform
from uuid import uuid4

from regicide_tui.server.base.private import short_socket_path
from regicide_tui.server.storage.frames import BadFrame, Decoder, Frame, encode
from regicide_tui.server.storage.relay import ID, MOST_WAITING, SOCKET, Kind
from regicide_tui.server.storage.transport import Receiver, Transport

_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 1.0
"""Seconds between two tries to reach the relay; each pause is twice as long as the one before."""
_log = logging.getLogger(__name__)


class RelayTransport(Transport):
    """Reaches the other workers through the relay in a folder.

    If it loses the relay, all others have left for it, until it reaches the relay again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._me = uuid4().hex
        self._receiver: Receiver | None = None
        self._line: _Line | None = None
        self._keeping: asyncio.Task[None] | None = None

    @property
    def me(self) -> str:
        """See `Transport`."""
        return self._me

    async def open(self, receiver: Receiver) -> None:
        """See `Transport`."""
        self._receiver = receiver
        line = await self._connect()
        self._keeping = asyncio.create_task(self._keep_connected(line))

    def send(self, data: bytes, to: str = "") -> None:
        """See `Transport`."""
        if self._line is not None:
            self._line.send(Frame(Kind.DATA, to.encode().ljust(ID, b"\0") + data))

    async def close(self) -> None:
        """See `Transport`."""
        self._receiver = None
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])
        if self._line is not None:
            self._line.close()
            await self._line.ended.wait()

    async def _connect(self) -> "_Line":
        """Join the others through the relay. Raises `OSError`."""
        assert self._receiver is not None
        self._line = line = _Line(self._receiver)
        with short_socket_path(self._folder, SOCKET) as path:
            await asyncio.get_running_loop().create_unix_connection(lambda: line, f"{path}")
        line.send(Frame(Kind.HELLO, self._me.encode()))
        await line.ready
        return line

    async def _keep_connected(self, line: "_Line") -> None:
        """Reach the relay again whenever it is lost, each time under another id."""
        while True:
            await line.ended.wait()
            _log.warning("the other workers are lost")
            self._me = uuid4().hex
            line.tell_all_left()
            line = await self._reconnect()
            _log.warning("the other workers are there again")

    async def _reconnect(self) -> "_Line":
        pause = _FIRST_PAUSE
        while True:
            try:
                return await self._connect()
            except OSError:
                if self._line is not None:
                    self._line.tell_all_left()
                await asyncio.sleep(pause * uniform(0.5, 1))  # noqa: S311 # no secret
                pause = min(2 * pause, _LONGEST_PAUSE)


class _Line(asyncio.Protocol):
    """A connection to the relay."""

    def __init__(self, receiver: Receiver) -> None:
        loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[None] = loop.create_future()
        """Done once the relay has told of all others. `OSError` if it hangs up before."""
        self.ended = asyncio.Event()
        self._receiver = receiver
        self._decoder = Decoder()
        self._others: set[str] = set()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        try:
            for frame in self._decoder.feed(data):
                self._take(frame)
        except BadFrame:
            self._abort()

    def connection_lost(self, _: Exception | None) -> None:
        self.ended.set()
        if not self.ready.done():
            self.ready.set_exception(ConnectionResetError("The relay of the workers has hung up."))

    def tell_all_left(self) -> None:
        """Tell the receiver that nobody can be reached through this connection any more."""
        others, self._others = self._others, set()
        for other in sorted(others):
            self._receiver.left(other)

    def send(self, frame: Frame) -> None:
        """Send a frame. If the relay does not read, the connection ends."""
        if self._transport is None or self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > MOST_WAITING:
            self._abort()
            return
        self._transport.write(encode(frame))

    def close(self) -> None:
        """Send what waits, and end."""
        if self._transport is None:
            self.ended.set()
        else:
            self._transport.close()

    def _abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _take(self, frame: Frame) -> None:
        worker = frame.body[:ID].decode()
        if frame.kind == Kind.READY:
            if not self.ready.done():
                self.ready.set_result(None)
        elif frame.kind == Kind.JOINED:
            self._others.add(worker)
            self._receiver.joined(worker)
        elif frame.kind == Kind.LEFT:
            if worker in self._others:
                self._others.discard(worker)
                self._receiver.left(worker)
        elif worker in self._others:
            self._receiver.received(worker, frame.body[ID:])
