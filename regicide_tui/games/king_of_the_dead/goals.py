"""What a puzzle of King of the Dead asks for in one turn; the events alone decide it."""

from collections.abc import Iterable

from regicide_tui.games.base import Move, Value
from regicide_tui.games.king_of_the_dead.actions import EndTurn
from regicide_tui.games.king_of_the_dead.events import CardBought, RunScored
from regicide_tui.games.king_of_the_dead.values import NUMBER
from regicide_tui.games.puzzle import PuzzleVerdict
from regicide_tui.games.words import counted


class Goal(Value):
    """What the player must do in the turn: points to score and purchases to make."""

    points: int = 0
    purchases: int = 0


def verdict(goal: Goal, moves: Iterable[Move]) -> PuzzleVerdict | None:
    """Return the verdict on a line of play; the end of the first turn decides it."""
    points = purchases = 0
    for move in moves:
        points += sum(
            [NUMBER[event.cards[-1]] for event in move.events if isinstance(event, RunScored)]
        )
        purchases += sum(isinstance(event, CardBought) for event in move.events)
        made = _sentence(goal, points, purchases)
        if points >= goal.points and purchases >= goal.purchases:
            return PuzzleVerdict(True, f"{made} in one turn.")
        if move.action == EndTurn():
            return PuzzleVerdict(False, f"The turn ended with {made}.")
    return None


def _sentence(goal: Goal, points: int, purchases: int) -> str:
    parts = [counted(points, "point")] if goal.points else []
    parts += [counted(purchases, "purchase")] if goal.purchases else []
    return " and ".join(parts)
