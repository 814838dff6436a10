"""A list in columns, with a panel below it about the line at the pointer."""

from collections.abc import Callable, Sequence
from itertools import compress
from typing import NamedTuple

from rich.cells import cell_len

from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.entry_list import facts_that_fit
from regicide_tui.tui.rendering.canvas import Canvas, filled
from regicide_tui.tui.rendering.measures import board_of
from regicide_tui.tui.rendering.paint import Row, Run, fit, shorten, width_of
from regicide_tui.tui.rendering.pictures import kings
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.widgets.listing import Listing

_MARGIN = 2
_POINTER_AND_KEY = 5
_GAP = 2
_LOWEST, _HIGHEST = 9, 16
"""Height of the panel, at least and at most."""
_ROOM_BELOW = 14
"""Rows of a page from which there is a panel below the list."""
_ROOMY = 30
"""Rows of a page from which there is a blank row above the heading."""


class Column(NamedTuple):
    """A column: its name, and its width at most and, if there is little room, at least.

    It is shown in windows that are at least as wide as it `needs`.
    """

    title: str
    widest: int
    least: int
    needs: int = 0


class CatalogueLine(NamedTuple):
    """A line: its key, a text for each column, the style of the first, and its click action."""

    key: str
    cells: tuple[str, ...]
    style: str
    action: str


class CataloguePage(NamedTuple):
    """Everything that the catalogue shows. `about` returns the rows of the panel for a size."""

    heading: Sequence[Row]
    columns: Sequence[Column]
    lines: Sequence[CatalogueLine]
    cursor: int
    title: str
    about: Callable[[int, int], list[Row]]


class Catalogue(Listing):
    """A list in columns; the screen moves the pointer."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(look, id=id)
        self._page = CataloguePage((), (), (), 0, "", lambda *_: [])

    def turn_to(self, page: CataloguePage) -> None:
        """Show this page."""
        self._page = page
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the page."""
        return filled(
            "stone", page_rows(self._page, width, height, self.look.symbols), width, height
        )


def fitted(columns: Sequence[Column], lines: Sequence[CatalogueLine]) -> tuple[Column, ...]:
    """Return the columns, narrowed to their longest texts."""
    return tuple(
        [
            column._replace(
                widest=min(
                    column.widest,
                    max([cell_len(line.cells[place]) for line in lines] + [len(column.title)]),
                )
            )
            for place, column in enumerate(columns)
        ]
    )


def page_rows(page: CataloguePage, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of a page: the heading, the list, and the panel if there is room."""
    before, board = board_of(width)
    page = _fit_columns(page, board)
    heading = [(Run(" " * (before + _MARGIN + 2)), *row) for row in page.heading]
    if not page.lines:
        return _empty_rows(heading, width, height, symbols)
    heading = [(), *heading, ()] if height >= _ROOMY else [*heading, ()]
    room = height - len(heading)
    below = max(_LOWEST, min((room + 1) // 2, _HIGHEST)) if room >= _ROOM_BELOW else 0
    listed = [(Run(" " * before), *row) for row in list_rows(page, board, room - below, symbols)]
    gap: list[Row] = [()] * (room - below - len(listed))
    return [*heading, *listed, *gap, *_panel(page, width, below, symbols)]


def _empty_rows(heading: Sequence[Row], width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return a page without lines: its heading, and a picture in the middle of the rest."""
    canvas = Canvas(width, height, "stone", pixels=symbols.pixels)
    for y, row in enumerate(heading, 1):
        canvas.text(0, y, row)
    top = len(heading) + 2
    fan = kings(width - 2, height - top, "stone", symbols)
    if fan:
        x = (width - width_of(fan[0])) // 2
        canvas.paste(x, top + (height - top - len(fan)) // 2, fan)
    return canvas.rows()


def list_rows(page: CataloguePage, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the names of the columns and the lines around the pointer."""
    widths = _widths(page, width - _MARGIN - _POINTER_AND_KEY - _GAP)
    titles = [
        Run(f"{shorten(column.title, room, symbols.ellipsis):<{room + _GAP}}", "muted")
        for column, room in zip(page.columns, widths, strict=True)
    ]
    room = max(1, height - 1)
    start = max(0, min(page.cursor - room // 2, len(page.lines) - room))
    shown = range(start, min(start + room, len(page.lines)))
    rows = [
        _line(page.lines[number], widths, symbols, here=number == page.cursor) for number in shown
    ]
    above = f"{symbols.up} {shown.start}" if shown.start else ""
    before = Run(f"{'':<{_MARGIN}}{above:<{_POINTER_AND_KEY}}", "muted")
    if page.cursor < shown.stop - 1 < len(page.lines) - 1:
        more = f"{symbols.down} {len(page.lines) - shown.stop + 1} more"
        rows[-1] = (Run(f"{'':<{_MARGIN + 2}}{more}", "muted"),)
    return [(before, *titles), *rows]


def _fit_columns(page: CataloguePage, width: int) -> CataloguePage:
    """Return the page without the columns that need a wider window."""
    shown = [width >= column.needs for column in page.columns]
    return page._replace(
        columns=tuple(compress(page.columns, shown)),
        lines=[line._replace(cells=tuple(compress(line.cells, shown))) for line in page.lines],
    )


def _widths(page: CataloguePage, width: int) -> list[int]:
    """Return the widths of the columns; if they don't fit, the first columns are narrowed."""
    widths = [column.widest for column in page.columns]
    missing = sum(widths) + _GAP * (len(widths) - 1) - width
    for place, column in enumerate(page.columns):
        taken = max(0, min(missing, column.widest - column.least))
        widths[place] -= taken
        missing -= taken
    return widths


def _line(line: CatalogueLine, widths: list[int], symbols: Symbols, *, here: bool) -> Row:
    strong = "on-accent/accent+bold"
    plain = "on-accent/accent"
    row: Row = (
        Run(f"{symbols.pointer if here else ' '} ", strong if here else "primary+bold"),
        Run(f"{line.key:<{_POINTER_AND_KEY - 2}}", strong if here else "primary+bold"),
    )
    for place, (cell, room) in enumerate(zip(line.cells, widths, strict=True)):
        style = "muted" if place else f"{line.style}+bold"
        if here:
            style = plain if place else strong
        text = shorten(facts_that_fit(cell, room) if place else cell, room, symbols.ellipsis)
        row += fit((Run(text, style),), room + _GAP, style)
    clicked = tuple([run._replace(action=line.action) for run in row])
    return (Run(" " * (_MARGIN - 1)), Run(" ", plain if here else "text", line.action), *clicked)


def _panel(page: CataloguePage, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the panel about the line at the pointer: a title, and facts."""
    airy = height >= _HIGHEST
    before, board = board_of(width)
    margin = Run(" " * (before + _MARGIN + 2))
    room = board - 2 * _MARGIN - 4
    title = shorten(page.title, room, symbols.ellipsis)
    head: list[Row] = [(margin, Run(title, "text+bold"))]
    rows = [*([()] if airy else []), *head, *([()] if airy else [])]
    about = page.about(room, height - 1 - 2 * airy) if height else []
    return filled("band", [*rows, *[(margin, *row) for row in about]], width, height)
