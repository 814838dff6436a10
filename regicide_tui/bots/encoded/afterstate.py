"""The common part of the afterstates of Regicide and the Duel.

The afterstate of an action is the position before chance, as the acting player knows it: numbers
at the indices below, and the cards that are kept. Those of one game start at `A_SPECIFIC`.
"""

from regicide_tui.bots.encoded.rules import healed
from regicide_tui.bots.encoded.state import (
    CASTLE_SIZE,
    DISCARD_SIZE,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    TAVERN_SIZE,
    VALUE,
)
from regicide_tui.bots.library import Ints, compiled
from regicide_tui.bots.rng import insert_number

(
    A_VALUE,  # of the action's cards
    A_SUITS,  # of these cards, as bits, if they have an effect
    A_PLAYED,
    A_KEPT,  # the number of cards known to be in the hand afterwards, which are in `held`
    A_KEPT_VALUE,
    A_DRAWS,  # how many more cards the player draws unseen
    A_TAVERN,
    A_DISCARD,
    A_CASTLE,
    A_HEALED,  # how many cards of the discard go under the Tavern
    A_DUE,
    A_SPECIFIC,
) = range(12)


@compiled
def split_hand(encoded: Ints, seat: int, cards: int, places: int, held: Ints, after: Ints) -> None:
    """Write an afterstate with this many places: unchanged piles, and the hand without `cards`."""
    for place in range(places):
        after[place] = 0
    after[A_TAVERN] = encoded[TAVERN_SIZE]
    after[A_DISCARD] = encoded[DISCARD_SIZE]
    after[A_CASTLE] = encoded[CASTLE_SIZE]
    first = HANDS + seat * HAND_ROOM
    for place in range(first, first + encoded[HAND_SIZE + seat]):
        card = encoded[place]
        if cards >> card & 1:
            after[A_PLAYED] += 1
            after[A_VALUE] += VALUE[card]
            after[A_SUITS] |= 1 << ((card - 2) & 3) if card > 1 else 0
        else:
            keep(card, held, after)


@compiled
def keep(card: int, held: Ints, after: Ints) -> None:
    """Add a card to the kept ones, in ascending order."""
    insert_number(held, 0, after[A_KEPT], card)
    after[A_KEPT] += 1
    after[A_KEPT_VALUE] += VALUE[card]


@compiled
def heal_afterwards(after: Ints) -> None:
    """Move the cards that Hearts heal (R-32)."""
    after[A_HEALED] = healed(after[A_VALUE], after[A_DISCARD])
    after[A_TAVERN] += after[A_HEALED]
    after[A_DISCARD] -= after[A_HEALED]
