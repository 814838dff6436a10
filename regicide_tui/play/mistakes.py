"""A mistake of a game that was reviewed, as a puzzle: the same position, to be played better."""

from collections.abc import Iterable

from regicide_tui import games
from regicide_tui.games.base import Json, Move
from regicide_tui.games.puzzle import Puzzle, Verdict
from regicide_tui.play.history import History
from regicide_tui.play.saves.codec import Saved

_GOAL = "Do better than in the game"


class Mistake(Puzzle, frozen=True):
    """The position before a mistake. Asked is one of the actions that were as good as the best.

    `good` are these actions in notation, the best first. Nobody remembers that it was solved.
    """

    kept = False

    saved: Saved
    good: tuple[str, ...]

    @property
    def game(self) -> str:  # type: ignore[override]
        """The game that was reviewed."""
        return self.saved.history.game.name

    @property
    def name(self) -> str:
        """What is asked, as no list has it."""
        return self.asks

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.saved.seats)

    @property
    def size(self) -> str:
        """One action is asked."""
        return "one action"

    def position(self) -> dict[str, Json]:
        """Return the whole position."""
        history = self.saved.history
        return history.game.position(history.first)

    def verdict(self, moves: Iterable[Move]) -> Verdict | None:
        """Judge the first action: it must be one of the good ones."""
        first = next(iter(moves), None)
        if first is None:
            return None
        game = games.find(self.game)
        history = self.saved.history
        seat = game.to_act(history.first)
        view = game.view(history.first, seat)
        best = game.say(view, game.parse(self.good[0]), self.saved.seats)
        if game.format(first.action) in self.good:
            return Verdict(True, f"That is as good as anything here. The bot would {best}.")
        return Verdict(False, f"It would be better to {best}.")


def as_puzzle(saved: Saved, number: int, done: str, good: tuple[str, ...]) -> Mistake:
    """Return what was done after so many actions of a game as a puzzle; `done` is in words."""
    history = saved.history
    fresh = History(history.game, history.start, history.forget().at(number).state)
    asks = f"Do better than this: {done}"
    return Mistake(number + 1, asks, Saved(fresh, saved.seats, goal=_GOAL), good, line=good[:1])
