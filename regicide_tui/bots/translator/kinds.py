"""The types of the C that functions become."""

from enum import IntEnum
from typing import NamedTuple


class Number(IntEnum):
    """Numbers, in the order of their ranges."""

    BOOL = 0
    BYTE = 1
    """A whole number of 8 bits. Only arrays have it, and the next one."""
    SHORT = 2
    """16 bits."""
    INT = 3
    """64 bits."""
    SINGLE = 4
    """A float of 32 bits."""
    DOUBLE = 5
    """A float of 64 bits, as Python has them."""


class Array(NamedTuple):
    """An array of numbers."""

    of: Number


class Struct(NamedTuple):
    """A named tuple, by the name of its struct."""

    name: str


class Parts(NamedTuple):
    """A tuple of numbers that a function returns."""

    of: tuple[Number, ...]


Kind = Number | Array | Struct | Parts | None
"""None is the kind of a function that returns nothing."""

NAMES = {
    Number.BOOL: "bool",
    Number.BYTE: "int8_t",
    Number.SHORT: "int16_t",
    Number.INT: "int64_t",
    Number.SINGLE: "float",
    Number.DOUBLE: "double",
}


class Mismatch(Exception):
    """Two kinds that don't go together."""


def join(one: Number, other: Number) -> Number:
    """Return the kind of a sum.

    A single goes only with a single: numpy's and C's rules for what else it may go with differ.

    Raises:
        Mismatch: If one is a single and the other is not.
    """
    if one is other:
        return one
    if Number.SINGLE in (one, other):
        raise Mismatch(f"{one.name} and {other.name} don't mix: write float(...) or single(...)")
    return max(one, other)


def c_type(kind: Kind) -> str:
    """Return a kind in C, with a space after it if a name may follow."""
    match kind:
        case None:
            return "void "
        case Number():
            return f"{NAMES[kind]} "
        case Array(of):
            return f"{NAMES[of]} *"
        case Struct(name):
            return f"const {name} *"
        case Parts(of):
            return f"{parts_name(of)} "


def parts_name(of: tuple[Number, ...]) -> str:
    """Return the name of the struct in which a tuple of numbers is returned."""
    return "parts_" + "".join([NAMES[one][0] for one in of])
