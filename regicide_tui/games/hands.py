"""Functions for the cards of a hand and for tuples with an entry for each seat."""

from typing import TypeVar

from regicide_tui.games.base import IllegalAction, Pile, Seat
from regicide_tui.games.piles import hide_all

T = TypeVar("T")


def remove_cards(hand: Pile, some: Pile) -> Pile:
    """Return the hand, or another pile, without these cards.

    Of equal cards in a pile the one nearest the top is removed (K-57).
    Raises `IllegalAction` with `not_in_hand` if the hand does not hold one of them.
    """
    rest = list(hand)
    for card in some:
        if card not in rest:
            raise IllegalAction("not_in_hand", f"{card} is not in the hand.")
        rest.remove(card)
    return tuple(rest)


def replace_at(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the tuple with another value at the index of one seat."""
    return (*row[:seat], value, *row[seat + 1 :])


def hide_other_hands(hands: tuple[Pile, ...], seat: Seat | None) -> tuple[Pile, ...]:
    """Return the hands as a seat, or a spectator (None), sees them: all but its own are hidden."""
    return tuple([hand if place == seat else hide_all(hand) for place, hand in enumerate(hands)])
