"""What Textual writes for an update: only what changes, in a frame where it might be seen half."""

import pytest
from rich.console import Console
from rich.segment import Segment
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from regicide_tui.tui.terminal.driver import AT_ONCE, Changes, write
from regicide_tui.tui.terminal.wire import Wire


def changes(*, cells: int, synchronised: bool) -> tuple[str, str]:
    """Return what is written for a line of so many cells, and what the wire writes for it."""
    update = LayoutUpdate([[Strip([Segment("a" * cells)])]], Region(0, 0, cells, 1))
    framed = Changes(Wire("truecolor"), update, synchronised=synchronised)
    return framed.render_segments(Console()), write(Wire("truecolor"), update)


def test_a_large_change_is_shown_at_once() -> None:
    framed, written = changes(cells=AT_ONCE + 1, synchronised=True)
    assert framed == f"{SYNC_START}{written}{SYNC_END}"


@pytest.mark.parametrize(
    ("cells", "synchronised"), [(AT_ONCE // 2, True), (AT_ONCE + 1, False)], ids=["small", "old"]
)
def test_no_frame_where_it_is_of_no_use(cells: int, synchronised: bool) -> None:
    framed, written = changes(cells=cells, synchronised=synchronised)
    assert framed == written
