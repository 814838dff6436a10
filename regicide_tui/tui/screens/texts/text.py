"""The base of the screens with a text to read, which scroll alike."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.screen import Screen

from regicide_tui.tui.look import Look
from regicide_tui.tui.navigation import TableApp
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.widgets.reader import Reader
from regicide_tui.tui.widgets.table.bars import Key, KeyBar, TitleBar


class TextScreen(Screen[None]):
    """A screen with a title, a text and keys. Subclasses bind keys and show the text on mount."""

    DEFAULT_CSS = """
    TextScreen { layout: vertical; background: $stone; }
    TextScreen TitleBar, TextScreen KeyBar { height: 1; }
    TextScreen Reader { height: 1fr; }
    """
    AUTO_FOCUS = ""
    app: TableApp

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def compose(self) -> ComposeResult:
        """Compose the text."""
        yield TitleBar(self.look)
        yield Reader(self.look)
        yield KeyBar(self.look)

    @property
    def reader(self) -> Reader:
        """The widget with the text."""
        return self.query_one(Reader)

    def title_row(self) -> Row:
        """Return the title of the text, and the place in it."""
        raise NotImplementedError

    def brief_title(self) -> Row:
        """Return a shorter title for narrow windows."""
        return self.title_row()

    def key_line(self) -> Sequence[Key]:
        """Return the keys for the line at the bottom."""
        raise NotImplementedError

    def show_bars(self) -> None:
        """Show the place in the text, and the keys."""
        right = (Run("  "), *self.beside(), Run(self._how_far(), "muted"))
        self.query_one(TitleBar).show(self.title_row(), right, self.brief_title())
        self.query_one(KeyBar).show(self.key_line())

    def _how_far(self) -> str:
        percent = self.reader.percent
        if percent is None:
            return ""
        return {0: f"{self.look.symbols.down} more", 100: "end"}.get(percent, f"{percent}%")

    def beside(self) -> Row:
        """Return more text for the end of the title."""
        return ()

    def on_reader_moved(self) -> None:
        """Show the place in the text."""
        self.show_bars()

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines, forward or back."""
        self.reader.scroll_lines(lines)

    def action_turn(self, pages: int) -> None:
        """Scroll by some pages, forward or back."""
        self.reader.scroll_pages(pages)

    def action_to_start(self) -> None:
        """Go to the first line."""
        self.reader.to_start()

    def action_to_end(self) -> None:
        """Go to the last line."""
        self.reader.to_end()

    def action_back(self) -> None:
        """Go back to the screen below."""
        self.app.pop_screen()
