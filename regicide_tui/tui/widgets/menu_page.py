"""The widget of the menu page."""

from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.menu_rows import MENU_STYLE, menu_rows
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.widgets.listing import Listing


class MenuPage(Listing):
    """The menu page; a sentence may replace the line below the name."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, MENU_STYLE)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the page."""
        symbols, size = self.look.symbols, (width, height)
        return menu_rows(self._heading, self._entries, self._cursor, size, symbols)
