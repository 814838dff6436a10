"""The functions, structs and constants of modules to translate into one C source, with types."""

import ast
import inspect
from array import array
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from importlib import import_module
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import NamedTuple


class Number(IntEnum):
    """Number types, ordered by their ranges."""

    BOOL = 0
    BYTE = 1
    """An 8-bit integer, like the next one only in arrays."""
    SHORT = 2
    """16 bits."""
    INT = 3
    """64 bits."""
    SINGLE = 4
    """A 32-bit float."""
    DOUBLE = 5
    """A 64-bit float, like Python's."""


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
    """Two kinds that can't be combined."""


def join(one: Number, other: Number) -> Number:
    """Return the kind of a sum.

    A single can only be combined with a single: for others, numpy's and C's rules differ.

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
    """Return the name of the struct that returns a tuple of numbers."""
    return "parts_" + "".join([NAMES[one][0] for one in of])


MARK = "compiled"
"""The decorator of a function to translate."""
_KINDS: Mapping[str, Kind] = {
    "bool": Number.BOOL,
    "int": Number.INT,
    "float": Number.DOUBLE,
    "None": None,
    "Single": Number.SINGLE,
    "Bytes": Array(Number.BYTE),
    "Shorts": Array(Number.SHORT),
    "Ints": Array(Number.INT),
    "Floats": Array(Number.SINGLE),
    "Doubles": Array(Number.DOUBLE),
}
_TYPE_CODES = {"q": Number.INT, "f": Number.SINGLE, "d": Number.DOUBLE}
"""The kinds of the numbers in constant arrays, by the codes of Python's arrays."""


class Refused(Exception):
    """Code that can't be translated, with its file and line once they are known."""

    def __init__(self, why: str, place: str = "") -> None:
        super().__init__(f"{place}: {why}" if place else why)
        self.place = place


class Key(NamedTuple):
    """The module and name of a function or class."""

    module: str
    name: str

    @property
    def whole(self) -> str:
        """The full name in Python."""
        return f"{self.module}.{self.name}"

    @property
    def c_name(self) -> str:
        """The name in C."""
        module = self.module.removeprefix("regicide_tui.bots.").replace(".", "_")
        return f"{module}__{self.name.lstrip('_')}"


class Global(NamedTuple):
    """The meaning of a name in a module: one of these."""

    constant: bool | int | float | None = None
    function: Key | None = None
    array: str = ""
    """The name in C of an array that never changes."""


