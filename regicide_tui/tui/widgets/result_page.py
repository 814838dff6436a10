"""The widget of a result: a crown or skull, a word in large letters, facts, and a list."""

from collections.abc import Callable, Sequence
from math import atan2, hypot, pi

from regicide_tui.games.base import Value
from regicide_tui.tui.rendering import art
from regicide_tui.tui.rendering.canvas import Canvas, on
from regicide_tui.tui.rendering.faces import title
from regicide_tui.tui.rendering.paint import Row, Run, fit, shorten, width_of
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.widgets.listing import Entry, Listing

_COLUMNS = ((78, 3), (0, 2))
"""Columns of the list below, by the width of the window."""
_BOARD = 160
"""Cells of the page at most."""
_TITLE, _FACTS = 7, 4
"""Rows of a title with its distances, and of the facts, that come before a game's picture."""
_RAYS = 24
"""The number of rays around a crown; every second one is lit."""


class Ending(Value):
    """All that is shown of a result, except the list."""

    banner: str
    """The result in one word, for large letters."""
    won: bool
    """Whether a crown is shown, or two for a draw; else a skull."""
    facts: Callable[[int, int], Sequence[Row]]
    """Returns the facts, for a width and at most this many rows."""
    band: Callable[[int, bool], Sequence[Row]] = lambda *_: ()
    """Returns the picture below the facts, for a width, and whether there is room."""
    drawn: bool = False
    """Whether the game is a draw."""

    @property
    def picture(self) -> art.PixelRows:
        """The picture above the word."""
        if self.drawn:
            return art.TWO_CROWNS
        return art.CROWN if self.won else art.SKULL


class _Plan(Value):
    """The sizes and places of the parts of the page."""

    scale: int
    """The scale of the picture; 0 if there is none."""
    facts: int
    """The column of the facts."""
    large: bool
    band: int
    """The row of the band, at least."""


_PLANS = (
    ((176, 46), _Plan(2, 64, True, 25)),
    ((112, 36), _Plan(2, 62, False, 24)),
    ((78, 22), _Plan(1, 33, False, 13)),
    ((0, 0), _Plan(0, 1, False, 0)),
)
"""Cells and rows of a window that this plan needs."""


