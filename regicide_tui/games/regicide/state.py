"""The state of a game of Regicide, and the values that follow from it."""

from collections import Counter
from random import Random

from regicide_tui.cards import JESTER, PACK, SPADES, UNKNOWN, Card, Suit
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Event, Pile, PlayerEvent, Seat, Value
from regicide_tui.games.notation import normalize
from regicide_tui.games.piles import TurnBegan
from regicide_tui.games.regicide_family.dealing import FamilyState, guess_cards, hide_piles
from regicide_tui.games.regicide_family.events import (
    CardsDrawn,
    CardsPlayed,
    DamagePaid,
    DiscardHealed,
    hide_draw,
)
from regicide_tui.games.regicide_family.plays import (
    Pay,
    Play,
    format_play_or_pay,
    parse_play_or_pay,
    play_or_pay_in_order,
    say_play_or_pay,
    total,
)
from regicide_tui.games.words import PlayerNames

__all__ = [
    "CardsDrawn",
    "CardsPlayed",
    "DamagePaid",
    "DiscardHealed",
    "Pay",
    "Play",
    "TurnBegan",
]
"""The actions and events of the family that belong to this game too."""

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


class State(FamilyState):
    """The whole state of a game. `turn` is the seat that must act, in every phase."""

    options: Options
    tavern_known: int
    """The number of known cards on top of the Tavern: royals of exact kills (R-8)."""
    enemy: Card | None
    """The royal to defeat; None after the last King."""
    damage: int
    immunity_cancelled: bool
    table: tuple[Played, ...]
    """The plays against this enemy, oldest first."""
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
    """Return the shield: the whole value of every play with a Spade (R-27, R-45, R-46)."""
    if immune_suit(state) is SPADES:
        return 0
    return sum([play.shield for play in state.table])


def attack(state: State) -> int:
    """Return the enemy's attack after the shield, at least 0 (R-45)."""
    return max(0, ATTACK[state.enemy.rank] - shield(state)) if state.enemy else 0


def remaining(state: State) -> int:
    """Return the enemy's remaining health."""
    return HEALTH[state.enemy.rank] - state.damage if state.enemy else 0


def fallen(state: State) -> int:
    """Return the number of defeated royals."""
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


class Yield(Value):
    """Play no card and pay for the attack."""


class Choose(Value):
    """After a Jester: choose the seat that has the next turn (R-26)."""

    seat: Seat


class Flip(Value):
    """In a solo game: flip a Jester, discard the hand and draw a new one (R-50)."""


Action = Play | Yield | Choose | Pay | Flip


def parse(text: str) -> Action:
    """Return the action that some text means, in any case and order of cards.

    Raises `IllegalAction`: `bad_syntax` if it is not an action of any game, `wrong_phase` if it
    is an action of another game.
    """
    words = normalize(text).split(" ")
    if words == ["YIELD"]:
        return Yield()
    if words == ["FLIP"]:
        return Flip()
    if words[0].startswith(">P"):
        return Choose(int(words[0][2:]) - 1)
    return parse_play_or_pay(words, "Regicide")


def in_order(action: Action) -> Action:
    """Return an action with its cards in the order in which `parse` returns them."""
    return play_or_pay_in_order(action) if isinstance(action, Play | Pay) else action


def format_action(action: Action) -> str:
    """Return an action in canonical notation."""
    match action:
        case Play() | Pay():
            return format_play_or_pay(action)
        case Choose(seat):
            return f">P{seat + 1}"
        case Yield():
            return "yield"
        case Flip():
            return "flip"


def say_action(action: Action, seats: tuple[str, ...]) -> str:
    """Return an action in words, its cards in notation and a chosen player by name."""
    match action:
        case Play() | Pay():
            return say_play_or_pay(action)
        case Choose(seat):
            return f"choose {PlayerNames(seats).object_form(seat)}"
        case Yield():
            return "yield"
        case Flip():
            return "flip a Jester"


def spell_out(text: str) -> tuple[str, ...]:
    """Return the texts of the two actions of `*>P3`, a Jester with its choice; else one string."""
    tidy = normalize(text)
    return ("*", tidy[1:]) if tidy.startswith("*>") else (tidy,)


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


class EnemyDefeated(PlayerEvent):
    """The enemy is defeated; an exact kill puts it on top of the Tavern (R-36, R-38)."""

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


class NextChosen(PlayerEvent):
    """The player who played the Jester chooses the next player."""

    chosen: Seat


class PlayerYielded(PlayerEvent):
    """A player plays no card this turn."""


class AttackBlocked(PlayerEvent):
    """The shield covers the whole attack: nothing is paid (R-43)."""


class AttackSuffered(PlayerEvent):
    """The enemy attacks: the player must pay `due` from the hand."""

    attack: int
    shield: int
    due: int


class JesterFlipped(PlayerEvent):
    """A solo player discards the hand and draws a new one; `left` Jesters remain (R-50)."""

    shows_cards = True

    discarded: Pile
    cards: Pile
    left: int


class GameWon(Event):
    """The last King is defeated (R-40); in a solo game there is a medal (R-53)."""

    medal: str | None


class GameLost(PlayerEvent):
    """A player could not pay or could not act, so everybody loses (R-18, R-44)."""

    reason: str


def hide(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or a spectator (None), saw it."""
    if isinstance(event, JesterFlipped) and event.seat != seat:
        unknown = (UNKNOWN,) * len(event.cards)
        return JesterFlipped(event.seat, event.discarded, unknown, event.left)
    return hide_draw(event, seat)


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or a spectator (None), sees it.

    A royal of an exact kill on top of the Tavern is known (R-8).
    """
    return hide_piles(state, seat, state.tavern_known)


def determinize(view: State, rng: Random) -> State:
    """Return a state with random cards for the unknown ones, as the true state may be."""
    pack = Counter(PACK) + Counter({JESTER: TAVERN_JESTERS[len(view.hands)]})
    laid = [card for play in view.table for card in play.cards]
    return guess_cards(view, pack, [*laid, view.enemy] if view.enemy else laid, rng)
