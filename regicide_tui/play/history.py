"""A game as its start and its moves; the daily deals, and matches of two."""

import datetime
from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from regicide_tui.games.base import (
    AnyGame,
    BadSetup,
    Json,
    Move,
    Outcome,
    Seat,
    Value,
    take,
    take_text,
    written,
)
from regicide_tui.games.words import PlayerNames


class Start(Value):
    """How a game began: dealt from a seed, or set up as a position."""

    game: str
    players: int
    seed: str
    options: Mapping[str, Json]
    position: Json = None


class History(Value):
    """A game from its first state to its last. `cursor` is the number of moves that are not undone.

    Moves after the cursor were undone. They can be redone until another action is taken.
    """

    game: AnyGame
    start: Start
    first: Value
    moves: tuple[Move, ...] = ()
    cursor: int = 0

    @property
    def state(self) -> Value:
        """The state without the undone moves."""
        return self.moves[self.cursor - 1].state if self.cursor else self.first

    @property
    def standing(self) -> tuple[Move, ...]:
        """The moves that are not undone."""
        return self.moves[: self.cursor]

    @property
    def over(self) -> bool:
        """Whether the game is over in this state."""
        return self.game.outcome(self.state) is not None

    @property
    def written(self) -> tuple[str, ...]:
        """The actions that are not undone, in canonical notation."""
        return written(self.game, self.standing)

    def take(self, action: Value, seat: Seat | None = None) -> "History":
        """Return the history after an action, without undone moves. Raises `IllegalAction`."""
        moves = (*self.standing, take(self.game, self.state, action, seat))
        return replace(self, moves=moves, cursor=len(moves))

    def take_text(self, text: str, seat: Seat | None = None) -> "History":
        """Return the history after an action given as text. Raises `IllegalAction`."""
        moves = (*self.standing, *take_text(self.game, self.state, text, seat))
        return replace(self, moves=moves, cursor=len(moves))

    def forget_undone(self) -> "History":
        """Return the history without the undone moves."""
        return replace(self, moves=self.standing)

    def at(self, cursor: int) -> "History":
        """Return the history after `cursor` moves, or after all if there are fewer."""
        return replace(self, cursor=min(max(cursor, 0), len(self.moves)))


def begin(game: AnyGame, start: Start) -> History:
    """Return the history of a new game. Raises `BadSetup`."""
    if start.position is None:
        return History(game, start, game.new(start.players, start.seed, start.options))
    first = game.load(start.position, start.seed, start.options)
    # Keep our own form of the position; the given one may hold more keys.
    position = game.position(first)
    if position["players"] != start.players:
        raise BadSetup("bad_position", "The position has a different number of players.")
    seed = position.get("seed", start.seed)
    return History(game, replace(start, position=position, seed=seed), first)


def replay(game: AnyGame, start: Start, actions: list[str], cursor: int) -> History:
    """Return the history of a game played again. Raises `BadSetup` or `IllegalAction`."""
    history = begin(game, start)
    for action in actions:
        history = history.take_text(action)
    return history.at(cursor)


def day_of(start: Start) -> str:
    """Return the day whose deal this is, such as `2026-11-21`; empty for any other game.

    A daily deal is a solo game with the default rules, and its seed is the day.
    """
    plain = start.players == 1 and start.position is None and not start.options
    return start.seed if plain and is_day(start.seed) else ""


def is_day(text: str) -> bool:
    """Return whether a text is a day, such as `2026-11-21`."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


RESIGNED = "resigned"
OUT_OF_TIME = "out_of_time"
DRAWN = "drawn"
"""The reasons for endings that are not in the rules."""

GAMES_LIMIT = 1000
"""The largest number of games of a match."""


class Result(Value, forbid_unknown_fields=True):
    """How a game of two ended. `winner` is None for a draw, which is always agreed."""

    winner: Annotated[int, msgspec.Meta(ge=0, le=1)] | None
    resigned: bool = False
    out_of_time: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether the loser's time ran out. If unset, it is not written, as in older saves."""

    def __post_init__(self) -> None:
        """Raise `ValueError` for an ending that contradicts itself."""
        if self.winner is None and (self.resigned or self.out_of_time):
            raise ValueError("a draw can't be a resignation or a loss on time")
        if self.resigned and self.out_of_time:
            raise ValueError("a game can't end in two ways")

    @property
    def loser(self) -> Seat | None:
        """The seat that lost, or None."""
        return None if self.winner is None else 1 - self.winner

    def with_seats_changed(self) -> "Result":
        """Return the same result with the players in each other's seats."""
        return replace(self, winner=self.loser)


class Match(Value, forbid_unknown_fields=True):
    """The earlier games of a match, and how this game was called off, if it was.

    `called_off` is None for a game that is played to its end: its state says who won. Saves call it
    `called`.
    """

    earlier: Annotated[tuple[Result, ...], msgspec.Meta(max_length=GAMES_LIMIT)] = ()
    called_off: Result | None = msgspec.field(default=None, name="called")

    @property
    def challenger(self) -> Seat | None:
        """The seat that begins this game: the last loser; None if nobody has lost yet."""
        losers = [result.loser for result in self.earlier if result.loser is not None]
        return losers[-1] if losers else None

    def score(self, this: Result | None = None) -> tuple[int, int]:
        """Return the number of games each seat has won; `this` is the result of this game."""
        results = self.earlier if this is None else (*self.earlier, this)
        winners = [result.winner for result in results]
        return winners.count(0), winners.count(1)

    def after(self, result: Result) -> "Match":
        """Return the match at the start of the next game."""
        return Match((*self.earlier, result)[-GAMES_LIMIT:])

    def call_off(self, result: Result | None) -> "Match":
        """Return the match with this game called off with a result, or continuing with None."""
        return replace(self, called_off=result)


def resignation(seat: Seat) -> Result:
    """Return the result of a game in which this seat resigns."""
    return Result(1 - seat, resigned=True)


def loss_on_time(seat: Seat) -> Result:
    """Return the result of a game in which this seat's time ran out."""
    return Result(1 - seat, out_of_time=True)


DRAW = Result(None)
"""The result of a game with an agreed draw."""


def outcome_of(result: Result) -> Outcome:
    """Return the outcome of a game that was called off."""
    if result.winner is None:
        return Outcome((), DRAWN)
    return Outcome((result.winner,), OUT_OF_TIME if result.out_of_time else RESIGNED)


def tell_called_off(outcome: Outcome, seats: tuple[str, ...]) -> str:
    """Return how a game was called off; empty if it ended by its rules.

    A player named `YOU` gets the forms of `You`.
    """
    if outcome.reason == DRAWN:
        return "The game is a draw. Both players agreed."
    if outcome.reason not in (RESIGNED, OUT_OF_TIME):
        return ""
    (winner,) = outcome.winners
    names = PlayerNames(seats)
    wins = names.with_verb(winner, "win")
    if outcome.reason == OUT_OF_TIME:
        return f"Time ran out for {names.object_form(1 - winner)}. {wins}."
    return f"{names.name(1 - winner)} resigned. {wins}."


def result_of(outcome: Outcome) -> Result:
    """Return the result of a game of two that is over."""
    if not outcome.winners:
        return DRAW
    reason = outcome.reason
    out_of_time = reason == OUT_OF_TIME or msgspec.UNSET
    return Result(outcome.winners[0], reason == RESIGNED, out_of_time)
