"""A text to select and copy by hand, for terminals without a clipboard for apps."""

from textwrap import wrap
from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.reading import TextLine
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.screens.texts.text import TextScreen
from regicide_tui.tui.widgets.table.bars import Key

COPIED = "Copied. Nothing to paste? Copy again to see the text."


class PlainTextScreen(TextScreen):
    """A text without margins, so that the mouse can select whole lines."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.COPY, *c.TEXT)))
    told: str = "select it with the mouse, often with shift held down"

    def __init__(self, look: Look, name: str, text: str) -> None:
        super().__init__(look)
        self._called = name
        self._text = text

    def on_mount(self) -> None:
        """Show the text."""
        self.reader.show(self._lines)
        self.show_bars()

    def title_row(self) -> Row:
        """Return the title."""
        return (*heading_of(self._called), Run(f"  {self.told}", "muted"))

    def key_line(self) -> list[Key]:
        """Return the keys to copy, to scroll and to leave."""
        return [
            self.look.key(c.COPY),
            self.look.keys("scroll", c.TEXT_UP, c.TEXT_DOWN),
            self.look.key(c.LEAVE_TEXT),
            self.look.key(c.QUIT),
        ]

    def _lines(self, width: int) -> list[TextLine]:
        """Break lines only at blanks, so that a copied text can be read by a program."""
        return [
            (place, (Run(part),))
            for place, line in enumerate(self._text.splitlines())
            for part in wrap(line, max(1, width), break_on_hyphens=False) or [""]
        ]

    def action_copy(self) -> None:
        """Send the text to the terminal's clipboard."""
        self.app.copy_to_clipboard(self._text)
        self.told = "Copied. If pasting gives nothing, select the text here."
        self.show_bars()
