"""Lessons and puzzles on a server: as in the local app, but they lead back to the lobby."""

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.screens.home_table import HomeTable
from regicide_tui.tui.screens.lessons import LessonScreen
from regicide_tui.tui.screens.puzzles import PuzzleScreen

_LOBBY = c.LOBBY._replace(meaning="Go to the lobby. Nothing here is saved.")
_OTHERS = {c.MENU.action: _LOBBY, c.QUIT.action: c.GO}


class _OnServer(HomeTable):
    """A practice table without the screens that only a local app has."""

    def commands(self) -> list[c.Command]:
        """Return the commands for the help, with those for the lobby and for leaving."""
        return [_OTHERS.get(one.action, one) for one in super().commands()]


class ServerLesson(_OnServer, LessonScreen):
    """A lesson on a server."""


class ServerPuzzle(_OnServer, PuzzleScreen):
    """An attempt at a puzzle on a server."""
