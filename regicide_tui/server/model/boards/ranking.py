"""Compares results of boards by par: how much more somebody wins than our marshals would.

Raw wins say little, because some deals are easy. The par of a deal says how often marshals win it.
Somebody's difference is their share of wins less the mean par of the same deals. Its interval is
Newcombe's, which puts two intervals of Wilson together: that of the wins, and that of the marshals'
wins in all games of these deals. It never leaves the differences that are possible.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import erf, sqrt

from regicide_tui.bots.base import wilson
from regicide_tui.games.base import Value
from regicide_tui.server.model.boards.par import GAMES, Par
from regicide_tui.server.model.boards.results import BoardResult

_PRIOR = 2
"""The games that are added to those that were played, so that one win alone proves nothing."""


class Compared(Value):
    """Somebody's results compared with par. Shares and differences are from -1 to 1.

    `low` and `high` hold the true difference in 95 of 100 cases.
    """

    name: str
    boards: int
    wins: int
    par: float
    low: float
    high: float

    @property
    def difference(self) -> float:
        """How much larger the share of wins is than par."""
        return self.wins / self.boards - self.par

    @property
    def likely_difference(self) -> float:
        """The difference as it would be after two more games at par: few games tell little."""
        return self.difference * self.boards / (self.boards + _PRIOR)

    @property
    def variance(self) -> float:
        """The variance of the likely difference, from the player's games and the marshals'."""
        marshals = self.boards * GAMES
        return _variance(self.wins, self.boards) + _variance(self.par * marshals, marshals)


def compare(name: str, played: Sequence[tuple[bool, Par]]) -> Compared:
    """Return how somebody did; each game is whether it was won, and the par of its deal.

    Raises `ValueError` without a game.
    """
    if not played:
        raise ValueError("nothing was played")
    count, wins = len(played), sum(won for won, _ in played)
    share, par = wins / count, sum(one.share for _, one in played) / count
    low, high = wilson(wins, count)
    # Deals differ, so their marshals' wins vary less than those of one deal with the mean par.
    par_low, par_high = wilson(
        sum(one.wins for _, one in played), sum(one.games for _, one in played)
    )
    below = sqrt((share - low) ** 2 + (par_high - par) ** 2)
    above = sqrt((high - share) ** 2 + (par - par_low) ** 2)
    return Compared(name, count, wins, par, share - par - below, share - par + above)


def rank(results: Iterable[BoardResult], pars: Mapping[str, Par]) -> list[Compared]:
    """Return everybody's comparison, the best first; `pars` are by the ids of boards.

    The order is that of the lower ends of the intervals, so somebody with one lucky game is not the
    first. Games with the help of bots, and deals without a par, don't count. Marshals alone win
    nearly every deal with some medal, so alone only gold is a win here.
    """
    played: dict[str, list[tuple[bool, Par]]] = {}
    for one in results:
        if one.board in pars and one.counts:
            par, won = pars[one.board], one.won
            if len(one.people) == 1:
                par, won = par.of_gold, one.medal == "gold"
            for name in one.people:
                played.setdefault(name, []).append((won, par))
    found = [compare(name, games) for name, games in played.items()]
    return sorted(found, key=lambda one: (-one.low, one.name.casefold()))


def sureness(better: Compared, other: Compared) -> float:
    """Return how sure it is that one is better than another, from 0 to 1; 0.5 says nothing.

    Two who played the same boards at one table have nothing between them.
    """
    error = sqrt(better.variance + other.variance)
    return (1 + erf((better.likely_difference - other.likely_difference) / error / sqrt(2))) / 2


def _variance(wins: float, games: int) -> float:
    """Return the variance of a share of wins; a win and a loss more keep it above 0."""
    share = (wins + _PRIOR / 2) / (games + _PRIOR)
    return share * (1 - share) / (games + _PRIOR)
