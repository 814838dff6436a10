"""What happens in a game of Regicide: the facts from which the log is written."""

from regicide_tui.cards import UNKNOWN, Card, Suit
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
    "AttackBlocked",
    "AttackSuffered",
    "CardsDrawn",
    "CardsPlayed",
    "DamageDealt",
    "DamagePaid",
    "DiscardHealed",
    "EnemyDefeated",
    "EnemyRevealed",
    "GameLost",
    "GameWon",
    "ImmunityCancelled",
    "JesterFlipped",
    "NextChosen",
    "PlayerYielded",
    "PowerBlocked",
    "ShieldRaised",
    "TurnBegan",
    "hide",
]


class PowerBlocked(Event, frozen=True):
    """The enemy is immune: this suit of the play does nothing (R-23)."""

    suit: Suit


class ShieldRaised(Event, frozen=True):
    """Spades: this play shields `amount`; the whole shield is `shield` now (R-45)."""

    amount: int
    shield: int


class DamageDealt(Event, frozen=True):
    """The play hurts the enemy; `doubled` by Clubs (R-24). `remaining` is 0 for a defeat."""

    amount: int
    doubled: bool
    remaining: int


class EnemyDefeated(Event, frozen=True):
    """The enemy falls; an exact kill puts it on top of the Tavern (R-36, R-38)."""

    seat: Seat
    enemy: Card
    exact: bool


class EnemyRevealed(Event, frozen=True):
    """The next royal of the Castle is turned up."""

    shows_cards = True

    enemy: Card


class ImmunityCancelled(Event, frozen=True):
    """A Jester: the enemy is immune no longer, and `shield` counts from now on (R-26, R-27)."""

    enemy: Card
    shield: int


class NextChosen(Event, frozen=True):
    """The player of the Jester says who is next."""

    seat: Seat
    chosen: Seat


class PlayerYielded(Event, frozen=True):
    """A player plays nothing this turn."""

    seat: Seat


class AttackBlocked(Event, frozen=True):
    """The shield covers the whole attack: nothing is paid (R-43)."""

    seat: Seat


class AttackSuffered(Event, frozen=True):
    """The enemy strikes: `due` must be paid from the hand."""

    seat: Seat
    attack: int
    shield: int
    due: int


class JesterFlipped(Event, frozen=True):
    """Alone: the hand is discarded and a new one drawn; `left` Jesters remain (R-50)."""

    shows_cards = True

    seat: Seat
    discarded: Pile
    cards: Pile
    left: int


class GameWon(Event, frozen=True):
    """The last King has fallen (R-40); alone there is a medal for it (R-53)."""

    medal: str | None


class GameLost(Event, frozen=True):
    """A player could not pay or could not act, so everybody loses (R-18, R-44)."""

    seat: Seat
    reason: str


def hide(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or with None a spectator, saw it."""
    if isinstance(event, JesterFlipped) and event.seat != seat:
        unknown = (UNKNOWN,) * len(event.cards)
        return JesterFlipped(event.seat, event.discarded, unknown, event.left)
    return hide_draw(event, seat)
