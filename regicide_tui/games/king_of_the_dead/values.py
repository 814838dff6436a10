"""The numbers, colours and costs of the cards of King of the Dead, and their order.

Only the colour of a suit matters (K-55). A Joker is the Jester of the pack.
"""

from collections.abc import Iterable

from regicide_tui.cards import DIAMONDS, HEARTS, JESTER, PACK, RANKS, UNKNOWN, Card
from regicide_tui.games.base import Pile

JOKER = JESTER

NUMBER = {card: RANKS.index(card.rank) + 1 for card in PACK if card.rank not in "JQK"}
"""The number of a card: A is 1, T is 10. Royals and Jokers have no number."""

COST = {card: NUMBER.get(card, 10) for card in PACK} | {JOKER: 0}
"""The cost of a card in the Parade (K-24); that of a Joker matters only for Decant (K-39)."""

NEWCOMER_COST = 7  # K-23

_ACE_PRICE = 6

_PLACE = {card: card.order for card in PACK} | {JOKER: len(PACK) + 1, UNKNOWN: len(PACK) + 2}


def in_order(cards: Iterable[Card]) -> Pile:
    """Return the cards in ascending order: A to K, equal ranks C D H S, Jokers last (K-14)."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def is_red(card: Card) -> bool:
    """Return whether a card is a Heart or a Diamond."""
    return card.suit is HEARTS or card.suit is DIAMONDS


def is_ace(card: Card) -> bool:
    """Return whether a card is an Ace."""
    return card.rank == "A"


def without_jokers(cards: Pile) -> Pile:
    """Return the cards without the Jokers."""
    return tuple([card for card in cards if card is not JOKER])


def points(scores: Pile) -> int:
    """Return the points of a score pile (K-20, K-50)."""
    return sum([NUMBER[card] for card in scores])


def price(cards: Pile) -> float:
    """Return how much the loss of these cards costs a player; an Ace costs more than its value."""
    return float(sum([_ACE_PRICE if is_ace(card) else COST[card] for card in cards]))
