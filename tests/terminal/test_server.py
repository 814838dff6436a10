"""A real server with real clients: whole games, logins, its journal, its files and its end."""

import errno
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic

import pytest

from regicide_tui.tui.input.keyboard import REACTION
from tests.terminal.driver import PAYING, hand
from tests.terminal.terminal import PATIENCE, PROGRAM, Terminal, environment

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh"),
]

_END = "Another game"
_SECONDS_TO_CLOSE = 4.0
"""About 2 s on a machine with nothing else to do."""
_BAND = 12
"""The first row below the table, at 80x24: there the preview may stand."""
_ACTS = re.compile(r"^ \d(-\d)? pick|y yield|1-\d player", re.MULTILINE)


class Server:
    """A server that can be killed and opened again, with `more` in its environment."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.folder = folder
        self._environment = environment(folder, **more)
        self.config = folder / "house.toml"
        self.port = 0
        self.process: subprocess.Popen[str]

    def open(self, journal: int = subprocess.DEVNULL, before: Sequence[str] = ()) -> None:
        """Open it, again by the same port, and wait until one can come in."""
        config = self.config.read_text() if self.config.exists() else ""
        if "drain_seconds" not in config:  # no test of something else waits for that
            self.config.write_text(f"drain_seconds = 0\n{config}")
        command = [*before, *PROGRAM, "serve", "--port", str(self.port)]
        command += ["--config", str(self.config)]
        self.process = subprocess.Popen(
            command,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=journal,
            text=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"ssh -p (\d+) NAME@localhost", said)
        assert found, said
        self.port = int(found[1])

    def kill(self, number: int = signal.SIGKILL) -> int:
        """End it by a signal; return its exit code."""
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def ask(self, *arguments: str) -> str:
        """Return what a command of the operator says."""
        done = subprocess.run(
            [*PROGRAM, *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """An open server."""
    server = Server(tmp_path / "house")
    server.folder.mkdir()
    server.open()
    yield server
    if server.process.poll() is None:
        server.kill()


@pytest.fixture
def come(server: Server, tmp_path: Path) -> Iterator["Come"]:
    """Lets people come to the server."""
    with ExitStack() as terminals:
        yield Come(server, tmp_path, terminals)


def asks_to_end(person: Terminal) -> None:
    """Let somebody at a table ask all others to end the game; alone, that ends it."""
    person.press("E")
    person.shows("nd the game")
    person.press("E")
    person.shows("Press E again")
    person.press("E")


class Come:
    """Connects by a real client, each name with a key of its own."""

    def __init__(self, server: Server, folder: Path, terminals: ExitStack) -> None:
        self._server = server
        self._folder = folder
        self._terminals = terminals

    def __call__(
        self,
        name: str,
        term: str = "xterm-256color",
        *,
        takes_name: bool = True,
        request: str = "",
    ) -> Terminal:
        """Come as somebody, from a terminal of some kind; whoever is new takes the name.

        The client may ask for something, such as `review 1234@5`.
        """
        key = self._folder / f"key-{name}"
        new = not key.exists()
        if new:
            made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
            subprocess.run(made, check=True)
        command = [
            *("ssh", "-F", "none", "-p", f"{self._server.port}", "-i", f"{key}"),
            *("-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR"),
            *("-o", f"UserKnownHostsFile={self._folder / 'known'}"),
            *("-o", "StrictHostKeyChecking=accept-new"),
            *("-t", f"{name}@127.0.0.1", *request.split()),
        ]
        terminal = self._terminals.enter_context(Terminal(command, self._folder, TERM=term))
        if new and takes_name:
            terminal.shows("CHOOSE YOUR NAME", name)
            terminal.press("enter")
        return terminal


COLOURS = {
    "tmux-256color": (b"8;5;", b"8;2;"),
    "screen-256color": (b"8;5;", b"8;2;"),
    "screen-256color-bce": (b"8;5;", b"8;2;"),
    "xterm-256color-italic": (b"8;5;", b"8;2;"),
    "wezterm": (b"8;2;", b"8;5;"),
    "xterm": (b";9", b"8;5;"),
}
"""Which colours are drawn in each kind of terminal, and which never."""


def test_visitors_see_the_colours_of_their_terminals(come: Come) -> None:
    for term, (drawn, never) in COLOURS.items():
        with come("ada", term) as terminal:
            terminal.shows("ada")
            terminal.settles()
            assert drawn in terminal.raw, term
            assert never not in terminal.raw, term


def opens_the_first(person: Terminal) -> None:
    """Let somebody in the lobby open the table at the top."""
    answers = "Choose a free seat", "digit again."
    person.press("1")
    person.until(lambda: any(one in person.page for one in answers))
    if answers[1] in person.page:  # a moment ago the digit led to another table
        person.settles(0.7)
        person.press("1")
    person.shows(answers[0])


def gather(people: dict[str, Terminal], game: str, *choices: tuple[str, str]) -> None:
    """Open a table by the first of the people, let the others sit down, and start."""
    host, *others = people.values()
    host.press("n")
    host.shows("OPEN A TABLE")
    for key, shown in choices:
        host.press(key)
        host.shows(shown)
    host.press("enter")
    host.shows(game.upper(), "Waiting for someone")
    for seat, person in enumerate(others, 2):
        person.shows(f"Join {game}")
        opens_the_first(person)
        person.press(str(seat))
        person.shows("Ready")
        person.press("R")
        person.shows("Not ready")
    host.shows("Everyone is ready.")
    host.press("G")
    for person in people.values():
        person.shows("turn 1")


def settle(people: dict[str, Terminal]) -> None:
    """Wait until everybody sees the same: somebody acts, or it is over."""
    for person in people.values():
        person.settles()


def who_acts(people: dict[str, Terminal]) -> list[Terminal]:
    """Return the windows in which somebody can act, once nothing is written any more."""
    settle(people)
    return [person for person in people.values() if _ACTS.search(person.page)]


def act(people: dict[str, Terminal]) -> bool:
    """Let whoever must act do so, as well as anybody who knows no rules; tell whether one could."""
    acting, end = who_acts(people), monotonic() + PATIENCE
    while len(acting) > 1:  # the newest picture of somebody is late
        assert monotonic() < end, "several can act"
        acting = who_acts(people)
    if not acting:
        return any(_END not in person.page for person in people.values())
    (person,) = acting
    person.settles(REACTION)  # somebody else has just acted
    if "Your hand is empty" in person.page:
        person.aims("y")
    elif PAYING.search(person.page):
        for place in range(1, 9):
            if "enough" in person.page:
                break
            person.changes(str(place))
        person.aims("enter")
    else:
        person.aims("enter")
    return True


def play_out(people: dict[str, Terminal]) -> None:
    """Play until the game is over for all."""
    for _ in range(200):
        if not act(people):
            return
    raise AssertionError("the game has no end")


def position(person: Terminal) -> str:
    """Return what lies on the table, without pointer, choice, and what passes between players."""
    person.settles()
    rows = person.page.split("\n")
    table = "\n".join(rows[1:_BAND])
    return re.sub(r"[ ╱▌]+", " ", table) + " ".join(hand(person))


def comes_back_to(person: Terminal, before: str) -> None:
    """Wait until somebody sees the table as it was, perhaps after what happened meanwhile."""
    person.until(lambda: "WHILE YOU WERE AWAY" in person.page or position(person) == before)
    if "WHILE YOU WERE AWAY" in person.page:
        person.press("escape")
    person.until(lambda: position(person) == before)


def test_a_game_is_played_to_its_end_through_a_lost_line_and_a_killed_server(
    server: Server, come: Come
) -> None:
    people = {name: come(name) for name in ("ada", "bea", "cyd")}
    for name, person in people.items():
        person.shows(f"Welcome, {name}")
    gather(people, "Regicide for 3", ("down", "› Players"), ("3", "random   1   2   3"))
    watcher = come("dee")
    watcher.shows("Watch Regicide for 3")
    watcher.press("1")
    watcher.shows("watching")
    for _ in range(3):
        act(people)

    # One line drops, and one comes back.
    settle(people)
    before = position(people["cyd"])
    people["cyd"].kill()
    people["ada"].shows("cyd is away")
    people["cyd"] = come("cyd")
    comes_back_to(people["cyd"], before)
    people["ada"].until(lambda: "cyd is away" not in people["ada"].page)

    # The server is killed in the middle, and opened again.
    positions = {name: position(person) for name, person in people.items()}
    server.kill()
    for person in people.values():
        person.ends()
    server.open()
    people = {name: come(name) for name in people}
    for name, person in people.items():
        comes_back_to(person, positions[name])

    play_out(people)
    for person in people.values():
        person.shows(_END, "Watch the replay")
    watcher = come("dee")
    watcher.shows("1 to replay")
    watcher.press("g")
    watcher.shows("FINISHED GAMES", "ada, bea and cyd")
    watcher.press("enter")
    watcher.shows("Replay 0/", "JACK OF ")
    watcher.press("end")
    watcher.shows("the end")
    assert "games finished" in server.ask("serve", "--status")
    assert server.ask("users").count("ssh-ed25519") == 4


def test_three_games_at_once(come: Come) -> None:
    names = ("ada", "bea", "cyd", "dee")
    ada, bea, cyd, dee = (come(name) for name in names)
    for name, person in zip(names, (ada, bea, cyd, dee), strict=True):
        person.shows(f"Welcome, {name}")
    gather({"ada": ada, "bea": bea}, "Regicide Duel", ("right", "›Regicide Duel"))
    king_for_two = (("left", "›King of the Dead"), ("down", "› Players"), ("2", "random   1   2"))
    gather({"cyd": cyd, "dee": dee}, "King of the Dead for 2", *king_for_two)
    act({"ada": ada, "bea": bea})
    cyd.settles()
    dee.settles()
    (king,) = [person for person in (cyd, dee) if "e end turn" in person.page]
    (other,) = [person for person in (cyd, dee) if person is not king]
    king.press("e")
    other.shows("e end turn")


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_everybody_is_told_when_the_server_closes(
    server: Server, come: Come, told: signal.Signals
) -> None:
    ada = come("ada")
    ada.shows("Welcome, ada")
    assert server.kill(told) == 0
    assert ada.ends() == 0
    assert b"The server is closing for a moment." in ada.raw
    # Once after the choice of a name, and once now.
    assert ada.raw.rstrip().count(b"\x1b[?1049l") == 2


_RESTARTS = "This server is about to restart. Your games are saved: reconnect in a moment."


def test_whoever_is_there_reads_of_the_restart_and_can_finish_before_it(
    server: Server, come: Come
) -> None:
    server.kill()
    server.config.write_text(f"drain_seconds = {int(PATIENCE)}")
    server.open()
    ada = come("ada")
    ada.shows("Welcome, ada")
    server.process.send_signal(signal.SIGTERM)
    ada.shows(*_RESTARTS.split())
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port))
    ada.press("n")
    ada.shows("OPEN A TABLE")
    ada.press("enter")
    ada.shows("Waiting for someone")
    ada.shows(*_RESTARTS.split())
    assert server.kill(signal.SIGTERM) == 0, "the second signal ends the wait"
    assert ada.ends() == 0
    assert b"The server is closing for a moment." in ada.raw
    assert "regicide for" in server.ask("tables")


def test_once_the_last_visitor_has_left_the_server_waits_no_longer(
    server: Server, come: Come
) -> None:
    server.kill()
    server.config.write_text("drain_seconds = 60")
    server.open()
    ada = come("ada")
    ada.shows("Welcome, ada")
    server.process.send_signal(signal.SIGTERM)
    ada.shows(*_RESTARTS.split())
    ada.press("q")
    assert ada.ends() == 0
    assert server.process.wait(PATIENCE) == 0


def test_a_server_closes_when_its_terminal_hangs_up(tmp_path: Path) -> None:
    with Terminal([*PROGRAM, "serve", "--port", "0"], tmp_path) as operator:
        operator.shows("The server is running")
        operator.process.send_signal(signal.SIGHUP)
        operator.shows("The server is closing.")
        assert operator.ends() == 0


def test_under_nohup_the_server_outlives_the_terminal_of_its_operator(
    server: Server, come: Come
) -> None:
    server.kill(signal.SIGTERM)
    server.open(before=["nohup"])
    server.process.send_signal(signal.SIGHUP)
    come("ada").shows("Welcome, ada")
    assert server.kill(signal.SIGTERM) == 0


def test_clients_that_never_hang_up_cannot_keep_the_server_open(server: Server, come: Come) -> None:
    ada = come("ada")
    ada.shows("Welcome, ada")
    ada.kill(signal.SIGSTOP)
    with socket.create_connection(("127.0.0.1", server.port)) as silent:
        assert silent.recv(7) == b"SSH-2.0"  # and no more of the handshake
        before = monotonic()
        assert server.kill(signal.SIGTERM) == 0
        assert monotonic() - before < _SECONDS_TO_CLOSE


def test_a_name_opens_only_with_its_key(server: Server, come: Come, tmp_path: Path) -> None:
    come("ada").shows("Welcome, ada")
    (tmp_path / "key-ada").unlink()
    stranger = come("ada", takes_name=False)
    assert stranger.ends() == 255
    server.ask("users", "--add-key", "ada", str(tmp_path / "key-ada.pub"))
    come("ada").shows("Welcome, ada")


def test_a_new_name_proves_its_key_and_then_says_the_password_once(
    server: Server, come: Come
) -> None:
    server.kill()
    server.config.write_text('password = "harbour"')
    server.open()
    ada = come("ada", takes_name=False)
    ada.shows("The password of this server:")
    ada.press("Harbour", "enter")
    ada.until(lambda: ada.page.count("The password of this server:") == 2)
    ada.press("harbour", "enter")
    ada.shows("CHOOSE YOUR NAME")
    ada.press("enter")
    ada.shows("Welcome, ada")
    come("ada").shows("Welcome, ada")
    assert server.ask("users").count("ssh-ed25519") == 1


def test_everything_a_server_writes_is_its_owners_alone(server: Server, come: Come) -> None:
    come("ada").shows("Welcome, ada")
    folder = server.folder / "house"
    names = {file.name for file in folder.iterdir()}
    status = f"status-{server.port}.sock"
    assert {"house.db", "house.db-wal", "host_key", "lock", status} <= names
    assert [file for file in [folder, *folder.iterdir()] if file.stat().st_mode & 0o077] == []


def test_what_others_could_read_is_closed_to_them_when_the_server_opens(server: Server) -> None:
    server.kill()
    folder = server.folder / "house"
    folder.chmod(0o755)
    (folder / "house.db").chmod(0o644)
    server.open()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "house.db").stat().st_mode & 0o777 == 0o600


def test_a_server_is_opened_once_and_by_a_port_of_its_own(server: Server, tmp_path: Path) -> None:
    def refused(folder: Path, host: str = "127.0.0.1") -> str:
        command = [*PROGRAM, "serve", "--host", host, "--port", f"{server.port}"]
        done = subprocess.run(
            command, env=environment(folder), capture_output=True, text=True, check=False
        )
        assert done.returncode == 3
        return done.stderr

    assert refused(server.folder) == "regicide-tui: A server is already running here.\n"
    taken = f"The server can't listen at 127.0.0.1, port {server.port}: address already in use.\n"
    assert refused(tmp_path / "other") == f"regicide-tui: {taken}"
    elsewhere = f": {os.strerror(errno.EADDRNOTAVAIL).lower()}.\n"
    assert refused(tmp_path / "other", "192.0.2.1").endswith(elsewhere)
    assert "tables playing" in server.ask("serve", "--status")


def test_no_server_is_open(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "serve", "--status"],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (3, "regicide-tui: No server is running here.\n")


def test_the_removed_option_for_several_workers_names_the_new_way(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "serve", "--workers", "2"],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert done.stderr.startswith("regicide-tui: --workers was removed. One server is one process.")
    assert "several servers with one PostgreSQL database behind HAProxy" in done.stderr


def test_a_journal_that_nobody_reads_holds_up_nobody(tmp_path: Path) -> None:
    server = Server(tmp_path / "house")
    server.folder.mkdir()
    reader, writer = os.pipe()
    try:
        os.set_blocking(writer, False)
        with suppress(BlockingIOError):
            while True:
                os.write(writer, b"x" * 512)
        os.set_blocking(writer, True)
        server.open(writer)
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
            line.settimeout(PATIENCE)
            assert line.recv(4) == b"SSH-"
        begun = monotonic()
        assert server.kill(signal.SIGTERM) == 0
        assert monotonic() - begun < _SECONDS_TO_CLOSE
    finally:
        os.close(reader)
        os.close(writer)
