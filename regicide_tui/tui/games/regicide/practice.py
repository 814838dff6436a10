"""The tables of Regicide at which one learns and solves puzzles."""

from regicide_tui.tui.games.regicide.table import RegicideTable
from regicide_tui.tui.rendering.zones import coach_above_stage
from regicide_tui.tui.screens.tables.puzzles import PuzzleScreen
from regicide_tui.tui.screens.tables.tutorial import LessonScreen
from regicide_tui.tui.table.placing import Zones


class RegicideLessonScreen(LessonScreen, RegicideTable):
    """A lesson at the castle, below what the coach says."""

    def zone_places(self) -> Zones:
        """Leave the coach a place."""
        return lambda width, height, players, compact: coach_above_stage(
            width, height, players_row=players > 1, compact=compact
        )


class RegicidePuzzleScreen(PuzzleScreen, RegicideTable):
    """A puzzle at the castle."""
