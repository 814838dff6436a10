"""No size of a window is too small for a bar."""

import pytest

from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import key_bar, title_bar
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.rendering.paint import Run

LOOK = Look(palette_of("dark", four_colours=True))


@pytest.mark.parametrize("width", range(1, 12))
def test_a_bar_has_one_row_in_any_window(width: int) -> None:
    title = title_bar(LOOK, (Run("turn 1"),), (Run("Regicide"), Run("ada")), (Run("ada"),))
    keys = key_bar([("q", "leave", "app.quit")])
    assert len(title(width, 1)) == len(keys(width, 1)) == 1
