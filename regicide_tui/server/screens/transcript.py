"""A finished game as text, to read, to copy, and to take home."""

from textwrap import wrap
from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.transcript import write_transcript
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.reading import Line
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.screens.text import TextScreen
from regicide_tui.tui.widgets.bars import Key


class TranscriptScreen(TextScreen):
    """The transcript as it would stand in a file: the app at home opens it."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.COPY, *c.TEXT)))

    def __init__(self, look: Look, saved: Saved) -> None:
        super().__init__(look)
        self._text = write_transcript(saved)
        self._told = "in a file of yours: regicide-tui replay FILE"

    def on_mount(self) -> None:
        """Show the text."""
        self.reader.show(self._lines)
        self.show_bars()

    def title_row(self) -> Row:
        """What it is."""
        return (*heading_of("Transcript"), Run(f"  {self._told}", "muted"))

    def key_line(self) -> list[Key]:
        """Copying, and the way back."""
        return [
            self.look.key(c.COPY),
            self.look.keys("scroll", c.TEXT_UP, c.TEXT_DOWN),
            self.look.key(c.LEAVE_TEXT),
            self.look.key(c.GO),
        ]

    def _lines(self, width: int) -> list[Line]:
        """Break at blanks alone, so that what is copied from the screen can be read again."""
        return [
            (place, (Run(part),))
            for place, line in enumerate(self._text.splitlines())
            for part in wrap(line, max(1, width), break_on_hyphens=False) or [""]
        ]

    def action_copy(self) -> None:
        """Send the text to the terminal's clipboard."""
        self.app.copy_to_clipboard(self._text)
        self._told = "sent to the clipboard, if your terminal allows it"
        self.show_bars()
