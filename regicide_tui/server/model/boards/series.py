"""The series of boards: daily deals, duplicate deals and tournament rounds. They contain no cards.

A board has the name of its series; duplicate deals have a number after it.
"""

from datetime import UTC, date, datetime, time, timedelta

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.games.words import counted

GAME = "regicide"
"""The game of all boards: it is cooperative, so results of a deal can be compared."""


DAYS_OPEN = 28
"""The number of days on which a daily deal can be played. Until then, only its players see it."""
_DAY_LONG = 24 * 60 * 60 * 1000
"""Milliseconds."""
_DAY, _HOUSE, _ROUND = "day", "house", "round"


class Series(Value):
    """The boards of which a table gets one: a daily deal, duplicate deals or a tournament round.

    `of` is the day or the id of the tournament. `players` is the number of seats; for a round, its
    tournament has it.
    """

    kind: str
    of: str = ""
    players: int = 0
    round: int = 0

    @property
    def name(self) -> str:
        """The name of the series, as in the logs of tables: `day/2026-11-23/2`, `house/2`."""
        return "/".join(filter(None, (self.kind, self.of, str(self.players or self.round))))

    @property
    def is_of_day(self) -> bool:
        """Whether this is a daily deal."""
        return self.kind == _DAY

    @property
    def is_of_house(self) -> bool:
        """Whether these are duplicate deals, of which there is always another one."""
        return self.kind == _HOUSE

    @property
    def is_of_tournament(self) -> bool:
        """Whether this is a round of a tournament."""
        return self.kind == _ROUND


def day_series(now: int, players: int) -> Series:
    """Return the series of today's deal; `now` is Unix time in milliseconds."""
    return series_of_day(day_at(now), players)


def series_of_day(day: str, players: int) -> Series:
    """Return the series of a daily deal."""
    return Series(_DAY, day, players)


def house_series(players: int) -> Series:
    """Return the series of duplicate deals: there is always another one."""
    return Series(_HOUSE, players=players)


def round_series(tournament: str, number: int) -> Series:
    """Return the series of a tournament's round; the first has the number 1."""
    return Series(_ROUND, tournament, round=number)


def read_series(name: str) -> Series | None:
    """Return the series with this name, or None if there is no such series."""
    kind, _, rest = name.partition("/")
    of, _, number = rest.rpartition("/")
    if not number.isdecimal():
        return None
    is_round = kind == _ROUND
    found = round_series(of, int(number)) if is_round else Series(kind, of, int(number))
    fits = {_DAY: _is_day(of), _HOUSE: not of, _ROUND: of != "" and found.round > 0}
    if found.name != name or not fits.get(kind, False):
        return None
    return found if is_round or found.players in games.find(GAME).player_counts else None


def series_of(board: str) -> Series | None:
    """Return the series of a board by its name, or None if there is no such series."""
    found = read_series(board)
    return found if found is not None else read_series(board.rpartition("/")[0])


def describe_series(series: Series) -> str:
    """Return what a table of this series plays, such as `the deal of 2026-11-23`."""
    if series.is_of_day:
        return f"the deal of {series.of}"
    if series.is_of_tournament:
        return f"round {series.round} of a tournament"
    return "a duplicate deal"


def describe_players(players: int) -> str:
    """Return how many play together."""
    return "solo" if players == 1 else f"with {counted(players - 1, 'other')}"


def day_at(now: int) -> str:
    """Return the day at a time, in UTC; `now` is Unix time in milliseconds."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def days_to_play(now: int) -> list[str]:
    """Return the days whose daily deals can be played now, today first."""
    today = date.fromisoformat(day_at(now))
    return [(today - timedelta(days=back)).isoformat() for back in range(DAYS_OPEN)]


def begin_of_day(day: str) -> int:
    """Return when a day begins: Unix time in milliseconds."""
    return int(datetime.combine(date.fromisoformat(day), time(), UTC).timestamp() * 1000)


def closing_of(day: str) -> int:
    """Return when a daily deal closes: Unix time in milliseconds."""
    return begin_of_day(day) + DAYS_OPEN * _DAY_LONG


def days_late(board: str, at: int) -> int:
    """Return how many days after its day a board was played; 0 if it isn't a daily deal."""
    series = series_of(board)
    if series is None or not series.is_of_day:
        return 0
    return max(0, (at - begin_of_day(series.of)) // _DAY_LONG)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
