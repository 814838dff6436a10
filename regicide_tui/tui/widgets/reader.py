"""A text that scrolls by lines and pages, and keeps its place when the window is resized."""

from collections.abc import Callable

from textual.events import MouseScrollDown, MouseScrollUp
from textual.message import Message

from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.reading import TextLine
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.widgets.painted import Painted

_WIDEST = 88
"""Cells of a line at most: longer lines are hard to read."""
_WHEEL = 3
_MARGIN = 1
"""Rows above and below the text."""
_SHEET = 4
"""Cells beside the text from which it has a ground of its own."""

Mark = Callable[[int, Row, bool], Row]
"""Returns a row of a block as it is shown; the flag tells whether the block begins with it."""


class Reader(Painted):
    """Shows lines that are made for its width, and posts `Moved` when it scrolls."""

    class Moved(Message):
        """Posted when another part of the text is in sight."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(look, id=id)
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
        """The percentage that was read; None if the whole text is in sight."""
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
        """Scroll by some pages, forward or back; one line of the old page stays in sight."""
        self._go(self._top + pages * max(1, self._rows_in_sight - 1))

    def to_start(self) -> None:
        """Go to the first line."""
        self._go(0)

    def to_end(self) -> None:
        """Go to the last line."""
        self._go(self._last_top)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll back."""
        event.stop()
        self.scroll_lines(-_WHEEL)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll forward."""
        event.stop()
        self.scroll_lines(_WHEEL)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the lines in sight, in the middle of a wide window."""
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
