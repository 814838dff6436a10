"""No size of a window is too small for a bar."""

import pytest

from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.rendering.paint import Run
from regicide_tui.tui.widgets.table import KeyBar, TitleBar

LOOK = Look(palette_of("dark", four_colours=True))


@pytest.mark.parametrize("width", range(1, 12))
@pytest.mark.parametrize("shown", [False, True])
def test_a_bar_has_one_row_in_any_window_before_it_shows_anything_and_after(
    width: int, shown: bool
) -> None:
    title, keys = TitleBar(LOOK), KeyBar(LOOK)
    if shown:
        title.show((Run("Regicide"), Run("ada")), (Run("turn 1"),), (Run("ada"),))
        keys.show([("q", "leave", "app.quit")])
    assert len(title.paint(width, 1)) == len(keys.paint(width, 1)) == 1
