"""The state of a game of Regicide Duel, and the values that follow from it."""

from regicide_tui.cards import SPADES
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.regicide_family.plays import total

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


class State(Value):
    """The whole state of a game. Piles are listed top first, hands lowest card first.

    In a view, cards that the seat may not know are `UNKNOWN`, `seed` is None and `shuffles` is 0.
    """

    options: Options
    seed: str | None
    shuffles: int
    """The number of shuffles that were made with the seed so far."""
    hands: tuple[Pile, ...]
    shields: tuple[tuple[Pile, ...], ...]
    """For each seat the plays of its shield, oldest first, each in canonical order (R-14)."""
    tavern: Pile
    castle: Pile
    discard: Pile
    turn: Seat
    """The seat whose turn it is. In phase `PAY` the other player must act."""
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
