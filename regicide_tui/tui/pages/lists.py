"""Lists of entries, and the menu."""

from collections.abc import Sequence
from typing import NamedTuple

from regicide_tui.games.base import Value
from regicide_tui.tui.rendering.canvas import Canvas, on
from regicide_tui.tui.rendering.colours import HALF
from regicide_tui.tui.rendering.faces import title
from regicide_tui.tui.rendering.layout import LARGE, MEDIUM, board_of
from regicide_tui.tui.rendering.paint import (
    PaintRows,
    Row,
    Run,
    Symbols,
    cells_of,
    fit,
    prose,
    shorten,
    side_by_side,
    width_of,
)
from regicide_tui.tui.rendering.pictures import kings, paint_wall

_POINTER = 2
_KEYS = 3
"""Cells before a label: for the cursor, and for the keys if entries have any."""
_ROOMY = 70
"""Minimum cells of a window with a larger gap between labels and details."""
_NARROWEST = 44
"""Minimum cells of a filled line, if there is room."""
_WIDEST = 100
"""Maximum cells of a filled line, so that its two ends are read together."""
_AIRY = 24
"""Minimum rows of a page with blank rows between the lines."""
_APART = 3
"""Cells between the list and the picture beside it."""


class Entry(NamedTuple):
    """An entry of a list: its key, its label, its detail, and its action."""

    key: str
    label: str
    detail: str
    action: str


class ListStyle(Value):
    """The style of a list: its background, the colour of details, and the widths of its columns."""

    ground: str = "stone"
    detail: str = "muted"
    measure: int | None = None
    """Cells of a detail; a longer detail takes more rows."""
    labels: int | None = None
    """Cells of the labels; None means those of the longest label."""
    facts: bool = False
    """Whether a detail is one row of facts between commas; facts that don't fit are left out."""


PLAIN_LIST = ListStyle()


