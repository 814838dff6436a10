"""The contract of a game, on which table, screens, saves and bots rely.

A state is one immutable value that holds everything, including the seed. Only `reduce` makes the
next state. A view is a state in which `UNKNOWN` stands for everything that a seat may not know.
Screens, bots and remote players get views and never states.

Seats are numbered from 0 in code and from 1 in everything people read.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    TypeVar,
    cast,
    dataclass_transform,
)

import msgspec

from regicide_tui.cards import Card

Pile = tuple[Card, ...]
"""Cards in order, the top first."""

Seat = int
"""A player's place at the table, from 0."""

PlayerCount = Annotated[int, msgspec.Meta(ge=1, le=4)]
"""The number of players of a stored game."""

if TYPE_CHECKING:
    Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
else:
    Json = Any  # msgspec reads this type at run time and supports no recursive types
"""Values that JSON can express: None, bool, int, float, str, lists and dicts with string keys."""


@dataclass_transform(frozen_default=True)
class Value(msgspec.Struct, frozen=True, gc=False):
    """The base of every state, action and event: immutable, slotted, compared by content.

    (docs/decisions/0002 says why these are msgspec structs.)
    """


S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


def of_kind(kind: type[S], value: Value) -> S:
    """Return a state, view or action of a game whose kind the caller knows.

    In code for all games, such as a table, it is a `Value`.
    """
    assert isinstance(value, kind)
    return value


class Event(Value):
    """A fact that results from an action; each game defines its own kinds.

    `begins_turn` is true for the kind of event that starts a new turn, `shows_cards` for one that
    shows a player cards that were hidden before.
    """

    begins_turn: ClassVar[bool] = False
    shows_cards: ClassVar[bool] = False


class PlayerEvent(Event):
    """A fact about one player."""

    seat: Seat


Events = list[Event]
"""The results of an action so far; each step of the rules appends its events."""


class _Refusal(Exception):
    """An error with a code for programs and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class IllegalAction(_Refusal):
    """An action that the rules refuse."""


class BadSetup(_Refusal):
    """Invalid set-up of a game: `code` is `bad_option`, `bad_position` or `bad_request`."""


class Step(Value, Generic[S]):
    """The result of `reduce`: the new state and the events that led to it."""

    state: S
    events: tuple[Event, ...]


class Outcome(Value):
    """How a game ended: who won, why, and any medal or points.

    In a cooperative game, everyone wins or no one does. `points` has a number for each seat in a
    game that counts them.
    """

    winners: tuple[Seat, ...]
    reason: str
    medal: str | None = None
    points: tuple[int, ...] = ()

    @property
    def won(self) -> bool:
        """Whether someone won."""
        return bool(self.winners)


class Standing(Value):
    """The standing of a game, for people who don't play it; it reveals nothing hidden."""

    words: str = ""
    card: str = ""
    """The current enemy, in notation; empty in games without one."""
    name: str = ""
    """Its name."""
    left: int = 0
    whole: int = 0
    """Its remaining and its full health."""


class Option(Value):
    """A house rule: its name, default, allowed values and what it means to a player.

    `matters` says whether it changes anything for the given number of players.
    """

    name: str
    default: Json
    values: tuple[Json, ...]
    meaning: str
    matters: bool = True


