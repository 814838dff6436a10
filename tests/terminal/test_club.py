"""What brings people back to a real server, each with OpenSSH's client: turns, deals, order."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal
from tests.terminal.test_server import Come, Server, asks_to_end, come

__all__ = ["come"]

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh"),
]

KITTY = "xterm-kitty"
"""A terminal that shows notices on the desktop."""
LOBBY, MINE, THEIRS = "Welcome,", "1-7 pick", "is to play."
TURN = re.compile(r"turn \d")
CARD = re.compile(r"(?:[2-9]|10|[JQKA])[♣♦♥♠]")
DRAWN = {"J♣", "Q♦", "Q♥", "Q♠", "K♥", "K♠"}
"""The cards of the picture beside a list, which belong to no deal."""


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """The file into which the operator's command writes what it is told."""
    return tmp_path / "told"


@pytest.fixture
def server(tmp_path: Path, told: Path) -> Iterator[Server]:
    """An open server whose operator wants to hear whose turn it is."""
    server = Server(tmp_path / "house")
    server.folder.mkdir()
    program = tmp_path / "note.py"
    program.write_text(
        f"import sys\nwith open({str(told)!r}, 'a') as told:\n    print(*sys.argv[1:], file=told)\n"
    )
    server.config.write_text(f"notify_command = [{sys.executable!r}, {str(program)!r}]\n")
    server.open()
    yield server
    if server.process.poll() is None:
        server.kill()


def begin_duel(come: Come, *form: str) -> tuple[tuple[str, Terminal], tuple[str, Terminal]]:
    """Let ada and bea begin a duel; `form` are the keys for the rest of the form.

    Whoever must act comes first.
    """
    ada, bea = come("ada", KITTY), come("bea", KITTY)
    bea.shows(LOBBY)
    ada.shows(LOBBY)
    ada.press("n")
    ada.shows("OPEN A TABLE")
    ada.press("right", *form, "enter")
    ada.shows("host of the table")
    bea.shows("Join Regicide Duel")
    bea.click("Join Regicide Duel")
    bea.shows("Choose a free seat")
    bea.press("enter")
    bea.shows("Are you ready?")
    bea.press("R")
    ada.shows("Everyone is ready.")
    ada.press("G")
    for one in (ada, bea):
        one.shows("turn 1")
        one.settles()
    people = ("ada", ada), ("bea", bea)
    return people if MINE in ada.page else people[::-1]


def test_who_looks_elsewhere_is_called_and_reads_what_happened(come: Come) -> None:
    (first, acts), (second, waits) = begin_duel(come)
    waits.press("m")
    waits.shows(LOBBY, f"{first}'s turn")
    acts.shows(f"{second} is in the lobby")
    acts.press("1", "enter")
    said = f"It is your turn: Regicide Duel with {first}."
    waits.shows(said)
    waits.until(lambda: f"\x1b]9;{said}\x1b\\".encode() in waits.raw)
    waits.until(lambda: b"\x1b]2;Regicide: your turn\x1b\\" in waits.raw)
    waits.press("1")
    waits.shows("Meanwhile:", f"{first} plays")
    acts.until(lambda: f"{second} is in the lobby" not in acts.page)


def test_a_game_by_correspondence_goes_on_after_the_server_was_killed(
    server: Server, come: Come, told: Path
) -> None:
    (_, acts), (second, waits) = begin_duel(come, "down", "down", *["right"] * 5)
    acts.shows("2 days 23 h")
    waits.press("q")
    waits.ends()
    acts.press("1", "enter")
    acts.until(lambda: told.exists() and " duel\n" in told.read_text())
    assert re.fullmatch(rf"turn {second} [0-9a-f]+ duel\n", told.read_text())
    server.kill()
    server.open()
    later = come(second)
    later.shows(
        *(LOBBY, "It is your turn in 1 correspondence game.", "your turn, 2 days 23 h left")
    )
    later.press("1")
    later.shows("Meanwhile:", "2 days 23 h")


