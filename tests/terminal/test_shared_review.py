"""Two who played, and a third person, in one review: each with OpenSSH's client."""

import re
import shutil
from collections.abc import Callable

import pytest

from tests.terminal.terminal import Terminal
from tests.terminal.test_getting_in import NAMING, come, server
from tests.terminal.test_server import Server

__all__ = ["come", "server"]

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh"),
]


def _finish_a_duel(come: Callable[..., Terminal]) -> tuple[Terminal, Terminal]:
    """Let ada and bea play a duel that ada gives up after an action."""
    ada = come("ada", "ada")
    ada.shows(NAMING)
    ada.press("enter")
    ada.shows("Welcome, ada.")
    ada.press("n")
    ada.shows("OPEN A TABLE")
    ada.press("right", "enter")
    ada.shows("host of the table")
    found = re.search(r"join ([a-z0-9]+)", ada.page)
    assert found, ada.page
    bea = come("bea", "bea", "-t", "join", found[1])
    bea.shows(NAMING)
    bea.press("enter")
    bea.shows("Choose a free seat to sit down.")
    bea.press("enter")
    bea.shows("Are you ready?")
    bea.press("R")
    ada.shows("Everyone is ready.")
    ada.press("G")
    for one in (ada, bea):
        one.shows("turn 1")
    ada.changes("X")
    ada.aims("X")
    for one in (ada, bea):
        one.shows("Review the game")
    return ada, bea


def test_two_go_from_the_result_to_the_review_and_a_third_one_follows_a_link(
    server: Server, come: Callable[..., Terminal]
) -> None:
    ada, bea = _finish_a_duel(come)
    ada.press("V")
    ada.shows("you lead")
    bea.press("V")
    bea.shows("ada leads, you follow")
    ada.press("n")
    for one in (ada, bea):
        one.shows("what if?")
    ada.press("escape")
    bea.shows("Replay 0/0")
    bea.press("M")
    bea.shows("To show someone this moment")
    found = re.search(r"play@localhost review ([0-9a-f]+@\d+)", bea.page)
    assert found, bea.page
    bea.press("M")
    bea.shows("A note on this moment:")
    bea.press(*"Why?", "enter")
    bea.shows("You: Why?")
    server.kill()
    server.open()
    third = come("play", "cyd", "-t", "review", found[1])
    third.shows("bea: Why?", "you lead")
