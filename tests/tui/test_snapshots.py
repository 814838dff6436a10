"""Pictures of the colours: a moment of each screen, and some moments in every theme.

The window is 80x24. Every moment in every window, and what has no colours, is a page: see
`test_pages.py`.

After a change that is meant, look at `snapshot_report.html` and make them anew with
`pytest tests/tui/test_snapshots.py --snapshot-update`.
"""

import pytest

from tests.tui.conftest import Photograph
from tests.tui.shots import DARK, LOOKS, MOMENTS

pytestmark = pytest.mark.pages

IN_DARK = {
    "common": (
        # Regicide
        *("play-picked", "suffer", "choose", "curtain", "over", "replay"),
        *("result-won", "result-lost", "review-lost"),
        # learning
        *("lessons", "lesson-take-back", "lesson-end", "puzzles", "puzzle"),
        # around the games
        *("menu", "saves", "saves-damaged", "saves-name", "new-game", "settings", "statistics"),
        *("commands", "help-play", "rules", "rules-search", "contents", "log"),
        *("statistics-duel", "result-duel"),
    ),
    "duel": ("play-picked", "crowded-pay", "pay-picked", "result-won", "over", "puzzle"),
    "king_of_the_dead": (
        *("buy", "run", "turn", "over", "result-four", "replay", "powers", "piles"),
        *("sepulcher", "accede", "pillage_target"),
    ),
}
COLOURED = ("light", "two-colours", "16-colours", "colourless")
"""The looks that are about colours."""
IN_EVERY_THEME = {
    "common": (
        *("play-picked", "suffer", "result-gold", "lesson-take-back"),
        *("menu", "saves", "settings", "commands", "review-lost"),
    ),
    "duel": ("play-picked", "crowded", "result-won"),
    "king_of_the_dead": ("buy", "sepulcher", "result-four"),
}


def _of(moments: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
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
