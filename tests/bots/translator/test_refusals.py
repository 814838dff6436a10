"""What the translator doesn't know is refused, with its file and line."""

from pathlib import Path
from textwrap import indent

import pytest

from regicide_tui.bots.translator.program import Program, Refused
from regicide_tui.bots.translator.source import write_source
from tests.bots.translator.modules import LINES_ABOVE, module_of

HEAD = "@compiled\ndef f(a: int, x: float, ints: Ints, rows: Floats, board: Board) -> int:\n"
BODIES = {
    "[one for one in ints]": "ListComp is not translated",
    "a + x * single(a)": "DOUBLE and SINGLE don't mix",
    "single(a) + a": "SINGLE and INT don't mix",
    "a + 'text'": "Constant is not translated",
    "x // 2.0": "FloorDiv is only for integers",
    "x & 1": "BitAnd is only for integers",
    "ints[x]": "x is not an integer",
    "a[0]": "a is not an array",
    "ints + 1": "ints is not a number",
    "board.colour": "board has no field colour",
    "len(ints)": "the length of ints is not known in C",
    "len(a)": "a is not an array",
    "ints.size": "ints is not a named tuple",
    "later + 1": "later is not a number, an array of numbers or a translated function",
    "print(a)": "print is not a number, an array of numbers or a translated function",
    "a in ints": "ints is not a tuple",
    "a is not None": "IsNot is not translated",
    "a not in (1, 2)": "NotIn is not translated",
    "(a or x) + 1": "a or x is a number, not a truth value",
    "9223372036854775808": "has more than 64 bits",
    "lambda: a": "Lambda is not translated",
    "f(a, x, ints, rows)": "f takes 5 positional arguments",
    "f(a, x, ints, ints, board)": "can't be stored as",
    "change(ints) + ints[0]": "another part reads them",
    "change(ints) * change(ints)": "another part reads them",
    "int(change(ints) < a < 3) + change(ints)": "another part reads them",
    "int(a in (change(ints), ints[0]))": "another part reads them",
    "rows[change(ints) + ints[0]]": "another part reads them",
    "rows[a, a]": "Tuple is not translated",
    "ints(3)": "ints is not a number, an array of numbers or a translated function",
}
STATEMENTS = {
    "a = x": "DOUBLE can't be stored as INT",
    "total = other = a": "Assign is not translated",
    "total: int = a": "AnnAssign is not translated",
    "pass": "Pass is not translated",
    "total = 0\ntotal += x": "DOUBLE can't be stored as INT",
    "for one in ints:\n    a += one": "a loop over ints is not translated",
    "for one in range(3):\n    a += one\nelse:\n    a = 2": "For is not translated",
    "while a:\n    a -= 1\nelse:\n    a = 2": "While is not translated",
    "try:\n    a = 1\nfinally:\n    a = 2": "Try is not translated",
    "with a:\n    pass": "With is not translated",
    "raise ValueError": "Raise is not translated",
    "assert a": "Assert is not translated",
    "global TABLE": "Global is not translated",
    "import os": "Import is not translated",
    "del a": "Delete is not translated",
    "def inner() -> int:\n    return 1": "FunctionDef is not translated",
    "ints[ints[0]] = change(ints)": "another part reads them",
    "ints[change(ints)] = ints[0]": "another part reads them",
    "ints[0] += change(ints)": "another part reads them",
    "ints[change(ints):3] = ints[ints[0]:]": "another part reads them",
    "for one in (change(ints), ints[0]):\n    a += one": "another part reads them",
    "for one in range(change(ints), ints[0]):\n    a += one": "another part reads them",
    "ints[:] = 0": "a slice needs an end and must have no step",
    "ints[0:6:2] = 0": "a slice needs an end and must have no step",
    "rows[:3] = 0": "0 is not a part of an array",
    "ints[:2] = rows[:2]": "has a different kind of numbers",
    "board.turn = 3": "board.turn can't be assigned to",
    "some = doubles(a)": "name 'a' is not defined",
    "some = doubles(3)\nsome = doubles(4)": "some is created twice",
    "b, c = ints": "ints is not a tuple",
    "b = c\nc = 1": "c has no value yet",
    "for one in range(0, 3, 0):\n    a += one": "a range needs a step",
}
HELPER = "\n\n@compiled\ndef change(ints: Ints) -> int:\n    ints[0] = 1\n    return 1\n"


def _refused(text: str, folder: Path) -> str:
    with module_of(text, folder) as name, pytest.raises(Refused) as refused:
        write_source(Program([name]))
    return str(refused.value)


@pytest.mark.parametrize("text", BODIES)
def test_expressions(tmp_path: Path, text: str) -> None:
    said = _refused(f"{HEAD}    return {text}\n{HELPER}", tmp_path)
    assert BODIES[text] in said
    assert f".py:{LINES_ABOVE + 3}: " in said


@pytest.mark.parametrize("text", STATEMENTS)
def test_statements(tmp_path: Path, text: str) -> None:
    said = _refused(f"{HEAD}{indent(text, '    ')}\n    return 0\n{HELPER}", tmp_path)
    assert STATEMENTS[text] in said
    assert ".py:" in said


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("def f(a: int = 3) -> int:", "have no default"),
        ("def f(*a: int) -> int:", "have no default"),
        ("def f(a: str) -> int:", "str is not a kind of"),
        ("def f(a) -> int:", "an annotation is missing"),
        ("def f(a: int):", "an annotation is missing"),
        ("def f(a: int) -> list[int]:", "list[int] is not a kind of"),
    ],
)
def test_heads(tmp_path: Path, head: str, why: str) -> None:
    assert why in _refused(f"@compiled\n{head}\n    return 0\n", tmp_path)
