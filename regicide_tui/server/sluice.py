"""What comes in and goes out on a connection, before and behind all that SSH makes of it.

A client may send much that is not typing: requests without end, packets that inflate, questions
whose answers it never reads. Here each connection is held to a pace and to a backlog.
"""

import asyncio
import zlib
from functools import partial
from time import monotonic

import asyncssh
from asyncssh.compression import Compressor, Decompressor, register_compression_alg

from regicide_tui.server.limits import Bucket

_BURST, _RATE = 64 * 1024, 16 * 1024
"""Bytes that are taken from a connection at once, and each second after that."""
_SLICE = 8 * 1024
"""Bytes that are looked at in one go; others have their turn in between."""
_PAUSE = 0.1
_UNREAD = 1024 * 1024
"""Bytes a client may leave unread before it is cut off; no picture is sent long before."""
_INFLATED = 256 * 1024
"""Bytes that one packet may inflate to."""
_ZLIB = b"zlib@openssh.com"


class Sluice:
    """Stands before a connection, and lets through what comes at a pace."""

    def __init__(self, connection: asyncssh.SSHServerConnection) -> None:
        self._receive = connection.data_received
        self._transport = _transport(connection)
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(_BURST, _RATE, monotonic)
        self._waiting = b""
        self._timer: asyncio.Handle | None = None
        self._transport.set_write_buffer_limits(high=_UNREAD)
        # asyncio asks the connection for these when something happens.
        setattr(connection, "data_received", self._take)  # noqa: B010
        setattr(connection, "pause_writing", connection.abort)  # noqa: B010

    def _take(self, data: bytes, _: int | None = None) -> None:
        self._waiting += data
        if self._timer is None:
            self._pass_on()

    def _pass_on(self) -> None:
        """Hand on what may pass now; while there is more, take nothing new."""
        self._timer = None
        if self._transport.is_closing():
            return
        passed = self._bucket.take(min(len(self._waiting), _SLICE))
        data, self._waiting = self._waiting[:passed], self._waiting[passed:]
        self._receive(data)
        if self._waiting:
            self._transport.pause_reading()
            later = self._loop.call_soon if passed else partial(self._loop.call_later, _PAUSE)
            self._timer = later(self._pass_on)
        else:
            self._transport.resume_reading()

    def unread(self) -> int:
        """Return how many bytes wait for the client to read them."""
        return self._transport.get_write_buffer_size()


def _transport(connection: asyncssh.SSHServerConnection) -> asyncio.Transport:
    transport = connection._transport
    assert isinstance(transport, asyncio.Transport)
    return transport


class _Deflater(Compressor):
    """Compresses with a small memory, since everybody has one: 64 kB instead of 256."""

    def __init__(self) -> None:
        self._deflater = zlib.compressobj(wbits=13, memLevel=6)

    def compress(self, data: bytes) -> bytes:
        """Return a packet that the client can inflate at once."""
        return self._deflater.compress(data) + self._deflater.flush(zlib.Z_SYNC_FLUSH)


class _Inflater(Decompressor):
    """Inflates packets, but not without end."""

    def __init__(self) -> None:
        self._inflater = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return what a packet inflates to; None, which ends the connection, if it is too much."""
        try:
            inflated = self._inflater.decompress(data, _INFLATED)
        except zlib.error:
            return None
        return None if self._inflater.unconsumed_tail else inflated


def bound_inflation() -> None:
    """Have asyncssh inflate packets with a bound; by itself it has none."""
    register_compression_alg(_ZLIB, _Deflater, _Inflater, after_auth=True, default=False)
