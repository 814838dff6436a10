"""How long the bots of a simulation think: a file with a row for each seat of each game."""

from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from regicide_tui.simulate.csv_table import CsvTable
from regicide_tui.simulate.errors import not_ours, of_other_games
from regicide_tui.simulate.plan import Plan

Thinking = tuple[tuple[float, ...], ...]
"""For each seat, the processor time of each of its actions, in milliseconds."""


class Quantiles(NamedTuple):
    """The median, the 95th percentile and the maximum of times, in milliseconds."""

    median: float
    p95: float
    worst: float


def find_quantiles(times: Sequence[float]) -> Quantiles | None:
    """Return the quantiles of times, or None if there are no times."""
    if not times:
        return None
    if len(times) == 1:
        return Quantiles(times[0], times[0], times[0])
    twentieths = quantiles(times, n=20, method="inclusive")
    return Quantiles(twentieths[9], twentieths[18], max(times))


class ThinkingTimes:
    """The times in a CSV file beside that of the results. No other process may write it.

    They have a separate file, because no two runs have the same times.
    """

    def __init__(self, results: Path, plan: Plan) -> None:
        self._path = results.with_name(f"{results.stem}-times.csv")
        self._plan = plan
        self._table = CsvTable(self._path, ("number", "seat", "bot", "timed"))
        self.games: dict[int, Thinking] = {}

    def read(self) -> None:
        """Read the times of earlier games. Raises `BadFile`, `OSError`.

        Games with missing rows are left out.
        """
        found: dict[int, dict[int, tuple[float, ...]]] = {}
        try:
            for record in self._table.read():
                number, seat = int(record["number"]), int(record["seat"]) - 1
                if record["bot"] != self._bots(number)[seat]:
                    raise of_other_games(self._path)
                times = tuple([float(one) for one in record["actions_ms"].split()])
                found.setdefault(number, {})[seat] = times
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            raise not_ours(self._path) from None
        for number, by_seat in found.items():
            if len(by_seat) == len(self._plan.bots):
                self.games[number] = tuple([times for _, times in sorted(by_seat.items())])

    def add(self, number: int, thinking: Thinking) -> None:
        """Add the times of a game. Raises `OSError`."""
        self.games[number] = thinking
        self._table.add(self._records(number))

    def finish(self) -> None:
        """Write all times in the order of the games. Raises `OSError`."""
        records = [one for number in sorted(self.games) for one in self._records(number)]
        if records:
            self._table.write(records)

    def _bots(self, number: int) -> list[str]:
        return [self._plan.bots[place] for place in self._plan.seating(number)]

    def _records(self, number: int) -> list[dict[str, object]]:
        seats = zip(self._bots(number), self.games[number], strict=True)
        return [_record(number, seat, bot, times) for seat, (bot, times) in enumerate(seats, 1)]


def _record(number: int, seat: int, bot: str, times: Sequence[float]) -> dict[str, object]:
    found = find_quantiles(times)
    names = [f"{name}_ms" for name in Quantiles._fields]
    written = [f"{one:.3f}" for one in found] if found else ["", "", ""]
    return {
        "number": number,
        "seat": seat,
        "bot": bot,
        "timed": len(times),
        **dict(zip(names, written, strict=True)),
        "actions_ms": " ".join([f"{one:.3f}" for one in times]),
    }
