"""Ratings of opponents by Glicko-2.

The steps and names are those of Mark Glickman, 'Example of the Glicko-2 system' (2013). Each game
is a rating period of its own, and a deviation grows with the days since the last game.
"""

from collections.abc import Iterable, Mapping
from itertools import permutations
from math import exp, log, pi, sqrt

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Value

START, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
PROVISIONAL = 110.0
"""The deviation from which a rating is provisional: too few games, or none for long."""
_SCALE = 173.7178
"""Rating points per unit of Glicko-2."""
_TAU = 0.5
"""How much volatilities may change."""
_CLOSE = 1e-6


class Rating(Value):
    """A rating, its deviation in the same points, and the volatility."""

    points: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known: few games, or none for long."""
        return self.deviation > PROVISIONAL

    @property
    def mu(self) -> float:
        """The rating on the scale of Glicko-2."""
        return (self.points - START) / _SCALE

    @property
    def phi(self) -> float:
        """The deviation on the scale of Glicko-2."""
        return self.deviation / _SCALE


def aged(rating: Rating, periods: float) -> Rating:
    """Return a rating after some rating periods without a game."""
    phi = sqrt(rating.phi**2 + periods * rating.volatility**2)
    return Rating(rating.points, min(phi * _SCALE, START_DEVIATION), rating.volatility)


def rate(rating: Rating, games: Iterable[tuple[Rating, float]]) -> Rating:
    """Return a rating after the games of one rating period.

    Each game is the opponent's rating before it, and the score: 1 for a win, 0.5 for a draw, else
    0.
    """
    played = [
        (_g(other.phi), _expected(rating.mu, other.mu, other.phi), score) for other, score in games
    ]
    if not played:
        return aged(rating, 1)
    variance = 1 / sum(g * g * share * (1 - share) for g, share, _ in played)
    gained = sum(g * (score - share) for g, share, score in played)
    volatility = _new_volatility(rating, variance, variance * gained)
    before = rating.phi**2 + volatility**2
    phi = 1 / sqrt(1 / before + 1 / variance)
    mu = rating.mu + phi**2 * gained
    return Rating(mu * _SCALE + START, min(phi * _SCALE, START_DEVIATION), volatility)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected(mu: float, other: float, phi: float) -> float:
    return 1 / (1 + exp(-_g(phi) * (mu - other)))


def _new_volatility(rating: Rating, variance: float, delta: float) -> float:
    """Return the new volatility by the Illinois algorithm (step 5)."""
    start, phi = log(rating.volatility**2), rating.phi

    def f(x: float) -> float:
        e = exp(x)
        up = e * (delta**2 - phi**2 - variance - e)
        return up / (2 * (phi**2 + variance + e) ** 2) - (x - start) / _TAU**2

    a, b = start, log(delta**2 - phi**2 - variance) if delta**2 > phi**2 + variance else start
    if b == start:
        steps = 1
        while f(start - steps * _TAU) < 0:
            steps += 1
        b = start - steps * _TAU
    f_a, f_b = f(a), f(b)
    while abs(b - a) > _CLOSE:
        c = a + (a - b) * f_a / (f_b - f_a)
        f_c = f(c)
        if f_c * f_b <= 0:
            a, f_a = b, f_b
        else:
            f_a /= 2
        b, f_b = c, f_c
    return exp(a / 2)


_DAY = 24 * 60 * 60 * 1000
"""Milliseconds."""
_PARTNERS = 3
"""The most partners that are named."""


PROGRAM = "-bot"
"""The ending of the names of programs on a server, so that everyone recognises them."""


def is_program(name: str) -> bool:
    """Return whether this is the name of a program."""
    return name.casefold().endswith(PROGRAM)


class Finished(Value):
    """A finished game: who sat at its table, and whose statistics it counts for."""

    table: str
    game: str
    seats: tuple[str, ...]
    people: tuple[str, ...]
    winners: tuple[str, ...]
    reason: str
    at: int
    private: bool = False
    """Whether only its players may see that it was played."""
    medal: str = ""
    standing: str = ""
    """How the game stood at its end, in words, such as `royal 5 of 12`; older games have none."""

    def is_shown_to(self, name: str) -> bool:
        """Return whether a person may see that this game was played."""
        return not self.private or name in self.seats

    @property
    def is_duel(self) -> bool:
        """Whether two people with names, or two programs, played to an end: then it is rated."""
        two = len(self.seats) == len(self.people) == 2
        alike = len({is_program(name) for name in self.people}) == 1
        return two and alike and self.is_counted and games.find(self.game).rivals

    @property
    def is_counted(self) -> bool:
        """Whether the game counts: not if opponents ended it, for then neither did better."""
        return self.reason != "ended" or not games.find(self.game).rivals

    @property
    def is_draw(self) -> bool:
        """Whether opponents played to an end that neither has won."""
        return self.is_counted and not self.winners and games.find(self.game).rivals


class GameFigures(Value):
    """One player's statistics in one game. `row` is the current number of wins in a row."""

    game: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    row: int = 0
    best_row: int = 0
    rating: Rating | None = None


