"""The events of a game of Regicide Duel. The log is made from them."""

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.events import TurnBegan
from regicide_tui.games.regicide_family.events import (
    CardsDrawn,
    CardsPlayed,
    DamagePaid,
    DiscardHealed,
    hide_draw,
)

__all__ = [
    "AttackMade",
    "CardsDrawn",
    "CardsPlayed",
    "CastleCardDrawn",
    "DamagePaid",
    "DamageSuffered",
    "DiscardHealed",
    "PlayerDefeated",
    "ShieldDestroyed",
    "ShieldRaised",
    "TurnBegan",
    "hide",
]


class CastleCardDrawn(Event):
    """After Diamonds of the opponent, this player draws the first card of the Castle (D-7)."""

    shows_cards = True

    seat: Seat
    card: Card


class AttackMade(Event):
    """A player attacks, `doubled` by Clubs (D-10); the opponent's shield is 0 if there is none."""

    seat: Seat
    attack: int
    doubled: bool
    shield: int


class ShieldDestroyed(Event):
    """A player's shield is destroyed; its cards are discarded in this order (D-12)."""

    seat: Seat
    cards: Pile


class DamageSuffered(Event):
    """A player takes damage and must pay `due` from the hand (D-8)."""

    seat: Seat
    due: int


class ShieldRaised(Event):
    """Spades: this turn's play adds `amount` to the shield, which is `shield` now (D-13)."""

    seat: Seat
    amount: int
    shield: int


class PlayerDefeated(Event):
    """A player could not pay or could not play, so the opponent wins (D-16)."""

    seat: Seat
    reason: str


def hide(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or a spectator (None), saw it."""
    if isinstance(event, CastleCardDrawn) and event.seat != seat:
        return CastleCardDrawn(event.seat, UNKNOWN)
    return hide_draw(event, seat)
