"""Each construct gives the same result in Python and in C, bit for bit."""

import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from regicide_tui.bots.translator.program import Program
from tests.bots.translator import constructs
from tests.bots.translator.native import Native

MODULE = constructs.__name__
GIVEN = [(0, 1), (1, 1), (7, -3), (-7, 3), (-1, -2), (5, 5), (2, 9), (12, 2), (100, 7)]


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Native:
    flags = ("-O1", "-fsanitize=undefined", "-fno-sanitize-recover")
    return Native(Program([MODULE]), tmp_path_factory.mktemp("constructs"), *flags)


def _bits(found: Any) -> Any:
    """Return a result so that equal floats have equal bits, and a number has its kind."""
    if isinstance(found, tuple):
        return [_bits(one) for one in found]
    if isinstance(found, float | np.floating):
        return struct.pack("d", float(found))
    return int(found)


@pytest.mark.parametrize("function", constructs.BY_NUMBERS, ids=lambda one: one.__name__)
def test_functions_of_numbers(native: Native, function: Callable[..., Any]) -> None:
    for given in GIVEN:
        found = native.call(MODULE, function.__name__, *given)
        expected = function(*given)
        if isinstance(found, float):  # C has one kind for both branches of a conditional
            expected = float(expected)
        assert _bits(found) == _bits(expected), given


def test_arrays_hold_what_numpys_hold(native: Native) -> None:
    def written(call: Callable[..., object]) -> list[bytes]:
        given = np.arange(-4, 5, dtype=np.int64) * 7
        rounded, exact = np.zeros(9, dtype=np.float32), np.zeros(9)
        call(given, rounded, exact, 9)
        return [one.tobytes() for one in (given, rounded, exact)]

    name = constructs.write_all.__name__
    assert written(lambda *args: native.call(MODULE, name, *args)) == written(constructs.write_all)


def test_rows_and_named_tuples(native: Native) -> None:
    def written(call: Callable[..., object]) -> list[object]:
        cells, weights = np.zeros((4, 5), dtype=np.int64), np.zeros((4, 3), dtype=np.float32)
        notes, values = np.array([3, 1, 4], dtype=np.int64), np.zeros(2, dtype=np.float32)
        board = constructs.Board(cells, weights, notes, 0.1, 3)
        rows = np.ones((3, 4), dtype=np.float32)
        found = call(constructs.Nested(board, values), rows, 2)
        return [_bits(found), *[one.tobytes() for one in (cells, weights, notes, values, rows)]]

    name = constructs.write_nested.__name__
    assert written(lambda *args: native.call(MODULE, name, *args)) == written(
        constructs.write_nested
    )