class Partner(Value):
    """A partner of a player, and the games and wins of the two."""

    name: str
    played: int = 0
    won: int = 0


class PlayerFigures(Value):
    """All statistics of one player, and the partners of most games, the most first."""

    name: str
    games: tuple[GameFigures, ...]
    partners: tuple[Partner, ...]


class Figures:
    """Sums up finished games, in their order. `add` changes it in place."""

    def __init__(self) -> None:
        self._figures: dict[str, dict[str, GameFigures]] = {}
        """For each name the statistics by game, without ratings."""
        self._partners: dict[str, dict[str, Partner]] = {}
        """For each player their partners, by name."""
        self._ratings: dict[tuple[str, str], tuple[Rating, int]] = {}
        """For a name and a game the rating, and when it was changed last."""

    def add(self, game: Finished) -> None:
        """Count a finished game, if it counts."""
        if not game.is_counted:
            return
        for name in game.people:
            won = name in game.winners
            known = self._figures.setdefault(name, {})
            before = known.get(game.game, GameFigures(game.game))
            row = before.row + 1 if won else 0
            known[game.game] = GameFigures(
                game.game,
                before.played + 1,
                before.won + won,
                before.drawn + game.is_draw,
                row,
                max(row, before.best_row),
            )
        if game.is_duel:
            self._rate(game)
        if not games.find(game.game).rivals:
            for one, other in permutations(game.people, 2):
                partners = self._partners.setdefault(one, {})
                with_them = partners.get(other, Partner(other))
                won = one in game.winners
                partners[other] = Partner(other, with_them.played + 1, with_them.won + won)

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

    def ratings_of(self, name: str, now: int) -> Mapping[str, Rating]:
        """Return the ratings of a player, by game."""
        rated = [game for game in games.names() if (name, game) in self._ratings]
        return {game: self._aged(name, game, now) for game in rated}

    @property
    def names(self) -> list[str]:
        """The players who have finished a game that counts."""
        return [*self._figures]

    def played(self, name: str) -> tuple[GameFigures, ...]:
        """Return the statistics of a player in each game, without ratings."""
        found = self._figures.get(name, {})
        return tuple([found[game] for game in games.names() if game in found])

    def of(self, name: str, now: int) -> PlayerFigures:
        """Return all statistics of a player; `now` is Unix time in milliseconds."""
        ratings = self.ratings_of(name, now)
        found = [replace(one, rating=ratings.get(one.game)) for one in self.played(name)]
        partners = self._partners.get(name, {}).values()
        most = sorted(partners, key=lambda one: (-one.played, one.name.casefold()))
        return PlayerFigures(name, tuple(found), tuple(most[:_PARTNERS]))