class Program:
    """Functions to translate together, in the order of their modules.

    Public functions are exported.
    """

    def __init__(self, modules: Sequence[str]) -> None:
        self._live = {name: import_module(name) for name in modules}
        self.functions: dict[Key, ast.FunctionDef] = {}
        self.structs: dict[str, dict[str, Kind]] = {}
        """The kinds of the fields of each struct, by its name in C."""
        self.struct_keys: dict[str, Key] = {}
        self.arrays: dict[str, array[int] | array[float]] = {}
        self._array_names: dict[int, str] = {}
        for module in self._live.values():
            for node in ast.parse(inspect.getsource(module)).body:
                if isinstance(node, ast.FunctionDef) and is_marked(node):
                    self.functions[Key(module.__name__, node.name)] = node
        self.returns = {
            key: self.kind_of(node.returns, key.module) for key, node in self.functions.items()
        }
        self.parameters = {
            key: {one.arg: self.kind_of(one.annotation, key.module) for one in node.args.args}
            for key, node in self.functions.items()
        }
        self._writers = self._find_writers()

    # ------------------------------------------------------------ names

    def look_up(self, module: str, name: str) -> Global:
        """Return the meaning of a name in a module.

        Raises:
            Refused: If it isn't a number, an array of numbers or a translated function.
        """
        live = getattr(self._live[module], name, None)
        if isinstance(live, bool | int | float):
            return Global(constant=live)
        if (key := self._function(live)) in self.functions:
            return Global(function=key)
        if isinstance(live, array) and live.typecode in _TYPE_CODES:
            return Global(array=self._constant_array(Key(module, name), live))
        raise Refused(f"{name} is not a number, an array of numbers or a translated function")

    def _constant_array(self, key: Key, numbers: "array[int] | array[float]") -> str:
        name = self._array_names.setdefault(id(numbers), key.c_name)
        self.arrays[name] = numbers
        return name

    def number_of(self, name: str) -> Number:
        """Return the kind of the numbers of an array that never changes."""
        return _TYPE_CODES[self.arrays[name].typecode]

    def value(self, module: str, node: ast.expr) -> int:
        """Return the value of an expression of constants, such as a size.

        Raises:
            Refused: If it isn't an integer.
        """
        code = compile(ast.Expression(node), module, "eval")
        try:
            found = eval(code, vars(self._live[module]))  # noqa: S307  # it is our own source
        except NameError as error:
            raise Refused(str(error)) from error
        if not isinstance(found, int):
            raise Refused(f"{ast.unparse(node)} is not an integer")
        return found

    def place(self, key: Key, node: ast.AST) -> str:
        """Return the file and line of a node of a function."""
        return f"{self._live[key.module].__file__}:{getattr(node, 'lineno', 0)}"

    # ------------------------------------------------------------ kinds

    def kind_of(self, annotation: ast.expr | None, module: str) -> Kind:
        """Return the kind of an annotation.

        Raises:
            Refused: If it isn't one of the supported kinds.
        """
        if annotation is None:
            raise Refused("an annotation is missing")
        text = ast.unparse(annotation)
        if text in _KINDS:
            return _KINDS[text]
        if isinstance(annotation, ast.Subscript) and text.startswith("tuple["):
            assert isinstance(annotation.slice, ast.Tuple)
            parts = [self.kind_of(one, module) for one in annotation.slice.elts]
            if all(isinstance(one, Number) for one in parts):
                return Parts(tuple([one for one in parts if isinstance(one, Number)]))
        live = getattr(self._live[module], text, None)
        if isinstance(live, type) and issubclass(live, tuple) and hasattr(live, "_fields"):
            return self._struct(live)
        raise Refused(f"{text} is not a kind of number, array, tuple or named tuple")

    def _struct(self, of: type) -> Struct:
        key = Key(of.__module__, of.__name__)
        name = key.c_name
        if name not in self.structs:
            self.struct_keys[name] = key
            module: ModuleType = import_module(of.__module__)
            self._live.setdefault(of.__module__, module)
            (node,) = ast.parse(dedent(inspect.getsource(of))).body
            assert isinstance(node, ast.ClassDef)
            self.structs[name] = {}
            fields = {
                one.target.id: self.kind_of(one.annotation, of.__module__)
                for one in node.body
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
            }
            del self.structs[name]  # so that it follows the structs of its fields
            self.structs[name] = fields
        return Struct(name)

    # ------------------------------------------------------------ effects

    def writes(self, key: Key) -> bool:
        """Return whether a function changes an array."""
        return key in self._writers

    def _find_writers(self) -> set[Key]:
        calls: dict[Key, set[Key]] = {}
        writers = set()
        for key, node in self.functions.items():
            calls[key] = {*self._called(key, node)}
            if any(_stores_into_an_array(one) for one in ast.walk(node)):
                writers.add(key)
        while more := {key for key in calls if calls[key] & writers} - writers:
            writers |= more
        return writers

    def _called(self, key: Key, node: ast.FunctionDef) -> Iterator[Key]:
        for one in ast.walk(node):
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Name):
                found = self._function(getattr(self._live[key.module], one.func.id, None))
                if found is not None:
                    yield found

    def _function(self, live: object) -> Key | None:
        """Return the key of a function."""
        live = inspect.unwrap(live) if callable(live) else live  # it may be the library's
        return Key(live.__module__, live.__name__) if isinstance(live, FunctionType) else None


def is_marked(node: ast.FunctionDef) -> bool:
    """Return whether a function should be translated."""
    return any(isinstance(one, ast.Name) and one.id == MARK for one in node.decorator_list)


def _stores_into_an_array(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
