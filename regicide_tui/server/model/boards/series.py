"""The series of boards: of a day, of the house, of a round of a tournament. They hold no cards."""

from datetime import UTC, date, datetime, time, timedelta

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.games.words import counted

GAME = "regicide"
"""The game of all boards: the players win or lose together, so a deal can be compared."""


_DAY, _HOUSE, _ROUND = "day", "house", "round"


class Series(Value, frozen=True):
    """From which boards a table gets one: those of a day, of the house, or of a tournament's round.

    `of` is the day, or the id of the tournament. `players` is the number of seats.
    """

    kind: str
    players: int
    of: str = ""
    round: int = 0

    @property
    def name(self) -> str:
        """The series in one word, as a table's log and the boards have it."""
        return "/".join([self.kind, str(self.players), self.of, str(self.round)])

    @property
    def is_of_day(self) -> bool:
        """Whether this is the deal of a day."""
        return self.kind == _DAY

    @property
    def is_of_house(self) -> bool:
        """Whether there is always another board."""
        return self.kind == _HOUSE

    @property
    def is_of_tournament(self) -> bool:
        """Whether this is a round of a tournament."""
        return self.kind == _ROUND


def day_series(now: int, players: int) -> Series:
    """Return the series of today's deal; `now` is Unix time in milliseconds."""
    return Series(_DAY, players, day_at(now))


def house_series(players: int) -> Series:
    """Return the series of the house: there is always another board."""
    return Series(_HOUSE, players)


def round_series(tournament: str, players: int, number: int) -> Series:
    """Return the series of a tournament's round; the first has the number 1."""
    return Series(_ROUND, players, tournament, number)


def read_series(name: str) -> Series | None:
    """Return the series with this name, or None if there is no such series."""
    parts = name.split("/")
    if len(parts) != 4 or parts[0] not in (_DAY, _HOUSE, _ROUND):
        return None
    kind, players, of, number = parts
    if not (players.isdecimal() and number.isdecimal()):
        return None
    found = Series(kind, int(players), of, int(number))
    if found.name != name or found.players not in games.find(GAME).player_counts:
        return None
    if kind == _DAY and not _is_day(of):
        return None
    return found


def describe_series(series: Series) -> str:
    """Return what a table of this series plays, such as `the deal of 2026-11-23`."""
    if series.is_of_day:
        return f"the deal of {series.of}"
    if series.is_of_tournament:
        return f"round {series.round} of a tournament"
    return "a duplicate deal"


def describe_players(players: int) -> str:
    """Return how many play together."""
    return "alone" if players == 1 else f"with {counted(players - 1, 'other')}"


def day_at(now: int) -> str:
    """Return the day at a time, in UTC; `now` is Unix time in milliseconds."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def end_of_day(day: str) -> int:
    """Return when a day ends: Unix time in milliseconds."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return int(datetime.combine(after, time(), UTC).timestamp() * 1000)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
