"""The regions of a table's zones in a window."""

from collections.abc import Callable

from regicide_tui.tui.rendering.geometry import Region, Size

SMALLEST = Size(60, 20)
"""The smallest window that shows a table."""

ZonePlaces = dict[str, Region]
"""The region of each zone by its id; a later zone may cover earlier ones."""

PlaceZones = Callable[[int, int, int, bool], ZonePlaces]
"""Returns the regions for a width, a height, a number of players, and compact or not."""


def value_at(values: tuple[tuple[int, int], ...], cells: int) -> int:
    """Return the first value whose minimum of cells is reached; `values` are pairs of both."""
    return next(value for least, value in values if cells >= least)


def has_room(width: int, height: int) -> bool:
    """Tell whether a window is large enough for a table."""
    return width >= SMALLEST.width and height >= SMALLEST.height


def places_in(zones: PlaceZones, size: Size, players: int, *, compact: bool = False) -> ZonePlaces:
    """Return the regions in a window; in a window that is too small, only that of a notice."""
    if not has_room(size.width, size.height):
        return {"notice": Region(0, 0, size.width, size.height)}
    return zones(size.width, size.height, players, compact)
