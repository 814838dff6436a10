"""What every game does with the cards of a hand and the places of a row of seats."""

from typing import TypeVar

from regicide_tui.games.base import IllegalAction, Pile, Seat
from regicide_tui.games.piles import unknown

T = TypeVar("T")


def without(hand: Pile, some: Pile) -> Pile:
    """Return the hand without these cards.

    Raises `IllegalAction` with `not_in_hand` if one of them is not in it.
    """
    rest = list(hand)
    for card in some:
        if card not in rest:
            raise IllegalAction("not_in_hand", f"{card} is not in the hand.")
        rest.remove(card)
    return tuple(rest)


def put(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the row with the place of one seat changed."""
    return (*row[:seat], value, *row[seat + 1 :])


def seen_by(hands: tuple[Pile, ...], seat: Seat | None) -> tuple[Pile, ...]:
    """Return the hands as a seat, or with None a spectator, sees them: only its own."""
    return tuple([hand if place == seat else unknown(hand) for place, hand in enumerate(hands)])
