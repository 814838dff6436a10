"""What cards of King of the Dead are worth at first sight, in about points."""

from regicide_tui.cards import Card
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.runs import fill_in_well_card, runs
from regicide_tui.games.king_of_the_dead.values import JOKER, NUMBER, is_red, points

_ROYALS = {"J": 6.0, "Q": 7.0, "K": 6.0}

Form = tuple[str, bool]
"""What the rules see of a card: its rank, and whether it is red (K-55)."""


def form(card: Card) -> Form:
    """Return what the rules see of a card."""
    return card.rank, is_red(card)


def deck_worth(card: Card) -> float:
    """Return what a card is worth in one's deck; a Joker is a burden."""
    if card is JOKER:
        return -6.0
    if card.rank == "A":
        return 4.0
    return _ROYALS.get(card.rank) or NUMBER[card] - 1.0


def hand_worth(card: Card) -> float:
    """Return what a card is worth in the hand now."""
    if card is JOKER:
        return 0.5
    if card.rank == "A":
        return 4.0
    return _ROYALS.get(card.rank) or 0.8 * NUMBER[card]


def best_run(hand: Pile, well: Pile) -> int:
    """Return the points of the best run of a hand and the top of the Well, 0 if there is none."""
    return max([points(fill_in_well_card(run, well)[2:]) for run in runs(hand, well)], default=0)
