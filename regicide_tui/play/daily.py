"""The deal of the day: one seed a day, the same for everybody, alone and by the plain rules."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.games.words import counted
from regicide_tui.play.history import Start
from regicide_tui.play.saves.shelf import Label
from regicide_tui.play.statistics import Record, day_of, is_day

_MEDALS = ("bronze", "silver", "gold")


class Daily(Value, frozen=True):
    """How far one is with the deal of a day.

    `going_on` is the save of a game of it that is not over, `finished` that of the first one
    that ended, and `record` how it ended.
    """

    day: str
    going_on: Path | None = None
    finished: Path | None = None
    record: Record | None = None

    @property
    def path(self) -> Path | None:
        """The save to open: what goes on, else what is finished; None if it is to be dealt."""
        return self.going_on or self.finished


def game_of_the_day() -> str:
    """Return the game whose deal it is."""
    return next(one.name for one in games.each() if one.is_daily)


def start_of(day: str) -> Start:
    """Return how the deal of a day begins."""
    return Start(game_of_the_day(), 1, day, {})


def first_attempts(records: Iterable[Record]) -> dict[str, Record]:
    """Return how the first attempt at each day ended, in the order of the days.

    What one did later with the same deal, after an undo too, counts for nothing.
    """
    found: dict[str, Record] = {}
    for one in records:
        if one.daily and is_day(one.seed):
            found.setdefault(one.seed, one)
    return dict(sorted(found.items()))


def streak(days: Iterable[str], today: str) -> int:
    """Return how many days in a row were finished up to today; today may still be to come."""
    done = {date.fromisoformat(day).toordinal() for day in days}
    day = date.fromisoformat(today).toordinal()
    day -= day not in done
    count = 0
    while day - count in done:
        count += 1
    return count


def best(records: Iterable[Record]) -> Record | None:
    """Return the best result: won, with the best medal, with the fewest hints, undos and turns."""

    def worth(one: Record) -> tuple[int, ...]:
        medal = _MEDALS.index(one.medal) if one.medal in _MEDALS else -1
        royals = one.figure("royals")
        return (one.won, medal, royals, -one.hints - one.undos, -one.turns)

    return max(records, key=worth, default=None)


def look_up(day: str, labels: Iterable[Label], records: Iterable[Record]) -> Daily:
    """Return how far one is with the deal of a day; the first game of it that ended counts."""
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
    return Daily(day, going_on, finished, record)


def in_words(daily: Daily) -> str:
    """Say in a few words how far one is."""
    done = result(daily.record) if daily.record else ""
    if daily.going_on:
        return f"in play; first {done}" if done else "in play"
    return done or "the same cards for everybody"


def result(record: Record) -> str:
    """Return how a game ended, as `won, gold, 14 turns, 2 undos, 1 hint`."""
    medal = f", {record.medal}" if record.medal else ""
    asked = [counted(record.undos, "undo")] if record.undos else []
    asked += [counted(record.hints, "hint")] if record.hints else []
    told = [f"{'won' if record.won else 'lost'}{medal}", counted(record.turns, "turn"), *asked]
    return ", ".join(told)
