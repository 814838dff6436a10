"""Compares two bots on the same deals, and stops once it is clear which is stronger.

Every deal gives a difference: how much more the first bot won than the second. In a cooperative
game, each bot plays the deal in all seats. In a competitive one, the first bot plays it once in
every seat, with the second one in all others, and its wins are compared with a fair share. Both
have the same luck of the deal, so this needs fewer games than comparing two separate shares.

The test is sequential (a generalised SPRT, like Fishtest's). It weighs two hypotheses, that the
mean difference is the lower bound and that it is the upper one, and ends when one of them is likely
enough. Of 100 comparisons whose true difference is one of the bounds, at most about 5 end wrongly.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

from regicide_tui import games
from regicide_tui.games.base import Json, Value
from regicide_tui.games.words import counted
from regicide_tui.simulate.errors import SimulationError
from regicide_tui.simulate.plan import GOLD, Plan, Row
from regicide_tui.thinking.external_bot import SECONDS

_ERROR = 0.05
"""The share of wrong results if the true difference is one of the bounds."""
DECISIVE = log((1 - _ERROR) / _ERROR)
"""The absolute log-likelihood ratio that ends the test."""
_LIKELY = 1.96
"""Half the width of a 95% confidence interval in standard errors."""


class Comparison(Value):
    """Two bots to compare: each a level, or `LEVEL:EVALUATIONS`. Deal 7 has the seed `SEED-7`.

    The bounds are differences of shares: 0.02 is two more wins in a hundred games.
    """

    game: str
    players: int
    first: str
    second: str
    seed: str
    options: Mapping[str, Json]
    low: float
    high: float
    program_seconds: float = SECONDS
    """How many seconds a program may think about an action."""
    recorded: bool = False
    """Whether the decisions of all seats are recorded."""

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plans to play: two in a cooperative game, one in a competitive one."""
        if games.find(self.game).rivals:
            seats = (self.first, *[self.second] * (self.players - 1))
            return (self._plan(seats, around=True),)
        bots = (self.first, self.second)
        return tuple([self._plan((bot,) * self.players, around=False) for bot in bots])

    def _plan(self, bots: tuple[str, ...], *, around: bool) -> Plan:
        limits = (self.program_seconds, self.recorded)
        return Plan(self.game, bots, self.seed, self.options, around, *limits)

    def numbers_of(self, deal: int) -> range:
        """Return the numbers of a deal's games in each plan; the first deal is 1."""
        each = self.players if games.find(self.game).rivals else 1
        return range(1 + each * (deal - 1), 1 + each * deal)

    def difference(self, rows: Sequence[Sequence[Row]]) -> float:
        """Return how much more the first bot won, from the rows of one deal in each plan.

        It is between -1 and 1. In solo games gold medals count, since nearly every game is won.
        """
        if games.find(self.game).rivals:
            (plan,), (played,) = self.plans, rows
            won = [_share_of_the_first(plan, row) for row in played]
            return sum(won) / len(won) - 1 / self.players
        (first,), (second,) = rows
        return _success(first, self.players) - _success(second, self.players)


def _share_of_the_first(plan: Plan, row: Row) -> float:
    seat = plan.seating(row.number).index(0)
    return 1 / len(row.winners) if seat in row.winners else 0.0


def _success(row: Row, players: int) -> float:
    return float(row.medal == GOLD) if players == 1 else float(row.won)


class Evidence(NamedTuple):
    """The evidence from some deals' differences. `error` is the standard error of the mean."""

    deals: int
    mean: float
    error: float
    ratio: float
    """The log-likelihood ratio: above 0 it favours the upper bound."""

    @property
    def is_decisive(self) -> bool:
        """Whether the test has ended."""
        return abs(self.ratio) >= DECISIVE


def parse_bounds(bounds: str) -> tuple[float, float]:
    """Return the bounds of a comparison as shares, from wins in 100 games.

    Raises `SimulationError`.
    """
    low, _, high = bounds.partition(",")
    try:
        found = float(low) / 100, float(high) / 100
    except ValueError:
        found = 1.0, 0.0
    if not -1 <= found[0] < found[1] <= 1:
        raise SimulationError(f"Bounds are two numbers, the lower one first, as in 0,2: {bounds}.")
    return found


def find_end(differences: Iterable[float], low: float, high: float) -> Evidence:
    """Return the evidence at the first deal that ends the test, or that of all deals.

    The mean of many deals is nearly normal, with the variance of the sample. Two imaginary deals,
    one that only the first bot wins and one that only the second wins, count towards the variance.
    Without them, a few equal deals would look like certainty.
    """
    evidence, total, squares = Evidence(0, 0.0, 0.0, 0.0), 0.0, 2.0
    for count, difference in enumerate(differences, 1):
        total += difference
        squares += difference**2
        mean, variance = total / count, squares / (count + 2) - (total / (count + 2)) ** 2
        ratio = (high - low) * (mean - (low + high) / 2) * count / variance
        evidence = Evidence(count, mean, sqrt(variance / count), ratio)
        if evidence.is_decisive:
            break
    return evidence


def describe(comparison: Comparison, evidence: Evidence) -> list[str]:
    """Return the result of the comparison as lines of text."""
    first, second = comparison.first, comparison.second
    title = games.find(comparison.game).title
    players, deals = counted(comparison.players, "player"), counted(evidence.deals, "deal")
    what = "gold medals" if comparison.players == 1 else "wins"
    low, high = 100 * comparison.low, 100 * comparison.high
    mean, width = 100 * evidence.mean, 100 * _LIKELY * evidence.error
    return [
        f"{title}, {players}, {deals}: {first} against {second}",
        f"  {what} per 100 games: {mean:+.1f}  [{mean - width:+.1f}, {mean + width:+.1f}]",
        f"  {_verdict(evidence, low, high)}",
    ]


def _verdict(evidence: Evidence, low: float, high: float) -> str:
    told = f"log-likelihood ratio {evidence.ratio:+.2f} of {DECISIVE:.2f}"
    if not evidence.is_decisive:
        return f"undecided between {low:+g} and {high:+g} ({told})"
    likely, other = (high, low) if evidence.ratio > 0 else (low, high)
    return f"{likely:+g} is more likely than {other:+g} ({told})"
