"""Places of zones as Textual's regions, which can be compared with each other."""

from collections.abc import Mapping

from textual.geometry import Region, Size

from regicide_tui.tui.rendering import layout, paint

Regions = dict[str, Region]


def regions(places: Mapping[str, paint.Region]) -> Regions:
    """Return the same places."""
    return {zone: Region(*place) for zone, place in places.items()}


def places_in(
    zones: layout.PlaceZones, size: Size, players: int, *, compact: bool = False
) -> Regions:
    """Return the places in a window."""
    window = paint.Size(*size)
    return regions(layout.places_in(zones, window, players, compact=compact))
