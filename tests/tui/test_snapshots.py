"""Pictures of every screen.

After a change that is meant, look at `snapshot_report.html` and make them anew with
`pytest tests/tui/test_snapshots.py --snapshot-update`.
"""

import os
from collections.abc import Awaitable, Callable
from typing import NamedTuple, cast

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Input

from regicide_tui.play.places import Places
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.saves.files import write
from regicide_tui.play.settings import Settings
from regicide_tui.tui.app import RegicideApp
from tests.play.games import NAMES, begun
from tests.tui.conftest import AppMaker
from tests.tui.player import Player
from tests.tui.scenes import HOPELESS, LAST_KING, SOLO, TRIO, saved

Compare = Callable[..., bool]
Keys = tuple[str, ...]

Size = tuple[int, int]

USUAL: Size = (80, 24)
SIZES: tuple[Size, ...] = ((60, 20), USUAL, (120, 40), (200, 60))
LOOKS = {
    "light": (Settings(theme="light", motion=False), False),
    "two-colours": (Settings(four_colours=False, motion=False), False),
    "letters": (Settings(motion=False), True),
}
"""Settings, and whether plain letters are drawn."""
BATTLE = saved({**SOLO, "damage": 6, "table": ["1:5S", "1:4C+AS"]}, "3H", "pay 2D TS")
"""A solo game with something in every place of the table."""


class Moment(NamedTuple):
    """A game (or the menu), and the keys that lead to what is to be seen."""

    game: Saved | None
    keys: Keys = ()
    replay: bool = False


MOMENTS = {
    "new-game": Moment(None, ("n", "3")),
    "play": Moment(BATTLE, ("right",)),
    "play-picked": Moment(BATTLE, ("4", "1")),
    "suffer": Moment(saved(SOLO, "9H"), ("5",)),
    "choose": Moment(saved(TRIO, "*"), ("enter", "down")),
    "curtain": Moment(saved(TRIO, "8D", "pay TC")),
    "company": Moment(saved(TRIO, "8D", "pay TC"), ("enter",)),
    "over": Moment(saved(HOPELESS), ("enter", "v")),
    "result-lost": Moment(saved(HOPELESS), ("enter",)),
    "result-won": Moment(saved(LAST_KING), ("end", "enter")),
    "replay": Moment(BATTLE, ("right",), replay=True),
    "help": Moment(BATTLE, ("question_mark",)),
    "name": Moment(BATTLE, ("s", "Q")),
}


async def hold_still(pilot: Pilot[None]) -> None:
    """Stop the cursor of a text field from blinking."""
    for field in pilot.app.screen.query(Input):
        field.cursor_blink = False
    await pilot.pause()


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_moment_in_every_window(
    snap_compare: Compare, make_app: AppMaker, name: str, size: Size
) -> None:
    moment = MOMENTS[name]
    app = make_app(moment.game, replay=moment.replay)
    assert snap_compare(app, press=moment.keys, terminal_size=size, run_before=hold_still)


@pytest.mark.parametrize("name", ["play-picked", "suffer", "choose", "result-won", "new-game"])
@pytest.mark.parametrize("look", LOOKS)
def test_every_look(snap_compare: Compare, make_app: AppMaker, name: str, look: str) -> None:
    moment = MOMENTS[name]
    settings, plain = LOOKS[look]
    app = make_app(moment.game, settings=settings, plain=plain)
    assert snap_compare(app, press=moment.keys, terminal_size=USUAL, run_before=hold_still)


def test_a_window_that_is_too_small(snap_compare: Compare, make_app: AppMaker) -> None:
    assert snap_compare(make_app(BATTLE), terminal_size=(50, 15))


@pytest.fixture
def shelf(places: Places, noon: int) -> None:
    """Put games of every kind onto the shelf, and a file that is none."""
    games = (
        BATTLE,
        replace(saved(TRIO, "8D", "pay TC"), title="Thursday at the harbour"),
        Saved(begun(2, options={"combos": False}), NAMES[:2], "Friday"),
        saved(HOPELESS, "2C"),
        saved(LAST_KING, "TS"),
    )
    for number, one in enumerate(games, 1):
        path, time = places.saves / f"20260301-10590{number}-game-c5abd{number}.save", noon
        time -= 1500 * 9 ** (number - 1)
        write(path, replace(one, saved=time))
        os.utime(path, (time, time))
    (places.saves / "notes.save").write_text("Bring the cards.")


def test_the_menu(snap_compare: Compare, make_app: AppMaker, shelf: None) -> None:
    assert snap_compare(make_app(), terminal_size=USUAL)


SAVES: dict[str, tuple[Keys, str]] = {
    "first": (("g",), "6 games"),
    "company": (("g", "down"), "6 games"),
    "damaged": (("g", "end"), "6 games"),
    "name": (("g", "down", "r"), "A name for this game"),
    "deleted": (("g", "down", "d"), "Deleted: Thursday"),
}
"""The keys that lead to what is to be seen in the list of saves, and words of it."""


def pressed(keys: Keys, words: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Return what presses these keys and waits until these words are on the screen."""

    async def press(pilot: Pilot[None]) -> None:
        player = Player(cast("RegicideApp", pilot.app), pilot)
        for key in keys:
            await player.press(key)
            await player.until(lambda: not player.sees("Looking at the saved games."))
            await hold_still(pilot)
        await player.until(lambda: player.sees(words))

    return press


@pytest.mark.parametrize("name", SAVES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_saved_games(
    snap_compare: Compare, make_app: AppMaker, shelf: None, name: str, size: Size
) -> None:
    way = pressed(*SAVES[name])
    assert snap_compare(make_app(), terminal_size=size, run_before=way)


@pytest.mark.parametrize("look", LOOKS)
def test_the_saved_games_in_every_look(
    snap_compare: Compare, make_app: AppMaker, shelf: None, look: str
) -> None:
    settings, plain = LOOKS[look]
    app = make_app(settings=settings, plain=plain)
    assert snap_compare(app, terminal_size=USUAL, run_before=pressed(("g",), "6 games"))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_saved_games(snap_compare: Compare, make_app: AppMaker, size: Size) -> None:
    way = pressed(("g",), "No game has been saved yet.")
    assert snap_compare(make_app(), terminal_size=size, run_before=way)


def test_the_first_menu(snap_compare: Compare, make_app: AppMaker) -> None:
    assert snap_compare(make_app(), terminal_size=USUAL)
