"""The tables of Regicide at which one learns and solves puzzles."""

from regicide_tui.tui.regicide.table import RegicideTable
from regicide_tui.tui.screens.puzzles import PuzzleScreen
from regicide_tui.tui.screens.tutorial import LessonScreen


class RegicideLessonScreen(LessonScreen, RegicideTable):
    """A lesson at the castle."""


class RegicidePuzzleScreen(PuzzleScreen, RegicideTable):
    """A puzzle at the castle."""