class EntryList:
    """The lines of a list. Each takes one or more rows, with a blank row between them if it fits.

    A negative cursor points at no line.
    """

    def __init__(
        self, entries: Sequence[Entry], cursor: int, style: ListStyle, symbols: Symbols
    ) -> None:
        self._entries = entries
        self._cursor = cursor
        self.ground = style.ground
        self._style = style
        self._symbols = symbols
        self._before = _POINTER + (_KEYS if any(entry.key for entry in entries) else 0)
        self._longest = max([cells_of(entry.label) for entry in entries], default=0)
        self._detailed = any(entry.detail for entry in entries)

    def widest(self, room: int) -> int:
        """Return the cells of the widest filled line."""
        details = max([cells_of(entry.detail) for entry in self._entries], default=0)
        return self._before + self._labels(room) + (self._style.measure or details) + 1

    def _labels(self, width: int) -> int:
        """Return the cells of the labels; labels without details are never cut."""
        labels = self._style.labels or self._longest + (3 if width >= _ROOMY else 2)
        return min(labels, width // 2) if self._detailed else labels

    def height(self, width: int) -> int:
        """Return the rows of all lines and of blank ones between them."""
        return sum([len(self._rows(entry, width - 1, False)) + 1 for entry in self._entries]) + 1

    def paint(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Paint the lines in a rectangle, or the part of a long list around the cursor.

        The first and last row then say how many lines are above and below.
        """
        middle = max(0, self._cursor)
        first = max(0, middle - height)
        near = self._entries[first : middle + height + 1]  # each entry takes at least one row
        drawn = [
            self._rows(entry, width - 1, first + place == self._cursor)
            for place, entry in enumerate(near)
        ]
        airy = first == 0 and len(near) == len(self._entries)
        airy = airy and canvas.height >= _AIRY and sum(map(len, drawn)) + len(drawn) < height
        rows, here = _stacked(drawn, self._cursor - first, airy=airy)
        start = max(0, min(here.start - height // 2, len(rows) - height))
        shown, end = rows[start : start + height], start + height
        owners = [first + place for place, lines in enumerate(drawn) for _ in lines]
        if start and here.start > start:
            shown[0] = self._more(self._symbols.up, owners[start] + 1)
        if here.stop < end < len(rows):
            shown[-1] = self._more(self._symbols.down, len(self._entries) - owners[end - 1])
        for below, row in enumerate(shown):
            canvas.paste(x + 1, y + below, on(self.ground, [row]))
        self._fill(canvas, x, y + here.start - start, width, here, airy=airy)

    def _more(self, arrow: str, count: int) -> Row:
        """Return the row with the number of hidden lines."""
        return (Run(f"{' ' * _POINTER}{arrow} {count} more", self._style.detail),)

    def _fill(self, canvas: Canvas, x: int, y: int, width: int, here: range, *, airy: bool) -> None:
        """Fill the line at the cursor and, if the list is airy, half of the blank rows around."""
        if not here:
            return
        action = self._entries[self._cursor].action
        end = y + len(here)
        for row in range(y, end):
            canvas.text(x, row, (Run(" ", "on-accent/accent", action),))
        if airy and self._symbols.pixels:
            for row, style in ((y - 1, f"{self.ground}/accent"), (end, f"accent/{self.ground}")):
                canvas.text(x, row, (Run(HALF * width, style, action),))

    def _rows(self, entry: Entry, width: int, here: bool) -> list[Row]:
        """Return the rows of an entry: more than one only if the style has a measure."""
        symbols, labels = self._symbols, self._labels(width)
        free = width - self._before - min(cells_of(entry.detail), width // 2) - 2
        label = shorten(entry.label, max(labels - 1, free), symbols.ellipsis)
        before = self._before + max(labels, cells_of(label) + 1)
        key, strong, detail = (
            ("on-accent/accent+bold", "on-accent/accent+bold", "on-accent/accent")
            if here
            else ("primary+bold", "text+bold", self._style.detail)
        )
        start = (
            Run(f"{symbols.pointer if here else ' '} ", key),
            Run(f"{entry.key:<{self._before - _POINTER}}", key),
            Run(label, strong),
        )
        said = self._said(entry.detail, detail, width - before)
        blank = "on-accent/accent" if here else "text"
        rows = side_by_side([start], said, before)
        return [_whole(row, width, blank, entry.action) for row in rows]

    def _said(self, text: str, style: str, width: int) -> list[Row]:
        """Return a detail in rows, as the style of the list requires."""
        if self._style.measure and not self._style.facts:
            return prose(text, style, width) or [()]
        told = facts_that_fit(text, width) if self._style.facts else text
        return [(Run(shorten(told, width, self._symbols.ellipsis), style),)]


def listing_rows(
    heading: Sequence[Row],
    lines: EntryList,
    picture: PaintRows,
    width: int,
    height: int,
) -> list[Row]:
    """Paint a heading and the lines below it, and a picture beside them if there is room."""
    canvas = Canvas(width, height, lines.ground)
    left, board = board_of(width)
    margin = 3 if board >= LARGE.board else 1
    start, room = left + margin, board - 2 * margin
    wide = min(room, max(lines.widest(room), min(_NARROWEST, room)), _WIDEST)
    above = 1 if height >= MEDIUM.card.height * 2 else 0
    said = [fit(row, max(0, min(room - 2, width_of(row)))) for row in heading]
    x = start + max([wide, *[width_of(row) + 1 for row in said]]) + _APART
    if x < width:
        canvas.paste(x, 0, picture(width - x, height))
    for row in said:
        canvas.text(start + 1, above, row)
        above += 1
    above += bool(said)
    lines.paint(canvas, start, above, wide, height - above)
    return canvas.rows()


def facts_that_fit(text: str, width: int) -> str:
    """Return as many facts as fit a width, but at least the first; commas separate them."""
    facts = text.split(", ")
    while len(facts) > 1 and cells_of(", ".join(facts)) > width:
        facts.pop()
    return ", ".join(facts)


def _whole(row: Row, width: int, blank: str, action: str) -> Row:
    """Return a row that is filled with blanks of a style, even between its words."""
    return tuple(
        [
            run._replace(style=blank if run.text.isspace() else run.style, action=action)
            for run in fit(row, width, blank)
        ]
    )


def _stacked(drawn: Sequence[Sequence[Row]], cursor: int, *, airy: bool) -> tuple[list[Row], range]:
    """Return the rows of all lines, and the range of rows of the line at the cursor."""
    rows: list[Row] = [()] if airy else []
    here = range(0)
    for place, lines in enumerate(drawn):
        if place == cursor:
            here = range(len(rows), len(rows) + len(lines))
        rows += [*lines, ()] if airy else lines
    return rows, here


_NAME = "REGICIDE"
_TAGLINE = "Kings, castles, and the cards to take them"
_GROUND = "felt"
_MENU_STYLE = ListStyle(_GROUND, "on-felt", measure=28, labels=12, facts=True)
_LEAST, _MOST = 46, 60
"""The least and the most cells of a line beside the Kings."""
_LARGE = (112, 36)
"""Minimum cells and rows of a window with a double-size name."""
_CENTRED = 150
"""The width in cells above which the menu is centred in the space beside the Kings."""
_LOW = 23
"""Minimum rows of a window with a blank row above the name."""


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
    lines = EntryList(entries, cursor, _MENU_STYLE, symbols)
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
        rows = title(_NAME, "night", symbols, large=large)
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
