"""Lessons and puzzles on a server: like those at home, but they lead back to the lobby."""

from collections.abc import Sequence

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.screens.lessons import LessonScreen
from regicide_tui.tui.screens.puzzles import PuzzleScreen

_LOBBY = c.LOBBY._replace(meaning="Go to the lobby; nothing of this is saved.")
_OTHERS = {c.MENU.action: _LOBBY, c.QUIT.action: c.GO}


def _on_server(commands: Sequence[c.Command]) -> list[c.Command]:
    """Return commands, with the ways to the lobby and out in place of those at home."""
    return [_OTHERS.get(one.action, one) for one in commands]


def _keys_on_server(keys: Sequence[Key], look: Look) -> list[Key]:
    """Return keys for the line at the bottom, with those two ways in place of those at home."""
    shown = {one.action: look.key(one) for one in (_LOBBY, c.GO)}
    return [shown.get(key[2], key) for key in keys]


class ServerLesson(LessonScreen):
    """A lesson on a server."""

    def key_line(self) -> list[Key]:
        """Return the keys that do something now."""
        return _keys_on_server(super().key_line(), self.look)

    def commands(self) -> list[c.Command]:
        """Return the commands of a lesson, for the help."""
        return _on_server(super().commands())


class ServerPuzzle(PuzzleScreen):
    """An attempt at a puzzle on a server."""

    def key_line(self) -> list[Key]:
        """Return the keys that do something now."""
        return _keys_on_server(super().key_line(), self.look)

    def commands(self) -> list[c.Command]:
        """Return the commands of a puzzle, for the help."""
        return _on_server(super().commands())
