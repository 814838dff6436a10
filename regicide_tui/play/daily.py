"""The deal of the day: one seed a day, the same for everybody, alone and by the plain rules."""

from collections.abc import Iterable
from pathlib import Path

from regicide_tui.games.base import Value
from regicide_tui.games.words import counted
from regicide_tui.play.history import Start
from regicide_tui.play.saves.shelf import Label
from regicide_tui.play.statistics import Record, day_of, latest


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


def start_of(day: str) -> Start:
    """Return how the deal of a day begins."""
    return Start("regicide", 1, day, {})


def look_up(day: str, labels: Iterable[Label], records: Iterable[Record]) -> Daily:
    """Return how far one is with the deal of a day; the first game of it that ended counts."""
    ended = (one for one in latest(records) if one.daily and one.seed == day)
    record = next(ended, None)
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
    """Return how a game ended, as `won, gold, 14 turns`."""
    medal = f", {record.medal}" if record.medal else ""
    return f"{'won' if record.won else 'lost'}{medal}, {counted(record.turns, 'turn')}"
