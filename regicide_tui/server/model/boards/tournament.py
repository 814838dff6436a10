"""Tournaments: boards played in rounds by a schedule."""

from regicide_tui.games.base import Value
from regicide_tui.server.model.boards.series import Series, round_series
from regicide_tui.server.model.table.command import Refused

MINUTE = 60_000
"""Milliseconds."""
MOST_ROUNDS, LEAST_MINUTES, MOST_MINUTES = 12, 5, 180
"""The maximum number of boards, and the minimum and maximum minutes of a round."""
MOST_DAYS_AHEAD = 60
TITLE = 40
"""The maximum width of a title: a wide character has two cells."""


class Tournament(Value):
    """A tournament: one board per round, and each round has its time.

    `starts` is Unix time in milliseconds, `minutes` the time of each round. `by` opened it.
    """

    id: str
    title: str
    by: str
    players: int
    rounds: int
    starts: int
    minutes: int

    @property
    def quoted(self) -> str:
        """The title in quotation marks, because a player's title may imitate the server's words.

        No title contains such a mark.
        """
        return '"' + self.title.replace('"', "'") + '"'

    @property
    def attributed(self) -> str:
        """The title in quotation marks, and who opened the tournament."""
        return f"{self.quoted} by {self.by}"

    @property
    def ends(self) -> int:
        """When the last round ends and all boards may be shown: Unix time in milliseconds."""
        return self.starts_of(self.rounds + 1)

    def starts_of(self, number: int) -> int:
        """Return when a round begins, from 1: Unix time in milliseconds."""
        return self.starts + (number - 1) * self.minutes * MINUTE

    def round_at(self, now: int) -> int:
        """Return the number of the round at a time; 0 before the first and after the last."""
        number = (now - self.starts) // (self.minutes * MINUTE) + 1
        return number if 1 <= number <= self.rounds else 0

    def is_over(self, now: int) -> bool:
        """Return whether all rounds are over."""
        return now >= self.ends

    def series_of(self, number: int) -> Series:
        """Return the series of a round, which has the board of its tables."""
        return round_series(self.id, number)


class Round(Value):
    """A round of a tournament; the first has the number 1."""

    tournament: Tournament
    number: int

    @property
    def series(self) -> Series:
        """The series with the board of the round's tables."""
        return self.tournament.series_of(self.number)

    @property
    def ends(self) -> int:
        """When the round ends: Unix time in milliseconds."""
        return self.tournament.starts_of(self.number + 1)


def check(tournament: Tournament, now: int) -> None:
    """Raise `Refused` for a new tournament that isn't possible now."""
    if not tournament.title:
        raise Refused("A tournament needs a readable title.")
    if not 1 <= tournament.rounds <= MOST_ROUNDS:
        raise Refused(f"A tournament must have 1 to {MOST_ROUNDS} deals.")
    if not LEAST_MINUTES <= tournament.minutes <= MOST_MINUTES:
        raise Refused(f"A round must take {LEAST_MINUTES} to {MOST_MINUTES} minutes.")
    if tournament.players not in (1, 2, 3, 4):
        raise Refused("A tournament table must have 1 to 4 players.")
    if tournament.starts < now - MINUTE:
        raise Refused("A tournament can't start in the past.")
    if tournament.starts > now + MOST_DAYS_AHEAD * 24 * 60 * MINUTE:
        raise Refused(f"A tournament must start within {MOST_DAYS_AHEAD} days.")
