"""What the app is looked at: every moment in usual windows, some in large ones or in every look."""

from collections.abc import Mapping
from typing import NamedTuple

from regicide_tui.play.settings import Settings
from tests.tui.conftest import LARGE, SMALL, USUAL, LookedAt, Size
from tests.tui.duel.moments import MOMENTS as DUEL
from tests.tui.king_of_the_dead.moments import MOMENTS as KING_OF_THE_DEAD
from tests.tui.moments import BATTLE, Moment
from tests.tui.moments import MOMENTS as COMMON

MOMENTS: Mapping[str, Mapping[str, Moment]] = {
    "common": COMMON,
    "duel": DUEL,
    "king_of_the_dead": KING_OF_THE_DEAD,
}
"""The moments by the folders of their pages; those of Regicide are among the common ones."""

DARK = LookedAt()
LOOKS = {
    "light": LookedAt(Settings(theme="light", motion=False)),
    "two-colours": LookedAt(Settings(four_colours=False, motion=False)),
    "256-colours": LookedAt(colours="256"),
    "16-colours": LookedAt(Settings(theme="ansi", motion=False)),
    "colourless": LookedAt(colours="none"),
    "letters": LookedAt(plain=True),
}
IN_EVERY_LOOK = {
    "common": (
        *("play-picked", "suffer", "choose", "curtain", "over", "result-won", "result-gold"),
        *("menu", "new-game", "settings", "statistics", "lesson-take-back", "puzzles", "commands"),
        *("saves", "review-lost"),
    ),
    "duel": ("play-picked", "pay", "crowded", "result-won"),
    "king_of_the_dead": ("buy", "sepulcher", "turn", "result-four"),
}


IN_LARGE = {
    "common": (
        *("play-picked", "result-won", "review-lost", "replay", "lesson-take-back", "puzzle"),
        *("menu", "new-game", "settings", "saves", "statistics", "rules", "commands", "log"),
    ),
    "duel": ("play-picked", "pay", "result-won"),
    "king_of_the_dead": ("buy", "sepulcher", "result-four"),
}
"""The moments of which each is laid out in a way of its own in a large window."""


class Shot(NamedTuple):
    """A moment in a window of a size, looked at in a way."""

    moment: Moment
    size: Size = USUAL
    look: LookedAt = DARK


def _shots() -> dict[str, Shot]:
    """Return every shot by the name of its page."""
    shots = {
        f"{folder}/{name}-{size[0]}x{size[1]}": Shot(moment, size)
        for folder, moments in MOMENTS.items()
        for name, moment in moments.items()
        for size in SMALL
    }
    shots |= {
        f"{folder}/{name}-{size[0]}x{size[1]}": Shot(MOMENTS[folder][name], size)
        for folder, names in IN_LARGE.items()
        for name in names
        for size in LARGE
    }
    shots |= {
        f"{folder}/{name}-80x24-{look}": Shot(MOMENTS[folder][name], look=looked_at)
        for folder, names in IN_EVERY_LOOK.items()
        for name in names
        for look, looked_at in LOOKS.items()
    }
    return {**shots, "common/too-small-50x15": Shot(Moment(BATTLE), (50, 15))}


SHOTS = _shots()
