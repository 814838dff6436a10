"""What names the bots of a simulation: levels, evaluations, and the commands of programs."""

import sys
from pathlib import Path

import pytest

from regicide_tui.simulate.bot_names import (
    parse_bots,
    parse_two_bots,
    program_command,
)
from regicide_tui.simulate.errors import BadBots

PYTHON = sys.executable


def test_bots_are_named_for_all_seats_or_for_each() -> None:
    assert parse_bots("regicide", 3, "page") == ("page",) * 3
    assert parse_bots("regicide", 2, "page, page") == ("page", "page")
    assert parse_bots("duel", 2, "knight:5,page") == ("knight:5", "page")


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        ("page,page", "one for each of 3 seats"),
        ("joker", "No bot 'joker'"),
        ("", "Separate bots by commas"),
        ("page,,page", "Separate bots by commas"),
        ("program:'python,page,page", "close all quotes"),
        ("knight:", "followed by a number of evaluations"),
        ("knight:many", "followed by a number of evaluations"),
        ("knight:-1", "followed by a number of evaluations"),
        ("joker:5", "No bot 'joker'"),
        ("page:5", "makes no evaluations"),
        ("program:", "Add a command"),
        ("program", "Add a command"),
        ("program:/no/such/program", "^There is no program '/no/such/program'[.]$"),
        (f"program:{__file__}", "it is not executable"),
    ],
)
def test_what_can_not_play_is_refused(bots: str, why: str) -> None:
    with pytest.raises(BadBots, match=why):
        parse_bots("regicide", 3, bots)


def test_a_program_of_this_folder_needs_a_slash(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    program = Path("my_bot.py")
    program.touch(0o600)
    with pytest.raises(BadBots, match="it is not executable"):
        parse_bots("regicide", 3, "program:my_bot.py")
    program.chmod(0o700)
    with pytest.raises(BadBots, match=r"^Can't run 'my_bot\.py': write \./my_bot\.py\."):
        parse_bots("regicide", 3, "program:my_bot.py")
    assert parse_bots("regicide", 1, "program:./my_bot.py")


def test_two_bots_are_compared() -> None:
    assert parse_two_bots("regicide", 2, "page, squire") == ("page", "squire")


@pytest.mark.parametrize("bots", ["page", "page,page,page", "page,dragon", "page:5,page"])
def test_a_comparison_needs_two_bots_that_play_the_game(bots: str) -> None:
    with pytest.raises(BadBots):
        parse_two_bots("regicide", 2, bots)


@pytest.mark.parametrize(
    ("bot", "command"),
    [
        (f"program:{PYTHON} my_bot.py", [PYTHON, "my_bot.py"]),
        (f"program:{PYTHON} 'my bot.py' --cards 2,3", None),
        (f"program:{PYTHON} 'my bot.py' '--cards 2,3'", [PYTHON, "my bot.py", "--cards 2,3"]),
        (f'program:\'{PYTHON}\' "a \\"b\\","', [PYTHON, 'a "b",']),
        (f"program:{PYTHON} a\\,b", [PYTHON, "a,b"]),
    ],
)
def test_a_command_has_the_words_that_a_shell_would_read(
    bot: str, command: list[str] | None
) -> None:
    if command is None:  # a comma outside quotes begins the next bot
        with pytest.raises(BadBots):
            parse_bots("regicide", 2, f"{bot},page")
        return
    first, second = parse_bots("regicide", 2, f"{bot},page")
    assert (first, second) == (bot, "page")
    assert program_command(first) == command
    assert program_command(second) is None