class ResultPage(Listing):
    """Shows a result; the entries stand in columns, which are read downwards."""

    ending: Ending | None = None

    def show_end(self, ending: Ending, said: Row, entries: Sequence[Entry], cursor: int) -> None:
        """Show a result; `said` stands below the list, in place of the detail of an entry."""
        self.ending = ending
        self.show([said] if said else [], entries, cursor)

    @property
    def lines(self) -> int:
        """The number of entries in a column."""
        return _lines(len(self._entries), self.size.width)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the page."""
        if self.ending is None:
            return []
        said = self._heading[0] if self._heading else ()
        page = _Page(self.ending, width, height, self.look.symbols)
        return page.rows(self._entries, self._cursor, said)


def _lines(count: int, width: int) -> int:
    columns = next(number for least, number in _COLUMNS if width >= least)
    return -(-count // columns)


class _Page:
    """The page while it is painted."""

    def __init__(self, ending: Ending, width: int, height: int, symbols: Symbols) -> None:
        self.ending = ending
        self.symbols = symbols
        self.ground = "felt" if ending.won else "stone"
        self.canvas = Canvas(width, height, self.ground, pixels=symbols.pixels)
        self.plan = next(one for (w, h), one in _PLANS if width >= w and height >= h)
        self.board = min(width, _BOARD)
        self.left = (width - self.board) // 2
        self.down = 0
        """Rows above the page, which is centred in a high window."""

    def rows(self, entries: Sequence[Entry], cursor: int, said: Row) -> list[Row]:
        """Return the painted rows."""
        canvas, lines = self.canvas, _lines(len(entries), self.canvas.width)
        roomy = self.plan.scale > 0
        band = self._band(lines)
        apart = roomy + (self.plan.scale > 1)  # blank rows between the band and the list
        lowest = canvas.height - lines - len(band) - 1 - apart
        top = min(lowest, self.plan.band or lowest)
        if self.plan.scale > 1:
            self.down = max(0, lowest - top - 2) // 2
        top += self.down
        if self.plan.scale:
            self._picture(top)
        y = self._title()
        x = self.left + self.plan.facts
        room = self.left + self.board - x - 1
        facts = self.ending.facts(room, max(0, top - y))
        for down, row in enumerate(on(self.ground, facts)):
            canvas.text(x, y + down, fit(row, min(room, width_of(row))))
        if band:
            canvas.fill(0, top, canvas.width, len(band), "felt2" if self.ending.won else "night")
            for down, row in enumerate(band):
                canvas.text(0, top + down, row)
        start = top + len(band) + apart
        self._entries(entries, cursor, start, lines)
        about = said or ((Run(entries[cursor].detail, "on-felt"),) if entries else ())
        gap = 1 if start + lines + 1 < canvas.height else 0
        canvas.text(self.left + 2, start + lines + gap, about)
        return canvas.rows()

    def _band(self, lines: int) -> Sequence[Row]:
        """Return the picture below the facts, if there is room after the facts."""
        width, roomy = self.canvas.width, self.plan.scale > 0
        band = self.ending.band(width, roomy)
        free = self.canvas.height - lines - len(band) - 2 - _TITLE
        return self.ending.band(width, False) if roomy and free < _FACTS else band

    def _title(self) -> int:
        """Paint the word; return the first row below it."""
        plan, symbols, canvas = self.plan, self.symbols, self.canvas
        y = self.down + (1 if plan.scale else 0)
        x = self.left + plan.facts - (plan.scale > 0)
        if not symbols.pixels and plan.scale < 2:
            canvas.text(x + plan.scale, y, " ".join(self.ending.banner), "text+bold")
            return 2 * y + 1
        colours = ("title", "title2") if self.ending.won else ("text", "faint")
        rows = title(self.ending.banner, self.ground, symbols, large=plan.large, colours=colours)
        canvas.paste(x, y, rows)
        return y + len(rows) + (plan.scale > 0) * (2 if plan.scale > 1 else 1)

    def _picture(self, below: int) -> None:
        """Paint the picture above a row, with rays behind the crown of a winner."""
        picture = self.ending.picture
        if not self.symbols.pixels:
            picture = tuple([row for y, row in enumerate(picture) if y % 2 == 0 for _ in (0, 1)])
        if self.plan.scale > 1:
            picture = art.doubled(picture)
        wide, high = len(picture[0]), len(picture)
        room = self.plan.facts - 2
        x, y = self.left + 1 + (room - wide) // 2, max(1, self.down + below - high // 2)
        if self.ending.won and not self.ending.drawn and self.symbols.shadows:
            self._rays(x + wide / 2, y + high / 2, self.plan.facts - 1, 2 * below)
        self.canvas.picture(x, y, picture, "H")

    def _rays(self, x: float, y: float, right: int, below: int) -> None:
        """Paint every second ray around a point; it gets weaker with the distance."""
        far = right / 2 + 6
        for row in range(below):
            for column in range(self.left, self.left + right):
                across, down = column - x, row - y
                distance = hypot(across, down)
                ray = int((atan2(down, across) + pi) / (2 * pi / _RAYS))
                if ray % 2 and distance < far:
                    share = int(50 * (1 - distance / far))
                    if share:
                        self.canvas.pixel(column, row, f"{self.ground}~{share:02}title2")

    def _entries(self, entries: Sequence[Entry], cursor: int, y: int, lines: int) -> None:
        """Paint the entries in columns."""
        columns = -(-len(entries) // lines) if lines else 1
        each = (self.board - 2) // max(columns, 2)
        for place, entry in enumerate(entries):
            here = place == cursor
            key, label = ("on-accent/accent+bold",) * 2 if here else ("primary+bold", "text")
            x = self.left + 1 + place // lines * each
            pointer = self.symbols.pointer if here else " "
            row: Row = (
                Run(f"{pointer} ", key, entry.action),
                Run(f"{entry.key}  ", key, entry.action),
                Run(shorten(entry.label, each - 7, self.symbols.ellipsis), label, entry.action),
            )
            style = key if here else label
            filled = fit(row, each - 1, style)
            clicked = tuple([run._replace(action=entry.action) for run in filled])
            self.canvas.text(x, y + place % lines, clicked)
