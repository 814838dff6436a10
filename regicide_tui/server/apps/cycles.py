"""Keep Textual's strips and caches free of reference cycles, so that memory is freed at once.

A strip that is asked for its whole keeps itself in its own caches. The links of a cache refer to
each other when the cache is cleared. Each key of each player would leave some of them to the
garbage collector, which seldom runs on a server.
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
    """Patch Textual: a strip returns itself for its whole, and a cache unlinks what it drops."""
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
