"""Textual's updates as pieces for the wire."""

from collections.abc import Iterator

from rich.console import Console
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

from regicide_tui.tui.wire import Piece, Wire


class Changes(CompositorUpdate):
    """An update that writes only what changes; Textual writes it when its turn has come."""

    def __init__(self, wire: Wire, update: CompositorUpdate) -> None:
        self._wire = wire
        self._update = update

    def render_segments(self, console: Console) -> str:
        """Return what is to be written."""
        return self._wire.write(self._update)


def size_of(update: CompositorUpdate) -> tuple[int, int] | None:
    """Return the size of the window if an update is the whole picture."""
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
