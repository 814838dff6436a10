"""Lays the zones of a table where the arrangement of its game wants them."""

from collections.abc import Callable

from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, WidgetPlacement
from textual.layouts.vertical import VerticalLayout
from textual.widget import Widget

from regicide_tui.tui.look import Look

SMALLEST = Size(60, 20)
"""The smallest window with a table in it."""

Places = dict[str, Region]
"""The place of each zone by its id; a later one may lie on earlier ones."""

Zones = Callable[[int, int, int, bool], Places]
"""Returns the places for a width, a height, a number of players, and whether to be compact."""


def step(ladder: tuple[tuple[int, int], ...], cells: int) -> int:
    """Return the value of the highest step of a ladder that so many cells reach."""
    return next(value for least, value in ladder if cells >= least)


def places_in(zones: Zones, size: Size, players: int, *, compact: bool = False) -> Places:
    """Return the places in a window; in one that is too small, that of a notice."""
    if size.width < SMALLEST.width or size.height < SMALLEST.height:
        return {"notice": Region(0, 0, size.width, size.height)}
    return zones(size.width, size.height, players, compact)


class TableLayout(VerticalLayout):
    """Lays the zones of a table; anything else that lies on the screen lies as ever."""

    def __init__(self, zones: Zones, players: int, look: Look) -> None:
        self._zones = zones
        self._players = players
        self._look = look

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Place the zones; those without a place are not shown."""
        if not any(child.id == "keys" for child in children):
            return super().arrange(parent, children, size, greedy)
        places = places_in(self._zones, size, self._players, compact=self._look.compact)
        height = {zone: number for number, zone in enumerate(places)}
        return [
            WidgetPlacement(place, NULL_OFFSET, Spacing(), child, height[zone])
            for child in children
            if (place := places.get(zone := child.id or ""))
        ]
