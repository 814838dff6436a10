"""Calls translated functions, and lets Python run them with numbers of 32 bits, as C does."""

from array import array
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from regicide_tui.bots import library
from regicide_tui.bots.library import Library
from regicide_tui.bots.translator.__main__ import build_library
from regicide_tui.bots.translator.program import Program
from regicide_tui.bots.translator.source import write_source

_COUNT = count()


class Native:
    """The library of a program."""

    def __init__(self, program: Program, folder: Path, *flags: str) -> None:
        path = folder / f"library{next(_COUNT)}.so"  # a path is loaded only once
        build_library(write_source(program), path, "cc", *(flags or ("-O2",)))
        self._library = Library(path)

    def call(self, module: str, name: str, *args: object) -> Any:
        """Call a public function."""
        return self._library.function(f"{module}.{name}")(*args)


def round_as_c(module: ModuleType, patch: pytest.MonkeyPatch) -> None:
    """Let the functions of a module calculate with numpy's numbers of 32 bits.

    What Python takes from an array of such numbers has 64.
    """
    instead = {
        library.floats: lambda size: np.zeros(size, dtype=np.float32),
        library.single: np.float32,
        library.part: _part,
        library.untouched: lambda zeros, size: zeros(size),
    }
    for name, live in [*vars(module).items()]:
        if isinstance(live, array) and live.typecode == "f":
            patch.setattr(module, name, np.array(live))
        elif callable(live) and live in instead:
            patch.setattr(module, name, instead[live])


def _part(cells: Any, first: int) -> Any:
    return cells[first:] if isinstance(cells, np.ndarray) else memoryview(cells)[first:]


def with_singles(given: Any) -> Any:
    """Return a copy of an argument for Python, with numpy's arrays of numbers of 32 bits."""
    if isinstance(given, np.ndarray) or (isinstance(given, array) and given.typecode == "f"):
        return np.array(given)
    if isinstance(given, array):
        return given[:]
    if isinstance(given, tuple) and hasattr(given, "_fields"):
        return type(given)(*[with_singles(part) for part in given])
    return given


def content(given: Any) -> Any:
    """Return the bytes of all arrays in an argument."""
    if isinstance(given, array | np.ndarray):
        return given.tobytes()
    return [content(part) for part in given] if isinstance(given, tuple) else given
