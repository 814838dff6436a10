"""The first picture in a real terminal: there early, left as it stands, and given back."""

import os
import re
import signal
import sys
from pathlib import Path
from time import monotonic

import pytest

from regicide_tui.play.saves.files import write
from tests.play.games import game
from tests.terminal.conftest import Start
from tests.terminal.terminal import HELP, Terminal

pytestmark = pytest.mark.processes

APP = b"\x1b[?1000h"
"""The app has the terminal: it asks for the mouse."""
_ESCAPES = re.compile(rb"\x1b(?:\[[0-9;?<>=]*[ $]?[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")
_MOVES = re.compile(rb"\x1b\[[0-9;]*[A-H]")
MENU, TABLE = "Daily deal", "q quit"
SOON = 15.0
TRIES = 5


LOADED = """
import sys
from regicide_tui import cli
from regicide_tui.tui.startup.early import EarlyTerminal
def show(terminal, written):
    terminal.give_back()
    asked = "msgspec textual asyncio argparse dataclasses inspect typing_extensions"
    print("loaded:", *[name for name in asked.split() if name in sys.modules], "all told")
    raise SystemExit
EarlyTerminal.show = show
cli.main()
"""


INTERRUPTED = """
import io, os, signal, sys
from regicide_tui.tui.startup.early import hold_terminal
class Interrupted(io.FileIO):
    def write(self, data):
        os.kill(os.getpid(), signal.SIGTERM)
        return super().write(data)
raw = Interrupted(2, "wb", closefd=False)
sys.__stderr__ = io.TextIOWrapper(io.BufferedWriter(raw), write_through=True)
try:
    hold_terminal().show("the picture")
except RuntimeError:
    pass
signal.pause()
"""
"""A signal comes while the picture is written."""


def painted_early(start: Start, *arguments: str, shows: str = MENU, **more: str) -> Terminal:
    """Start the app, and wait for the first picture; the app itself is not there yet.

    On a loaded machine a test may look too late. Then the app is started again.
    """
    for _ in range(TRIES):
        terminal = start(*arguments, **more)
        terminal.shows(shows)
        if APP not in terminal.raw:
            return terminal
        terminal.kill()
        terminal.ends(SOON)
    pytest.fail("The first picture was never there before the app.")


def echoes(terminal: Terminal) -> bool:
    """Tell whether the terminal is left with its own screen, its cursor, and its echo."""
    left = terminal.raw.rfind(b"\x1b[?1049l") > terminal.raw.rfind(b"\x1b[?1049h")
    cursor = terminal.raw.rfind(b"\x1b[?25h") > terminal.raw.rfind(b"\x1b[?25l")
    return left and cursor and terminal.echoes


@pytest.mark.parametrize(
    ("arguments", "shows"), [((), MENU), (("new", "--seed", "7F3K"), TABLE)], ids=["menu", "table"]
)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
def test_the_app_takes_over_without_writing_anything(
    start: Start, arguments: tuple[str, ...], shows: str, size: tuple[int, int]
) -> None:
    terminal = start(*arguments, size=size)
    terminal.shows(shows)
    terminal.settles()
    before, page, cursor = len(terminal.raw), terminal.page, terminal.cursor
    terminal.until(lambda: APP in terminal.raw)
    terminal.settles(0.5)
    after = terminal.raw[before:]
    assert _ESCAPES.sub(b"", after) == b""
    assert b"\x1b[2J" not in after
    assert terminal.raw.count(b"\x1b[?1049h") == 1
    assert terminal.page == page
    assert terminal.cursor == cursor
    assert _MOVES.search(after) is None
    terminal.press("q")
    assert terminal.ends(SOON) == 0
    assert terminal.restored


def test_keys_typed_before_the_app_is_there_are_obeyed_and_not_shown(start: Start) -> None:
    terminal = painted_early(start, "new", "--seed", "7F3K", shows=TABLE)
    page = terminal.page
    terminal.press("right", "right", "?")
    assert terminal.page == page
    terminal.shows(HELP)
    terminal.press("?")
    terminal.until(lambda: HELP not in terminal.page)
    terminal.settles()
    first = terminal.cursor
    terminal.changes("right")
    assert terminal.cursor > first
    terminal.press("q")
    assert terminal.ends(SOON) == 0
    assert terminal.restored


