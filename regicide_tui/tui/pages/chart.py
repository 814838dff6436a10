"""A chart of the chance to win, drawn in cells, from the deal to the end of a game."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import ceil, floor
from operator import itemgetter
from typing import NamedTuple

from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.rendering.symbols import Symbols

MARGIN = 5
"""Cells of the figures at the left."""
_AROUND = 2
"""Rows besides the chart: the pointer above, the marks below."""
_SHORTEST = 2
"""Tenths that the axis spans at least."""
_CLOSE = 1e-9
"""Tolerance for chances that should be whole tenths."""
_APART = 2
"""The least number of columns from one mark to the next."""
_WIDEST_STEP = 8
"""Columns of one point at most."""


class Chart(NamedTuple):
    """The data of a chart: a chance or None for each point, the pointer, and some points' signs."""

    chances: Sequence[float | None]
    pointer: int
    marks: Mapping[int, str]


def chart_rows(chart: Chart, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the chart in a width and height, the pointer above it and the marks below.

    The axis spans the known chances. An unknown chance is dotted.

    If there are few points, each is several columns wide; if there are many, a column stands for
    several points and shows the last known one, or the one at the pointer. The number of rows is
    even, so that a half can be read off.
    """
    points, tall = len(chart.chances), (height - _AROUND) // 2 * 2
    columns = min(width - MARGIN, points * _WIDEST_STEP)
    shown = [_chance(chart.chances, column, columns) for column in range(columns)]
    axis = axis_of(chart.chances)
    at = column_of(chart.pointer, points, columns)
    shown[at] = chart.chances[chart.pointer]  # the text beside the chart tells this one
    pointer = {at: symbols.down}
    marked = sorted(chart.marks)
    below = _apart([column_of(point, points, columns) for point in marked], columns)
    marks = {column: chart.marks[point] for column, point in zip(below, marked, strict=True)}
    return [
        _signs_row(pointer, columns, "accent+bold"),
        *[_level_row(shown, tall - row, tall, axis, symbols) for row in range(tall)],
        _signs_row(marks, columns, "warning+bold"),
    ]


def axis_of(chances: Sequence[float | None]) -> tuple[float, float]:
    """Return the chances at the bottom and the top of the axis, whole tenths around the known.

    They differ by at least a fifth, so that a small difference doesn't look large.
    """
    known = [chance for chance in chances if chance is not None]
    if not known:
        return 0.0, 1.0
    low, high = floor(10 * min(known) + _CLOSE), ceil(10 * max(known) - _CLOSE)
    while high - low < _SHORTEST:
        low, high = max(0, low - 1), min(10, high + 1)
    return low / 10, high / 10


def _chance(chances: Sequence[float | None], column: int, columns: int) -> float | None:
    """Return the chance that a column shows, or None."""
    first = column * len(chances) // columns
    last = max(first + 1, (column + 1) * len(chances) // columns)
    known = [chance for chance in chances[first:last] if chance is not None]
    return known[-1] if known else None


def _level_row(
    shown: Sequence[float | None], row: int, tall: int, axis: tuple[float, float], symbols: Symbols
) -> Row:
    """Return one row of all columns; rows count from 1 at the bottom."""
    low, high = axis
    heights = [None if one is None else (one - low) / (high - low) for one in shown]
    cells = groupby([_cell(height, row, tall, symbols) for height in heights], itemgetter(1))
    signs = [Run("".join([sign for sign, _ in group]), style) for style, group in cells]
    return (Run(_figure(row, tall, axis), "muted"), *signs)


def _figure(row: int, tall: int, axis: tuple[float, float]) -> str:
    """Return the label at the left of a row: the percentage at its upper edge.

    In the lowest row it is the percentage at its lower edge.
    """
    low, high = axis
    figures = {tall: high, tall // 2: (low + high) / 2, 1: low}
    return f"{round(100 * figures[row]):>3}% " if row in figures else " " * MARGIN


def _cell(height: float | None, row: int, tall: int, symbols: Symbols) -> tuple[str, str]:
    """Return the sign and the style of a column in a row; the uppermost sign is the line itself.

    An unknown chance is dotted in all rows, so that it looks like no value at all.
    """
    if height is None:
        return symbols.unknown, "faint"
    levels = symbols.levels or (" ", symbols.full)
    filled = round(height * tall * len(levels)) - (row - 1) * len(levels)
    if filled > len(levels):
        return levels[-1], "line"
    return (levels[filled - 1] if filled > 0 else " "), "success"


def _apart(places: Sequence[int], columns: int) -> list[int]:
    """Return the columns of marks in their order, with a blank between any two of them.

    A mark moves only if it must, so that 1 and 3 side by side are not read as 13. There must be
    room for all marks.
    """
    apart: list[int] = []
    for number, place in enumerate(places):
        free = apart[-1] + _APART if apart else 0
        room = columns - 1 - _APART * (len(places) - 1 - number)
        apart.append(min(max(place, free), room))
    return apart


def _signs_row(signs: Mapping[int, str], columns: int, style: str) -> Row:
    """Return a row with signs in some columns."""
    row = [" "] * columns
    for column, sign in signs.items():
        row[column] = sign
    return (Run(" " * MARGIN), Run("".join(row).rstrip(), style))


def column_of(point: int, points: int, columns: int) -> int:
    """Return the column of a point: the middle of its columns."""
    return min(columns - 1, (2 * point + 1) * columns // (2 * points))
