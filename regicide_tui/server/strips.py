"""Textual's strips without cycles, so that a strip that is not shown any more is free at once.

A strip that is asked for all of itself keeps itself in its own caches. With each key of each player
a dozen of them would be left to the collection of garbage, which in a house seldom looks.
"""

from collections.abc import Iterable, Sequence

from rich.style import Style
from textual.strip import Strip

_divide, _crop_extend = Strip.divide, Strip.crop_extend


def keep_strips_free_of_cycles() -> None:
    """Have every strip of this process answer with itself where nothing is to be done."""
    setattr(Strip, "divide", _divide_or_self)  # noqa: B010
    setattr(Strip, "crop_extend", _crop_extend_or_self)  # noqa: B010


def _divide_or_self(strip: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    cuts = [cut for cut in cuts if cut <= strip.cell_length]
    return [strip] if cuts == [strip.cell_length] else _divide(strip, cuts)


def _crop_extend_or_self(strip: Strip, start: int, end: int, style: Style | None) -> Strip:
    whole = start == 0 and end == strip.cell_length
    return strip if whole else _crop_extend(strip, start, end, style)
