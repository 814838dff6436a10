"""How the zones of a table are painted: by functions of a model and a size, without any app."""

from collections.abc import Callable
from typing import TypeVar

from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols

Paint = Callable[..., list[Row]]
"""Returns the rows of a model (of the game's own kind) for a width, a height and a look."""
M = TypeVar("M")


def by_symbols(
    rows: Callable[[M, int, int, Symbols], list[Row]],
) -> Callable[[M, int, int, Look], list[Row]]:
    """Return the painter of a zone that needs only the symbols of a look."""
    return lambda model, width, height, look: rows(model, width, height, look.symbols)
