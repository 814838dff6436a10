"""Programs of others that have a seat, as one types it."""

import shlex
import sys
from pathlib import Path

import pytest

from regicide_tui.play.saves.files import read
from tests.terminal.conftest import Start
from tests.terminal.terminal import Terminal
from tests.thinking.test_external_bot import EXAMPLE

pytestmark = pytest.mark.processes

GUEST_BEGINS = ("--names", "Ada", "--seed", "7F3K", "--option", "first_player=2")


def play(start: Start, folder: Path, program: str, *arguments: str) -> Terminal:
    """Begin a game in which this Python program has the last seat, and the first turn."""
    bot = folder / "my bot.py"
    bot.write_text(program)
    command = shlex.join([sys.executable, str(bot)])
    return start("play", "--bot-command", command, *GUEST_BEGINS, *arguments)


def test_a_program_plays_in_the_last_seat_and_is_told_like_anybody(
    start: Start, tmp_path: Path
) -> None:
    terminal = play(start, tmp_path, EXAMPLE)
    terminal.shows("Stranger plays", "Ada")
    terminal.press("q")
    assert terminal.ends() == 0
    (path,) = (tmp_path / "saves").glob("*.save")
    assert (read(path).seats, read(path).bots) == (("Ada", "Stranger"), ("", "program"))


def test_the_program_of_the_document_runs_as_an_executable_file(
    start: Start, tmp_path: Path
) -> None:
    bot = tmp_path / "my_bot.py"
    bot.write_text(EXAMPLE)
    bot.chmod(0o755)
    start("play", "--bot-command", str(bot), *GUEST_BEGINS).shows("Stranger plays", "Ada")


def test_it_sits_behind_the_bots(start: Start, tmp_path: Path) -> None:
    terminal = play(start, tmp_path, EXAMPLE, "--bots", "page")
    terminal.shows("3 players", "Ada", "Pip", "Stranger")


def test_a_program_that_goes_wrong_loses_its_seat_also_in_the_resumed_game(
    start: Start, tmp_path: Path
) -> None:
    terminal = play(start, tmp_path, "def think():\n    raise ValueError('no idea')\nthink()")
    why = "(exit code 1: ValueError: no idea)"
    terminal.shows(f"Stranger has ended {why}. A page plays on.", "Stranger plays")
    terminal.press("q")
    assert terminal.ends() == 0
    assert f"The program has ended {why}." in terminal.page
    assert "line 2, in think" in terminal.page
    terminal = start("resume")
    terminal.shows("Stranger plays", "7 of 7")


def test_who_leaves_while_a_program_thinks_does_not_wait_for_it(
    start: Start, tmp_path: Path
) -> None:
    terminal = play(start, tmp_path, "import sys; sys.stdin.read()")
    terminal.shows("Stranger is to play.")
    terminal.press("q")
    assert terminal.ends(5.0) == 0
    assert terminal.restored


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "required: --bot-command"),
        (("--bot-command", "/no/such program"), "There is no program '/no/such'."),
        (("--bot-command", __file__), f"Can't run {__file__!r}: it is not executable"),
        (("--bot-command", "''x'"), "can't be read: No closing quotation"),
        (("--bot-command", "true", "--players", "1"), "one player must be a person"),
    ],
)
def test_a_program_that_can_not_play_is_refused_before_the_screen_is_taken(
    start: Start, arguments: tuple[str, ...], words: str
) -> None:
    terminal = start("play", *arguments, size=(200, 24))
    assert terminal.ends() == 2
    assert words in terminal.page
    assert b"\x1b[?1049h" not in terminal.raw
