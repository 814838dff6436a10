"""What real terminals send to the real program."""

import time
from pathlib import Path

import pytest

from regicide_tui.play.saves.saves_folder import SavesFolder
from tests.terminal.conftest import Start
from tests.terminal.driver import hand
from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.processes

SOON = 5.0
"""Seconds in which a program that was told to end has ended."""
LATE_ANSWERS = (
    "\x1bP>|XTerm(390)\x1b\\\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[?997;1n\x1b[?61;4;6;7;14;21;22c"
    "\x1b[>84;0;0c\x1b[0n\x1b[24;80R\x1b[?2048;2$y\x1b[48;24;80;480;640t\x1b[48;0;0;0;0t"
)
ODD_KEYS = "\x1b[1;1:3A\x1b[9999999999;5u\x1b[55296u\x1b[;;;;;u\x1b[97;1:3u\x1b[1112065;9u"


def at_the_table(start: Start, **more: str) -> Terminal:
    """Begin a game."""
    terminal = start("new", "--seed", "7F3K", **more)
    terminal.shows("1-8 pick", "q quit")
    terminal.has_done_all()  # it reads keys
    return terminal


def test_answers_and_odd_keys_change_nothing(start: Start) -> None:
    terminal = at_the_table(start)
    before = terminal.page
    terminal.press(LATE_ANSWERS, ODD_KEYS)
    terminal.has_done_all()
    assert terminal.page == before
    terminal.press("ctrl+q")
    assert terminal.ends(SOON) == 0
    assert terminal.restored


def test_a_click_lands_where_it_was_made_also_after_a_size_was_reported(start: Start) -> None:
    terminal = at_the_table(start)
    terminal.press("\x1b[?2048;2$y\x1b[48;24;80;480;640t")
    terminal.click("THEN")
    terminal.press(LATE_ANSWERS)
    terminal.changes("3")
    cards = hand(terminal)
    picked = terminal.page
    terminal.press("3")
    terminal.settles()
    terminal.click(f"▟{cards[2]}")
    terminal.until(lambda: terminal.page == picked)


@pytest.mark.parametrize("key", ["\x03", "\x11"])
def test_a_paste_whose_end_is_lost_leaves_a_way_out(start: Start, key: str) -> None:
    terminal = at_the_table(start)
    terminal.press("\x1b[200~lost")
    time.sleep(0.6)  # what ends a paste is that nothing comes for half a second
    terminal.press(key)
    assert terminal.ends(SOON) == 0
    assert terminal.restored


def test_shift_changes_no_key_without_a_second_meaning(start: Start, tmp_path: Path) -> None:
    terminal = at_the_table(start)
    terminal.changes("s")
    for key in ("I", "\x1b[32;2u", "AM", "\x1b[127;2u", "x"):
        terminal.press(key)
        terminal.settles()
    terminal.press("\x1b[13;2u")
    terminal.shows("Saved as 'I Ax'")
    terminal.press("ctrl+q")
    assert terminal.ends(SOON) == 0
    assert SavesFolder(tmp_path / "saves").find("I Ax")


def test_the_window_is_as_large_as_the_terminal_says(start: Start) -> None:
    terminal = at_the_table(start, COLUMNS="120", LINES="40")
    before = terminal.page
    assert before == at_the_table(start).page
    terminal.resize(100, 30)
    terminal.until(lambda: len(terminal.page.split("\n")[0]) > 80)
    terminal.resize(80, 24)
    terminal.until(lambda: terminal.page == before)


def test_a_key_of_another_layout_acts_by_its_place_where_the_terminal_tells_it(
    start: Start,
) -> None:
    terminal = at_the_table(start)
    terminal.changes("3")
    picked = terminal.page
    terminal.changes("\x1b[34::51;;34u")  # on AZERTY the key with 3
    terminal.changes("\x1b[34::51;;34u")
    assert terminal.page == picked
    terminal.press("\x1b[1081::113;;1081u")  # Cyrillic, on the key with q
    assert terminal.ends(SOON) == 0


# ---------------------------------------------------------------- what the terminal answers

WHITE = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
TRUE_COLOURS = "\x1bP>|foot(1.16)\x1b\\\x1bP1$r0;48:2::1:2:3m\x1b\\"


def test_the_colours_follow_the_background_and_are_remembered(start: Start) -> None:
    terminal = at_the_table(start)
    dark = terminal.fill_of("turn", "seed")
    terminal.press(WHITE)
    terminal.until(lambda: terminal.fill_of("turn", "seed") != dark)
    light = terminal.fill_of("turn", "seed")
    terminal.press("\x1b[?997;1n")
    terminal.until(lambda: terminal.fill_of("turn", "seed") == dark)
    terminal.press("\x1b[?997;2n")
    terminal.until(lambda: terminal.fill_of("turn", "seed") == light)
    terminal.press("ctrl+q")
    assert terminal.ends(SOON) == 0
    assert terminal.raw.rindex(b"\x1b[?2031l") > terminal.raw.rindex(b"\x1b[?2031h")
    again = start("new", "--seed", "7F3K")
    again.shows("1-8 pick")
    assert again.fill_of("turn", "seed") == light
    other = start("new", "--seed", "7F3K", TERM="xterm-kitty")
    other.shows("1-8 pick")
    assert other.fill_of("turn", "seed") == dark


def test_a_terminal_that_says_so_gets_all_colours(start: Start) -> None:
    terminal = at_the_table(start, COLORTERM="")
    assert b"38;2;" not in terminal.raw
    terminal.press(TRUE_COLOURS)
    terminal.until(lambda: b"38;2;" in terminal.raw)
    assert b"\x1bP$qm\x1b\\" in terminal.raw


def test_a_player_who_has_chosen_256_colours_keeps_them(start: Start) -> None:
    terminal = at_the_table(start, COLORTERM="", TEXTUAL_COLOR_SYSTEM="256")
    terminal.press(TRUE_COLOURS)
    terminal.until(lambda: b"\x1bP$qm\x1b\\" in terminal.raw)
    terminal.has_done_all()
    assert b"38;2;" not in terminal.raw


def test_a_terminal_that_draws_suits_two_cells_wide_gets_letters(start: Start) -> None:
    terminal = at_the_table(start)
    assert "♠" in terminal.page
    terminal.press("\x1b[2;4R")
    terminal.has_done_all()
    assert "♠" in terminal.page
    terminal.press("\x1b[2;7R")
    terminal.until(lambda: "♠" not in terminal.page)
    terminal.until(lambda: terminal.page.isascii())


# ---------------------------------------------------------------- settings


def test_keys_that_mean_nothing_act_by_their_place_on_the_keyboard_of_the_settings(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_text('keyboard = "azerty"')
    terminal = at_the_table(start)
    terminal.changes("3")
    picked = terminal.page
    terminal.changes("3")
    terminal.changes('"')
    assert terminal.page == picked
    (tmp_path / "settings.toml").write_text('keyboard = "cyrillic"')
    other = at_the_table(start)
    other.press("й")
    assert other.ends(SOON) == 0


def test_the_mouse_can_be_left_to_the_terminal(start: Start, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("mouse = false")
    terminal = at_the_table(start)
    assert b"\x1b[?1000h" not in terminal.raw
    terminal.changes(":")
    terminal.press("mouse yes")
    terminal.shows("Mouse: yes")
    terminal.press("enter")
    terminal.until(lambda: b"\x1b[?1000h" in terminal.raw)
    terminal.press("ctrl+q")
    assert terminal.ends(SOON) == 0
    assert terminal.restored
