"""Chance without a dice cup: every shuffle is computed from the seed and the shuffle's number.

A keyed BLAKE2 hash gives each card a 64-bit ticket and the cards are sorted by ticket. So a
game is its set-up, its seed and its actions, the same on every machine, and who sees some of
the cards learns nothing of the others.
"""

import struct
from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

_TICKETS = struct.Struct(">8Q")


def shuffled(items: Sequence[T], seed: str, number: int) -> tuple[T, ...]:
    """Return the items in the order of shuffle `number` (from 0) of the game with this seed."""
    # A key has at most 64 bytes, and 16 characters at most as many.
    key = seed.encode() if len(seed) <= 16 else sha256(seed.encode()).digest()
    tickets: list[int] = []
    for block in range(0, len(items), 8):
        tickets += _TICKETS.unpack(blake2b(b"%d.%d" % (number, block), key=key).digest())
    return tuple([items[place] for place in sorted(range(len(items)), key=tickets.__getitem__)])
