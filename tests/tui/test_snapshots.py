"""Pictures of the colours: a moment of each screen, and some moments in every theme.

The window is 80x24. What a page shows without its colours, in which window, is kept as text: see
`test_pages.py`.

After a change that is meant, look at `snapshot_report.html` and make them anew with
`pytest tests/tui/test_snapshots.py --snapshot-update`.
"""

from collections.abc import Mapping

import pytest

from tests.tui.conftest import Photograph
from tests.tui.shots import DARK, LOOKS, MOMENTS

pytestmark = pytest.mark.pages

IN_DARK = {
    "common": (
        *("play-picked", "suffer", "result-won", "review-lost", "lesson-take-back"),
        *("menu", "new-game", "settings", "saves"),
    ),
    "duel": ("play-picked",),
    "king_of_the_dead": ("buy", "sepulcher"),
}
COLOURED = ("light", "two-colours", "16-colours", "colourless")
"""The looks that are about colours."""
IN_EVERY_THEME = {"common": ("play-picked",), "king_of_the_dead": ("buy",)}


def _of(moments: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """Return folders and names of moments, side by side."""
    return [(folder, name) for folder, names in moments.items() for name in names]


@pytest.mark.parametrize(("folder", "name"), _of(IN_DARK))
def test_every_screen_has_its_colours(photograph: Photograph, folder: str, name: str) -> None:
    assert photograph(MOMENTS[folder][name], DARK)


@pytest.mark.parametrize(("folder", "name"), _of(IN_EVERY_THEME))
@pytest.mark.parametrize("look", COLOURED)
def test_every_theme_has_its_colours(
    photograph: Photograph, folder: str, name: str, look: str
) -> None:
    assert photograph(MOMENTS[folder][name], LOOKS[look])
