"""The ways a program ends: asked to, hung up on, killed, or crashing. The game is always kept."""

import signal
import sys
import time
from pathlib import Path
from random import Random

import pytest

from regicide_tui.play.saves.files import read
from regicide_tui.play.saves.saves_folder import SavesFolder
from regicide_tui.play.table import Table
from tests.terminal.conftest import Start
from tests.terminal.driver import act, keys, over
from tests.terminal.terminal import HELP, PROGRAM, Terminal

pytestmark = pytest.mark.processes

SOON = 5.0
"""Seconds in which a program that was told to end has ended."""
KILLS = 8
"""Each in another state of a game; `tests/play/test_kill.py` kills more, and with no screen."""


def play_a_little(start: Start) -> Terminal:
    """Begin a game and take three actions."""
    terminal = start("new", "--seed", "7F3K")
    terminal.shows("1-8 pick", "q quit")
    for number in range(3):
        act(terminal, Random(number))
    return terminal


def resumed_page(start: Start) -> str:
    """Go on with the newest game; return what is on the screen."""
    terminal = start("resume")
    terminal.shows("? help", "q quit")
    terminal.settles()
    page = terminal.page
    terminal.press("q")
    assert terminal.ends() == 0
    return page


def at_first_card(terminal: Terminal) -> str:
    """Return what is on the screen with the pointer where a resumed game has it."""
    terminal.press("home")
    terminal.until(lambda: terminal.cursor == (22, 4))
    terminal.settles()
    return terminal.page


def saves(folder: Path) -> list[Path]:
    return sorted(folder.glob("saves/*.save"))


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
def test_quitting_asks_nothing_and_keeps_everything(start: Start, tmp_path: Path, key: str) -> None:
    terminal = play_a_little(start)
    page = at_first_card(terminal)
    terminal.press(key)
    assert terminal.ends(SOON) == 0
    assert terminal.restored
    assert resumed_page(start) == page
    assert len(saves(tmp_path)) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_program_told_to_end_restores_the_terminal_and_keeps_everything(
    start: Start, number: signal.Signals
) -> None:
    terminal = play_a_little(start)
    page = at_first_card(terminal)
    terminal.kill(number)
    terminal.ends(SOON)
    assert terminal.restored
    assert resumed_page(start) == page


def goes_on_and_ends(terminal: Terminal, page: str) -> None:
    """Go on after a stop: the page is drawn anew as it was, and can be left."""
    before = len(terminal.raw)
    terminal.kill(signal.SIGCONT)
    terminal.until(lambda: b"REGICIDE" in terminal.raw[before:] and terminal.page == page)
    terminal.press("q")
    assert terminal.ends(SOON) == 0
    assert terminal.restored


@pytest.mark.parametrize("command", ["{}", "sh -c '{}; exit $?'"])
def test_a_game_that_is_suspended_gives_the_shell_its_terminal_and_comes_back_whole(
    tmp_path: Path, command: str
) -> None:
    program = command.format(f"{' '.join(PROGRAM)} --no-motion new --seed 7F3K")
    script = f'{program}; read -p "in the shell"; fg'  # as with `make play`, there may be a parent
    with Terminal(["bash", "--norc", "-mc", script], tmp_path) as terminal:
        terminal.shows("1-8 pick", "q quit")
        terminal.changes("enter")
        page = at_first_card(terminal)
        terminal.press("ctrl+z")
        terminal.shows("in the shell")
        assert terminal.restored
        terminal.press("\n")
        terminal.until(lambda: terminal.page == page)
        terminal.press("q")
        assert terminal.ends(SOON) == 0
        assert terminal.restored


def test_a_game_that_no_shell_could_wake_is_not_suspended_and_says_so(start: Start) -> None:
    terminal = play_a_little(start)
    terminal.press("ctrl+z")
    terminal.shows("there is no shell to go back to")
    terminal.press("q")
    assert terminal.ends(SOON) == 0


def test_a_game_that_is_stopped_without_a_warning_comes_back_and_can_be_left(
    start: Start,
) -> None:
    terminal = play_a_little(start)
    page = at_first_card(terminal)
    terminal.kill(signal.SIGSTOP)
    terminal.until(lambda: terminal.stopped)
    goes_on_and_ends(terminal, page)


def test_a_program_ends_with_its_terminal_even_if_nobody_tells_it(start: Start) -> None:
    # In a session of its own it is not the one that the system tells.
    terminal = start("new", "--seed", "7F3K", unled=True)
    terminal.shows("1-8 pick", "q quit")
    terminal.close()
    terminal.process.wait(SOON)


