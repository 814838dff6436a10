"""Where everything lies on the table, for a window of any size: the ladder of densities.

Space decides how densely things are drawn, never what is shown. The places are computed here,
and not in a style sheet: a style sheet's breakpoints are applied after a first layout without
them, which costs one picture more at every start (docs/decisions/0006).
"""

from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, WidgetPlacement
from textual.layouts.vertical import VerticalLayout
from textual.widget import Widget

from regicide_tui.tui.look import Look

SMALLEST = Size(60, 20)
"""The smallest window with a table in it."""

_LOG_WIDTHS = ((170, 64), (110, 46), (78, 32), (0, 24))
_HAND_HEIGHTS = ((52, 16), (38, 12), (30, 9), (23, 7), (0, 6))
_FORESIGHT = 2


def zones(width: int, height: int, players: int, compact: bool = False) -> dict[str, Region]:
    """Return the place of each zone by its id, for a window of so many cells.

    If it is to be compact, the hand has no more room than in the smallest window.
    """
    if width < SMALLEST.width or height < SMALLEST.height:
        return {"notice": Region(0, 0, width, height)}
    hand = _step(_HAND_HEIGHTS, SMALLEST.height if compact else height)
    foresight = _FORESIGHT
    log = _step(_LOG_WIDTHS, width)
    row = 1 if players > 1 else 0
    upper = height - 2 - row - hand - foresight
    places = {
        "title": Region(0, 0, width, 1),
        "castle": Region(0, 1, width - log, upper),
        "log": Region(width - log, 1, log, upper),
        "hand": Region(0, 1 + upper + row, width, hand),
        "foresight": Region(0, height - 1 - foresight, width, foresight),
        "keys": Region(0, height - 1, width, 1),
    }
    if row:
        places["players"] = Region(0, 1 + upper, width, 1)
    return places


def _step(ladder: tuple[tuple[int, int], ...], cells: int) -> int:
    """Return the value of the highest step of a ladder that so many cells reach."""
    return next(value for least, value in ladder if cells >= least)


class TableLayout(VerticalLayout):
    """Lays the zones of a table; anything else that lies on the screen lies as ever."""

    def __init__(self, players: int, look: Look) -> None:
        self._players = players
        self._look = look

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Place the zones; those without a place are not shown."""
        places = zones(size.width, size.height, self._players, self._look.compact)
        if not any(child.id == "keys" for child in children):
            return super().arrange(parent, children, size, greedy)
        return [
            WidgetPlacement(place, NULL_OFFSET, Spacing(), child)
            for child in children
            if (place := places.get(child.id or ""))
        ]
