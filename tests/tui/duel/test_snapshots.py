"""Pictures of a duel.

After a change that is meant, look at `snapshot_report.html` and make them anew with
`pytest tests/tui/duel/test_snapshots.py --snapshot-update`.
"""

import pytest

from regicide_tui.play.settings import Settings
from tests.tui.conftest import SIZES, USUAL, LookedAt, Photograph, Size
from tests.tui.duel.moments import MOMENTS

LOOKS = {
    "light": LookedAt(Settings(theme="light", motion=False)),
    "16-colours": LookedAt(Settings(theme="ansi", motion=False)),
    "colourless": LookedAt(colourless=True),
    "letters": LookedAt(plain=True),
}
IN_EVERY_LOOK = ("play-picked", "pay", "crowded", "result-won")


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_moment_in_every_window(photograph: Photograph, name: str, size: Size) -> None:
    assert photograph(MOMENTS[name], size, LookedAt())


@pytest.mark.parametrize("name", IN_EVERY_LOOK)
@pytest.mark.parametrize("look", LOOKS)
def test_every_look(photograph: Photograph, name: str, look: str) -> None:
    assert photograph(MOMENTS[name], USUAL, LOOKS[look])
