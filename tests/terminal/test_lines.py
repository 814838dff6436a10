"""Whole games by lines at a real server, with OpenSSH's client: text, and JSON for programs."""

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.server.lines.typists import OVER, check_printed, next_line
from tests.terminal.terminal import PATIENCE
from tests.terminal.test_getting_in import command, server  # noqa: F401
from tests.terminal.test_server import Server

pytestmark = pytest.mark.processes

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "program.py"


_MARK = "zzmark"
"""A word that is no command: its answer ends what was answered before."""


def name(server: Server, folder: Path, one: str, mode: str, typed: str) -> None:  # noqa: F811
    """Let somebody with a new key get a name by lines."""
    asked = command(server, folder, one, one, mode)
    subprocess.run(
        [*asked[:1], "-T", *asked[1:]],
        input=f"{typed}\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )


class Pipe:
    """A client of OpenSSH without a terminal: lines go in, lines come out."""

    def __init__(self, asked: list[str], term: str) -> None:
        pipe = subprocess.PIPE
        self.ssh = subprocess.Popen(
            asked, stdin=pipe, stdout=pipe, env={**os.environ, "TERM": term, "LANG": "C"}
        )
        self.printed = ""

    def asks(self, line: str) -> str:
        """Type a line; read its answer, and what others have done."""
        assert self.ssh.stdin is not None
        assert self.ssh.stdout is not None
        since = len(self.printed)
        self.ssh.stdin.write(f"{line}\n{_MARK}\n".encode())
        self.ssh.stdin.flush()
        while f"There is no command {_MARK}." not in self.printed[since:]:
            assert select.select([self.ssh.stdout], [], [], PATIENCE)[0], self.printed[-2000:]
            read = os.read(self.ssh.stdout.fileno(), 65_536).decode()
            assert read, self.printed
            self.printed += read
        return " ".join(self.printed[since:].split())

    def close(self) -> int:
        """End the input, and read to the end; return the status."""
        printed, _ = self.ssh.communicate(b"quit\n", timeout=PATIENCE)
        self.printed += printed.decode()
        return self.ssh.returncode


@contextmanager
def client(asked: list[str], term: str = "dumb") -> Iterator[Pipe]:
    """Run a client, and end it."""
    pipe = Pipe(asked, term)
    try:
        yield pipe
    finally:
        pipe.ssh.kill()
        pipe.ssh.wait()


@pytest.mark.parametrize(
    ("game", "option"),
    [
        pytest.param("regicide 1", "-T", id="regicide by pipes"),
        pytest.param("regicide 1", "-tt", id="regicide at a dumb terminal"),
        pytest.param("duel", "-T", id="duel by pipes"),
        pytest.param("duel", "-tt", id="duel at a dumb terminal"),
        pytest.param("king 2", "-T", id="king by pipes", marks=pytest.mark.attack),
        pytest.param("king 2", "-tt", id="king at a dumb terminal", marks=pytest.mark.attack),
    ],
)
def test_a_whole_game_is_played_at_a_server_by_lines(
    server: Server,  # noqa: F811
    tmp_path: Path,
    game: str,
    option: str,
) -> None:
    rng = Random(game)
    asked = command(server, tmp_path, "ada", "ada")
    asked.insert(1, option)
    name(server, tmp_path, "ada", "text", "ada")
    with client(asked) as ada:
        ada.asks(f"open {game}")
        if game != "regicide 1":
            ada.asks("bot")
        news = ada.asks("start")
        while OVER not in news:
            if "You are to" in news:
                news = ada.asks(next_line(news, rng))
            elif "You are to" not in (news := ada.asks("")) and OVER not in news:  # a bot thinks
                assert ada.ssh.stdout is not None
                select.select([ada.ssh.stdout], [], [], 0.5)
        assert ada.close() == 0
        check_printed(ada.printed)


@pytest.mark.parametrize("game", ["regicide", "duel", "king_of_the_dead"])
def test_the_example_programs_play_a_whole_game_against_each_other(
    server: Server,  # noqa: F811
    tmp_path: Path,
    game: str,
) -> None:
    clients = {one: command(server, tmp_path, one, one) for one in ("ann-bot", "bob-bot")}
    ways = {"ann-bot": ("open", game), "bob-bot": ("join", "ann-bot")}
    players = [
        subprocess.Popen(
            [sys.executable, str(EXAMPLE), *ways[program], asked[0], "-T", *asked[1:]],
            stdout=subprocess.PIPE,
            text=True,
        )
        for program, asked in clients.items()
    ]
    said = [player.communicate(timeout=10 * PATIENCE)[0] for player in players]
    assert said[0] == said[1]
    assert re.match(r"won by \[.*\]\n", said[0])
