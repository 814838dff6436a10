"""Tournaments: an evening of boards by a schedule."""

from regicide_tui.games.base import Value
from regicide_tui.server.model.boards.series import Series, round_series
from regicide_tui.server.model.table.command import Refused

MINUTE = 60_000
"""Milliseconds."""
MOST_ROUNDS, LEAST_MINUTES, MOST_MINUTES = 12, 5, 180
"""The most boards of a tournament, and the least and the most minutes of a round."""
MOST_DAYS_AHEAD = 60
TITLE = 40
"""The most cells of a title: a wide character has two."""


class Tournament(Value):
    """An evening of boards: one board a round, and each round has its time.

    `starts` is Unix time in milliseconds, `minutes` is the time of each round. `by` has opened it.
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
        """The title in quotation marks: a person has given it, and may imitate the server's words.

        No title has such a mark inside.
        """
        return '"' + self.title.replace('"', "'") + '"'

    @property
    def attributed(self) -> str:
        """The title in quotation marks, and who gave it."""
        return f"{self.quoted} by {self.by}"

    @property
    def ends(self) -> int:
        """When the last round is over, and all boards may be shown: Unix time in milliseconds."""
        return self.starts_of(self.rounds + 1)

    def starts_of(self, number: int) -> int:
        """Return when a round begins, from 1: Unix time in milliseconds."""
        return self.starts + (number - 1) * self.minutes * MINUTE

    def round_at(self, now: int) -> int:
        """Return the number of the round at a time; 0 before the first and after the last."""
        number = (now - self.starts) // (self.minutes * MINUTE) + 1
        return number if 1 <= number <= self.rounds else 0

    def is_over(self, now: int) -> bool:
        """Tell whether all rounds are over."""
        return now >= self.ends

    def series_of(self, number: int) -> Series:
        """Return the series of a round, from which its tables get their board."""
        return round_series(self.id, number)


class Round(Value):
    """A round of a tournament; the first has the number 1."""

    tournament: Tournament
    number: int

    @property
    def series(self) -> Series:
        """The series from which the tables of the round get their board."""
        return self.tournament.series_of(self.number)

    @property
    def ends(self) -> int:
        """When the round ends: Unix time in milliseconds."""
        return self.tournament.starts_of(self.number + 1)


def check(tournament: Tournament, now: int) -> None:
    """Raise `Refused` if a new tournament makes no sense now."""
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
