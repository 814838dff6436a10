"""Pictures of every screen.

After a change that is meant, look at `snapshot_report.html` and make them anew with
`pytest tests/tui/test_snapshots.py --snapshot-update`.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple, cast

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Input

from regicide_tui.play.places import Places, find_places
from regicide_tui.play.settings import Settings
from regicide_tui.tui.app import RegicideApp
from tests.tui.conftest import AppMaker
from tests.tui.king_of_the_dead.moments import MOMENTS as OF_KING
from tests.tui.moments import BATTLE, Keys, Moment
from tests.tui.moments import MOMENTS as OF_REGICIDE
from tests.tui.player import Player

Compare = Callable[..., bool]
Size = tuple[int, int]

USUAL: Size = (80, 24)
MOMENTS = {**OF_REGICIDE, **OF_KING}
SIZES: tuple[Size, ...] = ((60, 20), USUAL, (120, 40), (200, 60))


class LookedAt(NamedTuple):
    """A way to look at the app: the settings, and what the terminal can't show."""

    settings: Settings = Settings(motion=False)
    plain: bool = False
    colourless: bool = False


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
    *("saves", "king-buy", "king-sepulcher", "king-curtain"),
)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """The folder of one test; the file of settings, which is named on a screen, has one name."""
    return replace(find_places(str(tmp_path)), settings=Path("/home/ada/regicide/settings.toml"))


@pytest.fixture
def photograph(
    snap_compare: Compare, make_app: AppMaker, places: Places, noon: int
) -> Callable[[Moment, Size, LookedAt], bool]:
    """Compare a moment, in a window of this size and looked at in this way, with its picture."""

    def compare(moment: Moment, size: Size, look: LookedAt) -> bool:
        moment.before(places)
        app = make_app(moment.game, replay=moment.replay, **look._asdict())
        return snap_compare(app, terminal_size=size, run_before=led_by(moment.keys))

    return compare


def led_by(keys: Keys) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Press keys, each when the app has looked at the disk, and stop the cursor from blinking."""

    async def lead(pilot: Pilot[None]) -> None:
        player = Player(cast("RegicideApp", pilot.app), pilot)
        await pilot.pause()
        for key in keys:
            await player.press(key)
            await player.until(lambda: not player.sees("Looking at the saved games."))
        await pilot.pause()
        for field in pilot.app.screen.query(Input):
            field.cursor_blink = False
        await pilot.pause()

    return lead


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_moment_in_every_window(
    photograph: Callable[..., bool], name: str, size: Size
) -> None:
    assert photograph(MOMENTS[name], size, LookedAt())


@pytest.mark.parametrize("name", IN_EVERY_LOOK)
@pytest.mark.parametrize("look", LOOKS)
def test_every_look(photograph: Callable[..., bool], name: str, look: str) -> None:
    assert photograph(MOMENTS[name], USUAL, LOOKS[look])


def test_a_window_that_is_too_small(photograph: Callable[..., bool]) -> None:
    assert photograph(Moment(BATTLE), (50, 15), LookedAt())
