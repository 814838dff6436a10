"""The C source: functions, structs and constants, and the library's description of itself."""

import ast
import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regicide_tui.bots.translator.expressions import Expressions, Term
from regicide_tui.bots.translator.program import (
    NAMES,
    Array,
    Key,
    Kind,
    Number,
    Parts,
    Program,
    Refused,
    Struct,
    c_type,
    parts_name,
)

_CODES = {
    Number.BOOL: "?",
    Number.BYTE: "b",
    Number.SHORT: "h",
    Number.INT: "q",
    Number.SINGLE: "f",
    Number.DOUBLE: "d",
}
"""The codes of number types in Python's modules `struct` and `array`."""


def fields_of(program: Program, struct: str) -> Iterator[tuple[str, Kind]]:
    """Yield the fields of a struct, in their order in C, where an array's size follows it."""
    for name, kind in program.structs[struct].items():
        yield name, kind
        if isinstance(kind, Array):
            yield f"{name}_size", Number.INT


def describe(program: Program) -> str:
    """Return the functions and structs as JSON, as `regicide_tui/bots/library.py` reads it.

    A function has its name in C, its return type and its parameters. A struct has its fields.
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


_HEAD = """\
/* Written by regicide_tui.bots.translator: change the functions in Python instead. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif
static inline int64_t floor_div(int64_t a, int64_t b) {
    return a / b - ((a % b != 0) & ((a ^ b) < 0));
}
static inline int64_t floor_mod(int64_t a, int64_t b) {
    int64_t rest = a % b;
    return rest + (rest != 0 && (rest ^ b) < 0 ? b : 0);
}
static inline int64_t power(int64_t a, int64_t b) {
    int64_t found = 1;
    while (b-- > 0) found *= a;
    return found;
}
static inline int64_t max_i(int64_t a, int64_t b) { return b > a ? b : a; }
static inline int64_t min_i(int64_t a, int64_t b) { return b < a ? b : a; }
static inline float max_s(float a, float b) { return b > a ? b : a; }
static inline float min_s(float a, float b) { return b < a ? b : a; }
static inline double max_d(double a, double b) { return b > a ? b : a; }
static inline double min_d(double a, double b) { return b < a ? b : a; }
"""
"""As in Python, `max` and `min` return the first of equal numbers, and division rounds down."""
_NEW_ARRAYS = {"ints": Number.INT, "floats": Number.SINGLE, "doubles": Number.DOUBLE}
"""The functions that make an array of zeros, and the kinds of its numbers."""
_INDENT = "    "


class _LocalArray(NamedTuple):
    of: Number
    size: int


def write_source(program: Program) -> str:
    """Return the source of all functions of a program.

    Raises:
        Refused: If a function contains unsupported code.
    """
    writers = [FunctionWriter(program, key) for key in program.functions]
    bodies = [one.write() for one in writers]
    parts = {kind for kind in program.returns.values() if isinstance(kind, Parts)}
    return "\n".join(
        [
            _HEAD,
            *[_write_parts(one) for one in sorted(parts)],
            *[_write_struct(program, name) for name in program.structs],
            *[_write_constants(program, name) for name in program.arrays],
            *_write_layout(program),
            *[f"{one.head()};" for one in writers],
            "",
            "\n\n".join(bodies),
            "",
        ]
    )


def _write_parts(kind: Parts) -> str:
    fields = " ".join([f"{NAMES[one]} part{place};" for place, one in enumerate(kind.of)])
    return f"typedef struct {{ {fields} }} {parts_name(kind.of)};"


def _write_struct(program: Program, name: str) -> str:
    lines = [f"{_INDENT}{c_type(kind)}{field};" for field, kind in fields_of(program, name)]
    return "\n".join(["typedef struct {", *lines, f"}} {name};"])


def _write_layout(program: Program) -> list[str]:
    """Return the constants that describe the library to code that loads it."""
    sizes = ", ".join([f"sizeof({name})" for name in program.struct_keys])
    return [
        f"EXPORTED const char layout[] = {json.dumps(describe(program))};",
        f"EXPORTED const int64_t struct_sizes[] = {{{sizes or 0}}};",
    ]


def _write_constants(program: Program, name: str) -> str:
    of = program.number_of(name)
    numbers = program.arrays[name].tolist()
    written = [str(one) if isinstance(one, int) else one.hex() for one in numbers]
    return f"static const {NAMES[of]} {name}[] = {{{', '.join(written)}}};"


class FunctionWriter:
    """Writes one function."""

    def __init__(self, program: Program, key: Key) -> None:
        self._program, self._key = program, key
        self._node = program.functions[key]
        self._write = Expressions(program, key)
        self._parameters = program.parameters[key]
        self._write.kinds |= self._parameters
        self._arrays: dict[str, _LocalArray] = {}
        self._temporaries = 0

    def head(self) -> str:
        """Return the head of the function: public ones are exported."""
        given = [
            f"{c_type(kind)}{self._write.local(name)}" for name, kind in self._parameters.items()
        ]
        scope = "static" if self._key.name.startswith("_") else "EXPORTED"
        returned = c_type(self._program.returns[self._key])
        return f"{scope} {returned}{self._key.c_name}({', '.join(given) or 'void'})"

    def write(self) -> str:
        """Return the function.

        Raises:
            Refused: If it contains unsupported code.
        """
        args = self._node.args
        if args.vararg or args.kwarg or args.kwonlyargs or args.defaults or args.posonlyargs:
            raise self._refused(self._node, "parameters must be positional and have no default")
        body = self._block(self._node.body)
        return "\n".join([f"{self.head()} {{", *self._declared(), *body, "}"])

    def _declared(self) -> Iterator[str]:
        for name, kind in self._write.kinds.items():
            local = self._write.local(name)
            if name in self._arrays:
                of, size = self._arrays[name]
                yield f"{_INDENT}{NAMES[of]} {local}[{size}];"
            elif name not in self._parameters:
                yield f"{_INDENT}{c_type(kind)}{local};"

    def _refused(self, node: ast.AST, why: str) -> Refused:
        return Refused(why, self._program.place(self._key, node))

    def _temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}"

    # ------------------------------------------------------------ statements

    def _block(self, body: Sequence[ast.stmt]) -> list[str]:
        lines: list[str] = []
        for statement in body:
            try:
                found = self._statement(statement)
            except Refused as error:
                if error.place:
                    raise
                raise self._refused(statement, str(error)) from error
            lines += [f"{_INDENT}{line}" for line in found]
        return lines

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.If() | ast.While() | ast.For():
                return self._compound(node)
            case ast.Expr(value=ast.Constant(value=str())):
                return []
            case ast.Expr(value=ast.Call() as call):
                return [f"{self._write.whole(call).text};"]
            case ast.Assign(targets=[target], value=value):
                return self._assignment(target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                return self._augmented(target, op, value)
            case ast.Return(value=value):
                return self._returned(value)
            case ast.Continue() | ast.Break():
                return [f"{type(node).__name__.lower()};"]
        raise self._unknown(node)

    def _unknown(self, node: ast.stmt) -> Refused:
        return self._refused(node, f"{type(node).__name__} is not translated")

    def _compound(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.If(test=test, body=body, orelse=other):
                lines = [f"if ({self._write.whole_condition(test)}) {{", *self._block(body)]
                lines += ["} else {", *self._block(other)] if other else []
                return [*lines, "}"]
            case ast.While(test=test, body=body, orelse=[]):
                return [f"while ({self._write.whole_condition(test)}) {{", *self._block(body), "}"]
            case ast.For(target=ast.Name(id=name), iter=over, body=body, orelse=[]):
                return self._loop(name, over, body)
        raise self._unknown(node)

    def _returned(self, value: ast.expr | None) -> list[str]:
        kind = self._program.returns[self._key]
        if value is None:
            return ["return;"]
        if isinstance(kind, Parts) and isinstance(value, ast.Tuple):
            lines, held = self._hold([self._write.whole(one) for one in value.elts])
            parts = [self._write.stored(one, part) for one, part in zip(held, kind.of, strict=True)]
            return [*lines, f"return ({parts_name(kind.of)}){{{', '.join(parts)}}};"]
        return [f"return {self._write.stored(self._write.whole(value), kind)};"]

    def _hold(self, found: Sequence[Term]) -> tuple[list[str], list[Term]]:
        """Return lines that evaluate terms once, in order, and terms for the results."""
        held = [one._replace(text=self._temporary()) for one in found]
        return [
            f"{c_type(one.kind)}{name.text} = {one.text};"
            for one, name in zip(found, held, strict=True)
        ], held

    # ------------------------------------------------------------ assignments

    def _assignment(self, target: ast.expr, value: ast.expr) -> list[str]:
        if isinstance(target, ast.Name) and (made := self._new_array(value)):
            return [self._make_array(target.id, *made)]
        if isinstance(target, ast.Tuple):
            return self._unpack(target.elts, value)
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            return self._copy(target.value, target.slice, value)
        if isinstance(target, ast.Subscript):
            self._write.need_no_order(target.slice, value)
        return self._store(target, self._write.whole(value))

    def _store(self, target: ast.expr, found: Term) -> list[str]:
        match target:
            case ast.Name(id=name):
                kind = self._write.kinds.setdefault(name, found.kind)
                if found.kind is None:
                    raise Refused(f"{name} can't store this")
                return [f"{self._write.local(name)} = {self._write.stored(found, kind)};"]
            case ast.Subscript(value=value, slice=index):
                place, of = self._write.place(value, index)
                return [f"{place} = {self._write.stored_in_array(found, of)};"]
        raise Refused(f"{ast.unparse(target)} can't be assigned to")

    def _unpack(self, targets: Sequence[ast.expr], value: ast.expr) -> list[str]:
        if isinstance(value, ast.Tuple):
            lines, terms = self._hold([self._write.whole(one) for one in value.elts])
        else:
            lines, (held,) = self._hold([self._write.whole(value)])
            if not isinstance(held.kind, Parts):
                raise Refused(f"{ast.unparse(value)} is not a tuple")
            terms = [Term(f"{held.text}.part{n}", kind) for n, kind in enumerate(held.kind.of)]
        for target, term in zip(targets, terms, strict=True):
            lines += self._store(target, term)
        return lines

    def _augmented(self, target: ast.expr, op: ast.operator, value: ast.expr) -> list[str]:
        """Write `target op= value`. An index is evaluated once, and first."""
        if not isinstance(target, ast.Subscript):
            found = self._write.operate(self._write.term(target), op, self._write.whole(value))
            return self._store(target, found)
        self._write.need_no_order(target, value)
        array, of = self._write.array(target.value)
        index = Term(self._write.integer(target.slice), Number.INT)
        lines, (held,) = self._hold([index])
        element = self._write.element(f"{array}[{held.text}]", of)
        found = self._write.operate(element, op, self._write.whole(value))
        return [*lines, f"{array}[{held.text}] = {self._write.stored_in_array(found, of)};"]

    # ------------------------------------------------------------ arrays

    def _new_array(self, value: ast.expr) -> tuple[Number, ast.expr] | None:
        match value:
            case ast.Call(func=ast.Name(id=name), args=[size]) if name in _NEW_ARRAYS:
                return _NEW_ARRAYS[name], size
        return None

    def _make_array(self, name: str, of: Number, size: ast.expr) -> str:
        if name in self._write.kinds:
            raise Refused(f"{name} is created twice")
        self._arrays[name] = _LocalArray(of, self._program.value(self._key.module, size))
        self._write.kinds[name] = Array(of)
        local = self._write.local(name)
        return f"memset({local}, 0, sizeof {local});"

    def _copy(self, array: ast.expr, cut: ast.Slice, value: ast.expr) -> list[str]:
        """Write `array[low:high] = other[first:last]`, with the same number of elements."""
        if cut.upper is None or cut.step is not None:
            raise Refused("a slice needs an end and must have no step")
        self._write.need_no_order(array, cut, value)
        into, of = self._write.array(array)
        lines, (low, high) = self._hold(
            [self._low(cut), Term(self._write.integer(cut.upper), Number.INT)]
        )
        if not isinstance(value, ast.Subscript) or not isinstance(value.slice, ast.Slice):
            raise Refused(f"{ast.unparse(value)} is not a part of an array")
        other, other_of = self._write.array(value.value)
        if other_of is not of:
            raise Refused(f"{ast.unparse(value)} has a different kind of numbers")
        size, start = f"{high.text} - {low.text}", self._low(value.slice).text
        cells = f"({size}) * sizeof *{into}"
        copy = f"memmove({into} + {low.text}, {other} + {start}, {cells});"
        return [*lines, f"if ({size} > 0) {copy}"]

    def _low(self, cut: ast.Slice) -> Term:
        text = "INT64_C(0)" if cut.lower is None else self._write.integer(cut.lower)
        return Term(text, Number.INT)

    # ------------------------------------------------------------ loops

    def _loop(self, name: str, over: ast.expr, body: Sequence[ast.stmt]) -> list[str]:
        """Write a loop. As in Python, assigning to the variable doesn't affect the count."""
        self._write.need_no_order(over)
        at = self._temporary()
        if isinstance(over, ast.Tuple):
            given = [self._write.integer(one) for one in over.elts]
            numbers = self._temporary()
            sets = self._loop_variable(name, f"{numbers}[{at}]")
            return [
                f"const int64_t {numbers}[] = {{{', '.join(given)}}};",
                f"for (int64_t {at} = 0; {at} < {len(given)}; {at}++) {{",
                *sets,
                *self._block(body),
                "}",
            ]
        if not isinstance(over, ast.Call) or ast.unparse(over.func) != "range":
            raise Refused(f"a loop over {ast.unparse(over)} is not translated")
        low, high, step = self._range(over.args)
        end, sign = self._temporary(), "<" if step > 0 else ">"
        sets = self._loop_variable(name, at)
        return [
            f"int64_t {end} = {high};",
            f"for (int64_t {at} = {low}; {at} {sign} {end}; {at} += {step}) {{",
            *sets,
            *self._block(body),
            "}",
        ]

    def _loop_variable(self, name: str, value: str) -> list[str]:
        """Set the variable of a loop, unless its name marks it as unused."""
        if name == "_":
            return []
        return [_INDENT + line for line in self._store(ast.Name(name), Term(value, Number.INT))]

    def _range(self, args: Sequence[ast.expr]) -> tuple[str, str, int]:
        step = 1
        if len(args) == len(("low", "high", "step")):
            step = self._program.value(self._key.module, args[2])
        if step == 0:
            raise Refused("a range needs a step")
        low, high = [None, args[0]] if len(args) == 1 else args[:2]
        first = "INT64_C(0)" if low is None else self._write.integer(low)
        assert high is not None
        return first, self._write.integer(high), step
