"""The rounds of tournaments that wait for somebody, and when a round begins or ends next."""

from collections.abc import Collection

from regicide_tui.games.base import Value
from regicide_tui.server.model.boards.book import Book
from regicide_tui.server.model.boards.series import Series
from regicide_tui.server.model.boards.tournament import Tournament


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


def rounds_waiting(book: Book, name: str, seated: Collection[str], now: int) -> list[Round]:
    """Return the rounds of now in which somebody takes part and has not begun their game.

    `seated` are the names of the series at whose tables they sit. `now` is Unix time in
    milliseconds.
    """
    found = []
    for tournament in tournaments_of(book, name):
        one = Round(tournament, tournament.round_at(now))
        if not one.number or one.series.name in seated:
            continue
        if not book.has_seen(one.series.name, name):
            found.append(one)
    return found


def tournaments_of(book: Book, name: str) -> list[Tournament]:
    """Return the tournaments in which somebody takes part, or took part."""
    return [book.tournaments[one] for one, people in book.joined.items() if name in people]


def next_change(book: Book, now: int) -> int | None:
    """Return when a round begins or ends next, in Unix time in milliseconds; None if none does."""
    changes = (
        tournament.starts_of(tournament.round_at(now) + 1)
        for tournament in book.tournaments.values()
        if not tournament.is_over(now)
    )
    return min(changes, default=None)
