"""What a seat knows about the cards that it can't see: those of the Tavern and of other hands.

Where these cards lie is hidden. Which cards they are follows from the cards that lie open, until
Hearts shuffle the discard; from then on it depends on the guess.
"""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.encoded.layout import (
    DISCARD,
    DISCARD_SIZE,
    FIRST_ROYAL,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    JESTER_CARDS,
    PLAYERS,
    TAVERN,
    TAVERN_SIZE,
    VALUE,
)
from regicide_tui.bots.regicide.layout import PUBLIC

# Indices of a summary.
U_CARDS = 4
"""How many cards there are. Before it lie the sums of the values of each suit."""
U_VALUE = 5
"""The sum of all values."""
U_ROYALS = 6
U_JESTERS = 7
SUMMARY = 8


@compiled
def sum_up_unseen(encoded: Ints, seat: int, healed: int, summary: Ints) -> None:
    """Write a summary of the cards in the Tavern and in the hands of others.

    `healed` cards of the discard will be among them; each counts as an average card of it.
    """
    for place in range(SUMMARY):
        summary[place] = 0
    size = int(encoded[DISCARD_SIZE])
    if healed > 0 and size > 0:
        _add_cards(encoded, DISCARD, size, summary)
        for suit in range(4):
            summary[suit] = summary[suit] * healed // size
        summary[U_CARDS] = healed
        summary[U_ROYALS] = summary[U_JESTERS] = 0
    _add_cards(encoded, TAVERN, int(encoded[TAVERN_SIZE]), summary)
    for other in range(int(encoded[PLAYERS])):
        if other != seat:
            first = HANDS + other * HAND_ROOM
            _add_cards(encoded, first, int(encoded[HAND_SIZE + other]), summary)
    summary[U_VALUE] = summary[0] + summary[1] + summary[2] + summary[3]


@compiled
def _add_cards(encoded: Ints, first: int, size: int, summary: Ints) -> None:
    summary[U_CARDS] += size
    for place in range(first, first + size):
        card = int(encoded[place])
        if card < JESTER_CARDS:
            summary[U_JESTERS] += 1
        else:
            summary[(card - 2) & 3] += VALUE[card]
            summary[U_ROYALS] += 1 if card >= FIRST_ROYAL else 0


@compiled
def expect_hand_value(encoded: Ints, other: int, size: int, summary: Ints) -> int:
    """Return the value that a hand of `size` cards of another seat has on average.

    The royals that everybody knows to be in it count as what they are.
    """
    first, value = HANDS + other * HAND_ROOM, 0
    for place in range(int(encoded[HAND_SIZE + other])):
        card = int(encoded[first + place])
        if encoded[PUBLIC] >> card & 1:
            value += int(VALUE[card])
            size -= 1
    return value + size * int(summary[U_VALUE]) // max(1, int(summary[U_CARDS]))
