"""Apps to test: each in a folder of its own, with a clock that stands still where it is shown."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from regicide_tui.play.places import Places, find_places
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.settings import Settings
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.opening import Opening
from regicide_tui.tui.screens import table
from tests.tui.player import Player, sitting_at

NOON = datetime(2026, 3, 1, 12, 0, 0)

AppMaker = Callable[..., RegicideApp]
"""Makes an app of a game (or the menu) and what else it opens with."""

Sitting = Callable[..., AbstractAsyncContextManager[Player]]
"""Makes an app of a game (or the menu) and a size, and sits down at it."""


@pytest.fixture(autouse=True)
def no_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players in tests know when the next one sits at the keyboard."""
    monkeypatch.setattr(table, "BREATH", 0.0)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """The folder of one test."""
    return find_places(str(tmp_path))


@pytest.fixture
def make_app(places: Places) -> AppMaker:
    """Make apps that share the test's folder."""

    def make(
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
        opening = Opening(saved, path, replay, fresh=fresh and path is None, sentence=sentence)
        settings = settings or Settings(motion=False)
        return RegicideApp(places, settings, opening, plain=plain, colourless=colourless)

    return make


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
