"""The base of the widgets that show a scene: a zone of the table."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from textual.geometry import Offset
from textual.timer import Timer

from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row
from regicide_tui.tui.painting import Paint
from regicide_tui.tui.widgets.hand import cards_across, cursor_cell
from regicide_tui.tui.widgets.painted import Painted

FRAME = 0.04
"""Seconds that a frame of a motion is shown."""


class Zone(Painted):
    """A part of the table that shows a scene. It is there while it `is_shown`."""

    scene: Any = None

    def __init__(
        self,
        look: Look,
        paint: Paint,
        *,
        is_shown: Callable[[Any], bool] = lambda _: True,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(look, id=id)
        self._paint_scene = paint
        self._is_shown = is_shown

    def show(self, scene: Any) -> None:
        """Paint another moment of the game."""
        self.scene = scene
        shown = self._is_shown(scene)
        if self.display != shown:
            self.display = shown
            self.repaint_whole()
        elif shown:
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the scene."""
        if self.scene is None:
            return []
        return self._paint_scene(self.scene, width, height, self.look)


class Hand(Zone):
    """The lower part of the table: cards to pick, numbered from the left."""

    def cursor_cell(self) -> Offset | None:
        """Return the cell of the hardware cursor, in the widget: at the number of its card."""
        cell = cursor_cell(self.scene, *self.size) if self.scene is not None else None
        return Offset(*cell) if cell is not None else None

    @property
    def across(self) -> int:
        """How many cards stand side by side, where they are written in several rows; else 1."""
        return cards_across(len(self.scene.hand) if self.scene else 0, *self.size)


class Stage(Zone):
    """A zone in which things move, for a moment."""

    _frames: Iterator[Any] = iter(())
    _frame: Any = None
    _then: Callable[[], None] | None = None
    _clock: Timer | None = None

    def show(self, scene: Any) -> None:
        """Paint another moment of the game, unless something moves towards it."""
        if self._frame is None:
            super().show(scene)
        else:
            self.scene = scene

    def play(self, frames: Sequence[Any], then: Callable[[], None]) -> None:
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
        scene = self._frame or self.scene
        return self._paint_scene(scene, width, height, self.look) if scene else []
