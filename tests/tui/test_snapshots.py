"""Pictures of every screen.

After a change that is meant, look at `snapshot_report.html` and make them anew with
`pytest tests/tui/test_snapshots.py --snapshot-update`.
"""

import pytest

from regicide_tui.play.settings import Settings
from tests.tui.conftest import SIZES, USUAL, LookedAt, Photograph, Size
from tests.tui.moments import BATTLE, MOMENTS, Moment

LOOKS = {
    "light": LookedAt(Settings(theme="light", motion=False)),
    "two-colours": LookedAt(Settings(four_colours=False, motion=False)),
    "16-colours": LookedAt(Settings(theme="ansi", motion=False)),
    "colourless": LookedAt(colourless=True),
    "letters": LookedAt(plain=True),
}
IN_EVERY_LOOK = (
    *("play-picked", "suffer", "choose", "curtain", "over", "result-won", "result-gold"),
    *("menu", "new-game", "settings", "statistics", "lesson-astray", "puzzles", "commands"),
    "saves",
)


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_moment_in_every_window(photograph: Photograph, name: str, size: Size) -> None:
    assert photograph(MOMENTS[name], size, LookedAt())


@pytest.mark.parametrize("name", IN_EVERY_LOOK)
@pytest.mark.parametrize("look", LOOKS)
def test_every_look(photograph: Photograph, name: str, look: str) -> None:
    assert photograph(MOMENTS[name], USUAL, LOOKS[look])


def test_a_window_that_is_too_small(photograph: Photograph) -> None:
    assert photograph(Moment(BATTLE), (50, 15), LookedAt())
