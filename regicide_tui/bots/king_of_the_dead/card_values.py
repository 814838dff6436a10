"""The value of cards of King of the Dead at first sight, in about points."""

from regicide_tui.cards import Card
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.actions import fill_in_well_card, runs
from regicide_tui.games.king_of_the_dead.state import JOKER, NUMBER, is_red, points

_ROYALS = {"J": 6.0, "Q": 7.0, "K": 6.0}

Form = tuple[str, bool]
"""What matters to the rules about a card: its rank, and whether it is red (K-55)."""


def form(card: Card) -> Form:
    """Return what matters to the rules about a card."""
    return card.rank, is_red(card)


def value_in_deck(card: Card) -> float:
    """Return the value of a card in its owner's deck. A Joker is a burden."""
    if card is JOKER:
        return -6.0
    if card.rank == "A":
        return 4.0
    return _ROYALS.get(card.rank) or NUMBER[card] - 1.0


def value_in_hand(card: Card) -> float:
    """Return the value of a card in the hand now."""
    if card is JOKER:
        return 0.5
    if card.rank == "A":
        return 4.0
    return _ROYALS.get(card.rank) or 0.8 * NUMBER[card]


def best_run(hand: Pile, well: Pile) -> int:
    """Return the points of the best run of a hand and the top of the Well, or 0."""
    return max([points(fill_in_well_card(run, well)[2:]) for run in runs(hand, well)], default=0)
