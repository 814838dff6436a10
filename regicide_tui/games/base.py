"""The contract of a game, on which table, screens, saves and bots rely.

A state is one immutable value that holds everything, also the seed. Only `reduce` makes the next
state. A view is a state in which `UNKNOWN` stands for everything that a seat may not know. Screens,
bots and remote players get views and never states.

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
    Json = Any  # msgspec, which reads this type at run time, knows none that holds itself
"""What JSON can say: None, bool, int, float, str, lists and string-keyed dicts of such."""


@dataclass_transform(frozen_default=True)
class Value(msgspec.Struct, frozen=True, gc=False):
    """The base of every state, action and event: immutable, slotted, compared by content.

    (docs/decisions/0002 says why these are msgspec structs.)
    """


S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


def of_kind(kind: type[S], value: Value) -> S:
    """Return a state, view or action of a game whose kind the caller knows.

    Where games meet, such as at a table, it is a `Value`.
    """
    assert isinstance(value, kind)
    return value


class Event(Value):
    """A fact that an action brought about; each game defines its own kinds.

    `begins_turn` is true of the kind of event that a new turn begins with, `shows_cards` of one
    that shows a player cards which were hidden before.
    """

    begins_turn: ClassVar[bool] = False
    shows_cards: ClassVar[bool] = False


class PlayerEvent(Event):
    """A fact about one player."""

    seat: Seat


Events = list[Event]
"""What an action has brought about so far; each step of the rules appends its events."""


class _Refusal(Exception):
    """An error with a code for programs and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class IllegalAction(_Refusal):
    """An action that the rules refuse."""


class BadSetup(_Refusal):
    """A game that can't be set up so: `code` is `bad_option`, `bad_position` or `bad_request`."""


class Step(Value, Generic[S]):
    """What `reduce` answers: the new state, and what happened on the way."""

    state: S
    events: tuple[Event, ...]


class Outcome(Value):
    """How a game ended: who won, why, and what the game gives besides.

    Everybody wins or nobody does where all play together. `points` has a number for each seat
    in a game that counts them.
    """

    winners: tuple[Seat, ...]
    reason: str
    medal: str | None = None
    points: tuple[int, ...] = ()

    @property
    def won(self) -> bool:
        """Whether anybody won."""
        return bool(self.winners)


class Standing(Value):
    """How a game stands, for people who don't play it; it names nothing that is hidden."""

    words: str = ""
    card: str = ""
    """The card that all fight now, in notation; empty in games without one."""
    name: str = ""
    """Its name."""
    left: int = 0
    whole: int = 0
    """The health that it has left, and that it had at first."""


class Option(Value):
    """A house rule: its name, default, allowed values and what it means to a player.

    `matters` tells whether it changes anything for the number of players that was asked about.
    """

    name: str
    default: Json
    values: tuple[Json, ...]
    meaning: str
    matters: bool = True


