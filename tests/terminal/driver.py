"""Somebody who plays by what stands on the screen, and by nothing else."""

import re
from random import Random
from typing import Protocol

from tests.terminal.terminal import Terminal

_VALUES = {"A": 1, "J": 10, "Q": 15, "K": 20, "★": 0}
_DUE = re.compile(r"PAY (\d+)")
_CORNER = re.compile(r"▟((?:10|[A2-9JQK])[♣♦♥♠]|★)")
_NUMBERS = re.compile(r"\b1\b")
_CARD_ROWS = 7
"""The rows of a card of the hand, at 80x24."""
PAYING = re.compile(r"Pick cards to discard| short|enough|can't pay\.")
"""Stands on the screen of who must pay."""
_RESULT = "Copy the result"
"""Stands on the screen of the result, and on no other."""


class Screen(Protocol):
    """What stands somewhere to be read."""

    @property
    def page(self) -> str:
        """What is on the screen."""
        ...


def over(terminal: Screen) -> bool:
    """Tell whether the result is on the screen."""
    return _RESULT in terminal.page


def hand(terminal: Screen) -> list[str]:
    """Return the cards of the hand, from the left: their corners are the lowest on the screen.

    Those of picked cards stand a row higher.
    """
    rows = terminal.page.split("\n")
    drawn = [y for y, row in enumerate(rows) if _CORNER.search(row)]
    below = rows[drawn[-1] + _CARD_ROWS :][:1] if drawn else []
    if not below or not _NUMBERS.search(below[0]):
        return []
    found = [one for row in rows[drawn[-1] - 1 :][:2] for one in _CORNER.finditer(row)]
    return [one[1] for one in sorted(found, key=lambda one: one.start())]


def due(terminal: Screen) -> int:
    """Return how much is to be paid; 0 while one may play."""
    if not PAYING.search(terminal.page):
        return 0
    found = _DUE.search(terminal.page)
    assert found, terminal.page
    return int(found[1])


def value(card: str) -> int:
    """Return what a card is worth."""
    return _VALUES[card[0]] if card[0] in _VALUES else int(card[:-1])


def payment(cards: list[str], amount: int) -> list[str]:
    """Return the numbers of the cards to pay with, the largest first; none if they are too few."""
    numbers: list[str] = []
    for place in sorted(range(len(cards)), key=lambda place: -value(cards[place])):
        if amount > 0:
            numbers.append(str(place + 1))
            amount -= value(cards[place])
    return [] if amount > 0 else numbers


def keys(terminal: Screen, rng: Random) -> list[str]:
    """Return the keys of one action: of a payment, a play, a choice, or what else is left."""
    page = terminal.page
    if "Pass the keyboard to" in page:
        return ["enter"]
    if "Who goes next?" in page:
        return [str(rng.randint(2, 3)), "enter"]
    cards, amount = hand(terminal), due(terminal)
    if amount:
        return [*numbers, "enter"] if (numbers := payment(cards, amount)) else ["f"]
    if not cards:
        return ["f"] if "flip Jester" in page else ["y"]
    if "★" in cards:
        return ["1", "enter"]
    return [*["right"] * rng.randrange(len(cards)), "enter"]


def act(terminal: Terminal, rng: Random) -> None:
    """Do one thing, and wait until it is to be seen."""
    *picks, acts = keys(terminal, rng)
    for key in picks:
        terminal.changes(key)
    terminal.aims(acts)
