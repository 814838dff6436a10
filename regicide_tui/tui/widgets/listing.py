"""The widget of a list to choose from, below a heading; the line at the pointer is filled."""

from collections.abc import Sequence

from textual.events import MouseScrollDown, MouseScrollUp

from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.entry_list import (
    APART,
    NARROWEST,
    PLAIN_LIST,
    WIDEST,
    Entry,
    EntryList,
    ListStyle,
    PaintPicture,
    margin_of,
    paint_beside,
)
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.measures import MEDIUM, board_of
from regicide_tui.tui.rendering.paint import Row, fit, width_of
from regicide_tui.tui.widgets.painted import Painted

__all__ = [
    "PLAIN_LIST",
    "Entry",
    "EntryList",
    "ListStyle",
    "Listing",
    "PaintPicture",
    "margin_of",
    "paint_beside",
]


_WHEEL = 3
"""Lines by which the mouse wheel moves the pointer."""


class Listing(Painted):
    """A heading and entries; the screen moves the pointer, also by `leap(lines)` for the wheel.

    With a `measure` in the style, a detail has this many cells and takes more rows if it is longer.
    So the list keeps its place whatever the details are.
    """

    def __init__(
        self,
        look: Look,
        style: ListStyle = PLAIN_LIST,
        picture: PaintPicture = lambda *_: (),
        *,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(look, id=id)
        self._style = style
        self._picture = picture
        self._heading: Sequence[Row] = ()
        self._entries: Sequence[Entry] = ()
        self._cursor = 0

    @property
    def pointed(self) -> str:
        """The action of the entry at the pointer."""
        return self._entries[self._cursor].action if self._entries else ""

    def show(self, heading: Sequence[Row], entries: Sequence[Entry], cursor: int) -> None:
        """Show this heading and these entries, with the pointer at one of them."""
        self._heading, self._entries, self._cursor = heading, entries, cursor
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint heading and entries, and the picture beside them if there is room."""
        canvas = Canvas(width, height, self._style.ground)
        left, board = board_of(width)
        start = left + margin_of(board)
        lines = EntryList(self._entries, self._cursor, self._style, self.look.symbols)
        room = board - 2 * margin_of(board)
        wide = min(room, max(lines.widest(room), min(NARROWEST, room)), WIDEST)
        above = 1 if height >= MEDIUM.card.height * 2 else 0
        paint_beside(canvas, self._picture, start + wide + APART)
        for row in self._heading:
            canvas.text(start + 1, above, fit(row, max(0, min(room - 2, width_of(row)))))
            above += 1
        above += bool(self._heading)
        lines.paint(canvas, start, above, wide, height - above)
        return canvas.rows()

    async def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Move the pointer up."""
        event.stop()
        await self.app.run_action(f"leap({-_WHEEL})", self.screen)

    async def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Move the pointer down."""
        event.stop()
        await self.app.run_action(f"leap({_WHEEL})", self.screen)
