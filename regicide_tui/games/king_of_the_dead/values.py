"""What the cards of King of the Dead count: numbers, colours, costs, and their order in a list.

Suits never matter but for their colour (K-55). A Joker is the Jester of the pack.
"""

from collections.abc import Iterable

from regicide_tui.cards import DIAMONDS, HEARTS, JESTER, PACK, RANKS, UNKNOWN, Card
from regicide_tui.games.base import Pile

JOKER = JESTER

NUMBER = {card: RANKS.index(card.rank) + 1 for card in PACK if card.rank not in "JQK"}
"""A 1, 2 to 9, T 10. Royals and Jokers have no number."""

COST = {card: NUMBER.get(card, 10) for card in PACK} | {JOKER: 0}
"""What a card costs in the Parade (K-24); a Joker counts for Decant alone (K-39)."""

NEWCOMER_COST = 7  # K-23

_ACE_PRICE = 6

_PLACE = {card: card.order for card in PACK} | {JOKER: len(PACK) + 1, UNKNOWN: len(PACK) + 2}


def in_order(cards: Iterable[Card]) -> Pile:
    """Return the cards in ascending order: A to K, equal ranks C D H S, Jokers last (K-14)."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def is_red(card: Card) -> bool:
    """Tell whether a card is a Heart or a Diamond."""
    return card.suit is HEARTS or card.suit is DIAMONDS


def is_ace(card: Card) -> bool:
    """Tell whether a card is an Ace."""
    return card.rank == "A"


def plain(cards: Pile) -> Pile:
    """Return the cards that are no Jokers."""
    return tuple([card for card in cards if card is not JOKER])


def points(scores: Pile) -> int:
    """Return what a score pile is worth (K-20, K-50)."""
    return sum([NUMBER[card] for card in scores])


def price(cards: Pile) -> float:
    """Return what cards are worth to who must give them: an Ace doubles others, so it is dear."""
    return float(sum([_ACE_PRICE if is_ace(card) else COST[card] for card in cards]))
