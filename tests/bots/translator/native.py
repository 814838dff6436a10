"""Calls translated functions with the arguments that Python's take."""

import ctypes
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from regicide_tui.bots.translator.building import build_library
from regicide_tui.bots.translator.kinds import Array, Kind, Number, Parts, Struct
from regicide_tui.bots.translator.program import Key, Program
from regicide_tui.bots.translator.source import fields_of, write_source

_NUMBERS: Mapping[Number, Any] = {
    Number.BOOL: ctypes.c_bool,
    Number.INT: ctypes.c_int64,
    Number.SINGLE: ctypes.c_float,
    Number.DOUBLE: ctypes.c_double,
}
_COUNT = count()
_DTYPES = {Number.INT: np.int64, Number.SINGLE: np.float32, Number.DOUBLE: np.float64}


class Native:
    """The library of a program."""

    def __init__(self, program: Program, folder: Path, *flags: str) -> None:
        path = folder / f"library{next(_COUNT)}.so"  # a path is loaded only once
        build_library(write_source(program), path, flags or ("-O2",))
        self._program = program
        self._library = ctypes.CDLL(str(path))

    def call(self, module: str, name: str, *args: object) -> Any:
        """Call a public function."""
        key = Key(module, name)
        function = self._library[key.c_name]
        given, held = [], list[object]()
        for arg, kind in zip(args, self._program.parameters[key].values(), strict=True):
            given += self._given(arg, kind, held)
        function.argtypes = [type(one) for one in given]
        function.restype = self._returned(self._program.returns[key])
        found = function(*given)
        if isinstance(found, ctypes.Structure):
            return tuple([getattr(found, field[0]) for field in found._fields_])
        return found

    def _given(self, arg: Any, kind: Kind, held: list[object]) -> list[Any]:
        """Return an argument as one or two of C; `held` keeps what they point at."""
        if isinstance(kind, Number):
            return [_NUMBERS[kind](arg)]
        if isinstance(kind, Struct):
            struct = self._struct(arg, kind, held)
            held.append(struct)
            return [ctypes.pointer(struct)]
        assert isinstance(kind, Array)
        pointer = _pointer(arg, kind)
        return [pointer, ctypes.c_int64(arg.shape[1])] if kind.rows else [pointer]

    def _struct(self, arg: Any, kind: Struct, held: list[object]) -> ctypes.Structure:
        fields, values = list[tuple[str, Any]](), list[object]()
        for name, one in fields_of(self._program, kind.name):
            whole, _, part = name.rpartition("_")
            if isinstance(one, Number) and part in ("size", "columns") and not hasattr(arg, name):
                shape = getattr(arg, whole).shape
                value: Any = ctypes.c_int64(shape[1] if part == "columns" else shape[0])
            else:
                value = self._given(getattr(arg, name), one, held)[0]
            fields.append((name, type(value)))
            values.append(value)
        of: Any = type("Given", (ctypes.Structure,), {"_fields_": fields})
        found: ctypes.Structure = of(*values)
        return found

    @staticmethod
    def _returned(kind: Kind) -> Any:
        if isinstance(kind, Number):
            return _NUMBERS[kind]
        if isinstance(kind, Parts):
            fields = [(f"part{place}", _NUMBERS[one]) for place, one in enumerate(kind.of)]
            return type("Returned", (ctypes.Structure,), {"_fields_": fields})
        return None


def _pointer(array: Any, kind: Array) -> Any:
    assert array.dtype == _DTYPES[kind.of], (array.dtype, kind)
    assert array.flags["C_CONTIGUOUS"]
    return array.ctypes.data_as(ctypes.POINTER(_NUMBERS[kind.of]))
