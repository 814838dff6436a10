"""What the library says of itself: its public functions and structs, for whoever loads it."""

import json
from collections.abc import Iterator

from regicide_tui.bots.translator.kinds import Array, Kind, Number, Parts, Struct
from regicide_tui.bots.translator.program import Program

_CODES = {
    Number.BOOL: "?",
    Number.BYTE: "b",
    Number.SHORT: "h",
    Number.INT: "q",
    Number.SINGLE: "f",
    Number.DOUBLE: "d",
}
"""The codes of numbers in Python's modules `struct` and `array`."""


def fields_of(program: Program, struct: str) -> Iterator[tuple[str, Kind]]:
    """Yield the fields of a struct, in their order in C: after an array its size."""
    for name, kind in program.structs[struct].items():
        yield name, kind
        if isinstance(kind, Array):
            yield f"{name}_size", Number.INT


def describe(program: Program) -> str:
    """Return the functions and structs as JSON, as `regicide_tui/bots/library.py` reads it.

    A function has its name in C, what it returns, and what it takes. A struct has its fields.
    """
    functions = {
        key.whole: (
            key.c_name,
            _code(program, program.returns[key]),
            [_code(program, kind) for kind in program.parameters[key].values()],
        )
        for key in program.functions
        if not key.name.startswith("_")
    }
    structs = {
        key.whole: [(field, _code(program, kind)) for field, kind in fields_of(program, name)]
        for name, key in program.struct_keys.items()
    }
    return json.dumps({"functions": functions, "structs": structs}, separators=(",", ":"))


def _code(program: Program, kind: Kind) -> str:
    match kind:
        case None:
            return ""
        case Number():
            return _CODES[kind]
        case Array(of):
            return f"*{_CODES[of]}"
        case Struct(name):
            return f"{{{program.struct_keys[name].whole}"
        case Parts(of):
            return "(" + "".join([_CODES[one] for one in of])
