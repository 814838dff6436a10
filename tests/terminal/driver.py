"""Somebody who plays by what stands on the screen, and by nothing else."""

import re
from random import Random

from regicide_tui.tui.screens.table import BREATH
from tests.terminal.terminal import Terminal

_VALUES = {"A": 1, "J": 10, "Q": 15, "K": 20, "★": 0}
_DUE = re.compile(r"PAY (\d+)")
_CARD = re.compile(r"[▟▏]((?:10|[A2-9JQK])[♣♦♥♠]|★)")
"""The corner of a card that is drawn, below other cards or whole."""
_RESULT = "Copy the result"
"""Stands on the screen of the result, and on no other."""


def over(terminal: Terminal) -> bool:
    """Tell whether the result is on the screen."""
    return _RESULT in terminal.page


def hand(terminal: Terminal) -> list[str]:
    """Return the cards of the hand, from the left."""
    if "Your hand is empty" in terminal.page:
        return []
    lines = reversed(terminal.page.split("\n"))
    return next((found for line in lines if (found := _CARD.findall(line))), [])


def due(terminal: Terminal) -> int:
    """Return how much is to be paid; 0 while one may play."""
    found = _DUE.search(terminal.page)
    plays = "enter play" in terminal.page or "Your hand is empty" in terminal.page
    return int(found[1]) if found and not plays else 0


def value(card: str) -> int:
    """Return what a card is worth."""
    return _VALUES.get(card[0]) or (0 if card[0] == "★" else int(card[:-1]))


def payment(cards: list[str], amount: int) -> list[str]:
    """Return the numbers of the cards to pay with, the largest first; none if they are too few."""
    numbers: list[str] = []
    for place in sorted(range(len(cards)), key=lambda place: -value(cards[place])):
        if amount > 0:
            numbers.append(str(place + 1))
            amount -= value(cards[place])
    return [] if amount > 0 else numbers


def keys(terminal: Terminal, rng: Random) -> list[str]:
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
    if "Pass the keyboard to" in terminal.page:
        terminal.settles(BREATH)  # the next player needs longer than that to sit down
    for key in keys(terminal, rng):
        terminal.changes(key)
