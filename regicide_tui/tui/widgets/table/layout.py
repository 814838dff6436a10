"""The layout of a table: it places the zones by the UI of the game."""

from textual.geometry import NULL_OFFSET, Region, Spacing
from textual.geometry import Size as TextualSize
from textual.layout import ArrangeResult, WidgetPlacement
from textual.layouts.vertical import VerticalLayout
from textual.widget import Widget

from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.geometry import Size
from regicide_tui.tui.table.zone_places import SMALLEST, PlaceZones, ZonePlaces, places_in

__all__ = ["SMALLEST", "PlaceZones", "TableLayout", "ZonePlaces", "places_in"]


class TableLayout(VerticalLayout):
    """Places the zones of a table; other widgets on the screen keep their own layout."""

    def __init__(self, zones: PlaceZones, players: int, look: Look) -> None:
        self._zones = zones
        self._players = players
        self._look = look

    def arrange(
        self, parent: Widget, children: list[Widget], size: TextualSize, greedy: bool = True
    ) -> ArrangeResult:
        """Place the zones; a zone without a region is not shown."""
        if not any(child.id == "keys" for child in children):
            return super().arrange(parent, children, size, greedy)
        places = places_in(self._zones, Size(*size), self._players, compact=self._look.compact)
        height = {zone: number for number, zone in enumerate(places)}
        return [
            WidgetPlacement(Region(*place), NULL_OFFSET, Spacing(), child, height[zone])
            for child in children
            if (place := places.get(zone := child.id or ""))
        ]
