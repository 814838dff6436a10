"""The tables of a duel at which one learns and solves puzzles.

Neither can be given up or agreed on, so these are not mixed with the table of a duel.
"""

from regicide_tui.games.puzzle import Puzzle
from regicide_tui.play.puzzles import Solved
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.screens.puzzles import PuzzleScreen
from regicide_tui.tui.screens.table import TableScreen
from regicide_tui.tui.screens.tutorial import LessonScreen
from regicide_tui.tui.widgets.bars import Key

_ENDINGS = (c.RESIGN, c.AGREE)


class _Practice(TableScreen):
    """A table of a duel without the endings that the rules do not know (D-21)."""

    def key_line(self) -> list[Key]:
        """The keys that do something now."""
        endings = [command.action for command in _ENDINGS]
        return [key for key in super().key_line() if key[2] not in endings]

    def commands(self) -> list[c.Command]:
        """The commands of a duel but for its endings."""
        return [command for command in super().commands() if command not in _ENDINGS]


class DuelLessonScreen(LessonScreen, _Practice):
    """A lesson with two hands."""


class DuelPuzzleScreen(PuzzleScreen, _Practice):
    """A puzzle of a duel. Who solves it plays one hand, and nobody the other."""

    def __init__(self, look: Look, puzzle: Puzzle, solved: Solved) -> None:
        super().__init__(look, puzzle, solved)
        self.hand_over()
        self.scene = self._compose_scene()

    def hand_over(self) -> None:
        """Show the other hand: it is not its turn before all is decided."""
        self._viewer = self.table.to_act
