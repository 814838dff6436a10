"""Frames: how messages with bounds pass through a stream of bytes, as pure functions.

A frame is its length in four bytes, one byte for its kind, and its body.
"""

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

_HEAD = Struct(">IB")
LONGEST = 32 * 1024 * 1024
"""The most bytes of a body."""


class BadFrame(ValueError):
    """What was received is no frame."""


class Frame(NamedTuple):
    """A frame: its kind, from 0 to 255, and its body."""

    kind: int
    body: bytes


def encode(frame: Frame) -> bytes:
    """Return the bytes of a frame. Raises `BadFrame` if it is too long."""
    if len(frame.body) > LONGEST:
        raise BadFrame(f"a frame has {len(frame.body)} bytes")
    return _HEAD.pack(len(frame.body), frame.kind) + frame.body


class Decoder:
    """Finds the frames in a stream of bytes, however it is cut into pieces."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Yield the frames that are complete with these bytes. Raises `BadFrame`."""
        self._rest += data
        start = 0
        try:
            while len(self._rest) - start >= _HEAD.size:
                length, kind = _HEAD.unpack_from(self._rest, start)
                if length > LONGEST:
                    raise BadFrame(f"a frame claims to have {length} bytes")
                end = start + _HEAD.size + length
                if len(self._rest) < end:
                    return
                body = bytes(self._rest[start + _HEAD.size : end])
                start = end
                yield Frame(kind, body)
        finally:
            del self._rest[:start]
