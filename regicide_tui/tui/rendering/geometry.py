"""Places on the screen, in cells. They need no Textual, so a picture can be painted before it."""

from typing import NamedTuple


class Region(NamedTuple):
    """A part of the window: the cell of its upper left corner, and how many cells it takes."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0

    @property
    def right(self) -> int:
        """The column behind it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The row below it."""
        return self.y + self.height


class Size(NamedTuple):
    """So many cells and rows."""

    width: int
    height: int
