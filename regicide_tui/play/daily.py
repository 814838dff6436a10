"""The deal of the day: a solo game of Regicide with the same seed for everybody on that day."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.games.words import counted
from regicide_tui.play.days import day_of, is_day
from regicide_tui.play.history import Start
from regicide_tui.play.saves.saves_folder import SaveLabel
from regicide_tui.play.statistics import Record

_MEDALS = ("bronze", "silver", "gold")


class DailyDeal(Value):
    """How far the player is with the deal of a day.

    `going_on` is the save of an unfinished game of this deal. `finished` is the save of the first
    finished game, and `record` is its result.
    """

    day: str
    going_on: Path | None = None
    finished: Path | None = None
    record: Record | None = None

    @property
    def path(self) -> Path | None:
        """The save to open, an unfinished game first; None if the deal was not played yet."""
        return self.going_on or self.finished


def game_of_the_day() -> str:
    """Return the game whose deal it is."""
    return next(one.name for one in games.each() if one.is_daily)


def daily_start(day: str) -> Start:
    """Return the start of the deal of a day."""
    return Start(game_of_the_day(), 1, day, {})


def first_attempts(records: Iterable[Record]) -> dict[str, Record]:
    """Return the record of the first attempt at each day, in the order of the days.

    Later games of the same deal don't count, also after an undo.
    """
    found: dict[str, Record] = {}
    for one in records:
        if one.daily and is_day(one.seed):
            found.setdefault(one.seed, one)
    return dict(sorted(found.items()))


def streak(days: Iterable[str], today: str) -> int:
    """Return the number of days in a row that were finished up to today or yesterday."""
    done = {date.fromisoformat(day).toordinal() for day in days}
    day = date.fromisoformat(today).toordinal()
    day -= day not in done
    count = 0
    while day - count in done:
        count += 1
    return count


def best_record(records: Iterable[Record]) -> Record | None:
    """Return the best record: a win, the best medal, most royals, fewest hints, undos and turns."""

    def rank(one: Record) -> tuple[int, ...]:
        medal = _MEDALS.index(one.medal) if one.medal in _MEDALS else -1
        royals = one.figure("royals")
        return (one.won, medal, royals, -one.hints - one.undos, -one.turns)

    return max(records, key=rank, default=None)


def find_daily_deal(day: str, labels: Iterable[SaveLabel], records: Iterable[Record]) -> DailyDeal:
    """Return how far the player is with the deal of a day; the first finished game counts."""
    record = first_attempts(records).get(day)
    going_on: Path | None = None
    finished: Path | None = None
    for label in labels:
        if label.fault or label.name or label.start is None or day_of(label.start) != day:
            continue
        if not label.over:
            going_on = going_on or label.path
        elif record is not None and label.path.stem == record.id:
            finished = label.path
    return DailyDeal(day, going_on, finished, record)


def describe_daily(daily: DailyDeal) -> str:
    """Return in a few words how far the player is."""
    done = describe_result(daily.record) if daily.record else ""
    if daily.going_on:
        return f"in play; first {done}" if done else "in play"
    return done or "the same cards for everybody"


def describe_result(record: Record) -> str:
    """Return how a game ended, such as `won, gold medal, 14 turns, 2 undos, 1 hint`."""
    far = [f"{record.medal} medal"] if record.medal else []
    if not record.won and "royals" in record.figures:
        far.append(f"{counted(record.figure('royals'), 'royal')} defeated")
    asked = [counted(record.undos, "undo")] if record.undos else []
    asked += [counted(record.hints, "hint")] if record.hints else []
    parts = ["won" if record.won else "lost", *far, counted(record.turns, "turn"), *asked]
    return ", ".join(parts)