def test_nobody_sees_a_deal_of_the_day_before_they_have_played_it(come: Come) -> None:
    ada, bea = come("ada"), come("bea")
    ada.shows(LOBBY)
    ada.press("D")
    ada.shows("DAILY DEAL", "not played yet")
    ada.press("1")
    ada.shows("turn 1")
    asks_to_end(ada)
    ada.shows("Compare with par")
    ada.settles()  # the result is stored after it is shown; until then, comparing is refused
    ada.press("z")
    ada.shows("THE DEAL OF", "You", "lost")
    bea.shows(LOBBY, "1 to replay")
    bea.press("g")
    bea.shows("a duplicate deal")
    bea.press("enter")
    bea.shows("You can still play this deal")
    bea.settles()
    assert {*CARD.findall(bea.raw.decode())} <= DRAWN, "no card of the deal is sent"
    bea.press("escape")
    bea.shows(LOBBY)
    bea.press("D")
    bea.shows("DAILY DEAL", "not played yet")


def test_the_review_of_a_deal_of_the_day_leads_nobody_to_its_cards_before_their_own_game(
    come: Come,
) -> None:
    ada, bea = come("ada"), come("bea")
    ada.shows(LOBBY)
    ada.press("D")
    ada.shows("DAILY DEAL", "not played yet")
    ada.press("1")
    ada.shows("turn 1")
    asks_to_end(ada)
    ada.shows("Compare with par")
    ada.press("V")
    ada.shows("n what if", "Replay 0/0")
    ada.press("n")
    ada.shows("what if?")
    ada.press("1", "enter")
    ada.shows("what if?", "Action 1 of 1")
    ada.press("escape")
    ada.shows("Press esc again to end it.")
    ada.aims("escape")
    ada.shows("Replay 0/")
    ada.press("M")
    ada.shows("To show someone this moment")
    found = re.search(r"review ([0-9a-f]+@\d+)", ada.page)
    assert found, ada.page
    ada.press("M")
    ada.shows("A note on this moment:")
    ada.press(*"Mind the Jack", "enter")
    ada.shows("You: Mind the Jack")
    bea.shows(LOBBY)
    bea.press("q")
    bea.ends()
    again = come("bea", request=f"review {found[1]}")
    again.shows("You can still play this deal")
    again.settles()
    for one in (bea, again):
        assert {*CARD.findall(one.raw.decode())} <= DRAWN, "no card of the deal is sent"
        assert "Mind the Jack" not in one.raw.decode()


def test_whom_one_ignores_the_operator_mutes_and_bans(server: Server, come: Come) -> None:
    ada, bea = come("ada"), come("bea")
    for one in (ada, bea):
        one.shows(LOBBY)
    bea.press("t")
    bea.shows("Message to everyone in the lobby:")
    bea.press(*"soap", "enter")
    ada.shows("bea: soap")
    ada.press("x")
    ada.shows("IGNORE PEOPLE", "not ignored")
    ada.press("1")
    ada.shows("You now ignore bea.")
    ada.press("escape")
    ada.shows(LOBBY, "There are no messages yet.")
    bea.shows("You: soap")
    server.ask("users", "--mute", "bea", "--why", "too much soap")
    server.ask("users", "--ban", "bea", "--why", "soap again")
    bea.ends()
    assert "soap again" in bea.page.replace("\n", "")
    again = come("bea")
    again.ends()
    assert "Permission denied" in again.page
    ada.shows("1 person")
    assert "soap" not in ada.page


def test_who_finds_bots_at_a_table_takes_a_seat_of_theirs(come: Come) -> None:
    ada = come("ada")
    ada.shows(LOBBY, "There are no open tables.")
    ada.press("b")
    ada.shows("turn ")
    bea = come("bea")
    bea.shows(LOBBY, "Join Regicide", "instead of a bot")
    bea.press("1")
    bea.shows("watching")
    bea.press("I")
    ada.shows("bea asks for the seat of")

    def is_let_in() -> bool:  # once ada has had the time to read the question
        ada.press("Y")
        return "watching" not in bea.page

    bea.until(is_let_in)
    ada.shows("bea takes over from")
