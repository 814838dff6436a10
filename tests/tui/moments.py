"""Moments of the app to look at: a game (or the menu), what is on the disk, and some keys."""

import os
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.play.dealing import daily_start
from regicide_tui.play.history import Match, Result
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.files import read, write
from regicide_tui.play.statistics import Records, record_of
from regicide_tui.play.table import Table
from tests.play.games import NAMES, ROOT, begun, duel, game, played, whole_game
from tests.tui.conftest import NOON
from tests.tui.judge import TRIO as JUDGED
from tests.tui.models import HOPELESS, LAST_KING, SOLO, TRIO, saved
from tests.tui.test_rivalry import duels
from tests.tui.test_statistics_screen import many

Keys = tuple[str, ...]
Before = Callable[[Paths], None]
"""Puts on the disk what is to be there."""

BATTLE = saved({**SOLO, "damage": 6, "table": ["1:5S", "1:4C+AS"]}, "3H", "pay 2D TS")
"""A solo game with something in every place of the table."""
THIRD_DUEL = replace(duel(), match=Match((Result(0), Result(1))))
"""The third duel of a match that is even."""
_WON = read(ROOT / "saves" / "example-won.save")


def nothing(places: Paths) -> None:
    """Leave the disk empty."""


def some_games(places: Paths) -> None:
    """Put games of every kind into the folder of saves, and a file that is none."""
    games = (
        BATTLE,
        replace(saved(TRIO, "8D", "pay TC"), title="Thursday at the harbour"),
        Table(begun(2, options={"combos": False}), NAMES[:2], "Friday"),
        saved(HOPELESS, "2C"),
        saved(LAST_KING, "TS"),
    )
    for number, one in enumerate(games, 1):
        path = places.saves / f"20260301-10590{number}-game-c5abd{number}.save"
        time = int(NOON.timestamp()) - 1500 * 9 ** (number - 1)
        write(path, replace(one, saved=time))
        os.utime(path, (time, time))
    (places.saves / "notes.save").write_text("Bring the cards.")


def many_results(places: Paths) -> None:
    """Note sixty finished games."""
    for one in many():
        Records(places.records).add(one)


def daily_done(places: Paths) -> None:
    """Finish the deal of the day."""
    day = NOON.date().isoformat()
    history = played(begun(1, daily_start(day).seed), 10_000, Random(7))
    game = Table(history, NAMES[:1], saved=int(NOON.timestamp()))
    write(places.saves / "daily.save", game)
    Records(places.records).add(record_of(game, "daily", day))


def two_games(places: Paths) -> None:
    """Put games of two kinds into the folder of saves, a duel as the newest."""
    for age, one in enumerate((duel(), BATTLE, game(3), duel(10_000)), 1):
        path = places.saves / f"{age}.save"
        time = int(NOON.timestamp()) - 1500 * 9**age
        write(path, replace(one, saved=time))
        os.utime(path, (time, time))


def many_duels(places: Paths) -> None:
    """Note thirty finished duels."""
    for one in duels():
        Records(places.records).add(one)


def two_solved(places: Paths) -> None:
    """Note two puzzles as solved."""
    places.saves.parent.mkdir(parents=True, exist_ok=True)
    (places.saves.parent / "solved.txt").write_text("puzzle-1\npuzzle-3\n")


def _won_after(moves: int, *actions: str) -> Table:
    """Return the game that was won for a gold medal, going on otherwise after so many moves."""
    history = _WON.history.at(moves).forget_undone()
    for action in actions:
        history = history.take_text(action)
    return Table(history, _WON.seats)


class Moment(NamedTuple):
    """A game (or the menu), the keys that lead to what is to be seen, and what is on the disk.

    The game is opened to play it, or as a replay, or as a review.
    """

    game: Table | None
    keys: Keys = ()
    replay: bool = False
    before: Before = nothing
    review: bool = False


_SILVER = ("flip", "KH", "pay 3S 8H 9D")
_FIRST_ATTACK = ("l", "1", "enter", "6", "enter")

