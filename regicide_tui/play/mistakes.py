"""A mistake of a reviewed game as a puzzle: find a better action in the same position."""

from collections.abc import Iterable

from regicide_tui import games
from regicide_tui.games.base import Json, Move
from regicide_tui.games.puzzle import Puzzle, PuzzleVerdict
from regicide_tui.play.history import History
from regicide_tui.play.table import Table

_GOAL = "Do better than in the game"


class Mistake(Puzzle):
    """The position before a mistake. The goal is one of the actions that are as good as the best.

    `good` are these actions in notation, the best first. Nothing notes that it is solved.
    """

    kept = False

    saved: Table
    good: tuple[str, ...]

    @property
    def game(self) -> str:  # type: ignore[override]
        """The game that was reviewed."""
        return self.saved.history.game.name

    @property
    def name(self) -> str:
        """The goal: a mistake has no number in a list."""
        return self.asks

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.saved.seats)

    @property
    def size(self) -> str:
        """The size: one action."""
        return "one action"

    def position(self) -> dict[str, Json]:
        """Return the whole position."""
        history = self.saved.history
        return history.game.position(history.first)

    def verdict(self, moves: Iterable[Move]) -> PuzzleVerdict | None:
        """Return the verdict on the first action: it must be one of the good ones."""
        first = next(iter(moves), None)
        if first is None:
            return None
        game = games.find(self.game)
        history = self.saved.history
        seat = game.to_act(history.first)
        view = game.view(history.first, seat)
        best = game.say(view, game.parse(self.good[0]), self.saved.seats)
        done = game.format(first.action)
        if done == self.good[0]:
            return PuzzleVerdict(True, "That is what the bot would do.")
        if done in self.good:
            return PuzzleVerdict(True, f"That is as good as anything here. The bot would {best}.")
        return PuzzleVerdict(False, f"It would be better to {best}.")


def as_puzzle(saved: Table, number: int, done: str, good: tuple[str, ...]) -> Mistake:
    """Return a mistake as a puzzle: action `done` (in words) after `number` actions of a game."""
    history = saved.history
    fresh = History(history.game, history.start, history.forget_undone().at(number).state)
    asks = f"Do better than to {done}"
    return Mistake(number + 1, asks, Table(fresh, saved.seats, goal=_GOAL), good, line=good[:1])
