"""Lessons and puzzles on a server: like those at home, but they lead back to the lobby."""

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.screens.home_table import HomeTable
from regicide_tui.tui.screens.lessons import LessonScreen
from regicide_tui.tui.screens.puzzles import PuzzleScreen

_LOBBY = c.LOBBY._replace(meaning="Go to the lobby; nothing of this is saved.")
_OTHERS = {c.MENU.action: _LOBBY, c.QUIT.action: c.GO}


class _OnServer(HomeTable):
    """A table of practice, without the ways that only a local app has."""

    def commands(self) -> list[c.Command]:
        """Return the commands for the help, with the ways to the lobby and out."""
        return [_OTHERS.get(one.action, one) for one in super().commands()]


class ServerLesson(_OnServer, LessonScreen):
    """A lesson on a server."""


class ServerPuzzle(_OnServer, PuzzleScreen):
    """An attempt at a puzzle on a server."""
