"""Apps to test: each in a folder of its own, with a clock that stands still where it is shown."""

from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from msgspec.structs import replace

from regicide_tui.play.paths import Paths, find_paths
from regicide_tui.play.saves.autosave import Autosave
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.terminal import Colours
from regicide_tui.thinking.bot_thread import BotThread, Fault
from regicide_tui.thinking.questions import Question, ReviewQuestion
from regicide_tui.tui import save_session
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.input import keyboard
from regicide_tui.tui.screens import review
from regicide_tui.tui.startup.page import Opening
from tests.tui.judge import Judge
from tests.tui.kept import PAGES, Kept
from tests.tui.looking import led_by, unhurried
from tests.tui.player import Player, sitting_at

if TYPE_CHECKING:
    from tests.tui.moments import Moment

Size = tuple[int, int]

USUAL: Size = (80, 24)
SMALL: tuple[Size, ...] = ((60, 20), USUAL)
LARGE: tuple[Size, ...] = ((120, 40), (200, 60))
SIZES = (*SMALL, *LARGE)

NOON = datetime(2026, 3, 1, 12, 0, 0)

AppMaker = Callable[..., RegicideApp]
"""Makes an app of a game (or the menu) and what else it opens with."""

Sitting = Callable[..., AbstractAsyncContextManager[Player]]
"""Makes an app of a game (or the menu) and a size, and sits down at it."""

AppAtMoment = Callable[["Moment", "LookedAt"], RegicideApp]
"""Makes an app that stands at a moment once its keys are pressed."""

Photograph = Callable[["Moment", "LookedAt"], bool]
"""Compares a moment, looked at in a way, with its picture."""

Keep = Callable[[str, str], None]
"""Fails unless the page of a name is what it was."""


@pytest.fixture(autouse=True)
def keys_are_aimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players in tests aim each key, however soon it comes."""
    monkeypatch.setattr(keyboard, "REPEAT", 0.0)
    monkeypatch.setattr(keyboard, "REACTION", 0.0)


@pytest.fixture(autouse=True)
def games_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close what a test left open: the thread that writes a game would keep its whole app."""
    begun: list[Autosave] = []

    def begin(*arguments: Any) -> Autosave:
        begun.append(Autosave(*arguments))
        return begun[-1]

    monkeypatch.setattr(save_session, "Autosave", begin)
    yield
    for one in begun:
        one.close()


@pytest.fixture(autouse=True)
def no_long_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody prepares a bot that has learned, for a hint or a review that no test waits for."""
    ask = BotThread.ask

    async def ask_for_actions(self: BotThread, asked: Question | ReviewQuestion) -> object:
        if isinstance(asked, ReviewQuestion) or asked.seconds:
            raise Fault("There are no hints in this test.")
        return await ask(self, asked)

    monkeypatch.setattr(BotThread, "ask", ask_for_actions)


@pytest.fixture
def places(tmp_path: Path) -> Paths:
    """The folder of one test."""
    return find_paths(str(tmp_path))


def app_at(
    places: Paths,
    saved: Table | None = None,
    *,
    path: Path | None = None,
    replay: bool = False,
    review: bool = False,
    fresh: bool = True,
    sentence: str = "",
    settings: Settings | None = None,
    plain: bool = False,
    colours: Colours = "truecolor",
) -> RegicideApp:
    """Make an app that keeps everything in these places."""
    opening = Opening(saved, path, replay, review, fresh=fresh and path is None, sentence=sentence)
    settings = settings or Settings(motion=False)
    return RegicideApp(places, settings, opening, plain=plain, colours=colours)


@pytest.fixture
def make_app(places: Paths) -> AppMaker:
    """Make apps that share the test's folder."""
    return partial(app_at, places)


@pytest.fixture
def sit(make_app: AppMaker) -> Sitting:
    """Make an app and sit down at it."""

    def sit_down(
        saved: Table | None = None, size: tuple[int, int] = (80, 24), **opening: object
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
    screens = [f"screens.{name}" for name in ("daily", "menu", "saves")]
    for module in ("startup.menu", "pages.result", *screens):
        monkeypatch.setattr(f"regicide_tui.tui.{module}.datetime", StoppedClock)
    return int(NOON.timestamp())


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Somebody judges games of Regicide."""
    one = Judge()

    async def ask(mind: BotThread, case: ReviewQuestion) -> Any:
        return await one.ask(mind, case)

    monkeypatch.setattr(BotThread, "ask", ask)
    monkeypatch.setattr(review, "review_level", lambda name, _: "knight" * (name == "regicide"))
    return one


# ---------------------------------------------------------------- looks


class LookedAt(NamedTuple):
    """A way to look at the app: the settings, and what the terminal can't show."""

    settings: Settings = Settings(motion=False)
    plain: bool = False
    colours: Colours = "truecolor"


@pytest.fixture
def at_moment(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    places: Paths,
    noon: int,
) -> Iterator[AppAtMoment]:
    """Make apps at a moment, which look the same on every machine.

    The file of settings, which is named on a screen, has one name.
    """
    monkeypatch.delenv("NO_COLOR", raising=False)  # Textual would turn colours into greys
    seen = replace(places, settings=Path("/home/ada/regicide/settings.toml"))

    def make(moment: "Moment", look: LookedAt) -> RegicideApp:
        if moment.review:
            request.getfixturevalue("judge")
        moment.before(seen)
        return app_at(
            seen, moment.game, replay=moment.replay, review=moment.review, **look._asdict()
        )

    with unhurried():
        yield make


@pytest.fixture
def photograph(snap_compare: Callable[..., bool], at_moment: AppAtMoment) -> Photograph:
    """Compare moments, in a window of 80x24 and looked at in a way, with their pictures."""

    def compare(moment: "Moment", look: LookedAt) -> bool:
        return snap_compare(at_moment(moment, look), run_before=led_by(moment.keys))

    return compare


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Keep:
    """Compare pages with the kept ones, or keep them with `--update-pages`."""
    kept = Kept(PAGES, update=request.config.getoption("--update-pages"))

    def compare(name: str, page: str) -> None:
        if difference := kept.difference(name, page):
            pytest.fail(difference, pytrace=False)

    return compare
