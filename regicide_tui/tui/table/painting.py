"""How the zones of a table are painted: by functions of a model and a size, without any app."""

from collections.abc import Callable
from typing import Any

from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols

Paint = Callable[[Any, int, int, Look], list[Row]]
"""Returns the rows of a model for a width, a height and a look."""


def by_symbols(rows: Callable[[Any, int, int, Symbols], list[Row]]) -> Paint:
    """Return the painter of a zone that needs only the symbols of a look."""
    return lambda model, width, height, look: rows(model, width, height, look.symbols)
