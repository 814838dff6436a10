"""The base of the widgets that show a scene of Regicide."""

from regicide_tui.tui.paint import Row
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.painted import Painted


class Zone(Painted):
    """A part of the table. Subclasses say in rows what it shows of a scene."""

    scene: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Paint another moment of the game."""
        self.scene = scene
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the scene."""
        return self.rows(self.scene, width, height, self.look.symbols) if self.scene else []

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the rows of a scene."""
        raise NotImplementedError