MOMENTS = {
    # the table
    "play": Moment(BATTLE, ("right",)),
    "play-picked": Moment(BATTLE, ("4", "1")),
    "suffer": Moment(saved(SOLO, "9H"), ("5",)),
    "choose": Moment(saved(TRIO, "*"), ("enter", "down")),
    "curtain": Moment(saved(TRIO, "8D", "pay TC")),
    "company": Moment(saved(TRIO, "8D", "pay TC"), ("enter",)),
    "over": Moment(saved(HOPELESS), ("enter", "v")),
    "replay": Moment(BATTLE, ("right",), replay=True),
    "replay-end": Moment(_WON, ("end",), replay=True),
    # how it ended
    "result-lost": Moment(saved(HOPELESS), ("enter",)),
    "result-won": Moment(saved(LAST_KING), ("end", "enter")),
    "result-gold": Moment(_won_after(55), ("3", "enter")),
    "result-silver": Moment(_won_after(55, *_SILVER), ("1", "enter")),
    "result-bronze": Moment(_won_after(55, *_SILVER, "flip"), ("4", "enter")),
    "result-copied": Moment(saved(LAST_KING), ("end", "enter", "c")),
    "review-lost": Moment(JUDGED, ("1",), review=True),
    "review-end": Moment(JUDGED, ("end",), review=True),
    "review-one-action": Moment(saved(HOPELESS, "2C"), review=True),
    # the deal of the day
    "daily": Moment(None, ("D", "enter")),
    "daily-page": Moment(None, ("D",), before=daily_done),
    "piles": Moment(BATTLE, ("d",)),
    "unseen": Moment(BATTLE, ("K",)),
    "result-text": Moment(saved(LAST_KING), ("end", "enter", "c", "c")),
    "replay-running": Moment(BATTLE, ("space",), replay=True),
    "daily-done": Moment(None, (), before=daily_done),
    "daily-result": Moment(None, ("D", "enter"), before=daily_done),
    # learning
    "lessons": Moment(None, ("l", "down")),
    "lesson": Moment(None, _FIRST_ATTACK),
    "lesson-take-back": Moment(None, ("l", "1", "enter", "1", "enter")),
    "lesson-end": Moment(None, (*_FIRST_ATTACK, "2", "4", "enter", "3", "enter")),
    "puzzles": Moment(None, ("p", "down"), before=two_solved),
    "puzzle": Moment(None, ("p", "2", "enter", "1")),
    "puzzle-solved": Moment(None, ("p", "1", "enter", "6", "1", "enter")),
    "puzzle-failed": Moment(None, ("p", "1", "enter", "8", "enter")),
    # around the games
    "first-menu": Moment(None),
    "menu": Moment(None, before=some_games),
    "saves-empty": Moment(None, ("g",)),
    "saves": Moment(None, ("g",), before=some_games),
    "saves-company": Moment(None, ("g", "down"), before=some_games),
    "saves-damaged": Moment(None, ("g", "end"), before=some_games),
    "saves-name": Moment(None, ("g", "down", "s"), before=some_games),
    "saves-deleted": Moment(None, ("g", "down", "x"), before=some_games),
    "new-game": Moment(None, ("n", "down", "3")),
    "settings": Moment(None, ("o",)),
    "statistics-empty": Moment(None, ("S",)),
    "statistics": Moment(None, ("S",), before=many_results),
    "commands": Moment(BATTLE, ("colon",)),
    "commands-found": Moment(BATTLE, ("colon", *"log")),
    "commands-none": Moment(BATTLE, ("colon", *"castle")),
    "name": Moment(BATTLE, ("s", "Q")),
    # to read
    "help-play": Moment(BATTLE, ("question_mark",)),
    "help-suffer": Moment(saved(SOLO, "9H"), ("question_mark",)),
    "help-choose": Moment(saved(TRIO, "*"), ("enter", "question_mark")),
    "help-curtain": Moment(saved(TRIO), ("question_mark",)),
    "help-over": Moment(saved(HOPELESS), ("enter", "v", "question_mark")),
    "help-menu": Moment(None, ("question_mark",)),
    "rules": Moment(None, ("i", *["right"] * 5)),
    "rules-search": Moment(None, ("i", "slash", *"jester", "enter", *["greater_than_sign"] * 6)),
    "contents": Moment(None, ("i", "right", "right", "right", "H")),
    "log": Moment(whole_game(1), ("L",)),
    # several games
    "menu-duel": Moment(None, before=two_games),
    "saves-two-games": Moment(None, ("g",), before=two_games),
    "new-duel": Moment(None, ("n", "right", "end", "down")),
    "settings-duel": Moment(None, ("o", *["down"] * 5, "right")),
    "rules-duel": Moment(None, ("i", "tab", *["right"] * 4)),
    "statistics-duel": Moment(None, ("S", "right"), before=many_duels),
    "statistics-duel-empty": Moment(None, ("S", "right")),
    "result-duel": Moment(THIRD_DUEL, ("enter", "X", "X")),
    "result-duel-drawn": Moment(duel(), ("enter", "equals_sign", "equals_sign", "c")),
    "help-duel": Moment(duel(), ("enter", "question_mark")),
}
