"""Painted widgets: rows are painted line by line, and only changed rows are refreshed.

Within a refreshed row, only the changed cells are written (`tui/terminal/wire.py`).
"""

from collections.abc import Sequence
from functools import lru_cache

from rich.segment import Segment
from textual.dom import DOMNode
from textual.events import Click, MouseEvent, MouseScrollDown, MouseScrollUp
from textual.filter import ANSIToTruecolor
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.colours import Palette, rich_style
from regicide_tui.tui.rendering.paint import PaintRows, Row, styled_texts, width_of

_WHEEL = 3
"""Lines by which the mouse wheel scrolls, or moves a cursor."""


class Painted(Widget):
    """A widget that paints rows. Subclasses implement `paint`.

    The mouse wheel runs an action of the screen with the number of lines, if there is one.
    """

    def __init__(self, look: Look, *, wheel: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.look = look
        self._wheel = wheel
        self._rows: list[Row] = []
        self._strips: list[Strip] = []
        self._painted_size = (0, 0)

    def paint(self, width: int, height: int) -> Sequence[Row]:
        """Return the rows for a size in cells; missing rows stay blank."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Paint again, and refresh the rows that changed."""
        old = self._strips
        if not self._fits():  # painted as a whole once it is visible, even if its size is the same
            self._painted_size = (-1, -1)
            return
        self._build()
        width = self._painted_size[0]
        changed = [
            Region(0, y, width, 1)
            for y, (before, after) in enumerate(zip(old, self._strips, strict=True))
            if before is not after
        ]
        if changed:
            self.refresh(*changed)

    def repaint_whole(self) -> None:
        """Paint everything again, after colours or characters changed."""
        self._painted_size = (-1, -1)
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the painted lines of a region.

        Textual's own method would add borders, padding, backgrounds and links, which aren't needed
        here and took a seventh of the time per key.
        """
        if not self._fits():
            self._build()
        strips = self._strips[crop.y : crop.bottom]
        if crop.column_span != (0, self._painted_size[0]):
            strips = [strip.crop(crop.x, crop.right) for strip in strips]
        filters = self.get_line_filters()
        if not self.look.palette.colours.of_terminal:
            filters = [one for one in filters if not isinstance(one, ANSIToTruecolor)]
        if filters:
            background = self.background_colors[1]
            for each in filters:
                strips = [strip.apply_filter(each, background) for strip in strips]
        return strips

    @property
    def clickable(self) -> DOMNode:
        """The node that runs click actions: the screen."""
        return self.screen

    async def on_click(self, event: Click) -> None:
        """Run the action of the clicked cell."""
        await self.run_at(event)

    async def run_at(self, event: MouseEvent) -> None:
        """Run the action of the cell at the mouse."""
        if event.y < len(self._rows):
            cells = 0
            for run in self._rows[event.y]:
                cells += width_of((run,))
                if event.x < cells:
                    if run.action:
                        await self.app.run_action(run.action, self.clickable)
                    return

    async def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll back."""
        await self._turn_wheel(event, -_WHEEL)

    async def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll forward."""
        await self._turn_wheel(event, _WHEEL)

    async def _turn_wheel(self, event: MouseEvent, lines: int) -> None:
        if self._wheel:
            event.stop()
            await self.app.run_action(f"{self._wheel}({lines})", self.screen)

    def _fits(self) -> bool:
        return self._painted_size == self.size

    def _build(self) -> None:
        """Paint the rows; unchanged rows keep their strips."""
        width, height = self.size
        old = {} if not self._fits() else dict(zip(self._rows, self._strips, strict=True))
        self._painted_size = (width, height)
        rows = self.paint(width, height)[:height] if width and height else []
        self._rows = [*rows, *[()] * (height - len(rows))]
        palette = self.look.palette
        self._strips = [old.get(row) or to_strip(row, width, palette) for row in self._rows]


class Rows(Painted):
    """A widget that shows the rows of a function."""

    def __init__(
        self,
        look: Look,
        paint: PaintRows = lambda *_: (),
        *,
        wheel: str = "",
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(look, wheel=wheel, id=id)
        self._paint_rows = paint

    def show(self, paint: PaintRows) -> None:
        """Show the rows of another function."""
        self._paint_rows = paint
        self.repaint()

    def paint(self, width: int, height: int) -> Sequence[Row]:
        """Paint the rows."""
        return self._paint_rows(width, height)


@lru_cache(maxsize=1024)
def to_strip(row: Row, width: int, palette: Palette) -> Strip:
    """Return a row as a strip of exactly `width` cells.

    Several people on a server often see the same row: the first app makes it for all of them.
    """
    written = styled_texts(row, width, palette)
    segments = [Segment(text, rich_style(text_style)) for text, text_style in written]
    return Strip(segments, width).simplify()
