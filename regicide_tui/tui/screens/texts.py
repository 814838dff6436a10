"""Pages of text: the reader, the log, the piles."""

from collections.abc import Callable, Sequence
from functools import partial
from textwrap import wrap

from textual.app import ComposeResult
from textual.message import Message

from regicide_tui.play.table import Told
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import EventDescriber, Key, log_rows
from regicide_tui.tui.pages.reading import Block, TextLine, lines_of
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.screens.page import Page, heading_of
from regicide_tui.tui.widgets.painted import Painted

_WIDEST = 88
"""Maximum cells of a line: longer lines are hard to read."""
_MARGIN = 1
"""Rows above and below the text."""
_SHEET = 4
"""Minimum cells beside the text with which it has its own background."""

Mark = Callable[[int, Row, bool], Row]
"""Returns a row of a block as it is shown; the flag says whether the block begins with it."""


class Reader(Painted):
    """Shows lines laid out for its width, and posts `Moved` when it scrolls."""

    class Moved(Message):
        """Posted when another part of the text is visible."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, wheel="scroll", id="content")
        self._make: Callable[[int], list[TextLine]] = lambda _: []
        self._mark: Mark = lambda _, row, begins: row
        self._lines: list[TextLine] = []
        self._width = 0
        self._top = 0
        self._place = 0
        """The number of the block at the top, which a new width keeps."""

    def show(self, make: Callable[[int], list[TextLine]], place: int = 0) -> None:
        """Show the lines that `make` returns for a width, from a block on."""
        self._make = make
        self._place = place
        self._width = 0
        self.repaint_whole()

    def mark(self, mark: Mark) -> None:
        """Set the function that changes each row before it is shown."""
        self._mark = mark
        self.repaint()

    @property
    def place(self) -> int:
        """The number of the block at the top, or of the block of the last `go_to`."""
        return self._place

    @property
    def percent(self) -> int | None:
        """The percentage that was read; None if the whole text is visible."""
        if not self._last_top:
            return None
        return round(100 * self._top / self._last_top)

    def go_to(self, place: int) -> None:
        """Go to a block."""
        self._go(self._top_of(place), place)

    def scroll_lines(self, lines: int) -> None:
        """Scroll by some lines, forward or back."""
        self._go(self._top + lines)

    def scroll_pages(self, pages: int) -> None:
        """Scroll by some pages, forward or back; one line of the old page stays visible."""
        self._go(self._top + pages * max(1, self._rows_in_sight - 1))

    def to_start(self) -> None:
        """Go to the first line."""
        self._go(0)

    def to_end(self) -> None:
        """Go to the last line."""
        self._go(self._last_top)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the visible lines, in the middle of a wide window."""
        if width != self._width:
            self.fold(width)
        left = max(0, (width - min(width, _WIDEST)) // 2)
        canvas = Canvas(width, height, "stone")
        if left >= _SHEET:
            canvas.fill(left - 2, 0, _WIDEST + 4, height, "band")
        last = min(self._top + self._rows_in_sight, len(self._lines))
        for below, top in enumerate(range(self._top, last), _MARGIN):
            canvas.text(left, below, self._row(top) if self._lines[top][1] else ())
        return canvas.rows()

    def _row(self, top: int) -> Row:
        number, row = self._lines[top]
        begins = not top or self._lines[top - 1] == (number, ()) or self._lines[top - 1][0] < number
        return self._mark(number, row, begins)

    @property
    def _rows_in_sight(self) -> int:
        return max(1, self.size.height - 2 * _MARGIN)

    @property
    def _last_top(self) -> int:
        return max(0, len(self._lines) - self._rows_in_sight)

    def fold(self, width: int) -> None:
        """Make the lines for a width, and go to the same place again."""
        self._width = width
        self._lines = self._make(min(width, _WIDEST) - 1)
        self._top = self._top_of(self._place)
        self.post_message(self.Moved())

    def _top_of(self, place: int) -> int:
        rows = enumerate(self._lines)
        there = [top for top, (number, row) in rows if number >= place and row]
        return min([*there[:1], self._last_top])

    def _go(self, top: int, place: int | None = None) -> None:
        self._top = max(0, min(top, self._last_top))
        at_top = self._lines[self._top][0] if self._lines else 0
        self._place = at_top if place is None else place
        self.repaint()
        self.post_message(self.Moved())


class TextScreen(Page):
    """A page of text. Subclasses bind keys and show the text on mount."""

    def content(self) -> ComposeResult:
        """Yield the text."""
        yield Reader(self.look)

    @property
    def reader(self) -> Reader:
        """The widget with the text."""
        return self.query_one(Reader)

    def key_line(self) -> list[Key]:
        """Return the keys to go back and, if the text is too long to fit, to scroll."""
        moves = [] if self.reader.percent is None else self.moves()
        return [*moves, self.look.key(c.LEAVE_TEXT), self.look.key(c.QUIT)]

    def moves(self) -> list[Key]:
        """Return the keys to scroll."""
        scroll = self.look.keys("scroll", c.TEXT_UP, c.TEXT_DOWN)
        return [scroll, self.look.keys("page", c.PAGE_UP, c.PAGE_DOWN)]

    def aside(self) -> Row:
        """Return the place in the text."""
        percent = self.reader.percent
        told = {None: "", 0: f"{self.look.symbols.down} more", 100: "end"}
        return (Run("  "), Run(told.get(percent, f"{percent}%"), "muted"))

    def on_reader_moved(self) -> None:
        """Show the place in the text."""
        self.show_bars()

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines, forward or back."""
        self.reader.scroll_lines(lines)

    def action_turn(self, pages: int) -> None:
        """Scroll by some pages, forward or back."""
        self.reader.scroll_pages(pages)

    def action_to_start(self) -> None:
        """Go to the first line."""
        self.reader.to_start()

    def action_to_end(self) -> None:
        """Go to the last line."""
        self.reader.to_end()


COPIED = "Copied. Nothing to paste? Copy again to see the text."


class PlainTextScreen(TextScreen):
    """Text without margins, so that the mouse can select whole lines."""

    BINDINGS = c.bindings((c.COPY, *c.TEXT))
    told: str = "select it with the mouse; you may need shift"

    def __init__(self, look: Look, name: str, text: str) -> None:
        super().__init__(look)
        self._called = name
        self._text = text

    def on_mount(self) -> None:
        """Show the text."""
        self.reader.show(self._lines)

    def title_row(self) -> Row:
        """Return the title."""
        return (*heading_of(self._called), Run(f"  {self.told}", "muted"))

    def key_line(self) -> list[Key]:
        """Return the keys to copy, to scroll and to leave."""
        return [
            self.look.key(c.COPY),
            self.look.keys("scroll", c.TEXT_UP, c.TEXT_DOWN),
            self.look.key(c.LEAVE_TEXT),
            self.look.key(c.QUIT),
        ]

    def _lines(self, width: int) -> list[TextLine]:
        """Break lines only at blanks, so that programs can read the copied text."""
        return [
            (place, (Run(part),))
            for place, line in enumerate(self._text.splitlines())
            for part in wrap(line, max(1, width), break_on_hyphens=False) or [""]
        ]

    def action_copy(self) -> None:
        """Send the text to the terminal's clipboard."""
        self.app.copy_to_clipboard(self._text)
        self.told = "Copied. If pasting gives nothing, select the text here."
        self.show_bars()


class LogScreen(TextScreen):
    """The log of a game; it opens at the end."""

    headline = "The log"
    BINDINGS = c.bindings(c.TEXT)

    def __init__(self, look: Look, told: Sequence[Told], event_describer: EventDescriber) -> None:
        super().__init__(look)
        self._told = told
        self._event_describer = event_describer

    def on_mount(self) -> None:
        """Show the newest lines."""
        self.reader.show(self.lines, len(self._told))

    def moves(self) -> list[Key]:
        """Return the keys to scroll, including to the ends of a game."""
        return [*super().moves(), self.look.keys("start, end", c.TEXT_START, c.TEXT_END)]

    def lines(self, width: int) -> list[TextLine]:
        """Return the log for a width."""
        lines: list[TextLine] = []
        turn = 0
        moves = log_rows(self._told, width - 1, self.look.symbols, self._event_describer)
        for place, (told, rows) in enumerate(zip(self._told, moves, strict=True)):
            if rows and told.turn != turn:
                lines += [(place, ())] if lines else []
                turn = told.turn
            lines += [(place, (Run(" "), *row)) for row in rows]
        return lines or [(0, (Run(" Nothing has happened yet.", "muted"),))]


class BlocksPage(TextScreen):
    """A page of text about a moment of a game."""

    BINDINGS = c.bindings(c.TEXT)

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


class PilesPage(BlocksPage):
    """The open piles, in pile order or sorted."""

    BINDINGS = c.bindings((c.SORT,))

    def __init__(self, look: Look, piles: Callable[[bool], list[Block]]) -> None:
        super().__init__(look, "Piles", piles(False))
        self._piles = piles
        self._sorted = False

    def key_line(self) -> list[Key]:
        """Add the key that sorts the cards."""
        key, _, action = self.look.key(c.SORT)
        word = "pile order" if self._sorted else "sort"
        return [(key, word, action), *super().key_line()]

    def action_sort(self) -> None:
        """Sort the cards by suit, or show them in pile order."""
        self._sorted = not self._sorted
        self.show_blocks(self._piles(self._sorted))
        self.show_bars()
