"""How the zones of a table are painted: functions of a scene and a size, without any app."""

from collections.abc import Callable
from typing import TypeVar

from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols

Paint = Callable[..., list[Row]]
"""Returns the rows of a scene (of the game's own kind), for so many cells and rows, in a look."""
M = TypeVar("M")


def by_symbols(
    rows: Callable[[M, int, int, Symbols], list[Row]],
) -> Callable[[M, int, int, Look], list[Row]]:
    """Return what paints a zone that goes by the symbols of a look alone."""
    return lambda model, width, height, look: rows(model, width, height, look.symbols)
