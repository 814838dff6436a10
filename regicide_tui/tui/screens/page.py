"""The base of all pages: a title line, content, and a line of keys."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.screen import Screen

from regicide_tui.tui.card_app import CardApp, is_closed
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key, key_bar, title_bar
from regicide_tui.tui.rendering.paint import PaintRows, Row, Run
from regicide_tui.tui.widgets.painted import Rows


def heading_of(text: str) -> Row:
    """Return the name of a page for its top line."""
    return (Run(text.upper(), "accent+bold"),)


class Page(Screen[None]):
    """A page. Subclasses provide its two lines, and show or yield its content."""

    DEFAULT_CSS = """
    Page { layout: vertical; align: center top; background: $stone; }
    Page #title { dock: top; height: 1; }
    Page #keys { dock: bottom; height: 1; }
    Page #content { height: 1fr; }
    """
    AUTO_FOCUS = ""
    has_title: ClassVar[bool] = True
    app: CardApp

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    @property
    def headline(self) -> str:
        """The name of the page."""
        return ""

    def title_row(self) -> Row:
        """Return the left part of the top line."""
        return heading_of(self.headline)

    def shorter_titles(self) -> Sequence[Row]:
        """Return shorter left parts for narrow windows, the longest first."""
        return ()

    def aside(self) -> Row:
        """Return the right part of the top line."""
        return ()

    def key_line(self) -> Sequence[Key]:
        """Return the keys for the line at the bottom."""
        raise NotImplementedError

    def content(self) -> ComposeResult:
        """Yield the widgets between the two lines."""
        yield Rows(self.look, id="content")

    def compose(self) -> ComposeResult:
        """Compose the page."""
        if self.has_title:
            yield Rows(self.look, id="title")
        yield from self.content()
        yield Rows(self.look, id="keys")

    def on_mount(self) -> None:
        """Show the two lines; Textual calls the method of each base."""
        self.show_bars()

    def show_bars(self) -> None:
        """Show the current two lines, unless the page is closed."""
        if is_closed(self):
            return
        if self.has_title:
            titles = (self.title_row(), *self.shorter_titles())
            self.query_one("#title", Rows).show(title_bar(self.look, self.aside(), *titles))
        self.query_one("#keys", Rows).show(key_bar(self.key_line()))

    def show_content(self, paint: PaintRows) -> None:
        """Show other content, unless the page is closed."""
        if not is_closed(self):
            self.query_one("#content", Rows).show(paint)

    def action_back(self) -> None:
        """Go back to the screen below, unless something else is open already."""
        if self.is_current:
            self.app.pop_screen()
