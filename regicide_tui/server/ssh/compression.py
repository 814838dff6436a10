"""How much is read from a connection, and compression with little memory and limits.

A client may send much more than typing: endless requests, small packets, packets that inflate. So
few bytes a second are read before its login, and more after it: at that rate, the smallest packets
of a connection use two percent of a core. asyncssh's own compression has no limits.
"""

import zlib
from contextvars import ContextVar
from time import monotonic

from asyncssh.compression import Compressor, Decompressor, register_compression_alg

from regicide_tui.server.services.limits import TokenBucket

_BURST, _RATE = 40 * 1024, 7 * 1024
"""Bytes read from a visitor at once, and more each second. A key takes 36 bytes."""
_STRANGER_BURST, _STRANGER_RATE = 5 * 1024, 1024
"""The same before the login. A key exchange takes about three thousand bytes."""


class Allowance(TokenBucket):
    """The bytes that may still be read from a connection."""

    def __init__(self) -> None:
        super().__init__(_STRANGER_BURST, _STRANGER_RATE, monotonic)
        self.is_raised = False
        """Whether the client has logged in."""

    def raise_for_visitor(self) -> None:
        """Allow more, because the client has logged in."""
        super().__init__(_BURST, _RATE, monotonic)
        self.is_raised = True


reading: ContextVar[Allowance | None] = ContextVar("reading", default=None)
"""The allowance of the connection being read: asyncssh creates a decompressor without naming its
connection."""


_ZLIB = b"zlib@openssh.com"
LONGEST_PACKET = 40_000
"""The maximum bytes of a packet, before and after inflating. SSH requires 35,000; asyncssh accepts
256 kB."""


class Deflater(Compressor):
    """Compresses with little memory, because each connection has one: 64 kB instead of 256."""

    def __init__(self) -> None:
        self._deflater = zlib.compressobj(wbits=13, memLevel=6)

    def compress(self, data: bytes) -> bytes:
        """Return a packet that the client can inflate at once."""
        return self._deflater.compress(data) + self._deflater.flush(zlib.Z_SYNC_FLUSH)


class _Inflater(Decompressor):
    """Inflates packets up to a limit, and counts the inflated bytes as read."""

    def __init__(self) -> None:
        self._inflater = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return an inflated packet; None, which ends the connection, for an invalid one."""
        try:
            inflated = self._inflater.decompress(data, LONGEST_PACKET)
        except zlib.error:
            return None
        if (allowance := reading.get()) is not None:
            allowance.charge(len(inflated))
        return None if self._inflater.unconsumed_tail else inflated


def bound_inflation() -> None:
    """Make asyncssh use these classes."""
    register_compression_alg(_ZLIB, Deflater, _Inflater, after_auth=True, default=False)
