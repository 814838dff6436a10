"""Reading rows of numbers."""

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.rows import layout as at


def figures(row: Ints) -> list[int]:
    """Return all but the cards: figures and sizes."""
    found: list[int] = row[: at.CASTLE].tolist()
    return found


def pile(row: Ints, first: int, size: int) -> list[int]:
    """Return a pile whose size stands in the place `size`; two Jesters are the same."""
    return [max(1, number) for number in row[first : first + row[size]].tolist()]
