"""The history of one game: its start, its actions and the undo position. An immutable value."""

from collections.abc import Mapping

from msgspec.structs import replace

from regicide_tui.games.base import (
    AnyGame,
    BadSetup,
    Json,
    Move,
    Seat,
    Value,
    take,
    take_text,
    written,
)


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
        raise BadSetup("bad_position", "The position is one of other players.")
    seed = position.get("seed", start.seed)
    return History(game, replace(start, position=position, seed=seed), first)


def replay(game: AnyGame, start: Start, actions: list[str], cursor: int) -> History:
    """Return the history of a game played again. Raises `BadSetup` or `IllegalAction`."""
    history = begin(game, start)
    for action in actions:
        history = history.take_text(action)
    return history.at(cursor)
