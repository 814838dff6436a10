"""A page that is painted without the app: regions of the window, as lines for the wire."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.geometry import Region
from regicide_tui.tui.rendering.paint import Row, styled_texts
from regicide_tui.tui.terminal.wire import Piece


class PagePart(NamedTuple):
    """A region of the window and its rows; a later part may cover earlier ones."""

    place: Region
    rows: Sequence[Row]


class FirstPage(NamedTuple):
    """All parts of the first page, and the cell of the terminal's cursor."""

    look: Look
    parts: Sequence[PagePart]
    cursor: tuple[int, int] = (0, 0)


def pieces(page: FirstPage) -> Iterator[Piece]:
    """Yield the lines of a page, for the wire."""
    for place, rows in page.parts:
        for below in range(place.height):
            row = rows[below] if below < len(rows) else ()
            written = styled_texts(row, place.width, page.look.palette)
            yield (
                place.y + below,
                place.x,
                [(text, text_style, None) for text, text_style in written],
            )
