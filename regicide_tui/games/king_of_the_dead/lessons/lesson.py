"""The class of the lessons of King of the Dead."""

from regicide_tui.games.base import Move
from regicide_tui.games.king_of_the_dead.actions import parse
from regicide_tui.games.king_of_the_dead.events import GameEnded
from regicide_tui.games.lesson import Lesson, reader_of

does = reader_of(parse)
"""Returns the test that asks for one of some actions, given in notation."""


class KingLesson(Lesson):
    """A lesson of King of the Dead."""

    game = "king_of_the_dead"

    def why_over(self, move: Move) -> str:
        """Return a sentence with the points at the end."""
        (end,) = [event for event in move.events if isinstance(event, GameEnded)]
        return f"The game ends with {' to '.join(map(str, end.points))} points."
