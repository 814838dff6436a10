"""The line of chances in cells: high where the chance is, whatever the window and the game."""

import pytest

from regicide_tui.tui.pages.review import MARGIN, Chart, axis_of, chart_rows
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Symbols, width_of


def drawn(chart: Chart, width: int = 24, height: int = 6, symbols: Symbols = DRAWN) -> list[str]:
    """Return the rows of a chart as text."""
    return ["".join([run.text for run in row]) for row in chart_rows(chart, width, height, symbols)]


def test_a_column_is_as_high_as_the_chance() -> None:
    assert drawn(Chart((1.0, 0.5, 0.25, 0.0, None), 0, {}), MARGIN + 5) == [
        "     ↓",
        "100% █   ·",
        "     █   ·",
        " 50% ██  ·",
        "  0% ███ ·",
        "     ",
    ]


def test_the_last_part_of_a_column_is_as_high_as_the_rest() -> None:
    rows = drawn(Chart((0.03, 0.28, 0.53, 0.99), 0, {}), MARGIN + 4)
    assert [row[MARGIN:] for row in rows[1:-1]] == ["   █", "  ▁█", " ▁██", "▁███"]


def test_in_letters_a_part_of_a_row_is_a_whole_one_or_none() -> None:
    rows = drawn(Chart((1.0, 0.6, 0.3, None), 1, {2: "1"}), MARGIN + 4, symbols=PLAIN)
    assert rows == ["      v", "100% #  .", "     #  .", " 65% #  .", " 30% ## .", "       1"]


def test_few_points_are_wide_and_many_share_a_column() -> None:
    assert drawn(Chart((1.0, 0.0), 1, {}))[1] == "100% ████████        "
    many = Chart([0.5] * 200 + [1.0], 200, {0: "1", 199: "2"})
    rows = drawn(many, 60, 10)
    assert all(len(row) <= 60 for row in rows)
    assert rows[1].rstrip().endswith("█"), "the end is seen"
    assert rows[0].index("↓") == 59
    assert (rows[-1].index("1"), rows[-1].index("2")) == (MARGIN, 59)


@pytest.mark.parametrize(
    ("marks", "below"),
    [
        ({5: "3", 6: "1"}, "     3 1"),
        ({5: "3", 7: "1"}, "     3 1"),
        ({5: "2", 6: "3", 7: "1"}, "     2 3 1"),
        ({18: "1", 19: "2"}, "                 1 2"),
        ({17: "3", 18: "1", 19: "2"}, "               3 1 2"),
    ],
)
def test_figures_of_neighbours_do_not_read_as_one_number(marks: dict[int, str], below: str) -> None:
    rows = drawn(Chart([0.5] * 20, 0, marks), MARGIN + 20)
    assert rows[-1][MARGIN:] == below


def test_decisions_in_one_column_each_keep_their_figure() -> None:
    rows = drawn(Chart([0.5] * 200, 0, {100: "2", 101: "1", 102: "3"}), MARGIN + 20)
    assert rows[-1].split() == ["2", "1", "3"]


def test_a_column_for_several_shows_the_last_that_is_known() -> None:
    rows = drawn(Chart((0.2, 1.0, None, 0.2), 3, {}), MARGIN + 2)
    assert rows[1] == "100% █ "


def test_the_column_at_the_pointer_shows_the_chance_that_is_told_beside_it() -> None:
    chances = (0.2, 1.0, 0.2, None)
    assert drawn(Chart(chances, 0, {}), MARGIN + 2)[1] == "100%   "
    assert drawn(Chart(chances, 1, {}), MARGIN + 2)[1] == "100% █ "
    assert drawn(Chart(chances, 3, {}), MARGIN + 2)[1] == "100% █·"


@pytest.mark.parametrize("height", [6, 7])
def test_a_half_can_be_read_off(height: int) -> None:
    rows = drawn(Chart((0.5,), 0, {}), height=height)
    assert len(rows) == 6
    assert rows[3].startswith(" 50% ████████")
    assert rows[2].strip() == ""


@pytest.mark.parametrize(
    ("chances", "axis"),
    [
        ((0.95, 0.99, 1.0), (0.8, 1.0)),
        ((0.95, None, 0.42), (0.4, 1.0)),
        ((0.0, 0.31), (0.0, 0.4)),
        ((0.5, 0.5), (0.4, 0.6)),
        ((0.3, 0.7), (0.3, 0.7)),
        ((0.0,), (0.0, 0.2)),
        ((None, None), (0.0, 1.0)),
    ],
)
def test_the_axis_fits_the_chances(
    chances: tuple[float | None, ...], axis: tuple[float, float]
) -> None:
    assert axis_of(chances) == axis


def test_no_row_is_wider_than_the_window() -> None:
    for points in (1, 2, 19, 20, 21, 300):
        chart = Chart([0.5] * points, points - 1, {points - 1: "1"})
        assert all(width_of(row) <= 24 for row in chart_rows(chart, 24, 6, DRAWN))