def test_a_page_opened_before_the_app_is_there_is_shown(start: Start) -> None:
    terminal = painted_early(start)
    terminal.press("o")
    terminal.shows("SETTINGS")
    terminal.press("q")
    assert terminal.ends(SOON) == 0


def test_who_types_before_the_app_is_there_can_leave(start: Start) -> None:
    terminal = painted_early(start)
    terminal.press("q")
    assert terminal.ends(SOON) == 0
    assert terminal.restored


def test_a_window_resized_before_the_app_is_there_is_painted_whole(start: Start) -> None:
    terminal = painted_early(start, "new", "--seed", "7F3K", shows=TABLE)
    page = terminal.page
    terminal.resize(30, 8)
    terminal.resize(80, 24)
    assert terminal.page != page
    terminal.until(lambda: APP in terminal.raw)
    terminal.until(lambda: terminal.page == page)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 128 + 15), (signal.SIGHUP, 128 + 1)])
def test_a_signal_before_the_app_is_there_gives_the_terminal_back(
    start: Start, number: signal.Signals, code: int
) -> None:
    terminal = painted_early(start)
    terminal.kill(number)
    assert terminal.ends(SOON) in (code, 0)  # 0 if the app came before the signal
    assert echoes(terminal)


def test_a_signal_while_the_picture_is_written_ends_the_program(tmp_path: Path) -> None:
    with Terminal([sys.executable, "-c", INTERRUPTED], tmp_path) as terminal:
        assert terminal.ends(SOON) == 128 + signal.SIGTERM
        assert echoes(terminal)


def test_ctrl_c_before_the_app_is_there_gives_the_terminal_back(start: Start) -> None:
    terminal = painted_early(start)
    terminal.press("\x03")
    assert terminal.ends(SOON) in (130, 0)
    assert echoes(terminal)
    assert b"Traceback" not in terminal.raw


@pytest.mark.parametrize(
    "delay", [pytest.param(at / 20, marks=[pytest.mark.attack] * (at % 4 > 0)) for at in range(12)]
)
def test_ctrl_c_ends_the_program_at_any_moment_of_its_start(start: Start, delay: float) -> None:
    terminal = painted_early(start)
    then = monotonic() + delay
    while monotonic() < then:
        terminal.read(0.01)
    terminal.press("\x03")
    assert terminal.ends(SOON) in (130, 0)
    assert echoes(terminal)
    assert b"Traceback" not in terminal.raw


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "xterm", "COLORTERM": ""}])
def test_with_few_colours_nothing_is_written_either(
    start: Start, variables: dict[str, str]
) -> None:
    terminal = start(**variables)
    terminal.shows(MENU)
    terminal.settles()
    before = len(terminal.raw)
    terminal.until(lambda: APP in terminal.raw)
    terminal.settles(0.5)
    assert _ESCAPES.sub(b"", terminal.raw[before:]) == b""
    terminal.press("q")
    assert terminal.ends(SOON) == 0


def test_a_program_that_can_not_start_leaves_the_terminal_as_it_was(start: Start) -> None:
    terminal = start("open", os.devnull + "-nothing")
    assert terminal.ends(SOON) == 3
    assert b"\x1b[?1049h" not in terminal.raw
    assert b"There is no saved game or file" in terminal.raw


@pytest.mark.parametrize("command", [(), ("resume",)], ids=["menu", "table"])
def test_what_only_the_app_needs_is_not_loaded_before_the_picture(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    write(tmp_path / "saves" / "one.save", game(2))
    with Terminal([sys.executable, "-c", LOADED, *command], tmp_path) as terminal:
        terminal.shows("all told")
        assert "loaded: msgspec all told" in terminal.page


@pytest.mark.parametrize(("card", "number"), [("▟3♦", 1), ("▟4♦", 3), ("▟9♠", 8)])
def test_a_click_on_the_first_picture_counts(start: Start, card: str, number: int) -> None:
    terminal = start("new", "--seed", "7F3K")
    terminal.shows(card)
    terminal.click(card, at_once=True)
    terminal.shows("esc clear", f"▴{number}")
