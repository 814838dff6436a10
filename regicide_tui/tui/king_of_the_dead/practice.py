"""The tables of King of the Dead at which one learns and solves puzzles."""

from regicide_tui.tui.king_of_the_dead.table import KingTable
from regicide_tui.tui.screens.puzzles import PuzzleScreen
from regicide_tui.tui.screens.tutorial import LessonScreen


class KingLessonScreen(LessonScreen, KingTable):
    """A lesson with several hands."""


class KingPuzzleScreen(PuzzleScreen, KingTable):
    """A puzzle of King of the Dead."""
