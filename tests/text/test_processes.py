"""Whole games by lines alone: through a dumb terminal, and through pipes, with the real program."""

import os
import pty
import re
import select
import subprocess
import termios
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.terminal.terminal import PATIENCE, PROGRAM, environment

pytestmark = pytest.mark.processes

_MARK = "zzmark"
"""A word that is no command: its answer ends what was answered before."""
_ANSWERED = re.compile(r"There is no command zzmark\. help lists the commands\.\r?\n(?:> )?$")
_PAY = re.compile(r"You are to pay (\d+)")
_CARD = re.compile(r"(\d+) (Ace|\d+|Jack|Queen|King) of")
_VALUES = {"Ace": 1, "Jack": 10, "Queen": 15, "King": 20}


class Reader:
    """Types lines into the program, and reads what it prints, in order."""

    def __init__(self, typed: int, printed: int) -> None:
        self._typed, self._printed = typed, printed

    def answer(self, line: str) -> str:
        """Return what is printed after a line."""
        os.write(self._typed, f"{line}\n{_MARK}\n".encode())
        read, end = "", monotonic() + PATIENCE
        while not _ANSWERED.search(read):
            assert select.select([self._printed], [], [], end - monotonic())[0], read
            read += os.read(self._printed, 65_536).decode()
        shown = read.replace("> ", "").replace("\r\n", "\n")
        for one in shown.splitlines():
            assert one.isprintable(), one
            assert len(one) <= 79, one
        return _ANSWERED.sub("", shown)


@contextmanager
def dumb_terminal(folder: Path) -> Iterator[Reader]:
    """Run the program in a terminal that can't move its cursor; keys are not echoed."""
    ours, theirs = pty.openpty()
    silent = termios.tcgetattr(theirs)
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, silent)
    process = subprocess.Popen(
        [*PROGRAM, "text"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(folder, TERM="dumb"),
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Reader(ours, ours)
        os.write(ours, b"quit\n")
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)


@contextmanager
def pipes(folder: Path) -> Iterator[Reader]:
    """Run the program with pipes in place of a terminal."""
    process = subprocess.Popen(
        [*PROGRAM, "text"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(folder, TERM="xterm"),
    )
    with ExitStack() as streams:
        assert process.stdin is not None
        assert process.stdout is not None
        streams.callback(process.stdout.close)
        streams.callback(process.wait)
        streams.callback(process.kill)
        yield Reader(process.stdin.fileno(), process.stdout.fileno())
        process.stdin.close()  # the end of the input leaves, too
        assert process.wait(PATIENCE) == 0


def _next_line(read: str, rng: Random) -> str:
    """Return a line by what was read, and nothing else: pay with the largest, or play something."""
    hand = read.rpartition("Hand:")[2].replace("\n", " ")
    held = [(number, _VALUES.get(rank) or int(rank)) for number, rank in _CARD.findall(hand)]
    if owed := _PAY.search(read):
        left, picked = int(owed[1]), list[str]()
        for number, value in sorted(held, key=lambda one: -one[1]):
            if left > 0:
                picked.append(number)
                left -= value
        return "flip" if left > 0 else " ".join(picked)
    if "Type the letter" in read:
        return "a"
    if "are to choose" in read or "is to choose" in read:
        return rng.choice(["1", "2", "pass"])
    return f"{rng.choice([number for number, _ in held] or ['yield'])}"


@pytest.mark.parametrize(
    "opened",
    [
        pytest.param(dumb_terminal, id="pty", marks=pytest.mark.attack),
        pytest.param(pipes, id="pipes"),
    ],
)
@pytest.mark.parametrize(
    "begin", ["new regicide 1", "new regicide 3 page page", "new duel page", "new king 2 page"]
)
def test_a_whole_game_is_played_by_lines(tmp_path: Path, opened: type, begin: str) -> None:
    rng = Random(begin)
    with opened(tmp_path) as reader:
        read = reader.answer(f"{begin} seed=7F3K")
        for number in range(2_000):
            if "undo, next, again, review" in read:
                break
            stuck = "king" in begin and number % 4 == 3
            read = reader.answer("end" if stuck else _next_line(reader.answer("hand") + read, rng))
            if "You are to" not in read:
                read = reader.answer("") if "undo, next" not in read else read
        assert "undo, next, again, review" in read
        assert "seed 7F3K" in read.replace("\n", " ") or "Seed 7F3K" in read.replace("\n", " ")
        games = "1 solo game" if begin == "new regicide 1" else "1 game"
        assert games in reader.answer("result")


def test_bytes_that_are_no_text_are_answered_as_any_other_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "text"],
        input=b"\xff\xfe\x00\x1b[2J\nhelp undo\n",
        capture_output=True,
        env=environment(tmp_path),
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    unknown, undo = done.stdout.decode().splitlines()[-2:]
    assert unknown.startswith("There is no command")
    assert undo == "undo: Undo the last action."


def test_the_words_of_the_command_are_its_first_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "text", "new", "regicide", "1", "seed=7F3K"],
        input="",
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("You are to play.")


_LOADED = """
import sys
from regicide_tui import cli
cli.main()
unwanted = "textual asyncio argparse dataclasses inspect typing_extensions markdown_it readline"
print("loaded:", *[name for name in unwanted.split() if name in sys.modules], "all told")
"""


def test_a_session_starts_without_what_it_does_not_need(tmp_path: Path) -> None:
    said = subprocess.run(
        [*PROGRAM[:1], "-c", _LOADED, "text"],
        input="quit\n",
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert said.stdout.endswith("Goodbye.\nloaded: all told\n")
