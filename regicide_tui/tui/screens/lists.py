"""The base of all screens with a list to choose from."""

from collections.abc import Sequence
from itertools import compress
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Key as KeyPress

from regicide_tui import games
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key, list_keys
from regicide_tui.tui.pages.lists import (
    PLAIN_LIST,
    Entry,
    EntryList,
    ListStyle,
    facts_that_fit,
    listing_rows,
)
from regicide_tui.tui.rendering.canvas import Canvas, filled
from regicide_tui.tui.rendering.layout import board_of
from regicide_tui.tui.rendering.paint import (
    PaintRows,
    Row,
    Run,
    Symbols,
    clickable,
    fit,
    shorten,
    width_of,
)
from regicide_tui.tui.rendering.pictures import emblem, emblem_of, kings
from regicide_tui.tui.screens.page import Page
from regicide_tui.tui.widgets.form import CHOSEN, OPEN
from regicide_tui.tui.widgets.painted import Rows

__all__ = ["Entry", "ListStyle"]


class ListScreen(Page):
    """A page with a heading and entries. Subclasses provide and run them."""

    BINDINGS = c.bindings(c.LIST)
    list_style: ClassVar[ListStyle] = PLAIN_LIST

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.cursor = 0
        self.shown: list[Entry] = []
        """The entries as last painted; entries for shared data may have changed since."""

    def heading(self) -> Sequence[Row]:
        """Return the rows above the list."""
        return ()

    def picture(self, width: int, height: int) -> Sequence[Row]:
        """Return the picture beside the list for a width and height; empty if there is no room."""
        return ()

    def entries(self) -> list[Entry]:
        """Return the entries of the list."""
        raise NotImplementedError

    def explained(self) -> list[Entry]:
        """Return the entries that the help and the command palette list."""
        return self.entries()

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        return list_keys(self.look)

    def content(self) -> ComposeResult:
        """Yield the list; the mouse wheel moves its cursor."""
        yield Rows(self.look, wheel="leap", id="content")

    def on_mount(self) -> None:
        """Show the list."""
        self.refresh_list()

    def refresh_list(self) -> None:
        """Show the current entries."""
        if not is_closed(self):
            self.show_entries(self.entries())

    def show_entries(self, entries: list[Entry]) -> None:
        """Show the list with these entries."""
        self.shown = entries
        self.cursor = max(0, min(self.cursor, len(entries) - 1))
        self.show_content(self.painter(entries, self.cursor))
        self.show_bars()

    def painter(self, entries: Sequence[Entry], cursor: int) -> PaintRows:
        """Return a function that paints these entries, with the cursor at one of them."""
        heading = self.heading()

        def paint(width: int, height: int) -> list[Row]:
            lines = EntryList(entries, cursor, self.list_style, self.look.symbols)
            return listing_rows(heading, lines, self.picture, width, height)

        return paint

    def action_move(self, steps: int) -> None:
        """Move the cursor; it wraps around at the ends."""
        if self.shown:
            self.point((self.cursor + steps) % len(self.shown))

    def action_leap(self, lines: int) -> None:
        """Move the cursor by several lines, but not beyond the ends."""
        self.point(self.cursor + lines)

    def action_first(self) -> None:
        """Go to the first line."""
        self.point(0)

    def action_last(self) -> None:
        """Go to the last line."""
        self.point(len(self.shown) - 1)

    def point(self, place: int) -> None:
        """Point at one of the shown entries; a place beyond the ends means the first or last."""
        self.cursor = max(0, min(place, len(self.shown) - 1))
        self.refresh_list()

    async def action_confirm(self) -> None:
        """Run the entry at the cursor."""
        if self.shown:
            await self._choose(self.cursor)

    async def _choose(self, place: int) -> None:
        """Run an entry as it is shown, unless it is no longer offered."""
        self.cursor, action = place, self.shown[place].action
        if action in [entry.action for entry in self.entries()]:
            await self.run_action(action)
        else:
            self.point(place)

    async def on_key(self, event: KeyPress) -> None:
        """Run the entry with this key.

        A key may have waited for an entry that closed this list: then it goes to the screen that
        is now open.
        """
        if not (event.is_printable and self.is_current):
            return
        for place, entry in enumerate(self.shown):
            if entry.key and entry.key == event.character:
                event.stop()
                await self._choose(place)
                return


_NARROWEST = 19
"""Minimum width in cells for a picture of the game beside the list."""


