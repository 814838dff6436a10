"""The base of the widgets that show a scene: a zone of the table."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from textual.timer import Timer

from regicide_tui.tui.paint import Row
from regicide_tui.tui.scene import Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.painted import Painted

FRAME = 0.04
"""Seconds that a frame of a motion is shown."""

S = TypeVar("S", bound=Scene)


class Zone(Painted, Generic[S]):
    """A part of the table. Subclasses say in rows what it shows of a scene."""

    scene: S | None = None

    def show(self, scene: S) -> None:
        """Paint another moment of the game."""
        self.scene = scene
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the scene."""
        return self.rows(self.scene, width, height, self.look.symbols) if self.scene else []

    def rows(self, scene: S, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the rows of a scene."""
        raise NotImplementedError


AnyZone = Zone[Any]


class Stage(Zone[S]):
    """A zone in which things move, for a moment."""

    _frames: Iterator[S] = iter(())
    _frame: S | None = None
    _then: Callable[[], None] | None = None
    _clock: Timer | None = None

    def show(self, scene: S) -> None:
        """Paint another moment of the game, unless something moves towards it."""
        if self._frame is None:
            super().show(scene)
        else:
            self.scene = scene

    def play(self, frames: Sequence[S], then: Callable[[], None]) -> None:
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
        return self.rows(scene, width, height, self.look.symbols) if scene else []
