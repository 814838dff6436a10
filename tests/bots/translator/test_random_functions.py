"""Random functions of the subset give the same results in Python and in C."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from regicide_tui.bots.library import ints_of
from regicide_tui.bots.translator.program import Program
from tests.bots.translator.modules import module_of
from tests.bots.translator.native import Native

NAMES = st.sampled_from(["a", "b", "c", "d"])
_MASK = 0xFFFFFF


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return larger expressions, whose values stay small."""
    signs = st.sampled_from(["+", "-", "*", "&", "|", "^"])
    two = st.tuples(inner, signs, inner).map(lambda it: f"(({it[0]} {it[1]} {it[2]}) & {_MASK})")
    divided = st.tuples(inner, st.sampled_from(["//", "%"]), inner)
    shifted = st.tuples(inner, st.sampled_from(["<<", ">>"]), inner)
    asked = st.tuples(inner, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), inner)
    chosen = st.tuples(inner, asked, inner)
    return st.one_of(
        two,
        divided.map(lambda it: f"((-{it[0]}) {it[1]} (({it[2]} & 15) - 7 | 1))"),
        shifted.map(lambda it: f"(({it[0]} {it[1]} ({it[2]} & 7)) & {_MASK})"),
        chosen.map(lambda it: f"({it[0]} if {it[1][0]} {it[1][1]} {it[1][2]} else {it[2]})"),
        st.tuples(st.sampled_from(["max", "min"]), inner, inner).map(
            lambda it: f"{it[0]}({it[1]}, {it[2]})"
        ),
        inner.map(lambda one: f"(~{one})"),
        inner.map(lambda one: f"int(float({one}) / 3.0)"),
        inner.map(lambda one: f"int(ints[{one} & 7])"),
    )


EXPRESSIONS = st.recursive(
    NAMES | st.integers(-9, 99).map(lambda one: f"({one})"), _grown, max_leaves=8
)


def _block(statements: list[str]) -> list[str]:
    return [f"    {line}" for one in statements for line in one.split("\n")]


def _compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    bodies = st.lists(inner, min_size=1, max_size=3).map(_block)
    branches = st.tuples(EXPRESSIONS, bodies, bodies)
    loops = st.tuples(NAMES, EXPRESSIONS, bodies)
    return st.one_of(
        branches.map(lambda it: "\n".join([f"if {it[0]} > 3:", *it[1], "else:", *it[2]])),
        loops.map(lambda it: "\n".join([f"for {it[0]} in range({it[1]} & 3):", *it[2]])),
        loops.map(lambda it: "\n".join([f"for {it[0]} in range(5, {it[1]} & 3, -2):", *it[2]])),
    )


_SIMPLE = st.one_of(
    st.tuples(NAMES, EXPRESSIONS).map(lambda it: f"{it[0]} = {it[1]} & {_MASK}"),
    st.tuples(EXPRESSIONS, EXPRESSIONS).map(lambda it: f"ints[{it[0]} & 7] = {it[1]} & {_MASK}"),
    st.tuples(NAMES, EXPRESSIONS).map(lambda it: f"{it[0]} ^= {it[1]} & 255"),
    st.tuples(NAMES, NAMES).map(lambda it: f"{it[0]}, {it[1]} = {it[1]}, {it[0]}"),
)
STATEMENTS = st.recursive(_SIMPLE, _compound, max_leaves=6)
FUNCTIONS = st.lists(st.lists(STATEMENTS, min_size=1, max_size=5), min_size=1, max_size=25)


def _written(number: int, statements: list[str]) -> str:
    head = f"@compiled\ndef f{number}(a: int, b: int, c: int, d: int, ints: Ints) -> int:"
    return "\n".join([head, *_block(statements), "    return a ^ b * 3 ^ c * 5 ^ d * 7", "", ""])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("written")


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(functions=FUNCTIONS)
def test_random_functions(folder: Path, functions: list[list[str]]) -> None:
    text = "\n\n".join([_written(number, one) for number, one in enumerate(functions)])
    with module_of(text, folder) as name:
        native, module = Native(Program([name]), folder), import_module(name)
        for number in range(len(functions)):
            for numbers in ((1, 2, 3, 4), (99, 0, 7, 12345), (5, 5, 1 << 20, 31)):

                def result(call: Any, numbers: tuple[int, ...] = numbers) -> tuple[int, list[int]]:
                    ints = ints_of(range(0, 296, 37))
                    return int(call(*numbers, ints)), ints.tolist()

                python = getattr(module, f"f{number}")
                machine = lambda *args, f=f"f{number}": native.call(name, f, *args)  # noqa: E731
                assert result(machine) == result(python), functions[number]
