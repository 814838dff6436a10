"""The whole log of a game, on a screen of its own."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.play.table import Told
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.reading import TextLine
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.screens.texts.text import TextScreen
from regicide_tui.tui.widgets.table.bars import Key
from regicide_tui.tui.widgets.table.log import EventDescriber, log_rows


class LogScreen(TextScreen):
    """The log of a game; it opens at the end."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.TEXT))

    def __init__(self, look: Look, told: Sequence[Told], event_describer: EventDescriber) -> None:
        super().__init__(look)
        self._told = told
        self._event_describer = event_describer

    def on_mount(self) -> None:
        """Show the newest lines."""
        self.reader.show(self.lines, len(self._told))

    def title_row(self) -> Row:
        """Return the title."""
        return heading_of("The log")

    def key_line(self) -> list[Key]:
        """Return the keys to scroll and to go back."""
        ends = [self.look.key(c.LEAVE_TEXT), self.look.key(c.QUIT)]
        if self.reader.percent is None:
            return ends
        return [
            self.look.keys("scroll", c.TEXT_UP, c.TEXT_DOWN),
            self.look.keys("page", c.PAGE_UP, c.PAGE_DOWN),
            self.look.keys("start, end", c.TEXT_START, c.TEXT_END),
            *ends,
        ]

    def lines(self, width: int) -> list[TextLine]:
        """Return the log for a width."""
        lines: list[TextLine] = []
        turn = 0
        moves = log_rows(self._told, width - 1, self.look.symbols, self._event_describer)
        for place, (told, rows) in enumerate(zip(self._told, moves, strict=True)):
            if rows and told.turn != turn:
                lines += [(place, ())] if lines else []
                turn = told.turn
            lines += [(place, (Run(" "), *row)) for row in rows]
        return lines or [(0, (Run(" Nothing has happened yet.", "muted"),))]
