"""The list of a text's headings, to go to one of them."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.reading import Block
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.screens.lists import BACK, ListScreen, heading_of
from regicide_tui.tui.widgets.listing import Entry


class ContentsScreen(ListScreen):
    """The headings of a text without its title, each with the number of its block."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((BACK,)))

    def __init__(
        self, look: Look, headings: Mapping[int, Block], here: int, go_to: Callable[[int], None]
    ) -> None:
        super().__init__(look)
        self._go_to = go_to
        below = {place: block for place, block in headings.items() if block.level > 1}
        self._lines = [
            Entry("", "  " * (block.level - 2) + block.text, "", f"go_to({place})")
            for place, block in below.items()
        ]
        self.cursor = max(0, sum(place <= here for place in below) - 1)

    def title_row(self) -> Row:
        """Return the title."""
        return heading_of("Contents")

    def entries(self) -> list[Entry]:
        """Return an entry for each heading."""
        return self._lines

    def key_line(self) -> list[tuple[str, str, str]]:
        """Add the key to go back."""
        *keys, leaving = super().key_line()
        return [*keys, self.look.key(BACK), leaving]

    def action_go_to(self, place: int) -> None:
        """Go to a heading of the text."""
        self.app.pop_screen()
        self._go_to(place)

    def action_back(self) -> None:
        """Go back to the same place of the text."""
        self.app.pop_screen()
