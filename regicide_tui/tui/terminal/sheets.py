"""A page that is painted without the app: parts of the window, as lines for the wire."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.geometry import Region
from regicide_tui.tui.rendering.paint import Row, in_manners
from regicide_tui.tui.terminal.wire import Piece


class Sheet(NamedTuple):
    """A part of the window, and what is painted there; a later one lies on earlier ones."""

    place: Region
    rows: Sequence[Row]


class Page(NamedTuple):
    """All that is painted first, and the cell of the terminal's cursor."""

    look: Look
    sheets: Sequence[Sheet]
    cursor: tuple[int, int] = (0, 0)


def pieces(page: Page) -> Iterator[Piece]:
    """Yield the lines of a page, for the wire."""
    for place, rows in page.sheets:
        for below in range(place.height):
            row = rows[below] if below < len(rows) else ()
            written = in_manners(row, place.width, page.look.palette)
            yield place.y + below, place.x, [(text, manner, None) for text, manner in written]
