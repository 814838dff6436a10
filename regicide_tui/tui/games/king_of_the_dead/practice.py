"""The tables of King of the Dead at which one learns and solves puzzles."""

from regicide_tui.tui.games.king_of_the_dead.placing import parade_above_coach
from regicide_tui.tui.games.king_of_the_dead.table import KingTable
from regicide_tui.tui.screens.tables.puzzles import PuzzleScreen
from regicide_tui.tui.screens.tables.tutorial import LessonScreen
from regicide_tui.tui.table.placing import Zones


class KingLessonScreen(LessonScreen, KingTable):
    """A lesson with several hands, in which no question hides the coach."""

    def zone_places(self) -> Zones:
        """Leave the coach a place of his own."""
        return lambda width, height, players, compact: parade_above_coach(
            width, height, players, compact=compact
        )


class KingPuzzleScreen(PuzzleScreen, KingTable):
    """A puzzle of King of the Dead."""