def test_a_program_told_to_end_in_the_middle_of_an_action_ends(start: Start) -> None:
    terminal = play_a_little(start)
    terminal.press("1", "enter", "1", "enter")
    terminal.kill(signal.SIGTERM)
    terminal.ends(SOON)
    assert terminal.restored


def test_when_the_window_is_closed_the_program_ends_and_the_game_is_kept(start: Start) -> None:
    terminal = play_a_little(start)
    page = at_first_card(terminal)
    terminal.close()
    terminal.ends(SOON)
    assert resumed_page(start) == page


def test_a_killed_game_loses_at_most_the_action_under_way(start: Start, tmp_path: Path) -> None:
    rng, saves_folder = Random(5), SavesFolder(tmp_path / "saves")
    before: tuple[Path, Table] | None = None
    for _ in range(KILLS):
        terminal = start("resume" if before else "new")
        terminal.shows("? help", "q quit")
        terminal.settles()
        seen = play_until_killed(terminal, rng)
        assert [label.fault for label in saves_folder.labels() if label.fault] == []
        paths = [before[0]] if before else saves(tmp_path)
        moves = before[1].history.moves if before else ()
        for path in paths:
            after = read(path).history.moves
            assert after[: len(moves)] == moves
            assert seen - 1 <= len(after) - len(moves) <= seen + 1
        before = saves_folder.newest_unfinished()
        if before is None:
            for over_now in saves(tmp_path):
                over_now.unlink()
    if before is not None:
        resumed_page(start)


def play_until_killed(terminal: Terminal, rng: Random) -> int:
    """Take some actions, begin another, and be killed; return how many were to be seen done."""
    seen = 0
    for _ in range(rng.randrange(4)):
        if over(terminal):
            break
        act(terminal, rng)
        seen += 1
    if not over(terminal):
        terminal.press(*keys(terminal, rng))
        time.sleep(rng.uniform(0, 0.06))  # the moment of the kill, which may be any
    terminal.kill()
    assert terminal.ends(SOON) == -signal.SIGKILL
    return seen


CRASH = """
import sys
from regicide_tui import cli
from regicide_tui.tui.screens.table import TableScreen

def crash(self):
    raise ZeroDivisionError("on purpose")

TableScreen.action_clear = crash
sys.argv = ["regicide-tui", "new", "--seed", "7F3K"]
sys.exit(cli.main())
"""

BAD_INPUT = """
import sys
from regicide_tui import cli
from regicide_tui.tui.terminal import driver
from regicide_tui.play.table import Table

class Input(driver.TerminalInput):
    def feed(self, data, now):
        if b"\\x02" in data:
            raise ZeroDivisionError("on purpose")
        return super().feed(data, now)

driver.TerminalInput = Input
sys.argv = ["regicide-tui", "new", "--seed", "7F3K"]
sys.exit(cli.main())
"""


@pytest.mark.parametrize(("script", "key"), [(CRASH, "backspace"), (BAD_INPUT, "\x02")])
def test_a_crash_ends_the_program_restores_the_terminal_and_keeps_the_game(
    start: Start, tmp_path: Path, script: str, key: str
) -> None:
    with Terminal([sys.executable, "-c", script], tmp_path) as terminal:
        terminal.shows("1-8 pick", "q quit")
        terminal.changes("enter")
        page = at_first_card(terminal)
        terminal.press(key)
        assert terminal.ends(SOON) == 1
        assert terminal.restored
        assert_reported(terminal, tmp_path, "ZeroDivisionError: on purpose")
    assert resumed_page(start) == page


def assert_reported(terminal: Terminal, folder: Path, error: str) -> None:
    """Fail unless a crash is told in one sentence that names the report, and no traceback."""
    (report,) = folder.glob("crash-*.txt")
    text = report.read_text()
    assert "Traceback" in text
    assert error in text
    said = " ".join(terminal.raw.decode().rpartition("\x1b")[2].split())
    assert f"the program crashed ({error}). To continue: regicide-tui resume." in said
    assert report.name in said
    assert b"Traceback" not in terminal.raw


def test_keys_typed_before_the_first_picture_lose_nothing(start: Start, tmp_path: Path) -> None:
    terminal = start("new", "--seed", "7F3K")
    terminal.press("?")
    terminal.shows(HELP)
    terminal.press("?")
    terminal.shows("1-8 pick")
    terminal.changes("enter")
    terminal.press("q")
    assert terminal.ends(SOON) == 0
    assert [len(read(path).history.moves) for path in saves(tmp_path)] == [1]
