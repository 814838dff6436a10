"""The menu page: the app's name above a wall, the menu, and four Kings."""

from collections.abc import Sequence

from regicide_tui.tui.pages.entry_list import Entry, EntryList, ListStyle
from regicide_tui.tui.rendering.canvas import Canvas, on
from regicide_tui.tui.rendering.faces import title
from regicide_tui.tui.rendering.paint import Row, prose, width_of
from regicide_tui.tui.rendering.pictures import kings, paint_wall
from regicide_tui.tui.rendering.symbols import Symbols

_NAME = "REGICIDE"
_TAGLINE = "Kings, castles, and the cards to take them"
_GROUND = "felt"
MENU_STYLE = ListStyle(_GROUND, "on-felt", measure=28, labels=12, facts=True)
_LEAST, _MOST = 46, 60
"""Cells of a line at least and at most, if the Kings stand beside it."""
_LARGE = (112, 36)
"""Cells and rows of a window from which the name is twice as large."""
_CENTRED = 150
"""Cells from which the menu stands in the middle of the space that the Kings leave."""
_LOW = 23
"""Rows from which a row above the name is blank."""


def menu_rows(
    heading: Sequence[Row],
    entries: Sequence[Entry],
    cursor: int,
    size: tuple[int, int],
    symbols: Symbols,
) -> list[Row]:
    """Paint the name, the wall, the menu and the Kings.

    The heading, if there is one, replaces the line below the name.
    """
    width, height = size
    canvas = Canvas(width, height, "night", pixels=symbols.pixels)
    large = width >= _LARGE[0] and height >= _LARGE[1]
    said = [row for row in heading if row]
    felt = _paint_name(canvas, symbols, large=large, tagline=not said)
    fan = kings(width - _LEAST - 2, height - felt - 2, _GROUND, symbols)
    room = width - (width_of(fan[0]) + 1 + large if fan else 1)
    left = max(1, (room - _MOST) // 2) if width > _CENTRED else 1 + 2 * large
    wide = min(_MOST, room - left)
    top = felt
    for row in said:
        for line in prose(row[0].text, "text+bold", wide - 2):
            canvas.text(left + 1, top + 1, line)
            top += 1
    lines = EntryList(entries, cursor, MENU_STYLE, symbols)
    spare = height - top - lines.height(wide)
    top += max(1, spare // 2) if spare >= 0 else int(height - top > len(entries) + 3)
    lines.paint(canvas, left, top, wide, height - top)
    if fan:
        _paint_fan(canvas, fan, left + wide, felt, tagline=not large and not said)
    return canvas.rows()


def _paint_name(canvas: Canvas, symbols: Symbols, *, large: bool, tagline: bool) -> int:
    """Paint the name and the wall below it; return the first row below the wall."""
    free = canvas.height >= _LOW and symbols.pixels
    if symbols.pixels or canvas.height >= _LOW:
        rows: Sequence[Row] = title(_NAME, "night", symbols, large=large)
        y = 1 if free else 0
        canvas.paste((canvas.width - width_of(rows[0]) + 1) // 2, y, rows)
        y += len(rows)
    else:
        canvas.text((canvas.width - 15) // 2, 1, " ".join(_NAME), "title/night+bold")
        y = 3
    if large:
        words = _TAGLINE if tagline else ""
        canvas.text((canvas.width - len(words)) // 2, y + 1, words, "muted")
        y += 3
    canvas.fill(0, y + 1, canvas.width, canvas.height - y - 1, _GROUND)
    if large:
        paint_wall(canvas, y, _GROUND, symbols, first=1, merlon=7, step=9)
    else:
        paint_wall(canvas, y, _GROUND, symbols, first=0, merlon=4, step=6)
    return y + 1


def _paint_fan(canvas: Canvas, fan: Sequence[Row], right: int, felt: int, *, tagline: bool) -> None:
    """Paint the Kings in the middle of the free space, and a few words below them."""
    words = prose(f"{_TAGLINE}.", "on-felt", 30) if tagline else []
    free = canvas.width - right
    wide = width_of(fan[0])
    x = right + max(0, (free - wide + 1) // 2)
    y = felt + max(0, (canvas.height - felt - len(fan) - len(words)) // 2)
    canvas.paste(x, y, fan)
    if y + len(fan) + len(words) > canvas.height:
        return
    for below, row in enumerate(on(_GROUND, words)):
        canvas.text(x + (wide - width_of(row)) // 2, y + len(fan) + below, row)
