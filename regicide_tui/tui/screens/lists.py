"""The base of all screens with a list to choose from."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.screen import Screen

from regicide_tui.tui.closing import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.offers import list_keys
from regicide_tui.tui.look import Look
from regicide_tui.tui.navigation import TableApp
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.widgets.listing import PLAIN_LIST, Entry, Listing, ListStyle
from regicide_tui.tui.widgets.table.bars import KeyBar, TitleBar

MOVES = c.LIST
BACK = c.BACK


class ListScreen(Screen[None]):
    """A screen with title, heading, entries and keys. Subclasses provide and run them."""

    DEFAULT_CSS = """
    ListScreen { layout: vertical; background: $background; }
    ListScreen Listing { height: 1fr; }
    ListScreen TitleBar, ListScreen KeyBar { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(MOVES))
    list_style: ClassVar[ListStyle] = PLAIN_LIST
    AUTO_FOCUS = None
    app: TableApp

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.cursor = 0
        self.shown: list[Entry] = []
        """The entries as they were painted last; those of shared data may have changed since."""

    def title_row(self) -> Row:
        """Return the left part of the top line."""
        raise NotImplementedError

    def aside(self) -> Row:
        """Return the right part of the top line."""
        return ()

    def heading(self) -> list[Row]:
        """Return the rows above the list."""
        return []

    def picture(self, width: int, height: int) -> Sequence[Row]:
        """Return the picture beside the list for a width and height; empty if there is no room."""
        return ()

    def entries(self) -> list[Entry]:
        """Return the entries of the list."""
        raise NotImplementedError

    def explained(self) -> list[Entry]:
        """Return the entries that the help and the command palette name."""
        return self.entries()

    def key_line(self) -> list[tuple[str, str, str]]:
        """Return the keys for the line at the bottom."""
        return list_keys(self.look)

    def compose(self) -> ComposeResult:
        """Compose the list."""
        yield TitleBar(self.look)
        yield Listing(self.look, self.list_style, self.picture)
        yield KeyBar(self.look)

    def on_mount(self) -> None:
        """Show the list."""
        self.refresh_list()

    def refresh_list(self) -> None:
        """Show the current entries."""
        if not is_closed(self):
            self._show(self.entries())

    def _show(self, entries: list[Entry]) -> None:
        self.shown = entries
        self.show_entries(entries)

    def show_entries(self, entries: list[Entry]) -> None:
        """Show the list with these entries."""
        self.cursor = max(0, min(self.cursor, len(entries) - 1))
        self.query_one(Listing).show(self.heading(), entries, self.cursor)
        self.show_bars()

    def show_bars(self) -> None:
        """Show the top line and the line of keys."""
        for bar in self.query(TitleBar):
            bar.show(self.title_row(), self.aside())
        self.query_one(KeyBar).show(self.key_line())

    def action_move(self, steps: int) -> None:
        """Move the pointer; it wraps around at the ends."""
        if self.shown:
            self.point((self.cursor + steps) % len(self.shown))

    def action_leap(self, lines: int) -> None:
        """Move the pointer by several lines, but not beyond the ends."""
        self.point(self.cursor + lines)

    def action_first(self) -> None:
        """Go to the first line."""
        self.point(0)

    def action_last(self) -> None:
        """Go to the last line."""
        self.point(len(self.shown) - 1)

    def point(self, place: int) -> None:
        """Point at one of the shown entries; a place beyond the ends means the first or last."""
        self.cursor = max(0, min(place, len(self.shown) - 1))
        self.refresh_list()

    async def action_confirm(self) -> None:
        """Run the entry at the pointer."""
        if self.shown:
            await self._choose(self.cursor)

    async def _choose(self, place: int) -> None:
        """Run an entry as it is shown, unless it is not offered any more."""
        self.cursor, action = place, self.shown[place].action
        if action in [entry.action for entry in self.entries()]:
            await self.run_action(action)
        else:
            self.point(place)

    async def on_key(self, event: Key) -> None:
        """Run the entry with this key.

        A key may have waited for an entry that closed this list: then it goes to the screen that is
        open now.
        """
        if not (event.is_printable and self.is_current):
            return
        for place, entry in enumerate(self.shown):
            if entry.key and entry.key == event.character:
                event.stop()
                await self._choose(place)
                return


def heading_of(text: str) -> Row:
    """Return the name of a screen for its top line."""
    return (Run(text.upper(), "accent+bold"),)
