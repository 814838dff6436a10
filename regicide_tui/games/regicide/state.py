"""The state of a game of Regicide, and the values that follow from it."""

from regicide_tui.cards import SPADES, Card, Suit
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.regicide_family.plays import total

HAND_MAXIMUM = {1: 8, 2: 7, 3: 6, 4: 5}
TAVERN_JESTERS = {1: 0, 2: 0, 3: 1, 4: 2}
SOLO_JESTERS = 2

MEDALS = ("bronze", "silver", "gold")
"""The medals of a solo win, by the Jesters that were not used (R-53)."""

ROYAL_COUNT = 12
ATTACK = {"J": 10, "Q": 15, "K": 20}
HEALTH = {"J": 20, "Q": 30, "K": 40}


class Phase(TextEnum):
    """What the game waits for. In `OVER` it waits for nothing."""

    PLAY = "play"
    CHOOSE = "choose"
    SUFFER = "suffer"
    OVER = "over"


PLAY, CHOOSE, SUFFER, OVER = Phase
# These names are faster: in Python 3.11 `Phase.PLAY` takes 0.1 us, and an action needs about twenty
# such lookups (docs/decisions/0003).


class Options(Value):
    """The house rules of one game. The defaults are the printed rules."""

    diamond_redeal: bool = True
    combos: bool = True
    solo_yield: bool = False
    overpay: str = "one_at_a_time"
    first_player: str | int = "random"


class Played(Value):
    """One play on the table: its player, and the cards in canonical order (R-14).

    `shield` is the whole value of a play with a Spade, else 0. It counts if the enemy is not
    immune to Spades (R-27, R-45).
    """

    seat: Seat
    cards: Pile
    shield: int


class State(Value):
    """The whole state of a game. Piles are listed top first, hands lowest card first.

    In a view, cards that the seat may not know are `UNKNOWN`, `seed` is None and `shuffles` is 0.
    """

    options: Options
    seed: str | None
    shuffles: int
    """The number of shuffles that were made with the seed so far."""
    hands: tuple[Pile, ...]
    tavern: Pile
    tavern_known: int
    """The number of known cards on top of the Tavern: royals of exact kills (R-8)."""
    castle: Pile
    enemy: Card | None
    """The royal to defeat; None after the last King."""
    damage: int
    immunity_cancelled: bool
    table: tuple[Played, ...]
    """The plays against this enemy, oldest first."""
    discard: Pile
    turn: Seat
    """The seat that must act, in every phase."""
    phase: Phase
    yielded: tuple[bool, ...]
    """For each seat, whether its latest turn was a yield (R-19)."""
    jesters_unused: int
    """The solo Jesters that are not flipped yet; 0 with several players."""
    result: str | None
    """`won` or `lost`."""
    reason: str | None
    """`all_enemies_defeated`, `cannot_pay` or `cannot_act`."""


def lay(seat: Seat, cards: Pile) -> Played:
    """Return a play with its shield, for the table."""
    shields = SPADES in [card.suit for card in cards]
    return Played(seat, cards, total(cards) if shields else 0)


def immune_suit(state: State) -> Suit | None:
    """Return the suit that this enemy is immune to, or None."""
    return None if state.immunity_cancelled or state.enemy is None else state.enemy.suit


def shield(state: State) -> int:
    """Return the shield: the whole value of every play with a Spade in it (R-27, R-45, R-46)."""
    if immune_suit(state) is SPADES:
        return 0
    return sum([play.shield for play in state.table])


def attack(state: State) -> int:
    """Return the enemy's attack after the shield, at least 0 (R-45)."""
    return max(0, ATTACK[state.enemy.rank] - shield(state)) if state.enemy else 0


def remaining(state: State) -> int:
    """Return the health that the enemy has left."""
    return HEALTH[state.enemy.rank] - state.damage if state.enemy else 0


def fallen(state: State) -> int:
    """Return the number of royals that are defeated."""
    return ROYAL_COUNT - len(state.castle) - (state.enemy is not None)


def may_yield(state: State) -> bool:
    """Return whether the active player may yield: not every other player yielded last.

    A solo player may yield only with the option `solo_yield`, and not twice in a row (R-20).
    """
    if len(state.hands) == 1:
        return state.options.solo_yield and not state.yielded[0]
    others = state.yielded[: state.turn] + state.yielded[state.turn + 1 :]
    return not all(others)


def medal(state: State) -> str | None:
    """Return the medal of a solo win: gold, silver or bronze for 0, 1 or 2 Jesters (R-53)."""
    if state.result != "won" or len(state.hands) > 1:
        return None
    return MEDALS[state.jesters_unused]
