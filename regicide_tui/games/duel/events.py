"""What happens in a game of Regicide Duel: the facts from which the log is written."""

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.regicide_family.events import (
    CardsDrawn,
    CardsPlayed,
    DamagePaid,
    DiscardHealed,
    TurnBegan,
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


class CastleCardDrawn(Event, frozen=True):
    """Diamonds of the opponent: this player drew the first card of the Castle (D-7)."""

    shows_cards = True

    seat: Seat
    card: Card


class AttackMade(Event, frozen=True):
    """A player attacks, `doubled` by Clubs (D-10), a shield of this value or, with 0, none."""

    seat: Seat
    attack: int
    doubled: bool
    shield: int


class ShieldDestroyed(Event, frozen=True):
    """A player's shield falls; its cards are discarded in this order (D-12)."""

    seat: Seat
    cards: Pile


class DamageSuffered(Event, frozen=True):
    """A player is hit: `due` must be paid from the hand (D-8)."""

    seat: Seat
    due: int


class ShieldRaised(Event, frozen=True):
    """Spades: the play of this turn adds `amount` to its player's shield, now `shield` (D-13)."""

    seat: Seat
    amount: int
    shield: int


class PlayerDefeated(Event, frozen=True):
    """A player could not pay or could not play, so the other one wins (D-16)."""

    seat: Seat
    reason: str


def hide(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or with None a spectator, saw it."""
    if isinstance(event, CastleCardDrawn) and event.seat != seat:
        return CastleCardDrawn(event.seat, UNKNOWN)
    return hide_draw(event, seat)
