"""The events that Regicide and Regicide Duel share."""

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Event, Pile, Seat


class CardsPlayed(Event):
    """A player plays cards; `value` is their whole value."""

    seat: Seat
    cards: Pile
    value: int


class DiscardHealed(Event):
    """Hearts: `count` cards of the shuffled discard pile go under the Tavern (R-32, D-6)."""

    count: int


class CardsDrawn(Event):
    """Diamonds: a player draws these cards from the Tavern (R-33, D-7)."""

    shows_cards = True

    seat: Seat
    cards: Pile


class DamagePaid(Event):
    """A player discards cards for an attack, in this order (R-42, D-17)."""

    seat: Seat
    cards: Pile
    due: int


def hide_draw(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or a spectator (None), saw it: cards others drew are hidden."""
    if isinstance(event, CardsDrawn) and event.seat != seat:
        return CardsDrawn(event.seat, (UNKNOWN,) * len(event.cards))
    return event
