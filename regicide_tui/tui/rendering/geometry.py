"""Regions and sizes in cells. They need no Textual, so the first picture can use them."""

from typing import NamedTuple


class Region(NamedTuple):
    """A part of the window: the cell of its upper left corner, and its size."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0

    @property
    def right(self) -> int:
        """The first column after it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height


class Size(NamedTuple):
    """A size in cells and rows."""

    width: int
    height: int
