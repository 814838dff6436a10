"""Windows that change their size all the time, and pictures painted bit by bit."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.terminal.conftest import Start
from tests.terminal.driver import act, hand
from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.processes

KEYS = (*"12345678", "enter", "enter", "left", "right", "up", "down", "home", "end", "space")
KEYS += ("c", "f", "u", "U", "y", "[", "]", "??")
STEPS = 70
LONG_QUIET = 0.3
"""Seconds."""


def at_rest(terminal: Terminal) -> str:
    """Return the table without picked cards, notices and scrolling, when all is painted."""
    terminal.settles(LONG_QUIET)
    if "Same deal again" in terminal.page:
        terminal.changes("v")
    # The first one may close the help: if it is opened and closed at once, it can stay open.
    terminal.press("backspace", "backspace", *"]" * 40, "home")
    terminal.has_done_all()
    return terminal.page


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.attack)])
def test_a_window_can_be_resized_at_any_moment(start: Start, tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    terminal = start("new", "--seed", f"{seed}")
    terminal.shows("1-8 pick", "q quit")
    for _ in range(STEPS):
        terminal.resize(rng.randint(10, 200), rng.randint(5, 60))
        terminal.press(rng.choice(KEYS))
        terminal.read(rng.choice((0, 0, 0.05)))
    terminal.resize(80, 24)
    after_the_storm = at_rest(terminal)
    terminal.press("q")
    assert terminal.ends() == 0
    assert terminal.restored
    newest = max(tmp_path.glob("saves/*.save"), key=lambda path: path.stat().st_mtime_ns)
    again = start("open", str(newest))
    again.shows("turn ", "menu")
    assert at_rest(again) == after_the_storm


def is_wide(terminal: Terminal, width: int) -> bool:
    """Tell whether a table of this width is on the screen."""
    return len(terminal.page.split("\n")[0]) == width - 1


def is_showing(terminal: Terminal, page: str) -> bool:
    """Tell whether the screen is this one."""
    return terminal.page == page


def paint_whole(terminal: Terminal) -> None:
    """Have the whole window painted anew, in another size and then as it was."""
    for width in (90, 80):
        terminal.resize(width, 24)
        terminal.until(partial(is_wide, terminal, width))


@pytest.mark.slow
def test_what_is_painted_bit_by_bit_is_what_would_be_painted_whole(start: Start) -> None:
    rng = Random(3)
    terminal = start("new", "--seed", "7F3K")
    terminal.shows("1-8 pick", "q quit")
    for number in range(36):
        if number % 3 == 2 or len(hand(terminal)) < 2:
            act(terminal, rng)
        else:
            terminal.changes(rng.choice(("left", "right")))
        if number % 4 == 3:
            terminal.settles(LONG_QUIET)
            bit_by_bit = terminal.page
            paint_whole(terminal)
            terminal.until(partial(is_showing, terminal, bit_by_bit))


def test_what_something_else_wrote_on_the_screen_can_be_painted_over(start: Start) -> None:
    terminal = start("new", "--seed", "7F3K")
    terminal.shows("1-8 pick", "q quit")
    terminal.settles(LONG_QUIET)
    page = terminal.page
    terminal.scribble("You have new mail.")
    assert terminal.page != page
    terminal.press("ctrl+l")
    terminal.until(partial(is_showing, terminal, page))


@pytest.mark.parametrize(
    ("size", "seen", "unseen"),
    [
        ((60, 20), ("Tavern", "1-8 pick", "Nothing has happened"), "too small"),
        ((59, 20), ("too small", "least 60x20"), "Tavern"),
        ((24, 6), ("60x20",), "Tavern"),
    ],
)
def test_a_window_shows_a_table_or_says_that_it_is_too_small(
    start: Start, size: tuple[int, int], seen: tuple[str, ...], unseen: str
) -> None:
    terminal = start("new", size=size)
    terminal.shows(*seen)
    assert unseen not in terminal.page
    terminal.resize(80, 24)
    terminal.shows("Tavern", "1-8 pick", "q quit")


def test_a_window_of_one_cell_is_survived(start: Start) -> None:
    terminal = start("new", size=(1, 1))
    terminal.until(lambda: b"\x1b[?1049h" in terminal.raw)
    terminal.resize(80, 24)
    terminal.shows("1-8 pick", "q quit")


def test_the_first_picture_is_written_once_with_the_cursor_on_its_card(start: Start) -> None:
    terminal = start("new", "--seed", "7F3K")
    terminal.shows("1-8 pick", "q quit")

    def at_the_cursor() -> str:
        line, column = terminal.cursor
        return terminal.page.split("\n")[line][column:][:1]

    terminal.until(lambda: at_the_cursor() == "1")
    terminal.settles(LONG_QUIET)
    assert at_the_cursor() == "1"
    assert terminal.raw.count(b"seed 7F3K") == 1
