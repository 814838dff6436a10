"""Loads the library of compiled functions, which take arrays and named tuples of arrays."""

import ctypes
import json
import os
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from ctypes import c_float
from functools import update_wrapper
from mmap import mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from regicide_tui.bots.nets import library_file

N = TypeVar("N", int, float)

Single = float
"""A number of 32 bits."""
if TYPE_CHECKING:
    Bytes = array[int]
    Shorts = array[int]
    Ints = array[int]
    Floats = array[float]
    Doubles = array[float]
else:  # Python 3.11 has no `array[int]`
    Bytes = Shorts = Ints = Floats = Doubles = array


def ints(size: int) -> Ints:
    """Return zeros as 64-bit integers."""
    return array("q", bytes(8 * size))


def floats(size: int) -> Floats:
    """Return zeros as 32-bit floats."""
    return array("f", bytes(4 * size))


def doubles(size: int) -> Doubles:
    """Return zeros as 64-bit floats."""
    return array("d", bytes(8 * size))


def untouched(zeros: Callable[[int], "array[N]"], size: int) -> "array[N]":
    """Return many zeros, which take up memory only once they are written."""
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
    """Return the part of an array from index `first`, sharing its memory."""
    return cast("array[N]", memoryview(cells)[first:])


def single(number: float) -> float:
    """Return a number, rounded to 32 bits."""
    return c_float(number).value


_NUMBERS: Mapping[str, Any] = {
    "?": ctypes.c_bool,
    "b": ctypes.c_int8,
    "h": ctypes.c_int16,
    "q": ctypes.c_int64,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
}
"""C's number types by their codes in Python's modules `struct` and `array`."""
_ARRAY, _STRUCT, _PARTS = "*{("
"""The first characters of the codes of other types (`translator/source.py`)."""
_SAME = {"l": "q"}
"""Other codes for the same types."""


class BadLibrary(OSError):
    """The library doesn't match its own description, or a function is missing."""


class Held(ctypes.c_void_p):
    """The address of an array or a struct, with its code and the objects to keep alive."""

    def __init__(self, code: str, address: int, kept: tuple[object, ...]) -> None:
        super().__init__(address)
        self.code, self.kept = code, kept


class Library:
    """A library of compiled functions. Raises `OSError` if it can't be loaded."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        layout = json.loads(ctypes.string_at(self._address("layout")))
        self._functions = layout["functions"]
        self._fields: Mapping[str, Sequence[tuple[str, str]]] = layout["structs"]
        self._structs: dict[str, Any] = {}
        for name, fields in self._fields.items():
            given = [(field, _NUMBERS.get(code, ctypes.c_void_p)) for field, code in fields]
            self._structs[name] = type(name, (ctypes.Structure,), {"_fields_": given})
        sizes = (ctypes.c_int64 * len(self._structs)).from_address(self._address("struct_sizes"))
        if [*sizes] != [ctypes.sizeof(one) for one in self._structs.values()]:
            raise BadLibrary(f"The structs of {path} don't match its description.")

    def _address(self, name: str) -> int:
        try:
            return ctypes.addressof(ctypes.c_char.in_dll(self._library, name))
        except ValueError as error:
            raise BadLibrary(f"The library has no {name}.") from error

    def function(self, name: str) -> Callable[..., Any]:
        """Return a function by its full name in Python. Raises `BadLibrary` if it is missing."""
        if name not in self._functions:
            raise BadLibrary(f"The library has no {name}: rebuild it.")
        in_c, returns, takes = self._functions[name]
        called: Any = self._library[in_c]  # its types don't know `from_param`
        called.argtypes = [_NUMBERS.get(one) or self._parameter(one) for one in takes]
        if returns[:1] == _PARTS:
            fields = [(f"part{place}", _NUMBERS[one]) for place, one in enumerate(returns[1:])]
            called.restype = type("Parts", (ctypes.Structure,), {"_fields_": fields})
            called.errcheck = _as_tuple
        else:
            called.restype = _NUMBERS.get(returns)
        found: Callable[..., Any] = called
        return found

    def _parameter(self, code: str) -> Any:
        """Return how ctypes should take an array or a named tuple."""

        def from_param(given: Any) -> Held:
            return self._held(given, code)

        return type("Parameter", (), {"from_param": staticmethod(from_param)})

    def _held(self, given: Any, code: str) -> Held:
        """Hold an array or a named tuple with this code, unless it is already held."""
        held = given if type(given) is Held else self.hold(given, code)
        if held.code != code:
            raise TypeError(f"There must be {code} here, not {held.code}.")
        return held

    def hold(self, given: Any, code: str) -> Held:
        """Return a named tuple as a C struct that shares the memory of its arrays."""
        if code[0] == _ARRAY:
            return hold_array(given)
        name = code[1:]
        struct, kept = self._structs[name](), []
        for field, one in self._fields[name]:
            if not hasattr(given, field):  # the size of an array
                setattr(struct, field, len(getattr(given, field.removesuffix("_size"))))
            elif one in _NUMBERS:
                setattr(struct, field, getattr(given, field))
            else:
                held = self._held(getattr(given, field), one)
                kept.append(held)
                setattr(struct, field, held.value)
        return Held(code, ctypes.addressof(struct), (struct, *kept))


def _as_tuple(found: Any, *_: object) -> tuple[Any, ...]:
    return tuple([getattr(found, name) for name, *_ in found._fields_])


def hold_array(numbers: Any) -> Held:
    """Return the address of the numbers of a Python or numpy array.

    Raises:
        TypeError: If they have another type than in C, or aren't contiguous.
    """
    if isinstance(numbers, array):
        return Held(f"*{numbers.typecode}", numbers.buffer_info()[0], (numbers,))
    seen = memoryview(numbers)
    code = _SAME.get(seen.format, seen.format)
    if not seen.c_contiguous or code not in _NUMBERS:
        raise TypeError(f"Compiled functions don't take arrays of this type: {seen.format}.")
    start = ctypes.c_char.from_buffer(seen.cast("B"))
    return Held(f"*{code}", ctypes.addressof(start), (numbers,))


F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")

PYTHON = "REGICIDE_TUI_PYTHON_RUNS_SEARCHES"
"""The environment variable that makes Python run the functions, slowly: to build the library, and
for tests."""


def _load() -> Library | None:
    """Return the library, or None without one. Raises `OSError` for another one."""
    if os.environ.get(PYTHON) or not library_file().is_file():
        return None
    return Library(library_file())


_LIBRARY = _load()
LOADED = _LIBRARY is not None
"""Whether there is a library, and thus bots that search."""


def compiled(function: F) -> F:
    """Return the library's version of a function, or else Python's.

    The library takes arrays of Python and numpy. Only other compiled functions may call a function
    whose name begins with an underscore. Raises `BadLibrary` if the library is outdated.
    """
    if _LIBRARY is None or function.__name__.startswith("_"):
        return function
    return cast("F", update_wrapper(_LIBRARY.function(_whole_name(function)), function))


def hold(given: T) -> T:
    """Return an array, or a named tuple of arrays, in the form that C takes, for many calls.

    Only compiled functions can read the result.
    """
    if _LIBRARY is None:
        return given
    if isinstance(given, tuple):
        return cast("T", _LIBRARY.hold(given, f"{{{_whole_name(type(given))}"))
    return cast("T", hold_array(given))


def _whole_name(of: Callable[..., object]) -> str:
    return f"{of.__module__}.{of.__name__}"
