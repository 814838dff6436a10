"""Inside a shell on a far machine: a real client, a real server, and lines that drop."""

import getpass
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.terminal.terminal import PATIENCE, Terminal

SSHD = shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin")

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(
        SSHD is None or shutil.which("ssh") is None, reason="there is no ssh or no sshd"
    ),
]


class Far(NamedTuple):
    """A machine far away: its port, and the folder with the keys to it."""

    port: int
    folder: Path

    def command(self, *arguments: str, **environment: str) -> list[str]:
        """Return the command that plays there."""
        data = self.folder / "far"
        variables = {"REGICIDE_TUI_DATA_DIR": str(data), "LANG": "C.UTF-8", **environment}
        return [
            *("ssh", "-tt", "-F", "none", "-p", f"{self.port}", "-i", f"{self.folder / 'key'}"),
            *("-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR"),
            *("-o", f"UserKnownHostsFile={self.folder / 'known'}"),
            *("-o", "StrictHostKeyChecking=accept-new"),
            f"{getpass.getuser()}@127.0.0.1",
            *("env", *[f"{name}={value}" for name, value in variables.items()]),
            *(sys.executable, "-m", "regicide_tui", *arguments),
        ]


@pytest.fixture
def far(tmp_path: Path) -> Iterator[Far]:
    """Run an SSH server on this machine, for this user and one key."""
    for name in ("key", "host_key"):
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)]
        subprocess.run(command, check=True)
    (tmp_path / "key.pub").rename(tmp_path / "authorized")
    if os.getuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (tmp_path / "config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {tmp_path / 'host_key'}\n"
        f"AuthorizedKeysFile {tmp_path / 'authorized'}\nStrictModes no\nUsePAM no\n"
        f"PidFile none\nPermitRootLogin yes\nPasswordAuthentication no\n"
    )
    assert SSHD is not None
    command = [SSHD, "-D", "-e", "-f", str(tmp_path / "config")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        said = ""
        while "Server listening" not in said:
            said = server.stderr.readline()
            assert said, "the SSH server does not come up"
        yield Far(port, tmp_path)
        server.terminate()


@pytest.fixture
def connect(far: Far) -> Iterator["Connect"]:
    """Play far away, in a terminal here."""
    with ExitStack() as terminals:
        yield Connect(far, terminals)


class Connect:
    """Opens terminals in which one plays far away."""

    def __init__(self, far: Far, terminals: ExitStack) -> None:
        self._far = far
        self._terminals = terminals

    def __call__(self, *arguments: str, term: str = "xterm-256color", **far: str) -> Terminal:
        """Connect, and run the program there."""
        command = self._far.command(*arguments, **far)
        terminal = Terminal(command, self._far.folder, TERM=term)
        return self._terminals.enter_context(terminal)


def take_two_actions(terminal: Terminal) -> str:
    """Begin a game; return the table after two actions, with the pointer at the first card."""
    terminal.shows("1-8 pick", "q quit")
    terminal.changes("enter")
    terminal.changes("1", "2")
    terminal.press("backspace", "home")
    terminal.has_done_all()
    return terminal.page


def resumed(connect: Connect) -> str:
    """Go on far away; return the table."""
    terminal = connect("resume")
    terminal.shows("JACK OF ", "q quit")
    terminal.settles(0.3)
    return terminal.page


def test_one_plays_and_leaves_the_terminal_as_it_was(connect: Connect) -> None:
    terminal = connect("new", "--seed", "7F3K")
    take_two_actions(terminal)
    terminal.press("q")
    assert terminal.ends() == 0
    modes = {b"1049": b"l", b"25": b"h", b"1000": b"l", b"1006": b"l", b"2004": b"l"}
    last = {number: terminal.raw.rpartition(b"\x1b[?" + number)[2][:1] for number in modes}
    assert last == modes


def test_a_line_that_drops_loses_nothing(connect: Connect) -> None:
    terminal = connect("new", "--seed", "7F3K")
    page = take_two_actions(terminal)
    terminal.kill()
    terminal.process.wait(PATIENCE)
    assert resumed(connect) == page


def test_a_window_that_is_closed_loses_nothing(connect: Connect) -> None:
    terminal = connect("new", "--seed", "7F3K")
    page = take_two_actions(terminal)
    terminal.close()
    terminal.process.wait(PATIENCE)
    assert resumed(connect) == page


def test_far_away_nothing_moves_and_no_mouse_reports_where_it_is(connect: Connect) -> None:
    terminal = connect()
    terminal.shows("New game")
    terminal.press("o")
    terminal.shows("SETTINGS")
    assert terminal.fill_of("no", "Motion") != terminal.fill_of("yes", "Motion")
    assert terminal.fill_of("no", "Motion") == terminal.fill_of("auto", "Theme")
    assert b"\x1b[?1003h" not in terminal.raw
    assert b"\x1b[?1000h" in terminal.raw


@pytest.mark.parametrize(
    ("language", "seen", "unseen"), [("C.UTF-8", "▟J♠", " JS "), ("C", " JS ", "♠")]
)
def test_characters_are_what_the_far_shell_can_write(
    connect: Connect, language: str, seen: str, unseen: str
) -> None:
    far = {"LANG": language, "LC_ALL": language, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    terminal = connect("new", "--seed", "7F3K", **far)
    terminal.shows("1-8 pick", seen)
    assert unseen not in terminal.page


@pytest.mark.parametrize(
    ("term", "code", "never"),
    [
        ("xterm-256color", b"38;5;", b"38;2;"),
        ("tmux-256color", b"38;5;", b"38;2;"),
        ("screen-256color-bce", b"38;5;", b"38;2;"),
        ("alacritty", b"38;2;", b"38;5;"),
        ("xterm", b"", b"38;5;"),
    ],
)
def test_colours_are_what_the_far_terminal_says(
    connect: Connect, term: str, code: bytes, never: bytes
) -> None:
    terminal = connect("new", "--seed", "7F3K", term=term)
    terminal.shows("1-8 pick")
    assert code in terminal.raw
    assert never not in terminal.raw


def test_a_key_costs_few_bytes(connect: Connect) -> None:
    terminal = connect("new", "--seed", "7F3K")
    terminal.shows("1-8 pick", "q quit")
    terminal.changes("right")
    before = len(terminal.raw)
    for _ in range(4):
        terminal.changes("right")
    assert (len(terminal.raw) - before) / 4 <= 500