def game_tabs(names: Sequence[str], here: str, action: str) -> Row:
    """Return the games side by side; a click on the second one means `action(1)`."""
    row: Row = ()
    for place, name in enumerate(names):
        style = CHOSEN if name == here else OPEN
        gap = (Run(" "),) if place else ()
        row += (*gap, Run(f" {games.find(name).title} ", style, f"{action}({place})"))
    return row


def picture_of(game: str, width: int, height: int, symbols: Symbols) -> Sequence[Row]:
    """Return the picture of a game; empty if there is no room for it."""
    if width < _NARROWEST:
        return ()
    return emblem(game, width, height, emblem_of(game).cloth, symbols)


class BackList(ListScreen):
    """A list above another screen; one key leads back to that screen."""

    BINDINGS = c.bindings((c.BACK,))

    def key_line(self) -> list[Key]:
        """Add the key to go back."""
        return list_keys(self.look, c.BACK)


class GameListScreen(BackList):
    """A list of one game; left and right show the lists of the other games."""

    BINDINGS = c.bindings(c.BY_GAME)

    def __init__(self, look: Look, game: str, names: Sequence[str]) -> None:
        super().__init__(look)
        self.names = names
        self.game = game if game in names else names[0]

    def tabs(self) -> list[Row]:
        """Return a row of the games and a blank row; none if there is only one game."""
        return [game_tabs(self.names, self.game, "turn_to"), ()] if len(self.names) > 1 else []

    def picture(self, width: int, height: int) -> Sequence[Row]:
        """Return the picture of the game."""
        return picture_of(self.game, width, height, self.look.symbols)

    def key_line(self) -> list[Key]:
        """Add the keys to the other games."""
        others = [self.look.keys("game", *c.BY_GAME)] if len(self.names) > 1 else []
        move, choose, *last = super().key_line()
        return [move, choose, *others, *last]

    def action_turn(self, steps: int) -> None:
        """Go to another game; the order wraps around at the ends."""
        self.action_turn_to((self.names.index(self.game) + steps) % len(self.names))

    def action_turn_to(self, place: int) -> None:
        """Go to the game at this place."""
        self.game, self.cursor = self.names[place], 0
        self.refresh_list()


_MARGIN = 2
_POINTER_AND_KEY = 5
_GAP = 2
_LOWEST, _HIGHEST = 9, 16
"""Height of the panel, at least and at most."""
_ROOM_BELOW = 14
"""Minimum rows of a page with a panel below the list."""
_ROOMY = 30
"""Minimum rows of a page with a blank row above the heading."""


class Column(NamedTuple):
    """A column: its name, its largest width and, if there is little room, its least width.

    It is shown in windows that are at least as wide as it `needs`.
    """

    title: str
    widest: int
    least: int
    needs: int = 0


class CatalogueLine(NamedTuple):
    """A line: its key, the text of each column, the style of the first, and its click action."""

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
    about: PaintRows


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
    gap = [()] * (room - below - len(listed))
    rows = [*heading, *listed, *gap, *_panel(page, width, below, symbols)]
    return filled("stone", rows, width, height)


def _empty_rows(heading: Sequence[Row], width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return a page without lines: its heading, and a picture in the middle of the rest."""
    canvas = Canvas(width, height, "stone", pixels=symbols.pixels)
    canvas.lines(0, 1, heading)
    top = len(heading) + 2
    fan = kings(width - 2, height - top, "stone", symbols)
    if fan:
        x = (width - width_of(fan[0])) // 2
        canvas.paste(x, top + (height - top - len(fan)) // 2, fan)
    return canvas.rows()


def list_rows(page: CataloguePage, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the names of the columns and the lines around the cursor."""
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
    row = (Run(" ", plain if here else "text"), *row)
    return (Run(" " * (_MARGIN - 1)), *clickable(row, line.action))


def _panel(page: CataloguePage, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the panel about the line at the cursor: a title, and facts."""
    airy = height >= _HIGHEST
    before, board = board_of(width)
    margin = Run(" " * (before + _MARGIN + 2))
    room = board - 2 * _MARGIN - 4
    title = shorten(page.title, room, symbols.ellipsis)
    head = [(margin, Run(title, "text+bold"))]
    rows = [*([()] if airy else []), *head, *([()] if airy else [])]
    about = page.about(room, height - 1 - 2 * airy) if height else []
    return filled("band", [*rows, *[(margin, *row) for row in about]], width, height)
