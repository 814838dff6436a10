"""Textual's updates as pieces for the wire."""

from collections.abc import Iterator

from rich.console import Console

from regicide_tui.tui.terminal.wire import Piece, Wire
from regicide_tui.tui.textual_internals import (
    SYNC_END,
    SYNC_START,
    ChopsUpdate,
    CompositorUpdate,
    LayoutUpdate,
)

AT_ONCE = 1000
"""Characters that a terminal reads at once, so that no half change is visible."""


class Changes(CompositorUpdate):
    """An update that writes only the cells that change, when Textual renders it.

    A `synchronised` terminal shows a larger change only after it has read all of it.
    """

    def __init__(self, wire: Wire, update: CompositorUpdate, *, synchronised: bool) -> None:
        self._wire = wire
        self._update = update
        self._synchronised = synchronised

    def render_segments(self, console: Console) -> str:
        """Return the characters to write."""
        written = write(self._wire, self._update)
        if self._synchronised and len(written) > AT_ONCE:
            return f"{SYNC_START}{written}{SYNC_END}"
        return written


def write(wire: Wire, update: CompositorUpdate) -> str:
    """Return the characters that show an update on the terminal of a wire."""
    return wire.paint(pieces_of(update), size_of(update))


def is_shown(wire: Wire, update: CompositorUpdate) -> bool:
    """Tell whether the terminal of a wire already shows an update."""
    return wire.shows(pieces_of(update), size_of(update))


def size_of(update: CompositorUpdate) -> tuple[int, int] | None:
    """Return the size of the window if an update paints all of it; else None."""
    if not isinstance(update, LayoutUpdate):
        return None
    return update.region.width, update.region.height


def pieces_of(update: CompositorUpdate) -> Iterator[Piece]:
    """Yield the parts of lines that an update shows."""
    match update:
        case LayoutUpdate():
            for y, strips in enumerate(update.strips, update.region.y):
                x = update.region.x
                for strip in strips:
                    yield y, x, strip
                    x += strip.cell_length
        case ChopsUpdate():
            for y, left, right in update.spans:
                ends = update.chop_ends[y]
                for end, (x, chop) in zip(ends, update.chops[y].items(), strict=False):
                    if chop is None or x >= right or end <= left:
                        continue
                    start = max(x, left)
                    yield y, start, chop.crop(start - x, min(end, right) - x)
        case _:
            raise TypeError(f"no way to write {update!r}")
