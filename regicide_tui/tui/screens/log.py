"""The whole log, over the whole screen."""

from collections.abc import Sequence

from regicide_tui.play.table import Told
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Run
from regicide_tui.tui.reading import Line
from regicide_tui.tui.screens.text import TextScreen
from regicide_tui.tui.widgets.bars import KeyBar, TitleBar
from regicide_tui.tui.widgets.log import Teller, log_rows


class LogScreen(TextScreen):
    """All that was told of a game; it opens at the end."""

    def __init__(self, look: Look, told: Sequence[Told], teller: Teller) -> None:
        super().__init__(look)
        self._told = told
        self._teller = teller

    def on_mount(self) -> None:
        """Show the newest lines."""
        bar = (c.TEXT_UP, c.TEXT_DOWN, c.PAGE_UP, c.PAGE_DOWN, c.LEAVE_TEXT, c.QUIT)
        self.query_one(KeyBar).show([self.look.key(key) for key in bar])
        self.query_one(TitleBar).show((Run("The log", "primary+bold"),), ())
        self.reader.show(self._lines, len(self._told))

    def _lines(self, width: int) -> list[Line]:
        rows = log_rows(self._told, width, self.look.symbols, self._teller)
        return [(place, row) for place, move in enumerate(rows) for row in move] or [
            (0, (Run("Nothing has happened yet.", "muted"),))
        ]