class Game(msgspec.Struct, Generic[S, A], frozen=True, kw_only=True, eq=False):
    """The contract of a game: pure functions over its states. See docs/architecture.md.

    What has no default, every game must say.
    """

    name: str
    title: str
    player_counts: tuple[int, ...]
    rivals: bool = False
    """Whether the players play against each other."""
    matches: bool = False
    """Whether games of two form a match, in which the loser of a game begins the next one."""

    options: Callable[[int], tuple[Option, ...]]
    """Return the house rules that a game of so many players can be played with."""
    new: Callable[[int, str, Mapping[str, Json]], S]
    """Deal a game for players, a seed and options; the same ones deal the same game for ever.

    Raises `BadSetup` for a player count or an option that the game does not have.
    """
    load: Callable[[Json, str, Mapping[str, Json]], S]
    """Set up an explicit position (docs/protocol.md) and run the checks of its phase.

    The seed and the options are those of the game. Raises `BadSetup` if the position or an option
    is not possible.
    """
    why_impossible: Callable[[S], str]
    """Say why the cards of one game don't make this state; return an empty text if they do.

    Cards may be missing. `load` allows more: two packs, for drills.
    """
    position: Callable[[S], dict[str, Json]]
    """Write a state or a view as the position that `load` reads, derived figures added."""
    describe: Callable[[Json, tuple[str, ...]], str]
    """Say in a few words how far a position is, in whatever way it may be damaged.

    The second argument is the players' names; of a damaged save there may be too few.
    """

    standing: Callable[[S], Standing] = lambda view: Standing()
    """Return how the game stands; the view is a spectator's."""

    to_act: Callable[[S], Seat | None]
    """Return the seat that must act, or None once the game is over."""
    legal_actions: Callable[[S], Sequence[A]]
    """Return every legal action once, as far as the view shows the hand of who must act."""
    is_complete: Callable[[S], bool] = lambda view: True
    """Tell whether `legal_actions` lists all there are, where a game may leave some out."""
    reduce: Callable[[S, A], Step[S]]
    """Apply an action. The state given is never changed.

    Raises `IllegalAction` with the first code that applies, in the order of the table of error
    codes in the rules of the game (its `Manifest.document`).
    """
    outcome: Callable[[S], Outcome | None]
    """Return how the game ended, or None while it goes on."""

    view: Callable[[S, Seat | None], S]
    """Hide what a seat (or, with None, a spectator) may not know."""
    view_event: Callable[[Event, Seat | None], Event]
    """Hide in an event what a seat or a spectator did not see."""
    determinize: Callable[[S, Random], S]
    """Fill in a view at random: a state that its seat can't tell from the true one."""

    parse: Callable[[str], A]
    """Read one action. Raises `IllegalAction` with `bad_syntax` or `wrong_phase`."""
    format: Callable[[A], str]
    """Write an action in canonical notation, so that `parse(format(a)) == a`."""
    spell_out: Callable[[str], tuple[str, ...]] = lambda text: (text,)
    """Split the shorthands of the notation into one text for each action."""
    canonical: Callable[[S, A], A] = lambda state, action: action
    """Return a legal action as `legal_actions` lists it, where only the state tells how."""
    in_order: Callable[[A], A] = lambda action: action
    """Return an action with what it names in the order in which `parse` returns it."""
    say: Callable[[S, A, tuple[str, ...]], str]
    """Return an action in words, such as `buy 7C with 3H and 4H`; cards are in notation.

    The view is that of who must act, before the action; the texts are the players' names.
    """
    effect: Callable[[S, A], Hashable] = lambda state, action: action
    """Return what an action brings about in a view besides the cards it takes from the hand.

    Two legal actions with the same effect differ in these cards alone. None is the effect of an
    action that can't be taken.
    """
    price: Callable[[Pile], float] = lambda cards: float(len(cards))
    """Return what cards are worth to who must give them; the more, the dearer."""

    remarks: Callable[[S], tuple[tuple[str, int], ...]] = lambda view: ()
    """Return public facts that players at a silent table may say at any time (R-9).

    Each is an id, and the count that its sentence names; `remark` makes the sentence.
    """
    remark: Callable[[str, int], str] = lambda name, count: ""
    """Return the sentence of a remark; empty for an id that there is not."""
    may_wish: Callable[[S], bool] = lambda view: False
    """Tell whether players may say now, in general words, if they would like to go next."""
    bests: Mapping[str, str] = MappingProxyType({})
    """Figures of which the largest is worth remembering, each with its words."""
    figures: Callable[[Iterable[Event]], Mapping[str, int]] = lambda events: {}
    """Count what the statistics keep of a whole game, each figure by its name."""


AnyGame = Game[Value, Value]
"""A game of any kind, where only the contract matters.

It gets states and actions of its own alone. `regicide_tui.games.find` opens the type.
"""


class Move(Value):
    """One action that was taken, as `legal_actions` lists it, and what came of it."""

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

    Return one move, or one for each action of a shorthand: all of them can be taken, or none.
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
    """Write all legal actions as JSON, and that there are more of them, where that is so."""
    actions: dict[str, Json] = {"actions": [game.format(one) for one in game.legal_actions(view)]}
    return actions if game.is_complete(view) else {**actions, "complete": False}


def to_json(value: object) -> Json:
    """Write an event or any part of it as JSON: cards in notation, seats as players from 1."""
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
    return cast("Json", value)  # an event holds nothing else
