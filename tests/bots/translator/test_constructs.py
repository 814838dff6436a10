"""Each construct gives the same result in Python and in C, bit for bit."""

import ctypes
import struct
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from regicide_tui.bots.library import doubles, floats, floats_of, ints, ints_of
from regicide_tui.bots.translator.program import Program
from tests.bots.translator import constructs
from tests.bots.translator.native import Native, content, round_as_c, with_singles

MODULE = constructs.__name__
GIVEN = [(0, 1), (1, 1), (7, -3), (-7, 3), (-1, -2), (5, 5), (2, 9), (12, 2), (100, 7)]


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Native:
    flags = ("-O1", "-fsanitize=undefined", "-fno-sanitize-recover")
    return Native(Program([MODULE]), tmp_path_factory.mktemp("constructs"), *flags)


@pytest.fixture(autouse=True)
def python_rounds_as_c(monkeypatch: pytest.MonkeyPatch) -> None:
    round_as_c(constructs, monkeypatch)


def _bits(found: Any) -> Any:
    """Return a result so that equal floats have equal bits, and a number has its kind."""
    if isinstance(found, tuple):
        return [_bits(one) for one in found]
    if isinstance(found, float | np.floating):
        return struct.pack("d", float(found))
    return None if found is None else int(found)


@pytest.mark.parametrize("function", constructs.BY_NUMBERS, ids=lambda one: one.__name__)
def test_functions_of_numbers(native: Native, function: Callable[..., Any]) -> None:
    for given in GIVEN:
        found = native.call(MODULE, function.__name__, *given)
        expected = function(*given)
        if isinstance(found, float):  # C has one kind for both branches of a conditional
            expected = float(expected)
        assert _bits(found) == _bits(expected), given


def _same(native: Native, function: Callable[..., Any], *given: Any) -> None:
    """Assert that both return the same and write the same into what they are given."""
    for_python = [with_singles(one) for one in given]
    found = native.call(MODULE, function.__name__, *given)
    assert _bits(found) == _bits(function(*for_python))
    assert [content(one) for one in given] == [content(one) for one in for_python]


def test_arrays_hold_what_pythons_hold(native: Native) -> None:
    given = ints_of([7 * number for number in range(-4, 5)])
    _same(native, constructs.write_all, given, floats(9), doubles(9), 9)


def test_named_tuples(native: Native) -> None:
    board = constructs.Board(ints(20), floats(12), ints_of([3, 1, 4]), 0.1, 3)
    nested = constructs.Nested(board, floats(2))
    _same(native, constructs.write_nested, nested, floats_of([1.0] * 12), 2)


def test_small_numbers(native: Native) -> None:
    small, short = array("b", [1, 2, 3]), array("h", [9, 8, 7, 6])
    _same(native, constructs.write_small, small, short, floats_of([0.1, 0.2, 0.3]), 0.5)


def test_numpys_arrays_are_taken_as_they_are(native: Native) -> None:
    given, rounded = np.arange(9, dtype=np.int64), np.zeros(9, dtype=np.float32)
    native.call(MODULE, "write_all", given, rounded, np.zeros(9), 9)
    assert rounded.tolist() == [np.float32(number / 3) for number in range(9)]


@pytest.mark.parametrize(
    "wrong", [floats(9), np.arange(18)[::2], np.zeros(9, dtype=np.int32), [1, 2, 3], 5]
)
def test_other_arrays_are_refused(native: Native, wrong: object) -> None:
    with pytest.raises((TypeError, ctypes.ArgumentError)):
        native.call(MODULE, "write_all", wrong, floats(9), doubles(9), 9)
