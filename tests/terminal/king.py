"""Somebody who plays King of the Dead by what stands on the screen."""

import re
from random import Random

from tests.terminal.terminal import Terminal

_HAND = re.compile(r"hand, (\d+)")
_CHOSEN = re.compile(r"(\d+) of (\d+) chosen")
_OFFER = "enter do it"
"""Stands there where the picked cards can do something."""
_EMPTY = "No cards in hand."
_QUESTION = ", choose"
_LIKELY = 0.7
"""How often something that can be done is done."""


def act(terminal: Terminal, rng: Random) -> None:
    """Do one thing: sit down, answer a question, play cards, or end the turn."""
    if "Pass the keyboard to" in terminal.page:
        terminal.aims("enter")
    elif _QUESTION in terminal.page:
        _answer(terminal)
    elif not _play(terminal, rng):
        terminal.aims("e")


def _answer(terminal: Terminal) -> None:
    """Take what is offered first, in the order it is offered."""
    wanted = _CHOSEN.search(terminal.page)
    for number in range(1, int(wanted[2]) + 1 if wanted else 1):
        terminal.changes(f"{number}")
    terminal.aims("enter")


def _play(terminal: Terminal, rng: Random) -> bool:
    """Pick cards from the left until something can be done, and do it; tell whether it was."""
    if _EMPTY in terminal.page:
        return False
    found = _HAND.search(terminal.page)
    assert found, terminal.page
    for number in range(1, min(int(found[1]), 9) + 1):
        terminal.changes(f"{number}")
        if _OFFER in terminal.page and rng.random() < _LIKELY:
            terminal.changes("enter")
            return True
    if "esc clear" in terminal.page:
        terminal.changes("backspace")
    return False
