"""The canvas: what is painted is what is read from it, cell by cell."""

import pytest

from regicide_tui.tui.rendering.canvas import Canvas, on
from regicide_tui.tui.rendering.paint import Run, width_of
from tests.tui.models import lines


def cells(canvas: Canvas, y: int = 0) -> list[tuple[str, str]]:
    """Return the characters of a row, each with its style; of a blank only the ground counts."""
    return [
        (char, run.style if char != " " else run.style.partition("/")[2])
        for run in canvas.rows()[y]
        for char in run.text
    ]


def test_an_empty_canvas_is_its_ground() -> None:
    rows = Canvas(4, 2, "felt").rows()
    assert lines(rows) == ["", ""]
    assert [width_of(row) for row in rows] == [4, 4]
    assert {run.style for row in rows for run in row} == {"text/felt"}


def test_text_lies_on_the_ground_that_is_there_or_on_its_own() -> None:
    canvas = Canvas(6, 1, "felt")
    assert canvas.text(1, 0, "ab", "muted+bold") == 3
    canvas.text(3, 0, "c", "accent/paper")
    assert cells(canvas)[1:4] == [
        ("a", "muted/felt+bold"),
        ("b", "muted/felt+bold"),
        ("c", "accent/paper"),
    ]


def test_what_lies_outside_is_not_painted() -> None:
    canvas = Canvas(3, 2, "felt")
    canvas.text(-1, 0, "abcde")
    canvas.text(0, 5, "below")
    canvas.fill(-5, -5, 6, 6, "paper")
    canvas.put(9, 9, "x", "text")
    canvas.pixel(-1, 3, "accent")
    canvas.paste(2, 1, [(Run("xyz", "text/band"),)])
    assert lines(canvas.rows()) == [" cd", "  x"]
    assert canvas.ground(0, 0) == "paper"
    assert canvas.ground(9, 9) == "night"


@pytest.mark.parametrize(("words", "width"), [("日本", 4), ("e\u0301a", 2)])
def test_wide_characters_and_marks_take_the_cells_they_take_in_a_terminal(
    words: str, width: int
) -> None:
    canvas = Canvas(6, 1, "felt")
    assert canvas.text(0, 0, words) == width
    canvas.text(width, 0, "!")
    (row,) = canvas.rows()
    assert lines([row]) == [f"{words}!"]
    assert width_of(row) == 6


def test_two_pixels_share_a_cell() -> None:
    canvas = Canvas(3, 1, "felt")
    canvas.pixel(0, 0, "accent")
    canvas.pixel(1, 1, "accent")
    canvas.pixel(2, 0, "accent")
    canvas.pixel(2, 1, "accent")
    assert cells(canvas) == [("▀", "accent/felt"), ("▀", "felt/accent"), (" ", "accent")]


def test_without_halves_of_cells_the_upper_pixel_is_seen() -> None:
    canvas = Canvas(2, 1, "felt", pixels=False)
    canvas.pixel(0, 0, "accent")
    canvas.pixel(1, 1, "accent")
    assert canvas.ground(0, 0) == "accent"
    assert canvas.ground(1, 0) == "felt"
    assert lines(canvas.rows()) == [""]


def test_a_picture_is_painted_in_the_colours_of_its_letters_and_dots_are_clear() -> None:
    canvas = Canvas(3, 1, "felt")
    canvas.picture(0, 0, ("a.b", "a.."), "H")
    assert cells(canvas) == [(" ", "H:a"), (" ", "felt"), ("▀", "H:b/felt")]


def test_a_stamp_has_one_colour_or_one_for_each_row() -> None:
    canvas = Canvas(1, 2, "felt")
    canvas.stamp(0, 0, ("#", "#", "#"), ("text", "muted", "accent"))
    assert cells(canvas, 0) == [("▀", "text/muted")]
    assert cells(canvas, 1) == [("▀", "accent/felt")]


def test_a_click_means_what_was_said_last_of_its_cell() -> None:
    canvas = Canvas(6, 1, "felt")
    canvas.on_click(0, 0, 3, 1, "pick(1)")
    canvas.on_click(2, 0, 2, 1, "pick(2)")
    canvas.text(5, 0, (Run("x", "text", "help"),))
    clicks = [run.action for run in canvas.rows()[0] for _ in run.text]
    assert clicks == ["pick(1)", "pick(1)", "pick(2)", "pick(2)", "", "help"]


def test_what_is_pasted_keeps_its_grounds_and_covers_what_was_there() -> None:
    canvas = Canvas(4, 1, "felt")
    canvas.text(0, 0, "abcd")
    canvas.paste(1, 0, [(Run("x", "text/paper"), Run(" ", "text/band"))])
    assert lines(canvas.rows()) == ["ax d"]
    assert [canvas.ground(x, 0) for x in range(4)] == ["felt", "paper", "band", "felt"]


def test_equal_cells_are_one_run() -> None:
    canvas = Canvas(9, 1, "felt")
    canvas.text(2, 0, "one two", "muted")
    assert canvas.rows() == [(Run("  one two", "muted/felt"),)]


def test_rows_get_a_ground_where_they_have_none() -> None:
    (row,) = on("band", [(Run("a", "muted+bold"), Run("b", "text/paper"))])
    assert [run.style for run in row] == ["muted/band+bold", "text/paper"]


def test_where_there_is_no_room_nothing_is_painted() -> None:
    assert Canvas(0, 3, "felt").rows() == [(), (), ()]
    assert Canvas(3, 0, "felt").rows() == []
