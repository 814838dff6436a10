"""The state of a game of Regicide Duel, and the values that follow from it."""

from collections import Counter
from random import Random

from regicide_tui.cards import PACK, SPADES, UNKNOWN, Card
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Event, Pile, PlayerEvent, Seat, Value
from regicide_tui.games.piles import TurnBegan
from regicide_tui.games.regicide_family.dealing import FamilyState, guess_cards, hide_piles
from regicide_tui.games.regicide_family.events import (
    CardsDrawn,
    CardsPlayed,
    DamagePaid,
    DiscardHealed,
    hide_draw,
)
from regicide_tui.games.regicide_family.plays import total

__all__ = [
    "CardsDrawn",
    "CardsPlayed",
    "DamagePaid",
    "DiscardHealed",
    "TurnBegan",
]
"""The events of the family that belong to this game too."""

PLAYERS = 2
HAND_MAXIMUM = 7  # D-1


class Phase(TextEnum):
    """What the game waits for. In `OVER` it waits for nothing."""

    PLAY = "play"
    PAY = "pay"
    OVER = "over"


PLAY, PAY, OVER = Phase
# These names are faster: in Python 3.11 `Phase.PLAY` takes 0.1 us, and an action needs about twenty
# such lookups (docs/decisions/0003).


class Options(Value):
    """The house rules of one game. The defaults follow the rules document."""

    diamond_redeal: bool = False  # D-3
    overpay: str = "one_at_a_time"  # D-17
    first_player: str | int = "random"  # D-2


class State(FamilyState):
    """The whole state of a game. In phase `PAY`, the seat other than `turn` must act."""

    options: Options
    shields: tuple[tuple[Pile, ...], ...]
    """For each seat the plays of its shield, oldest first, each in canonical order (R-14)."""
    phase: Phase
    played: Pile
    """The played cards while the opponent must pay, else none; kept after `cannot_pay`."""
    due: int
    """What the other player must pay, else 0; kept after `cannot_pay`."""
    winner: Seat | None
    reason: str | None
    """`cannot_pay` or `cannot_play`."""


def other(seat: Seat) -> Seat:
    """Return the opponent's seat."""
    return 1 - seat


def actor(state: State) -> Seat | None:
    """Return the seat that must act: the one whose turn it is, or the one that pays."""
    if state.phase is OVER:
        return None
    return state.turn if state.phase is PLAY else other(state.turn)


def holder(state: State) -> Seat:
    """Return the seat that must act or, after the end, the seat that could not go on."""
    seat = actor(state)
    if seat is not None:
        return seat
    return state.turn if state.reason == "cannot_play" else other(state.turn)


def shield(state: State, seat: Seat) -> int:
    """Return the shield of a player: the value of all cards of it (D-9)."""
    return sum([total(cards) for cards in state.shields[seat]])


def becomes_shield(cards: Pile) -> bool:
    """Return whether a play joins the shield at the end of the turn (D-13)."""
    return SPADES in [card.suit for card in cards]


class CastleCardDrawn(PlayerEvent):
    """After the opponent's Diamonds, this player draws the first card of the Castle (D-7)."""

    shows_cards = True

    card: Card


class AttackMade(PlayerEvent):
    """A player attacks, `doubled` by Clubs (D-10); the opponent's shield is 0 if there is none."""

    attack: int
    doubled: bool
    shield: int


class ShieldDestroyed(PlayerEvent):
    """A player's shield is destroyed; its cards are discarded in this order (D-12)."""

    cards: Pile


class DamageSuffered(PlayerEvent):
    """A player takes damage and must pay `due` from the hand (D-8)."""

    due: int


class ShieldRaised(PlayerEvent):
    """Spades: this turn's play adds `amount` to the shield, which is `shield` now (D-13)."""

    amount: int
    shield: int


class PlayerDefeated(PlayerEvent):
    """A player could not pay or could not play, so the opponent wins (D-16)."""

    reason: str


def hide(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or a spectator (None), saw it."""
    if isinstance(event, CastleCardDrawn) and event.seat != seat:
        return CastleCardDrawn(event.seat, UNKNOWN)
    return hide_draw(event, seat)


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or a spectator (None), sees it (D-20)."""
    return hide_piles(state, seat)


def determinize(view: State, rng: Random) -> State:
    """Return a state with random cards for the unknown ones, as the true state may be."""
    shields = [card for plays in view.shields for cards in plays for card in cards]
    return guess_cards(view, Counter(PACK), [*shields, *view.played], rng)
