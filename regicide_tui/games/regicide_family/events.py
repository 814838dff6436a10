"""The events that Regicide and Regicide Duel share."""

from typing import Protocol, runtime_checkable

from regicide_tui.cards import UNKNOWN, cards
from regicide_tui.games.base import Event, Move, Pile, PlayerEvent, Seat
from regicide_tui.games.practice import Condition
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.games.words import (
    EventSentences,
    LogSentence,
    PlayerNames,
    counted,
    detail,
    head,
    spaced,
)


class CardsPlayed(PlayerEvent):
    """A player plays cards; `value` is their whole value."""

    cards: Pile
    value: int


class DiscardHealed(Event):
    """Hearts: `count` cards of the shuffled discard pile go under the Tavern (R-32, D-6)."""

    count: int


class CardsDrawn(PlayerEvent):
    """Diamonds: a player draws these cards from the Tavern (R-33, D-7)."""

    shows_cards = True

    cards: Pile


class DamagePaid(PlayerEvent):
    """A player discards cards for an attack, in this order (R-42, D-17)."""

    cards: Pile
    due: int


def hide_draw(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or a spectator (None), saw it: cards others drew are hidden."""
    if isinstance(event, CardsDrawn) and event.seat != seat:
        return CardsDrawn(event.seat, (UNKNOWN,) * len(event.cards))
    return event


def _played(event: CardsPlayed, names: PlayerNames) -> LogSentence:
    together = (f" = {event.value}",) if len(event.cards) > 1 else ()
    return head(names.with_verb(event.seat, "play"), *spaced(event.cards), *together)


def _healed(event: DiscardHealed, names: PlayerNames) -> LogSentence:
    return detail(f"{counted(event.count, 'card')} healed" if event.count else "nothing to heal")


def _drawn(event: CardsDrawn, names: PlayerNames) -> LogSentence:
    if UNKNOWN in event.cards:
        return detail(
            f"{names.detail_with_verb(event.seat, 'draw', begins=False)} {len(event.cards)}"
        )
    return detail(names.detail_with_verb(event.seat, "draw", begins=False), *spaced(event.cards))


def _paid(event: DamagePaid, names: PlayerNames) -> LogSentence:
    return head(names.with_verb(event.seat, "discard"), *spaced(event.cards))


COMMON: EventSentences = {
    CardsPlayed: _played,
    DiscardHealed: _healed,
    CardsDrawn: _drawn,
    DamagePaid: _paid,
}


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
