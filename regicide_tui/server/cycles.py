"""Textual's strips and caches without cycles, so that what is no longer needed is free at once.

A strip that is asked for all of itself keeps itself in its own caches, and the links of a cache
hold each other when it is emptied. With each key of each player some of them would be left to the
collection of garbage, which on a server seldom looks.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.style import Style
from textual.cache import LRUCache
from textual.strip import Strip

from regicide_tui.tui.textual_internals import links_of

_divide, _crop_extend = Strip.divide, Strip.crop_extend
_clear = LRUCache.clear

_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept")


def keep_free_of_cycles() -> None:
    """Have every strip of this process answer with itself, and every cache unlink what it drops."""
    setattr(Strip, "divide", _divide_or_self)  # noqa: B010
    setattr(Strip, "crop_extend", _crop_extend_or_self)  # noqa: B010
    setattr(LRUCache, "clear", _clear_and_unlink)  # noqa: B010


def _divide_or_self(strip: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    cuts = [cut for cut in cuts if cut <= strip.cell_length]
    return [strip] if cuts == [strip.cell_length] else _divide(strip, cuts)


def _crop_extend_or_self(strip: Strip, start: int, end: int, style: Style | None) -> Strip:
    whole = start == 0 and end == strip.cell_length
    return strip if whole else _crop_extend(strip, start, end, style)


def _clear_and_unlink(cache: LRUCache[_Key, _Kept]) -> None:
    links = links_of(cache)
    _clear(cache)
    for link in links:
        link.clear()
