"""Where the zones of a table lie in a window."""

from collections.abc import Callable

from regicide_tui.tui.rendering.geometry import Region, Size

SMALLEST = Size(60, 20)
"""The smallest window with a table in it."""

ZonePlaces = dict[str, Region]
"""The place of each zone by its id; a later one may lie on earlier ones."""

PlaceZones = Callable[[int, int, int, bool], ZonePlaces]
"""Returns the places for a width, a height, a number of players, and whether to be compact."""


def step(ladder: tuple[tuple[int, int], ...], cells: int) -> int:
    """Return the value of the highest step of a ladder that so many cells reach."""
    return next(value for least, value in ladder if cells >= least)


def places_in(zones: PlaceZones, size: Size, players: int, *, compact: bool = False) -> ZonePlaces:
    """Return the places in a window; in one that is too small, that of a notice."""
    if size.width < SMALLEST.width or size.height < SMALLEST.height:
        return {"notice": Region(0, 0, size.width, size.height)}
    return zones(size.width, size.height, players, compact)