class Game(msgspec.Struct, Generic[S, A], frozen=True, kw_only=True, eq=False):
    """The contract of a game: pure functions over its states. See docs/architecture.md.

    Every game must define what has no default.
    """

    name: str
    title: str
    player_counts: tuple[int, ...]
    rivals: bool = False
    """Whether the players play against each other."""
    matches: bool = False
    """Whether games of two form a match, in which the loser of a game begins the next one."""

    options: Callable[[int], tuple[Option, ...]]
    """Return the house rules that a game with this number of players can use."""
    new: Callable[[int, str, Mapping[str, Json]], S]
    """Deal a game for players, a seed and options; the same ones always deal the same game.

    Raises `BadSetup` for a player count or an option that the game does not have.
    """
    load: Callable[[Json, str, Mapping[str, Json]], S]
    """Set up an explicit position (docs/protocol.md) and run the checks of its phase.

    The seed and the options are those of the game. Raises `BadSetup` if the position or an option
    is not possible.
    """
    why_impossible: Callable[[S], str]
    """Return why the cards of one game don't make this state; an empty string if they do.

    Cards may be missing. `load` allows two packs, for exercises.
    """
    position: Callable[[S], dict[str, Json]]
    """Return a state or a view as the position that `load` reads, with derived values added."""
    describe: Callable[[Json, tuple[str, ...]], str]
    """Return the progress of a position in a few words, however damaged it is.

    The second argument is the players' names; a damaged save may have too few.
    """

    standing: Callable[[S], Standing] = lambda view: Standing()
    """Return the standing of the game; the view is a spectator's."""

    to_act: Callable[[S], Seat | None]
    """Return the seat that must act, or None once the game is over."""
    legal_actions: Callable[[S], Sequence[A]]
    """Return every legal action once, if the view shows the hand of the seat that must act."""
    is_complete: Callable[[S], bool] = lambda view: True
    """Return whether `legal_actions` lists every legal action; a game may leave some out."""
    reduce: Callable[[S, A], Step[S]]
    """Apply an action. The given state is never changed.

    Raises `IllegalAction` with the first code that applies, in the order of the table of error
    codes in the rules of the game (its `Manifest.document`).
    """
    outcome: Callable[[S], Outcome | None]
    """Return how the game ended, or None before its end."""

    view: Callable[[S, Seat | None], S]
    """Hide what a seat (or, with None, a spectator) may not know."""
    view_event: Callable[[Event, Seat | None], Event]
    """Hide in an event what a seat or a spectator did not see."""
    determinize: Callable[[S, Random], S]
    """Fill in a view at random: return a state that its seat can't tell from the true one."""

    parse: Callable[[str], A]
    """Read one action. Raises `IllegalAction` with `bad_syntax` or `wrong_phase`."""
    format: Callable[[A], str]
    """Write an action in canonical notation, so that `parse(format(a)) == a`."""
    spell_out: Callable[[str], tuple[str, ...]] = lambda text: (text,)
    """Split the shorthands of the notation into one string for each action."""
    canonical: Callable[[S, A], A] = lambda state, action: action
    """Return a legal action as `legal_actions` lists it, if that depends on the state."""
    in_order: Callable[[A], A] = lambda action: action
    """Return an action with its parts in the order in which `parse` returns them."""
    say: Callable[[S, A, tuple[str, ...]], str]
    """Return an action in words, such as `buy 7C with 3H and 4H`; cards are in notation.

    The view is that of the seat that must act, before the action; the strings are the names.
    """
    effect: Callable[[S, A], Hashable] = lambda state, action: action
    """Return the effect of an action in a view, apart from the cards it takes from the hand.

    Two legal actions with the same effect differ only in these cards. An illegal action has the
    effect None.
    """
    price: Callable[[Pile], float] = lambda cards: float(len(cards))
    """Return what the loss of these cards costs a player; higher is more costly."""

    remarks: Callable[[S], tuple[tuple[str, int], ...]] = lambda view: ()
    """Return public facts that players at a silent table may say at any time (R-9).

    Each is an id, and the count that its sentence names; `remark` makes the sentence.
    """
    remark: Callable[[str, int], str] = lambda name, count: ""
    """Return the sentence of a remark; empty for an unknown id."""
    may_wish: Callable[[S], bool] = lambda view: False
    """Return whether players may say now, in general words, if they would like to go next."""
    bests: Mapping[str, str] = MappingProxyType({})
    """Statistics whose largest value counts as a record, each with its words."""
    figures: Callable[[Iterable[Event]], Mapping[str, int]] = lambda events: {}
    """Count what the statistics keep of a whole game, by name."""


AnyGame = Game[Value, Value]
"""A game of any kind, where only the contract matters.

It gets only its own states and actions. `regicide_tui.games.find` opens the type.
"""


class Move(Value):
    """One action that was taken, as `legal_actions` lists it, and its results."""

    action: Value
    state: Value
    events: tuple[Event, ...]


def take(game: Game[S, A], state: S, action: A, seat: Seat | None = None) -> Move:
    """Take an action for `seat` (by default the seat that must act).

    Raises `IllegalAction`; the checks have the order of the error codes in the rules of the game.
    """
    _check_turn(game, state, seat)
    action = game.in_order(action)
    step = game.reduce(state, action)
    return Move(game.canonical(state, action), step.state, step.events)


def take_text(game: Game[S, A], state: S, text: str, seat: Seat | None = None) -> tuple[Move, ...]:
    """Take an action given as text for `seat` (by default the seat that must act).

    Return one move, or one for each action of a shorthand: either all are taken or none.
    Raises `IllegalAction`; the checks have the order of the error codes in the rules of the game.
    """
    _check_turn(game, state, seat)
    moves: list[Move] = []
    for action in [game.parse(part) for part in game.spell_out(text)]:
        step = game.reduce(state, action)
        moves.append(Move(game.canonical(state, action), step.state, step.events))
        state = step.state
    return tuple(moves)


def _check_turn(game: Game[S, A], state: S, seat: Seat | None) -> None:
    actor = game.to_act(state)
    if actor is None:
        raise IllegalAction("game_over", "The game is over.")
    if seat is not None and seat != actor:
        raise IllegalAction("wrong_player", f"It is player {actor + 1}'s turn to act.")


def written(game: AnyGame, moves: Iterable[Move]) -> tuple[str, ...]:
    """Return the actions of moves in canonical notation."""
    return tuple([game.format(move.action) for move in moves])


def listed(game: Game[S, A], view: S) -> dict[str, Json]:
    """Return all legal actions as JSON, and whether there are more."""
    actions: dict[str, Json] = {"actions": [game.format(one) for one in game.legal_actions(view)]}
    return actions if game.is_complete(view) else {**actions, "complete": False}


def to_json(value: object) -> Json:
    """Return an event or any part of it as JSON: cards in notation, seats as players from 1."""
    if isinstance(value, Card):
        return value.text
    if isinstance(value, tuple):
        return [to_json(one) for one in value]
    if isinstance(value, Event):
        fields: dict[str, Json] = {"type": type(value).__name__}
        for name in value.__struct_fields__:
            found = getattr(value, name)
            if name in ("seat", "chosen"):
                fields["player" if name == "seat" else name] = found + 1
            elif name == "winners":
                fields[name] = [seat + 1 for seat in found]
            else:
                fields[name] = to_json(found)
        return fields
    return cast("Json", value)  # an event contains nothing else
