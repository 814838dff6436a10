"""The coach's panel: texts with signs in them, and the key to go on."""

import pytest

from regicide_tui.play.settings import Settings
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, Run, Symbols
from regicide_tui.tui.widgets.table import Coach, coach_rows
from tests.tui.models import lines, page

TEXT = "Play {8D}: {D} draws."
ON: Key = ("enter", "go on", "confirm")


def coach(text: str, key: Key | None = None) -> Coach:
    """Return a coach who says this."""
    palette = palette_of("dark", four_colours=Settings().four_colours)
    speaking = Coach(Look(palette, DRAWN))
    speaking.say("Attack 1/5", text, "text", key)
    return speaking


def rows_of(text: str, width: int, symbols: Symbols = DRAWN) -> list[Row]:
    return coach_rows("Attack", text, "text", width, symbols)


def test_cards_and_suits_are_drawn_with_their_signs_and_colours() -> None:
    (row,) = rows_of(TEXT, 40)
    assert Run("8♦", "diamonds") in row
    assert Run("♦", "diamonds") in row
    assert lines([row]) == ["Attack  Play 8♦: ♦ draws."]


def test_in_plain_letters_the_signs_are_letters() -> None:
    assert page(rows_of(TEXT, 40, PLAIN)) == "Attack  Play 8D: D draws."


def test_a_sign_stays_with_its_punctuation_when_a_line_is_broken() -> None:
    assert [line.strip() for line in lines(rows_of(TEXT, 11))] == ["Attack", "Play 8♦:", "♦ draws."]


def test_the_title_stands_before_the_text_and_the_key_behind_it() -> None:
    painted = [line.strip() for line in lines(coach(TEXT, ON).paint(60, 3))]
    assert painted == ["Attack 1/5  Play 8♦: ♦ draws.  enter go on", "", ""]


@pytest.mark.parametrize(("size", "first"), [((60, 4), 0), ((80, 3), 0), ((120, 3), 1)])
def test_a_short_text_begins_in_the_row_in_which_a_longer_one_does(
    size: tuple[int, int], first: int
) -> None:
    for many in (1, 2 * size[0] // 30):
        painted = lines(coach(f"{TEXT} " * many, ON).paint(*size))
        assert [y for y, line in enumerate(painted) if "Attack" in line] == [first]


def test_where_the_last_line_is_full_the_key_stands_below_it() -> None:
    painted = [line.strip() for line in lines(coach(TEXT, ON).paint(34, 3))]
    assert painted == ["Attack 1/5  Play 8♦: ♦ draws.", "enter go on", ""]


@pytest.mark.parametrize(("height", "shown"), [(2, True), (1, False)])
def test_the_key_is_left_out_where_there_is_no_room_for_it(height: int, shown: bool) -> None:
    painted = page(coach(TEXT, ON).paint(34, height))
    assert ("go on" in painted) is shown
    assert "draws." in painted


def test_the_key_can_be_clicked() -> None:
    runs = [run for row in coach(TEXT, ON).paint(60, 3) for run in row]
    assert {run.text.strip() for run in runs if run.action == "confirm"} == {"enter", "go on"}
