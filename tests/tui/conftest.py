"""Apps to test: each in a folder of its own, with a clock that stands still where it is shown."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Input

from regicide_tui.play.places import Places, find_places
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.settings import Settings
from regicide_tui.thinking.mind import Fault, Mind
from regicide_tui.thinking.questions import Question
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.opening import Opening
from regicide_tui.tui.screens import table
from tests.tui.player import Player, sitting_at

if TYPE_CHECKING:
    from tests.tui.moments import Keys, Moment

Size = tuple[int, int]

USUAL: Size = (80, 24)
SIZES: tuple[Size, ...] = ((60, 20), USUAL, (120, 40), (200, 60))

NOON = datetime(2026, 3, 1, 12, 0, 0)

AppMaker = Callable[..., RegicideApp]
"""Makes an app of a game (or the menu) and what else it opens with."""

Sitting = Callable[..., AbstractAsyncContextManager[Player]]
"""Makes an app of a game (or the menu) and a size, and sits down at it."""


@pytest.fixture(autouse=True)
def no_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players in tests know when the next one sits at the keyboard."""
    monkeypatch.setattr(table, "BREATH", 0.0)


@pytest.fixture(autouse=True)
def no_long_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody prepares a bot that has learned, for a hint that no test waits for."""
    ask = Mind.ask

    async def ask_for_actions(self: Mind, asked: Question) -> object:
        if asked.seconds:
            raise Fault("There are no hints in this test.")
        return await ask(self, asked)

    monkeypatch.setattr(Mind, "ask", ask_for_actions)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """The folder of one test."""
    return find_places(str(tmp_path))


def app_at(
    places: Places,
    saved: Saved | None = None,
    *,
    path: Path | None = None,
    replay: bool = False,
    fresh: bool = True,
    sentence: str = "",
    settings: Settings | None = None,
    plain: bool = False,
    colourless: bool = False,
) -> RegicideApp:
    """Make an app that keeps everything in these places."""
    opening = Opening(saved, path, replay, fresh=fresh and path is None, sentence=sentence)
    settings = settings or Settings(motion=False)
    return RegicideApp(places, settings, opening, plain=plain, colourless=colourless)


@pytest.fixture
def make_app(places: Places) -> AppMaker:
    """Make apps that share the test's folder."""
    return partial(app_at, places)


@pytest.fixture
def sit(make_app: AppMaker) -> Sitting:
    """Make an app and sit down at it."""

    def sit_down(
        saved: Saved | None = None, size: tuple[int, int] = (80, 24), **opening: object
    ) -> AbstractAsyncContextManager[Player]:
        return sitting_at(make_app(saved, **opening), size)

    return sit_down


class StoppedClock(datetime):
    """A clock on which it is always noon."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "StoppedClock":
        """Return noon."""
        return cls.fromtimestamp(NOON.timestamp(), tz)


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> int:
    """Stop the clock of the screens that say how long ago something was; return its seconds."""
    for screen in ("menu", "result", "saves"):
        monkeypatch.setattr(f"regicide_tui.tui.screens.{screen}.datetime", StoppedClock)
    return int(NOON.timestamp())


# ---------------------------------------------------------------- pictures


class LookedAt(NamedTuple):
    """A way to look at the app: the settings, and what the terminal can't show."""

    settings: Settings = Settings(motion=False)
    plain: bool = False
    colourless: bool = False


Photograph = Callable[["Moment", Size, LookedAt], bool]
"""Compares a moment, in a window of a size and looked at in a way, with its picture."""


@pytest.fixture
def photograph(snap_compare: Callable[..., bool], places: Places, noon: int) -> Photograph:
    """Compare moments; the file of settings, which is named on a screen, has one name."""
    seen = replace(places, settings=Path("/home/ada/regicide/settings.toml"))

    def compare(moment: "Moment", size: Size, look: LookedAt) -> bool:
        moment.before(seen)
        app = app_at(seen, moment.game, replay=moment.replay, **look._asdict())
        return snap_compare(app, terminal_size=size, run_before=led_by(moment.keys))

    return compare


def led_by(keys: "Keys") -> Callable[[Pilot[str]], Awaitable[None]]:
    """Press keys, each when the app has looked at the disk, and stop the cursor from blinking."""

    async def lead(pilot: Pilot[str]) -> None:
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
