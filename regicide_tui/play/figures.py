"""What finished games come to for one player: wins, rows of wins, partners, ratings.

Only games that are over count, so these figures tell no card of a game that goes on. A game of
rivals that was ended without a winner counts for nobody; a game of partners counts as not won.
"""

from collections import Counter
from itertools import permutations
from typing import NamedTuple

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.play.ratings import Rating, aged, rate

_DAY = 24 * 60 * 60 * 1000
"""Milliseconds."""
_PARTNERS = 3
"""The most partners that are named."""


class Finished(Value):
    """A finished game: who sat at its table, and which of them have figures."""

    table: str
    game: str
    seats: tuple[str, ...]
    people: tuple[str, ...]
    winners: tuple[str, ...]
    reason: str
    at: int
    private: bool = False
    """Whether only those who played it may see that it was played."""

    def is_shown_to(self, name: str) -> bool:
        """Tell whether somebody may see that this game was played."""
        return not self.private or name in self.seats

    @property
    def is_duel(self) -> bool:
        """Whether two people with names played against each other to an end: then it is rated."""
        two = len(self.seats) == len(self.people) == 2
        return two and self.is_counted and games.find(self.game).rivals

    @property
    def is_counted(self) -> bool:
        """Whether the game counts: not if rivals ended it, for then none of them did better."""
        return self.reason != "ended" or not games.find(self.game).rivals

    @property
    def is_draw(self) -> bool:
        """Whether rivals played to an end that none of them has won."""
        return self.is_counted and not self.winners and games.find(self.game).rivals


class Tally(NamedTuple):
    """The games that somebody has played of one kind: all of them, wins, and draws."""

    game: str
    played: int
    won: int
    drawn: int


class GameFigures(Value):
    """One player's figures in one game. `row` are the wins since the last other end."""

    game: str
    played: int
    won: int
    drawn: int
    row: int
    best_row: int
    rating: Rating | None = None


class Partner(Value):
    """Somebody with whom a player played, and the games and wins of the two."""

    name: str
    played: int
    won: int


class PlayerFigures(Value):
    """All figures of one player; the partners are those of most games, the most first."""

    name: str
    games: tuple[GameFigures, ...]
    partners: tuple[Partner, ...]


class Figures:
    """Sums up finished games, in their order. `add` changes it in place."""

    def __init__(self) -> None:
        self._played: dict[str, Counter[str]] = {}
        self._won: dict[str, Counter[str]] = {}
        self._drawn: dict[str, Counter[str]] = {}
        self._rows: dict[tuple[str, str], tuple[int, int]] = {}
        """For a name and a game the wins in a row, now and at best."""
        self._partners: dict[str, Counter[str]] = {}
        self._partners_won: dict[str, Counter[str]] = {}
        self._ratings: dict[tuple[str, str], tuple[Rating, int]] = {}
        """For a name and a game the rating, and when it was changed last."""

    def add(self, game: Finished) -> None:
        """Count a finished game, if it counts."""
        if not game.is_counted:
            return
        for name in game.people:
            won = name in game.winners
            self._played.setdefault(name, Counter())[game.game] += 1
            self._won.setdefault(name, Counter())[game.game] += won
            self._drawn.setdefault(name, Counter())[game.game] += game.is_draw
            row, best = self._rows.get((name, game.game), (0, 0))
            row = row + 1 if won else 0
            self._rows[name, game.game] = row, max(row, best)
        if game.is_duel:
            self._rate(game)
        if not games.find(game.game).rivals:
            for one, other in permutations(game.people, 2):
                self._partners.setdefault(one, Counter())[other] += 1
                self._partners_won.setdefault(one, Counter())[other] += one in game.winners

    def _rate(self, game: Finished) -> None:
        before = [self._aged(name, game.game, game.at) for name in game.people]
        for place, name in enumerate(game.people):
            score = 0.5 if not game.winners else float(name in game.winners)
            after = rate(before[place], [(before[1 - place], score)])
            self._ratings[name, game.game] = after, game.at

    def _aged(self, name: str, game: str, at: int) -> Rating:
        """Return a rating as it is after the days since the last game."""
        rating, last = self._ratings.get((name, game), (Rating(), at))
        return aged(rating, max(0, at - last) / _DAY)

    @property
    def names(self) -> list[str]:
        """All who have finished a game that counts."""
        return [*self._played]

    def played(self, name: str) -> tuple[Tally, ...]:
        """Return what somebody has played and won of each game."""
        counts = self._played, self._won, self._drawn
        played, won, drawn = [one.get(name, Counter()) for one in counts]
        found = [game for game in games.names() if played[game]]
        return tuple([Tally(game, played[game], won[game], drawn[game]) for game in found])

    def of(self, name: str, now: int) -> PlayerFigures:
        """Return all figures of somebody; `now` is Unix time in milliseconds."""
        found = [
            GameFigures(
                *(*tally, *self._rows[name, tally.game]),
                self._aged(name, tally.game, now) if (name, tally.game) in self._ratings else None,
            )
            for tally in self.played(name)
        ]
        partners = self._partners.get(name, Counter())
        most = sorted(partners, key=lambda one: (-partners[one], one.casefold()))[:_PARTNERS]
        won_with = self._partners_won.get(name, Counter())
        return PlayerFigures(
            name, tuple(found), tuple([Partner(one, partners[one], won_with[one]) for one in most])
        )
