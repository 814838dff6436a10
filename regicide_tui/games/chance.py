"""Shuffles that depend only on the seed of the game and the number of the shuffle.

A keyed BLAKE2 hash gives each card a 64-bit ticket, and the cards are sorted by ticket. So the
set-up, the seed and the actions determine a game on every machine. The order of some cards tells a
player nothing about the others.
"""

import struct
from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

_TICKETS = struct.Struct(">8Q")


def shuffled(items: Sequence[T], seed: str, number: int) -> tuple[T, ...]:
    """Return the items in the order of shuffle `number` (from 0) of the game with this seed."""
    # A key has at most 64 bytes, and 16 characters have at most 64 bytes.
    key = seed.encode() if len(seed) <= 16 else sha256(seed.encode()).digest()
    tickets: list[int] = []
    for block in range(0, len(items), 8):
        tickets += _TICKETS.unpack(blake2b(b"%d.%d" % (number, block), key=key).digest())
    return tuple([items[place] for place in sorted(range(len(items)), key=tickets.__getitem__)])
