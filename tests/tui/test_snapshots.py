"""Pictures of every screen.

After a change that is meant, look at `snapshot_report.html` and make them anew with
`pytest tests/tui/test_snapshots.py --snapshot-update`.
"""

import os
from collections.abc import Callable
from typing import NamedTuple

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from regicide_tui.play.places import Places
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.saves.files import write
from regicide_tui.play.settings import Settings
from tests.play.games import NAMES, begun, whole_game
from tests.tui.conftest import AppMaker
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
    "help-play": Moment(BATTLE, ("question_mark",)),
    "help-suffer": Moment(saved(SOLO, "9H"), ("question_mark",)),
    "help-choose": Moment(saved(TRIO, "*"), ("enter", "question_mark")),
    "help-curtain": Moment(saved(TRIO), ("question_mark",)),
    "help-over": Moment(saved(HOPELESS), ("enter", "v", "question_mark")),
    "help-menu": Moment(None, ("question_mark",)),
    "rules": Moment(None, ("h", *["right"] * 5)),
    "rules-search": Moment(None, ("h", "slash", *"jester", "enter", *"nnnnnn")),
    "contents": Moment(None, ("h", "right", "right", "right", "c")),
    "log": Moment(whole_game(1), ("L",)),
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


@pytest.mark.parametrize("keys", [(), ("g",)], ids=["menu", "saves"])
def test_the_menu_and_the_saved_games(
    snap_compare: Compare, make_app: AppMaker, places: Places, noon: int, keys: Keys
) -> None:
    shelf = (BATTLE, saved(HOPELESS, "2C"), Saved(begun(2), NAMES[:2], "Friday"))
    for number, one in enumerate(shelf, 1):
        path, time = places.saves / f"{number}.save", noon - 600 * number
        write(path, Saved(one.history, one.seats, one.name, time))
        os.utime(path, (time, time))
    assert snap_compare(make_app(), press=keys, terminal_size=USUAL)


def test_the_first_menu(snap_compare: Compare, make_app: AppMaker) -> None:
    assert snap_compare(make_app(), terminal_size=USUAL)
