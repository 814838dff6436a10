"""The conditions of lesson steps that Regicide and Regicide Duel share."""

from typing import Protocol, runtime_checkable

from regicide_tui.cards import cards
from regicide_tui.games.base import Move, Pile, Seat
from regicide_tui.games.lesson import Condition
from regicide_tui.games.regicide_family.events import DamagePaid
from regicide_tui.games.regicide_family.plays import total


@runtime_checkable
class _Held(Protocol):
    """A state with a hand for each seat, as both games have it."""

    hands: tuple[Pile, ...]


def _hand(move: Move, seat: Seat) -> Pile:
    assert isinstance(move.state, _Held)
    return move.state.hands[seat]


def pays_and_keeps(*texts: str) -> Condition:
    """Return the condition of a payment after which the payer still holds these cards."""
    kept = cards(texts)

    def test(move: Move) -> bool:
        return any(
            isinstance(event, DamagePaid) and all(card in _hand(move, event.seat) for card in kept)
            for event in move.events
        )

    return test


def pays_exactly(move: Move) -> bool:
    """Return whether the move is a payment of exactly what is due."""
    return any(
        isinstance(event, DamagePaid) and total(event.cards) == event.due for event in move.events
    )


def pays_with_cards_left(count: int) -> Condition:
    """Return the condition of a payment that leaves at least `count` cards in the hand."""

    def test(move: Move) -> bool:
        return any(
            isinstance(event, DamagePaid) and len(_hand(move, event.seat)) >= count
            for event in move.events
        )

    return test
