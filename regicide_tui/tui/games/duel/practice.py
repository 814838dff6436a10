"""The tables of a duel at which one learns and solves puzzles.

Neither can be given up or agreed on, so these are not mixed with the table of a duel.
"""

from regicide_tui.tui.games.duel.placing import places_below_coach
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.screens.tables.puzzles import PuzzleScreen
from regicide_tui.tui.screens.tables.table import TableScreen
from regicide_tui.tui.screens.tables.tutorial import LessonScreen
from regicide_tui.tui.table.placing import Zones
from regicide_tui.tui.widgets.table.bars import Key

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
    """A lesson with two hands, below what the coach says."""

    def zone_places(self) -> Zones:
        """Leave the coach a place."""
        return places_below_coach


class DuelPuzzleScreen(PuzzleScreen, _Practice):
    """A puzzle of a duel."""
