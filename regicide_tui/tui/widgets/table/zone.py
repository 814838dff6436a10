"""The base of the widgets that show a scene: a zone of the table."""

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
"""Seconds that a frame of a motion is shown."""


class Zone(Painted):
    """A part of the table that shows a scene. It is there while it `is_shown`."""

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
        self._is_shown = is_shown

    def show(self, model: TableModel) -> None:
        """Paint another moment of the game."""
        self.model = model
        shown = self._is_shown(model)
        if self.display != shown:
            self.display = shown
            self.repaint_whole()
        elif shown:
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the scene."""
        if self.model is None:
            return []
        return self._paint_model(self.model, width, height, self.look)


class Hand(Zone):
    """The lower part of the table: cards to pick, numbered from the left."""

    def cursor_cell(self) -> Offset | None:
        """Return the cell of the hardware cursor, in the widget: at the number of its card."""
        cell = cursor_cell(self.model, *self.size) if self.model is not None else None
        return Offset(*cell) if cell is not None else None

    @property
    def across(self) -> int:
        """How many cards stand side by side, where they are written in several rows; else 1."""
        return cards_across(len(self.model.hand) if self.model else 0, *self.size)


class Stage(Zone):
    """A zone in which things move, for a moment."""

    _frames: Iterator[TableModel] = iter(())
    _frame: TableModel | None = None
    _then: Callable[[], None] | None = None
    _clock: Timer | None = None

    def show(self, model: TableModel) -> None:
        """Paint another moment of the game, unless something moves towards it."""
        if self._frame is None:
            super().show(model)
        else:
            self.model = model

    def play(self, frames: Sequence[TableModel], then: Callable[[], None]) -> None:
        """Show these scenes one after the other, then the present one, and call `then`."""
        self._frames, self._then = iter(frames), then
        self._clock = self.set_interval(FRAME, self._next)
        self._next()

    def finish(self) -> bool:
        """Be where the motion leads to; tell whether anything moved."""
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
        """Paint what moves, or else the scene."""
        model = self._frame or self.model
        return self._paint_model(model, width, height, self.look) if model else []
