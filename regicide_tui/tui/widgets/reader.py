"""A text to scroll through, a page at a time; a window of another size keeps the place."""

from collections.abc import Callable

from textual.events import MouseScrollDown, MouseScrollUp

from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.reading import Line
from regicide_tui.tui.widgets.painted import Painted

_WIDEST = 88
"""Cells: longer lines are hard to read."""
_WHEEL = 3


class Reader(Painted):
    """Shows the lines that `lines` makes for a width."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(look, id=id)
        self._make: Callable[[int], list[Line]] = lambda _: []
        self._lines: list[Line] = []
        self._width = 0
        self._top = 0
        self._place = 0
        """The block at the top, in whatever width."""

    def show(self, make: Callable[[int], list[Line]], place: int | None = None) -> None:
        """Show these lines, from a block on; without one, from where one is."""
        self._make = make
        self._place = self._place if place is None else place
        self._width = 0
        self.repaint_whole()

    @property
    def place(self) -> int:
        """The number of the block at the top."""
        return self._place

    def scroll_lines(self, lines: int) -> None:
        """Go on so many lines, or back."""
        self._go(self._top + lines)

    def scroll_pages(self, pages: int) -> None:
        """Go on so many pages, or back; a line of the old one stays in sight."""
        self._go(self._top + pages * max(1, self.size.height - 1))

    def to_start(self) -> None:
        """Go to the first line."""
        self._go(0)

    def to_end(self) -> None:
        """Go to the last line."""
        self._go(self._last_top)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Look back."""
        event.stop()
        self.scroll_lines(-_WHEEL)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Look on."""
        event.stop()
        self.scroll_lines(_WHEEL)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the lines in sight, in the middle of a wide window."""
        if width != self._width:
            self._fold(width)
        margin = Run(" " * max(0, (width - min(width, _WIDEST)) // 2))
        return [(margin, *row) for _, row in self._lines[self._top : self._top + height]]

    @property
    def _last_top(self) -> int:
        return max(0, len(self._lines) - self.size.height)

    def _fold(self, width: int) -> None:
        """Break the lines for a width, and find the place again."""
        self._width = width
        self._lines = self._make(min(width, _WIDEST) - 1)
        rows = enumerate(self._lines)
        there = [top for top, (number, row) in rows if number >= self._place and row]
        self._top = min([*there[:1], self._last_top])

    def _go(self, top: int) -> None:
        self._top = max(0, min(top, self._last_top))
        self._place = self._lines[self._top][0] if self._lines else 0
        self.repaint()
