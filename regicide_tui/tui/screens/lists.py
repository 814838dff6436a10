"""The base of all screens that are a list to choose from."""

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
    """Title, heading, entries, and the keys. Subclasses say what they are and do it."""

    DEFAULT_CSS = """
    ListScreen { layout: vertical; background: $background; }
    ListScreen Listing { height: 1fr; }
    ListScreen TitleBar, ListScreen KeyBar { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(MOVES))
    list_style: ClassVar[ListStyle] = PLAIN_LIST
    leaving: ClassVar[c.Command] = c.QUIT
    """The command that ends the app here."""
    AUTO_FOCUS = None
    app: TableApp

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.cursor = 0
        self.shown: list[Entry] = []
        """The lines as they were painted last; of what others change too, there may be news."""

    def title_row(self) -> Row:
        """Return what stands at the top of the screen, at the left."""
        raise NotImplementedError

    def aside(self) -> Row:
        """Return what stands at the top of the screen, at the right."""
        return ()

    def heading(self) -> list[Row]:
        """Return what stands above the lines."""
        return []

    def picture(self, width: int, height: int) -> Sequence[Row]:
        """Return what stands beside the lines in so many cells; nothing if it has no room."""
        return ()

    def entries(self) -> list[Entry]:
        """Return the lines of the list."""
        raise NotImplementedError

    def explained(self) -> list[Entry]:
        """Return the lines that the help and the list of commands name."""
        return self.entries()

    def key_line(self) -> list[tuple[str, str, str]]:
        """Return the keys for the line at the bottom."""
        return list_keys(self.look, self.leaving)

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield TitleBar(self.look)
        yield Listing(self.look, self.list_style, self.picture)
        yield KeyBar(self.look)

    def on_mount(self) -> None:
        """Show the list."""
        self.refresh_list()

    def refresh_list(self) -> None:
        """Show the list as it is now."""
        if not is_closed(self):
            self._show(self.entries())

    def _show(self, entries: list[Entry]) -> None:
        self.shown = entries
        self.show_entries(entries)

    def show_entries(self, entries: list[Entry]) -> None:
        """Show the list with these lines."""
        self.cursor = max(0, min(self.cursor, len(entries) - 1))
        self.query_one(Listing).show(self.heading(), entries, self.cursor)
        self.show_bars()

    def show_bars(self) -> None:
        """Show the line at the top and the line of keys."""
        for bar in self.query(TitleBar):
            bar.show(self.title_row(), self.aside())
        self.query_one(KeyBar).show(self.key_line())

    def action_move(self, steps: int) -> None:
        """Move the pointer, round at the ends."""
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
        """Point at a line of those that are shown, or at the first or last one."""
        self.cursor = max(0, min(place, len(self.shown) - 1))
        self.refresh_list()

    async def action_confirm(self) -> None:
        """Do what the line at the pointer stands for."""
        if self.shown:
            await self._choose(self.cursor)

    async def _choose(self, place: int) -> None:
        """Do what a line stands for as it is shown, unless that is not offered any more."""
        self.cursor, action = place, self.shown[place].action
        if action in [entry.action for entry in self.entries()]:
            await self.run_action(action)
        else:
            self.point(place)

    async def on_key(self, event: Key) -> None:
        """Do what the entry with this key stands for."""
        if not event.is_printable:  # most keys are arrows, and a list may be long
            return
        for place, entry in enumerate(self.shown):
            if entry.key and entry.key == event.character:
                event.stop()
                await self._choose(place)
                return


def heading_of(text: str) -> Row:
    """Return the name of a screen, for the line at its top."""
    return (Run(text.upper(), "accent+bold"),)
