"""Ratings of rivals by Glicko-2.

The steps and names are those of Mark Glickman, 'Example of the Glicko-2 system' (2013). Each game
is a rating period of its own, and a deviation grows with the days since the last game.
"""

from collections.abc import Iterable
from math import exp, log, pi, sqrt

from regicide_tui.games.base import Value

START, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
PROVISIONAL = 110.0
"""The deviation from which a rating is provisional: too few games, or too long ago."""
_SCALE = 173.7178
"""The points of a rating that are one unit of Glicko-2."""
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
