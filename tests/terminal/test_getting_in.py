"""Strangers at a real server, each with OpenSSH's client: guests, names, refusals, invitations."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from tests.terminal.terminal import PATIENCE, Terminal
from tests.terminal.test_server import Server

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh"),
]

Come = Callable[..., Terminal]
GUEST = "You are a guest."
NAMING = "CHOOSE YOUR NAME"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """An open server, as it is by default: it lets guests in, since only this machine comes."""
    server = Server(tmp_path / "house")
    server.folder.mkdir()
    with (server.folder / "journal").open("w", encoding="utf-8") as journal:
        server.open(journal.fileno())
        yield server
    if server.process.poll() is None:
        server.kill()


class HasPort(Protocol):
    """A server that is open by a port."""

    port: int


def command(server: HasPort, folder: Path, name: str, keys: str, *more: str) -> list[str]:
    """Return the command of a client that has these keys, which are made if they are new."""
    files = [folder / f"key-{key}" for key in keys.split()]
    for file in files:
        if not file.exists():
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(file)], check=True
            )
    # Without a key, no key of the one who runs the tests is offered either.
    shown = [part for file in files or [folder / "none"] for part in ("-i", str(file))]
    options = [
        *("IdentitiesOnly=yes", "StrictHostKeyChecking=accept-new", "UpdateHostKeys=no"),
        f"UserKnownHostsFile={folder / 'known'}",
    ]
    return [
        *("ssh", "-F", "none", "-p", f"{server.port}", *shown),
        *[part for option in options for part in ("-o", option)],
        *([more[0]] if more[:1] == ("-t",) else []),
        f"{name}@127.0.0.1",
        *(more[1:] if more[:1] == ("-t",) else more),
    ]


@pytest.fixture
def come(server: Server, tmp_path: Path) -> Iterator[Come]:
    """Lets people come, with the keys of a list of words."""
    with ExitStack() as terminals:

        def connect(name: str, keys: str = "", *more: str) -> Terminal:
            asked = command(server, tmp_path, name, keys, *more)
            return terminals.enter_context(Terminal(asked, tmp_path, TERM="xterm-256color"))

        yield connect


def told(server: Server, folder: Path, name: str, keys: str = "", *more: str) -> str:
    """Come without a terminal of one's own; return what is said before the client ends with 1."""
    done = subprocess.run(
        command(server, folder, name, keys, *more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode in (1, 255)
    assert not done.stdout
    return done.stderr


def test_a_stranger_without_a_key_looks_around(come: Come) -> None:
    guest = come("play")
    guest.shows("Welcome, guest-", GUEST, "Get a name")
    guest.press("s")
    guest.shows("ssh-keygen -t ed25519")
    guest.press("escape")
    guest.shows(GUEST)
    guest.press("q")
    assert guest.ends() == 0


def test_a_guest_with_a_new_key_gets_a_name_and_comes_back_under_it(come: Come) -> None:
    guest = come("play", "bea")
    guest.shows("Welcome, guest-", GUEST)
    guest.press("s")
    guest.shows(NAMING)
    guest.press(*"bea", "enter")
    guest.shows("Welcome, bea.")
    for name, keys in (("play", "bea"), ("play", "another third bea"), ("root", "bea")):
        come(name, keys).shows("Welcome, bea.")


def test_the_user_of_a_machine_is_not_registered_by_accident(server: Server, come: Come) -> None:
    stranger = come("root", "root")
    stranger.shows(NAMING, "root is reserved")
    stranger.press("enter")
    stranger.shows("3 to 16 letters")
    stranger.press(*"dee", "enter")
    stranger.shows("Welcome, dee.")
    assert re.findall(r"^\S+", server.ask("users"), re.MULTILINE) == ["dee"]


def test_whoever_is_refused_reads_why(server: Server, come: Come, tmp_path: Path) -> None:
    ada = come("ada", "ada")
    ada.shows(NAMING)
    ada.press("enter")
    ada.shows("Welcome, ada.")
    assert "ssh-keygen -t ed25519" in told(server, tmp_path, "bea")
    said = told(server, tmp_path, "ada", "another")
    assert "your key doesn't open it" in said
    assert f"ssh -p {server.port} play@localhost" in said
    for word in ("id", "join abc; id", "join $(id)", "join abc\nid"):
        assert "Only four commands work here" in told(server, tmp_path, "ada", "ada", word)
    assert "ssh -t" in told(server, tmp_path, "ada", "ada", "review abcdef@1")
    whys = ["why='no key'", "why='name of another key'", "why='no terminal'"]
    journal = server.folder / "journal"  # which is written a moment later
    ada.until(lambda: all(why in journal.read_text(encoding="utf-8") for why in whys))


def test_without_guests_nobody_looks_around(server: Server, come: Come, tmp_path: Path) -> None:
    server.kill()
    server.config.write_text("guests = false")
    server.open()
    assert "ssh-keygen -t ed25519" in told(server, tmp_path, "play")
    come("play", "bea").shows(NAMING)


def test_of_too_many_the_last_one_reads_why(server: Server, come: Come, tmp_path: Path) -> None:
    server.kill()
    server.config.write_text("[limits]\nconnections_by_address = 1")
    server.open()
    come("play").shows(GUEST)
    assert "Too many connections from your address" in told(server, tmp_path, "play")
    server.kill()
    server.config.write_text("[limits]\nconnections = 1")
    server.open()
    come("play").shows(GUEST)
    assert "The server is full." in told(server, tmp_path, "play")


def test_a_pasted_invitation_leads_to_the_table(come: Come) -> None:
    ada = come("ada", "ada")
    ada.shows(NAMING)
    ada.press("enter")
    ada.shows("Welcome, ada.")
    ada.press("n")
    ada.shows("OPEN A TABLE")
    ada.press("enter")
    ada.shows("host of the table")
    found = re.search(r"ssh -t -p \d+ play@localhost join ([a-z0-9]+)", ada.page)
    assert found, ada.page
    bea = come("bea", "bea", "-t", "join", found[1])
    bea.shows(NAMING)
    bea.press("enter")
    bea.shows("Choose a free seat to sit down.")
    bea.press("enter")
    ada.shows("bea")
    guest = come("play", "", "-t", "join", found[1])
    guest.shows("Guests can't join this table.")
    nowhere = come("play", "bea", "-t", "join", found[1][::-1])
    nowhere.shows("Welcome, bea.", "This invitation has expired")
