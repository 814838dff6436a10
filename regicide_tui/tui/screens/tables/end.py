"""The base of the screens at the end of a game or puzzle: the result, and what to do next."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.screens.lists import BACK, ListScreen
from regicide_tui.tui.widgets.listing import Entry
from regicide_tui.tui.widgets.result_page import Ending, ResultPage
from regicide_tui.tui.widgets.table.bars import Key, KeyBar


class EndingScreen(ListScreen):
    """An end screen. Its entries stand in columns, and the arrow keys move through them."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((*c.COLUMNS, BACK)))

    def on_mount(self) -> None:
        """Note that the result came up."""
        self.app.slips.change(surprising=True)

    def ending(self) -> Ending | None:
        """Return what is shown above the entries; None while it is not known yet."""
        raise NotImplementedError

    def notice(self) -> Row:
        """Return the last message, which replaces the detail of the entry at the pointer."""
        return ()

    def title_row(self) -> Row:
        """Return nothing: the page shows its own title."""
        return ()

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield ResultPage(self.look)
        yield KeyBar(self.look)

    def show_entries(self, entries: list[Entry]) -> None:
        """Show the result and the entries."""
        self.cursor = max(0, min(self.cursor, len(entries) - 1))
        ending = self.ending()
        if ending is not None:
            self.query_one(ResultPage).show_end(ending, self.notice(), entries, self.cursor)
        self.show_bars()

    def key_line(self) -> list[Key]:
        """Return the keys; the moves go through columns, too."""
        _, *others = super().key_line()
        return [self.look.keys("move", *c.COLUMNS, c.LIST_UP, c.LIST_DOWN), *others]

    async def action_confirm(self) -> None:
        """Run the entry at the pointer, unless the key was meant for the game."""
        if not self.app.slips.now:
            await super().action_confirm()

    def action_column(self, steps: int) -> None:
        """Move the pointer to another column."""
        there = self.cursor + steps * self.query_one(ResultPage).lines
        if 0 <= there < len(self.shown):
            self.point(there)
