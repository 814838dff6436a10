"""The tables of a duel at which one learns and solves puzzles."""

from regicide_tui.tui.duel.table import DuelTable
from regicide_tui.tui.screens.puzzles import PuzzleScreen
from regicide_tui.tui.screens.tutorial import LessonScreen


class DuelLessonScreen(LessonScreen, DuelTable):
    """A lesson with two hands."""


class DuelPuzzleScreen(PuzzleScreen, DuelTable):
    """A puzzle of a duel."""
