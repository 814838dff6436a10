"""What the numbers of cards mean: rank, colour, cost, and their value at first sight.

Values are integers, in six-hundredths of a point. So their sums are the same in any order, and
equal candidates are equal in Python and in C.
"""

from collections.abc import Callable

from regicide_tui.bots.arrays import Ints, ints
from regicide_tui.bots.king_of_the_dead.card_values import value_in_deck, value_in_hand
from regicide_tui.bots.king_of_the_dead.encoded.layout import JOKER
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.king_of_the_dead.piles import STARTERS
from regicide_tui.games.king_of_the_dead.state import COST as COST_OF_CARD
from regicide_tui.games.king_of_the_dead.state import NUMBER as NUMBER_OF_CARD
from regicide_tui.games.king_of_the_dead.state import is_red

POINT = 600
"""A point of value."""

BLACK_SHIFT = 16
"""Where numbers are bits of a set, those of black cards are this much higher than red ones."""
FORMS = 27
"""What matters to the rules about a card is its form: 0 to 12 red, 13 to 25 black, 26 a Joker."""
ACE, JACK, QUEEN, KING = 0, 10, 11, 12


def card_number(card: Card) -> int:
    """Return the number of a card that is known."""
    return JOKER if card is JESTER else card.order


def _table(of: Callable[[Card], float]) -> Ints:
    """Return the figures of all cards, each at the card's number; 0 at 0."""
    found = ints(JOKER + 1)
    for card in (*PACK, JESTER):
        found[card_number(card)] = round(of(card))
    return found


RANK = _table(lambda card: (card.order - 1) // 4 if card.rank else 13)
"""The rank: 0 is an Ace, 12 a King, 13 a Joker."""
BLACKS = _table(lambda card: not is_red(card))
"""Whether a card is black; a Joker counts as black."""
FORM = _table(lambda card: (card.order - 1) // 4 + 13 * (not is_red(card)) if card.rank else 26)
NUMBER = _table(lambda card: NUMBER_OF_CARD.get(card, 0))
"""The number, from an Ace, which is 1, to 10; 0 of royals and Jokers."""
COST = _table(lambda card: COST_OF_CARD[card])
"""The cost (K-24, K-39)."""
HIGHEST_COST = 10
IN_DECK = _table(lambda card: POINT * value_in_deck(card))
"""The value in its owner's deck."""
IN_HAND = _table(lambda card: POINT * value_in_hand(card))
"""The value in the hand now."""
STARTER = _table(lambda card: card.rank in STARTERS and card is not JESTER)
"""Whether a card is one with which a player begins (K-1)."""
