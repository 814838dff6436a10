"""The base of the widgets that show the table model: the zones of a table."""

from collections.abc import Callable, Iterator, Sequence

from textual.geometry import Offset
from textual.timer import Timer

from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.table.painting import Paint
from regicide_tui.tui.table.table_model import TableModel
from regicide_tui.tui.widgets.painted import Painted
from regicide_tui.tui.widgets.table.hand import cards_across, cursor_cell

FRAME = 0.04
"""Seconds for which a frame of an animation is shown."""


class Zone(Painted):
    """A zone of the table that shows the model. It is visible while it `is_shown`."""

    model: TableModel | None = None

    def __init__(
        self,
        look: Look,
        paint: Paint,
        *,
        is_shown: Callable[[TableModel], bool] = lambda _: True,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(look, id=id)
        self._paint_model = paint
        self._mark: Callable[[list[Row]], list[Row]] = lambda rows: rows
        self._is_shown = is_shown

    def mark_rows(self, mark: Callable[[list[Row]], list[Row]]) -> None:
        """Set the function that changes the painted rows before they are shown."""
        self._mark = mark

    def show(self, model: TableModel) -> None:
        """Show another model."""
        self.model = model
        shown = self._is_shown(model)
        if self.display != shown:
            self.display = shown
            self.repaint_whole()
        elif shown:
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the model."""
        if self.model is None:
            return []
        return self._mark(self._paint_model(self.model, width, height, self.look))


class Hand(Zone):
    """The zone `hand`: cards to pick, numbered from the left."""

    def cursor_cell(self) -> Offset | None:
        """Return the cell of the terminal's cursor in the widget: the number of its card."""
        cell = cursor_cell(self.model, *self.size) if self.model is not None else None
        return Offset(*cell) if cell is not None else None

    @property
    def across(self) -> int:
        """The number of cards in a row, if they are written in several rows; else 1."""
        return cards_across(len(self.model.hand) if self.model else 0, *self.size)


class Stage(Zone):
    """A zone with short animations."""

    _frames: Iterator[TableModel] = iter(())
    _frame: TableModel | None = None
    _then: Callable[[], None] | None = None
    _clock: Timer | None = None

    def show(self, model: TableModel) -> None:
        """Show another model, unless an animation towards it runs."""
        if self._frame is None:
            super().show(model)
        else:
            self.model = model

    def play(self, frames: Sequence[TableModel], then: Callable[[], None]) -> None:
        """Show these models one after the other, then the current one, and call `then`."""
        self._frames, self._then = iter(frames), then
        self._clock = self.set_interval(FRAME, self._next)
        self._next()

    def finish(self) -> bool:
        """End the animation; return whether there was one."""
        then, self._then, self._frame = self._then, None, None
        if self._clock is not None:
            self._clock.stop()
        if then is None:
            return False
        self.repaint()
        then()
        return True

    def _next(self) -> None:
        self._frame = next(self._frames, None)
        if self._frame is None:
            self.finish()
        else:
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the current frame of an animation, or else the model."""
        model = self._frame or self.model
        if model is None:
            return []
        return self._mark(self._paint_model(model, width, height, self.look))
