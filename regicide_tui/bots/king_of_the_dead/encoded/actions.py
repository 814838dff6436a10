"""Actions as numbers: a kind, a place, and up to nine cards in their order.

The place is a slot of the Parade (0 is the Newcomer), the number of a Familiar, a set of seats as
bits, or one of `OF_HAND`, `OF_DISCARD` and `OF_DRAWS`. A person can name more than nine cards of
the own hand. Such an action has the kind `WIDE`, and the places of these cards in the hand as bits.
It means what it says only in the position for which it was made.
"""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.king_of_the_dead.encoded.layout import ACTOR, CARDS, HANDS, ROOM

END, RECALL, SCORE, BUY, PLAY, ANSWER, PASS, WIDE = range(8)
OF_HAND, OF_DISCARD, OF_DRAWS = 1, 2, 3

PLACE_SHIFT = 3
CARD_SHIFT = 7
CARD_BITS = 6
MOST_CARDS = 9
MOST_PLACES = 56
"""At most this many cards of a hand can be named by their places."""


@compiled
def kind_of(action: int) -> int:
    """Return the kind of an action."""
    return action & 7


@compiled
def place_of(action: int) -> int:
    """Return the place of an action."""
    return action >> PLACE_SHIFT & 15


@compiled
def card_of(action: int, index: int) -> int:
    """Return one card of an action, or 0 if it has fewer."""
    return action >> (CARD_SHIFT + CARD_BITS * index) & 63


@compiled
def card_bits(card: int, index: int) -> int:
    """Return what a card at this index adds to the number of an action."""
    return card << (CARD_SHIFT + CARD_BITS * index)


@compiled
def read_cards(encoded: Ints, action: int, cards: Ints) -> int:
    """Write the cards that an action names into `cards`. Return how many they are."""
    count = 0
    if action & 7 == WIDE:
        first = CARDS + (HANDS + int(encoded[ACTOR])) * ROOM
        places = action >> CARD_SHIFT
        for place in range(MOST_PLACES):
            if places >> place & 1:
                cards[count] = encoded[first + place]
                count += 1
        return count
    left = action >> CARD_SHIFT
    while left > 0:
        cards[count] = left & 63
        left >>= CARD_BITS
        count += 1
    return count
