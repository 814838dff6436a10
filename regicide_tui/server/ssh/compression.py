"""Compression with little memory and limits, which asyncssh's own lacks."""

import zlib

from asyncssh.compression import Compressor, Decompressor, register_compression_alg

from regicide_tui.server.ssh.allowance import reading

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
