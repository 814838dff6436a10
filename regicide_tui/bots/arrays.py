"""Arrays of numbers that Python and C share. Their functions are translated to C by their names."""

from array import array
from collections.abc import Callable, Iterable
from ctypes import c_float
from mmap import mmap
from typing import TYPE_CHECKING, TypeVar, cast

N = TypeVar("N", int, float)

Single = float
"""A number of 32 bits."""
if TYPE_CHECKING:
    Bytes = array[int]
    Shorts = array[int]
    Ints = array[int]
    Floats = array[float]
    Doubles = array[float]
else:  # Python 3.11 knows no `array[int]`
    Bytes = Shorts = Ints = Floats = Doubles = array


def ints(size: int) -> Ints:
    """Return zeros: whole numbers of 64 bits."""
    return array("q", bytes(8 * size))


def floats(size: int) -> Floats:
    """Return zeros of 32 bits."""
    return array("f", bytes(4 * size))


def doubles(size: int) -> Doubles:
    """Return zeros of 64 bits."""
    return array("d", bytes(8 * size))


def untouched(zeros: Callable[[int], "array[N]"], size: int) -> "array[N]":
    """Return many zeros, which take memory only once they are written."""
    code = zeros(0).typecode
    cells = memoryview(mmap(-1, max(1, size) * zeros(0).itemsize))
    return cast("array[N]", cells.cast(code))  # type: ignore[arg-type]


def ints_of(numbers: Iterable[int]) -> Ints:
    """Return these numbers."""
    return array("q", numbers)


def floats_of(numbers: Iterable[float]) -> Floats:
    """Return these numbers, rounded to 32 bits."""
    return array("f", numbers)


def doubles_of(numbers: Iterable[float]) -> Doubles:
    """Return these numbers."""
    return array("d", numbers)


def part(cells: "array[N]", first: int) -> "array[N]":
    """Return an array from index `first` on, which is the same memory."""
    return cast("array[N]", memoryview(cells)[first:])


def single(number: float) -> float:
    """Return a number, rounded to 32 bits."""
    return c_float(number).value
