"""The source of C: functions, structs and constants."""

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regicide_tui.bots.translator.expressions import Expressions, Term
from regicide_tui.bots.translator.kinds import (
    NAMES,
    Array,
    Kind,
    Number,
    Parts,
    c_type,
    parts_name,
)
from regicide_tui.bots.translator.program import Key, Program, Refused

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
"""`max` and `min` return the first of equal numbers, and division rounds down, as in Python."""
_NEW_ARRAYS = {"np.zeros": True, "np.empty": False}
"""What makes an array, and whether it is filled with zeros."""
_DTYPES = {"np.int64": Number.INT, "np.float32": Number.SINGLE, "np.float64": Number.DOUBLE}
_INDENT = "    "


class _LocalArray(NamedTuple):
    of: Number
    size: int


def write_source(program: Program) -> str:
    """Return the source of all functions of a program.

    Raises:
        Refused: If a function has something that is not translated.
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
            *[f"{one.head()};" for one in writers],
            "",
            "\n\n".join(bodies),
            "",
        ]
    )


def _write_parts(kind: Parts) -> str:
    fields = " ".join([f"{NAMES[one]} part{place};" for place, one in enumerate(kind.of)])
    return f"typedef struct {{ {fields} }} {parts_name(kind.of)};"


def fields_of(program: Program, struct: str) -> Iterator[tuple[str, Kind]]:
    """Yield the fields of a struct, in their order in C: after an array its size or columns."""
    for name, kind in program.structs[struct].items():
        yield name, kind
        if isinstance(kind, Array):
            yield f"{name}_{'columns' if kind.rows else 'size'}", Number.INT


def _write_struct(program: Program, name: str) -> str:
    lines = [f"{_INDENT}{c_type(kind)}{field};" for field, kind in fields_of(program, name)]
    return "\n".join(["typedef struct {", *lines, f"}} {name};"])


def _write_constants(program: Program, name: str) -> str:
    of = program.number_of(name)
    numbers = program.arrays[name].ravel().tolist()
    written = [str(one) if isinstance(one, int) else float(one).hex() for one in numbers]
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
        given = []
        for name, kind in self._parameters.items():
            given.append(f"{c_type(kind)}{self._write.local(name)}")
            if isinstance(kind, Array) and kind.rows:
                given.append(f"int64_t {self._write.local(name)}_columns")
        scope = "static" if self._key.name.startswith("_") else "EXPORTED"
        returned = c_type(self._program.returns[self._key])
        return f"{scope} {returned}{self._key.c_name}({', '.join(given) or 'void'})"

    def write(self) -> str:
        """Return the function.

        Raises:
            Refused: If it has something that is not translated.
        """
        args = self._node.args
        if args.vararg or args.kwarg or args.kwonlyargs or args.defaults or args.posonlyargs:
            raise self._refused(self._node, "parameters are by place and have no default")
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
        return Refused(f"{self._program.place(self._key, node)}: {why}")

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
                if str(error).partition(":")[0].endswith(".py"):
                    raise
                raise self._refused(statement, str(error)) from error
            lines += [f"{_INDENT}{line}" for line in found]
        return lines

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.If() | ast.While() | ast.For():
                return self._compound(node)
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return []
            case ast.Expr(value=ast.Call() as call):
                return [f"{self._write.whole(call).text};"]
            case ast.Assign(targets=[target], value=value):
                return self._assignment(target, value)
            case ast.Assign(targets=targets, value=value):
                return self._assignments(targets, value)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                self._write.kinds[name] = self._program.kind_of(annotation, self._key.module)
                return self._assignment(node.target, value) if value else []
            case ast.AugAssign(target=target, op=op, value=value):
                return self._augmented(target, op, value)
            case ast.Return(value=value):
                return [self._returned(value)]
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

    def _returned(self, value: ast.expr | None) -> str:
        kind = self._program.returns[self._key]
        if value is None:
            return "return;"
        if isinstance(kind, Parts) and isinstance(value, ast.Tuple):
            given = [
                self._write.stored(self._write.whole(one), part)
                for one, part in zip(value.elts, kind.of, strict=True)
            ]
            return f"return ({parts_name(kind.of)}){{{', '.join(given)}}};"
        return f"return {self._write.stored(self._write.whole(value), kind)};"

    # ------------------------------------------------------------ assignments

    def _assignment(self, target: ast.expr, value: ast.expr) -> list[str]:
        if isinstance(target, ast.Name) and (made := self._new_array(value)):
            return self._make_array(target.id, *made)
        if isinstance(target, ast.Tuple):
            return self._unpack(target.elts, value)
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            return self._copy(target.value, target.slice, value)
        return self._store(target, self._write.whole(value))

    def _assignments(self, targets: Sequence[ast.expr], value: ast.expr) -> list[str]:
        """Write an assignment to several targets, from the left to the right."""
        found = self._write.whole(value)
        held = self._temporary()
        lines = [f"{c_type(found.kind)}{held} = {found.text};"]
        for target in targets:
            lines += self._store(target, found._replace(text=held))
        return [*lines]

    def _store(self, target: ast.expr, found: Term) -> list[str]:
        match target:
            case ast.Name(id=name):
                kind = self._write.kinds.setdefault(name, found.kind)
                if found.kind is None or (found.columns and name not in self._parameters):
                    text = f"{name} can't hold this"
                    raise Refused(text)
                return [f"{self._write.local(name)} = {self._write.stored(found, kind)};"]
            case ast.Subscript(value=value, slice=index):
                place = self._write.element(value, index)
                if not isinstance(place.kind, Number):
                    text = f"{ast.unparse(target)} is no element"
                    raise Refused(text)
                return [f"{place.text} = {self._write.stored_in_array(found, place.kind)};"]
        text = f"nothing can be stored in {ast.unparse(target)}"
        raise Refused(text)

    def _unpack(self, targets: Sequence[ast.expr], value: ast.expr) -> list[str]:
        if isinstance(value, ast.Tuple):
            given = [self._write.whole(one) for one in value.elts]
            names = [self._temporary() for _ in given]
            lines = [
                f"{c_type(one.kind)}{name} = {one.text};"
                for one, name in zip(given, names, strict=True)
            ]
            terms = [one._replace(text=name) for one, name in zip(given, names, strict=True)]
        else:
            found, name = self._write.whole(value), self._temporary()
            if not isinstance(found.kind, Parts):
                text = f"{ast.unparse(value)} is no tuple"
                raise Refused(text)
            lines = [f"{c_type(found.kind)}{name} = {found.text};"]
            terms = [Term(f"{name}.part{n}", kind) for n, kind in enumerate(found.kind.of)]
        for target, term in zip(targets, terms, strict=True):
            lines += self._store(target, term)
        return lines

    def _augmented(self, target: ast.expr, op: ast.operator, value: ast.expr) -> list[str]:
        """Write `target op= value`. An index is written twice, so it calls nothing."""
        if isinstance(target, ast.Subscript):
            if any(isinstance(one, ast.Call) for one in ast.walk(target.slice)):
                text = "an index that calls a function is not translated here"
                raise Refused(text)
            place = self._write.element(target.value, target.slice)
        else:
            place = self._write.term(target)
        found = self._write.operate(place, op, self._write.whole(value))
        return self._store(target, found)

    # ------------------------------------------------------------ arrays

    def _new_array(self, value: ast.expr) -> tuple[Number, ast.expr, bool] | None:
        match value:
            case ast.Call(
                func=func, args=[size], keywords=[ast.keyword(arg="dtype", value=dtype)]
            ) if ast.unparse(func) in _NEW_ARRAYS:
                of = _DTYPES.get(ast.unparse(dtype))
                if of is None:
                    text = f"arrays of {ast.unparse(dtype)} are not translated"
                    raise Refused(text)
                return of, size, _NEW_ARRAYS[ast.unparse(func)]
        return None

    def _make_array(self, name: str, of: Number, size: ast.expr, zeros: bool) -> list[str]:
        if name in self._write.kinds:
            text = f"{name} is made twice"
            raise Refused(text)
        self._arrays[name] = _LocalArray(of, self._program.value(self._key.module, size))
        self._write.kinds[name] = Array(of)
        local = self._write.local(name)
        return [f"memset({local}, 0, sizeof {local});"] if zeros else []

    def _copy(self, array: ast.expr, cut: ast.Slice, value: ast.expr) -> list[str]:
        """Write `array[low:high] = ...`, with a number or as many elements of another array."""
        if cut.upper is None or cut.step is not None:
            text = "a slice needs an end, and no step"
            raise Refused(text)
        into, low = self._write.term(array), self._low(cut)
        place, size = self._temporary(), f"{self._write.integer(cut.upper)} - {low}"
        if not isinstance(into.kind, Array) or into.kind.rows:
            text = f"{ast.unparse(array)} is no array of numbers"
            raise Refused(text)
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
            other, start = self._write.term(value.value), self._low(value.slice)
            if other.kind != into.kind:
                text = f"{ast.unparse(value)} has other numbers"
                raise Refused(text)
            source = f"{other.text}[{start} + {place}]"
        else:
            source = self._write.stored_in_array(self._write.whole(value), into.kind.of)
        end = self._temporary()
        return [
            f"for (int64_t {place} = 0, {end} = {size}; {place} < {end}; {place}++)",
            f"{_INDENT}{into.text}[{low} + {place}] = {source};",
        ]

    def _low(self, cut: ast.Slice) -> str:
        return "INT64_C(0)" if cut.lower is None else self._write.integer(cut.lower)

    # ------------------------------------------------------------ loops

    def _loop(self, name: str, over: ast.expr, body: Sequence[ast.stmt]) -> list[str]:
        """Write a loop. It counts by itself, whatever is done with the variable, as in Python."""
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
            text = f"a loop over {ast.unparse(over)} is not translated"
            raise Refused(text)
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
        """Give the variable of a loop its value, unless its name says that nobody uses it."""
        if name == "_":
            return []
        return [_INDENT + line for line in self._store(ast.Name(name), Term(value, Number.INT))]

    def _range(self, args: Sequence[ast.expr]) -> tuple[str, str, int]:
        step = 1
        if len(args) == len(("low", "high", "step")):
            step = self._program.value(self._key.module, args[2])
        if step == 0:
            text = "a range needs a step"
            raise Refused(text)
        low, high = [None, args[0]] if len(args) == 1 else args[:2]
        first = "INT64_C(0)" if low is None else self._write.integer(low)
        assert high is not None
        return first, self._write.integer(high), step
