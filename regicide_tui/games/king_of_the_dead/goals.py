"""What a puzzle of King of the Dead asks of one turn, judged by events alone."""

from collections.abc import Iterable

from regicide_tui.games.base import Move, Value
from regicide_tui.games.king_of_the_dead.actions import End
from regicide_tui.games.king_of_the_dead.events import CardBought, RunScored
from regicide_tui.games.king_of_the_dead.values import NUMBER
from regicide_tui.games.puzzle import Verdict
from regicide_tui.games.words import counted


class Goal(Value, frozen=True):
    """What is to be done before the turn ends: points to score, and purchases to make."""

    points: int = 0
    purchases: int = 0


def verdict(goal: Goal, moves: Iterable[Move]) -> Verdict | None:
    """Judge a line of play from its first move; the end of the first turn decides it."""
    points = purchases = 0
    for move in moves:
        points += sum(
            [NUMBER[event.cards[-1]] for event in move.events if isinstance(event, RunScored)]
        )
        purchases += sum(isinstance(event, CardBought) for event in move.events)
        made = _told(goal, points, purchases)
        if points >= goal.points and purchases >= goal.purchases:
            return Verdict(True, f"{made} in one turn.")
        if move.action == End():
            return Verdict(False, f"The turn ended with {made}.")
    return None


def _told(goal: Goal, points: int, purchases: int) -> str:
    told = [counted(points, "point")] if goal.points else []
    told += [counted(purchases, "purchase")] if goal.purchases else []
    return " and ".join(told)
