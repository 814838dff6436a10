"""Compares results of boards by par: how much more often a player wins than our marshals would.

Raw wins say little, because some deals are easy. The par of a deal says how often marshals win it.
A player's difference is their share of wins minus the mean par of the same deals. Its interval is
Newcombe's, which combines two Wilson intervals: that of the wins, and that of the marshals' wins in
all games of these deals. It contains only possible differences.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import erf, sqrt

from regicide_tui.bots.base import wilson
from regicide_tui.games.base import Value
from regicide_tui.server.model.boards.par import GAMES, Par
from regicide_tui.server.model.boards.results import BoardResult

_PRIOR = 2
"""The games added to those that were played, so that a single win proves nothing."""


class Compared(Value):
    """A player's results compared with par. Shares and differences are from -1 to 1.

    `low` and `high` are the ends of the 95% confidence interval of the difference.
    """

    name: str
    boards: int
    wins: int
    par: float
    low: float
    high: float

    @property
    def difference(self) -> float:
        """The share of wins minus par."""
        return self.wins / self.boards - self.par

    @property
    def likely_difference(self) -> float:
        """The difference after two more games at par, because few games say little."""
        return self.difference * self.boards / (self.boards + _PRIOR)

    @property
    def variance(self) -> float:
        """The variance of the likely difference, from the player's games and the marshals'."""
        marshals = self.boards * GAMES
        return _variance(self.wins, self.boards) + _variance(self.par * marshals, marshals)


def compare(name: str, played: Sequence[tuple[bool, Par]]) -> Compared:
    """Return a player's comparison; each game is whether it was won, and the par of its deal.

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
    """Return everyone's comparison, the best first; `pars` are by board id.

    Players are ordered by the lower ends of their intervals, so that one lucky game doesn't lead.
    Games with the help of bots, and deals without a par, don't count. Solo marshals win nearly
    every deal with some medal, so in solo games only gold is a win here.
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
    """Return the probability that one player is better than another; 0.5 says nothing.

    Players who played the same boards at one table have the same results.
    """
    error = sqrt(better.variance + other.variance)
    return (1 + erf((better.likely_difference - other.likely_difference) / error / sqrt(2))) / 2


def _variance(wins: float, games: int) -> float:
    """Return the variance of a share of wins; one more win and loss keep it above 0."""
    share = (wins + _PRIOR / 2) / (games + _PRIOR)
    return share * (1 - share) / (games + _PRIOR)
