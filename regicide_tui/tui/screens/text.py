"""The base of the screens with a text to read: moving in it is the same everywhere."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.widgets.bars import KeyBar, TitleBar
from regicide_tui.tui.widgets.reader import Reader

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp


class TextScreen(Screen[None]):
    """A title, the text and its keys. Subclasses show the text."""

    DEFAULT_CSS = """
    TextScreen { layout: vertical; background: $background; }
    TextScreen TitleBar, TextScreen KeyBar { height: 1; }
    TextScreen Reader { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.TEXT))
    AUTO_FOCUS = ""
    app: "RegicideApp"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        yield TitleBar(self.look)
        yield Reader(self.look)
        yield KeyBar(self.look)

    @property
    def reader(self) -> Reader:
        """The text."""
        return self.query_one(Reader)

    def moved(self) -> None:
        """Called when another part of the text is in sight."""

    def action_scroll(self, lines: int) -> None:
        """Go on so many lines, or back."""
        self.reader.scroll_lines(lines)
        self.moved()

    def action_turn(self, pages: int) -> None:
        """Go on so many pages, or back."""
        self.reader.scroll_pages(pages)
        self.moved()

    def action_to_start(self) -> None:
        """Go to the first line."""
        self.reader.to_start()
        self.moved()

    def action_to_end(self) -> None:
        """Go to the last line."""
        self.reader.to_end()
        self.moved()

    def action_back(self) -> None:
        """Go back to where one came from."""
        self.app.pop_screen()

    def action_help(self) -> None:
        """List the keys."""
        self.app.show_keys(c.TEXT)
