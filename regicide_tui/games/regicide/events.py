"""The events of a game of Regicide. The log is made from them."""

from regicide_tui.cards import UNKNOWN, Card, Suit
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


class PowerBlocked(Event):
    """The enemy is immune, so this suit of the play has no effect (R-23)."""

    suit: Suit


class ShieldRaised(Event):
    """Spades: the play adds `amount` to the shield, which is `shield` now (R-45)."""

    amount: int
    shield: int


class DamageDealt(Event):
    """The play damages the enemy; `doubled` by Clubs (R-24). `remaining` is 0 after a defeat."""

    amount: int
    doubled: bool
    remaining: int


class EnemyDefeated(Event):
    """The enemy is defeated; an exact kill puts it on top of the Tavern (R-36, R-38)."""

    seat: Seat
    enemy: Card
    exact: bool


class EnemyRevealed(Event):
    """The next royal of the Castle is turned up."""

    shows_cards = True

    enemy: Card


class ImmunityCancelled(Event):
    """A Jester ends the enemy's immunity, and `shield` counts from now on (R-26, R-27)."""

    enemy: Card
    shield: int


class NextChosen(Event):
    """The player of the Jester chooses the next player."""

    seat: Seat
    chosen: Seat


class PlayerYielded(Event):
    """A player plays no card this turn."""

    seat: Seat


class AttackBlocked(Event):
    """The shield covers the whole attack: nothing is paid (R-43)."""

    seat: Seat


class AttackSuffered(Event):
    """The enemy attacks: the player must pay `due` from the hand."""

    seat: Seat
    attack: int
    shield: int
    due: int


class JesterFlipped(Event):
    """A solo player discards the hand and draws a new one; `left` Jesters remain (R-50)."""

    shows_cards = True

    seat: Seat
    discarded: Pile
    cards: Pile
    left: int


class GameWon(Event):
    """The last King is defeated (R-40); in a solo game there is a medal (R-53)."""

    medal: str | None


class GameLost(Event):
    """A player could not pay or could not act, so everybody loses (R-18, R-44)."""

    seat: Seat
    reason: str


def hide(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or a spectator (None), saw it."""
    if isinstance(event, JesterFlipped) and event.seat != seat:
        unknown = (UNKNOWN,) * len(event.cards)
        return JesterFlipped(event.seat, event.discarded, unknown, event.left)
    return hide_draw(event, seat)
