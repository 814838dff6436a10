"""Expressions in C, with their kinds."""

import ast
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from regicide_tui.bots.translator.program import (
    NAMES,
    Array,
    Key,
    Kind,
    Mismatch,
    Number,
    Program,
    Refused,
    Struct,
    join,
)

_OPERATORS: Mapping[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_FOR_INTS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)
"""Operators that floats don't support."""
_CALLS_FOR_INTS: Mapping[type[ast.operator], str] = {
    ast.FloorDiv: "floor_div",
    ast.Mod: "floor_mod",
    ast.Pow: "power",
}
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_CASTS = {
    "int": Number.INT,
    "float": Number.DOUBLE,
    "single": Number.SINGLE,
}
_BUILT_IN = frozenset({"len", "max", "min", "part", "range", "sqrt"})
_RESERVED = frozenset({"short", "long", "double", "float", "int", "char", "auto", "register"})
"""Names of variables that have another meaning in C."""


class _Effects(NamedTuple):
    """How an expression uses elements of arrays."""

    reads: bool
    changes: bool


class Term(NamedTuple):
    """An expression in C."""

    text: str
    kind: Kind


class Expressions:
    """Writes the expressions of a function, given the kinds of its names so far."""

    def __init__(self, program: Program, key: Key) -> None:
        self.program, self.key = program, key
        self.kinds: dict[str, Kind] = {}
        self._written = {
            one.id
            for one in ast.walk(program.functions[key])
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }

    # ------------------------------------------------------------ requested kinds

    def whole(self, node: ast.expr) -> Term:
        """Write an expression on its own, such as an assigned value.

        Raises:
            Refused: If it changes an array that another part of it reads or changes.
        """
        self._effects(node)
        return self.term(node)

    def need_no_order(self, *nodes: ast.expr) -> None:
        """Check the parts of a statement that C may evaluate in any order.

        Raises:
            Refused: If one changes an array that another reads or changes.
        """
        self._joined_effects(nodes)

    def _effects(self, node: ast.expr) -> _Effects:
        """Return whether an expression reads and changes arrays.

        Raises:
            Refused: If the result depends on the order of its parts, which C doesn't define.
        """
        called = node.func if isinstance(node, ast.Call) else None
        nodes = [
            one
            for one in ast.iter_child_nodes(node)
            if isinstance(one, ast.expr) and one is not called
        ]
        in_order = isinstance(node, ast.BoolOp | ast.IfExp)
        found = self._joined_effects(nodes, in_order=in_order)
        changes = isinstance(called, ast.Name) and self._changes(called.id)
        return _Effects(found.reads or isinstance(node, ast.Subscript), found.changes or changes)

    def _joined_effects(self, nodes: Iterable[ast.expr], *, in_order: bool = False) -> _Effects:
        parts = [self._effects(one) for one in nodes]
        for place, part in enumerate(parts):
            others = [*parts[:place], *parts[place + 1 :]]
            if part.changes and not in_order and any(one.reads or one.changes for one in others):
                raise Refused(
                    "one part of the expression changes arrays, and another part reads them"
                )
        return _Effects(any(one.reads for one in parts), any(one.changes for one in parts))

    def _changes(self, name: str) -> bool:
        if name in _CASTS or name in _BUILT_IN:
            return False
        function = self.program.look_up(self.key.module, name).function
        return function is not None and self.program.writes(function)

    def number(self, node: ast.expr) -> tuple[str, Number]:
        """Write an expression that is a number."""
        found = self.term(node)
        if not isinstance(found.kind, Number):
            raise Refused(f"{ast.unparse(node)} is not a number")
        return found.text, found.kind

    def integer(self, node: ast.expr) -> str:
        """Write an expression that is an integer, such as an index."""
        text, kind = self.number(node)
        if kind > Number.INT:
            raise Refused(f"{ast.unparse(node)} is not an integer")
        return text

    def whole_condition(self, node: ast.expr) -> str:
        """Write the condition of a statement.

        Raises:
            Refused: Like `whole`.
        """
        self._effects(node)
        return self.condition(node)

    def condition(self, node: ast.expr) -> str:
        """Write an expression of which only the truth value matters."""
        match node:
            case ast.BoolOp(op=op, values=values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return f"({sign.join([self.condition(one) for one in values])})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.condition(operand)}"
            case _:
                return self.number(node)[0]

    def stored_in_array(self, found: Term, of: Number) -> str:
        """Return a term as an element of an array.

        An array of singles rounds all values, as in Python and numpy.
        """
        if of is Number.SINGLE and isinstance(found.kind, Number):
            return f"(float){found.text}"
        if of in (Number.BYTE, Number.SHORT) and found.kind in (Number.BOOL, Number.INT):
            return f"({NAMES[of]}){found.text}"
        return self.stored(found, of)

    def stored(self, found: Term, kind: Kind) -> str:
        """Return a term as a value of a kind.

        Raises:
            Refused: If storing it there could change its value.
        """
        if isinstance(kind, Number) and isinstance(found.kind, Number):
            mixed = Number.SINGLE in (kind, found.kind)
            if found.kind is not kind and (mixed or found.kind > kind):
                raise Refused(f"{found.kind.name} can't be stored as {kind.name}")
        elif found.kind != kind:
            raise Refused(f"{found.kind} can't be stored as {kind}")
        return found.text

    # ------------------------------------------------------------ expressions

    def term(self, node: ast.expr) -> Term:
        """Write an expression."""
        match node:
            case ast.Constant(value=bool() | int() | float() as value):
                return _constant(value)
            case ast.Name(id=name):
                return self._name(name)
            case ast.Subscript(value=value, slice=index):
                return self.element(*self.place(value, index))
            case ast.Attribute(value=value, attr=attr):
                return self._attribute(value, attr)
            case ast.Call(func=func, args=args, keywords=[]):
                return self._call(ast.unparse(func), args)
        return self._operation(node)

    def _operation(self, node: ast.expr) -> Term:
        match node:
            case ast.UnaryOp(op=op, operand=operand):
                return self._unary(op, operand)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(self.number(left), op, self.number(right))
            case ast.Compare(left=left, ops=ops, comparators=others):
                return Term(self._comparison(left, ops, others), Number.BOOL)
            case ast.BoolOp(op=op, values=values):
                parts = [self.number(one) for one in values]
                if any(kind is not Number.BOOL for _, kind in parts):
                    raise Refused(f"{ast.unparse(node)} is a number, not a truth value")
                sign = " && " if isinstance(op, ast.And) else " || "
                return Term(f"({sign.join([text for text, _ in parts])})", Number.BOOL)
            case ast.IfExp(test=test, body=body, orelse=other):
                one, other_one = self.number(body), self.number(other)
                kind = _joined(one[1], other_one[1])
                cast = NAMES[kind]
                chosen = f"({cast}){one[0]} : ({cast}){other_one[0]}"
                return Term(f"({self.condition(test)} ? {chosen})", kind)
        raise Refused(f"{type(node).__name__} is not translated: {ast.unparse(node)}")

    def local(self, name: str) -> str:
        """Return the name of a variable in C."""
        return f"{name}_" if name in _RESERVED else name

    def _name(self, name: str) -> Term:
        if name in self.kinds:
            return Term(self.local(name), self.kinds[name])
        if name in self._written:
            raise Refused(f"{name} has no value yet")
        found = self.program.look_up(self.key.module, name)
        if found.constant is not None:
            return _constant(found.constant)
        if found.array:
            return Term(found.array, Array(self.program.number_of(found.array)))
        raise Refused(f"the function {name} is not a number")

    def _unary(self, op: ast.unaryop, operand: ast.expr) -> Term:
        if isinstance(op, ast.Not):
            return Term(f"!{self.condition(operand)}", Number.BOOL)
        text, kind = self.number(operand)
        if isinstance(op, ast.USub):
            return Term(f"(-{text})", max(kind, Number.INT))
        if isinstance(op, ast.Invert):
            return Term(f"(~(int64_t){self.integer(operand)})", Number.INT)
        raise Refused(f"{type(op).__name__} is not translated")

    def _binary(self, one: tuple[str, Number], op: ast.operator, other: tuple[str, Number]) -> Term:
        kind = max(_joined(one[1], other[1]), Number.INT)
        if call := _CALLS_FOR_INTS.get(type(op)):
            _only_ints(op, kind)
            return Term(f"{call}({one[0]}, {other[0]})", kind)
        if isinstance(op, ast.Div):
            kind = max(kind, Number.DOUBLE) if kind is not Number.SINGLE else kind
            cast = f"({NAMES[kind]})"
            return Term(f"({cast}{one[0]} / {cast}{other[0]})", kind)
        if type(op) not in _OPERATORS:
            raise Refused(f"{type(op).__name__} is not translated")
        if isinstance(op, _FOR_INTS):
            _only_ints(op, kind)
        cast = f"({NAMES[kind]})"
        return Term(f"({cast}{one[0]} {_OPERATORS[type(op)]} {cast}{other[0]})", kind)

    def operate(self, one: Term, op: ast.operator, other: Term) -> Term:
        """Write an operation on two terms."""
        if not isinstance(one.kind, Number) or not isinstance(other.kind, Number):
            raise Refused("only numbers can be used in calculations")
        return self._binary((one.text, one.kind), op, (other.text, other.kind))

    def _comparison(
        self, left: ast.expr, ops: Sequence[ast.cmpop], others: Sequence[ast.expr]
    ) -> str:
        parts = []
        for op, right in zip(ops, others, strict=True):
            if isinstance(op, ast.In):
                if not isinstance(right, ast.Tuple):
                    raise Refused(f"{ast.unparse(right)} is not a tuple")
                same = [self._comparison(left, [ast.Eq()], [one]) for one in right.elts]
                parts.append(f"({' || '.join(same)})")
            elif type(op) in _COMPARISONS:
                one, other = self.number(left), self.number(right)
                cast = f"({NAMES[_joined(one[1], other[1])]})"
                parts.append(f"({cast}{one[0]} {_COMPARISONS[type(op)]} {cast}{other[0]})")
            else:
                raise Refused(f"{type(op).__name__} is not translated")
            left = right
        if len(parts) > 1 and any(isinstance(one, ast.Call) for one in others[:-1]):
            raise Refused("a call in the middle of a comparison would run twice")
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    # ------------------------------------------------------------ arrays and structs

    def array(self, node: ast.expr) -> tuple[str, Number]:
        """Write an array. Return it and the kind of its numbers."""
        found = self.term(node)
        if not isinstance(found.kind, Array):
            raise Refused(f"{ast.unparse(node)} is not an array")
        return found.text, found.kind.of

    def place(self, value: ast.expr, index: ast.expr) -> tuple[str, Number]:
        """Write the place of an element, to store a value there."""
        array, of = self.array(value)
        return f"{array}[{self.integer(index)}]", of

    @staticmethod
    def element(text: str, of: Number) -> Term:
        """Return an element as a number to calculate with."""
        return Term(text, of) if of not in (Number.BYTE, Number.SHORT) else _as(Number.INT, text)

    def _attribute(self, value: ast.expr, attr: str) -> Term:
        struct = self.term(value)
        if not isinstance(struct.kind, Struct):
            raise Refused(f"{ast.unparse(value)} is not a named tuple")
        kind = self.program.structs[struct.kind.name].get(attr)
        if kind is None:
            raise Refused(f"{ast.unparse(value)} has no field {attr}")
        return Term(f"{struct.text}->{attr}", kind)

    def _length(self, value: ast.expr) -> Term:
        """Write the length of an array: of a field, or of one that never changes."""
        array, _ = self.array(value)
        if isinstance(value, ast.Attribute):
            return Term(f"{array}_size", Number.INT)
        if array in self.program.arrays:
            return _constant(len(self.program.arrays[array]))
        raise Refused(f"the length of {ast.unparse(value)} is not known in C")

    # ------------------------------------------------------------ calls

    def _call(self, name: str, args: Sequence[ast.expr]) -> Term:
        if name in _CASTS:
            (one,) = args
            return _as(_CASTS[name], self.number(one)[0])
        if name in ("max", "min"):
            return self._extreme(name, [self.number(one) for one in args])
        if name == "sqrt":
            (one,) = args
            return Term(f"sqrt({self.number(one)[0]})", Number.DOUBLE)
        if name == "len":
            (one,) = args
            return self._length(one)
        if name == "part":
            (array, of), first = self.array(args[0]), self.integer(args[1])
            return Term(f"({array} + {first})", Array(of))
        function = self.program.look_up(self.key.module, name).function
        if function is None:
            raise Refused(f"{name} is not a function")
        return self._translated(function, args)

    def _extreme(self, name: str, given: Sequence[tuple[str, Number]]) -> Term:
        """Write the maximum or minimum of some numbers; the first of equal ones."""
        text, kind = given[0]
        letters = {Number.INT: "i", Number.SINGLE: "s", Number.DOUBLE: "d"}
        for other, other_kind in given[1:]:
            kind = max(_joined(kind, other_kind), Number.INT)
            text = f"{name}_{letters[kind]}({text}, {other})"
        return Term(text, kind)

    def _translated(self, function: Key, args: Sequence[ast.expr]) -> Term:
        parameters = self.program.parameters[function]
        if len(args) != len(parameters):
            raise Refused(f"{function.name} takes {len(parameters)} positional arguments")
        kinds = parameters.values()
        texts = [self.stored(self.term(one), kind) for one, kind in zip(args, kinds, strict=True)]
        return Term(f"{function.c_name}({', '.join(texts)})", self.program.returns[function])


def _constant(value: bool | int | float) -> Term:
    if isinstance(value, bool):
        return Term("true" if value else "false", Number.BOOL)
    if isinstance(value, int):
        if not -(1 << 63) < value < 1 << 63:
            raise Refused(f"{value} has more than 64 bits")
        text = f"INT64_C({abs(value)})"
        return Term(text if value >= 0 else f"(-{text})", Number.INT)
    return Term(f"({value.hex()})", Number.DOUBLE)


def _joined(one: Number, other: Number) -> Number:
    try:
        return join(one, other)
    except Mismatch as error:
        raise Refused(str(error)) from error


def _only_ints(op: ast.operator, kind: Number) -> None:
    if kind is not Number.INT:
        raise Refused(f"{type(op).__name__} is only for integers")


def _as(kind: Number, text: str) -> Term:
    return Term(f"(({NAMES[kind]}){text})", kind)
