"""Two pages of a table: the open piles, and the cards that were not seen yet."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.reading import Block, lines_of
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.screens.texts.text import TextScreen
from regicide_tui.tui.widgets.table.bars import Key


class BlocksPage(TextScreen):
    """A page of text about a moment of a game."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.TEXT))

    def __init__(self, look: Look, name: str, blocks: list[Block]) -> None:
        super().__init__(look)
        self._called = name
        self._blocks = blocks

    def on_mount(self) -> None:
        """Show the page."""
        self.show_blocks(self._blocks)

    def show_blocks(self, blocks: list[Block]) -> None:
        """Show these blocks."""
        self.reader.show(partial(lines_of, blocks))

    def title_row(self) -> Row:
        """Return the title."""
        return heading_of(self._called)

    def key_line(self) -> list[Key]:
        """Return the keys to go back and, if the text is too long to fit, to scroll."""
        ends = [self.look.key(c.LEAVE_TEXT), self.look.key(c.QUIT)]
        if self.reader.percent is None:
            return ends
        scroll = self.look.keys("scroll", c.TEXT_UP, c.TEXT_DOWN)
        return [scroll, self.look.keys("page", c.PAGE_UP, c.PAGE_DOWN), *ends]


class PilesPage(BlocksPage):
    """The open piles, as they lie or sorted."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.SORT,)))

    def __init__(self, look: Look, piles: Callable[[bool], list[Block]]) -> None:
        super().__init__(look, "Piles", piles(False))
        self._piles = piles
        self._sorted = False

    def key_line(self) -> list[Key]:
        """Add the key that sorts the cards."""
        key, _, action = self.look.key(c.SORT)
        word = "as they lie" if self._sorted else "sort"
        return [(key, word, action), *super().key_line()]

    def action_sort(self) -> None:
        """Sort the cards by suit, or show them as they lie."""
        self._sorted = not self._sorted
        self.show_blocks(self._piles(self._sorted))
        self.show_bars()
