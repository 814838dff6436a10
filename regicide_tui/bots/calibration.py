"""Calibrates predicted chances of winning, so that 70% of games predicted at 70% are won.

Neither a net nor a search counts games. The predictions for many positions are therefore compared
with how those games ended. The result is a curve for each game, number of players and predictor,
and a second one for gold in solo games. The curves are stored beside the weights.

A predictor is a level whose search rates actions, or `REVIEW`, which searches the best action
separately. All games for a curve are played by one level, which docs/review.md names. All
predictors therefore mean the same: how many of a hundred games bots of that level would win from
here.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import mean

from regicide_tui.bots.base import Chances
from regicide_tui.bots.net import read_digest
from regicide_tui.bots.nets import chances_file
from regicide_tui.games.base import Value

_GROUPS = 12
"""To how many groups of equal size, ordered by chance, a curve is fitted."""
_APART = 1e-4
"""Closer points of a curve are merged, since chances are rounded to four digits."""


Pair = tuple[float, float]
"""A predicted chance and the share of the win, which is below 1 for a shared win."""


class Curve(Value):
    """The share of games won as a function of the predicted chance.

    It interpolates linearly between points. Both lists ascend from 0 to 1.
    """

    predicted: tuple[float, ...] = (0.0, 1.0)
    won: tuple[float, ...] = (0.0, 1.0)

    def correct(self, chance: float) -> float:
        """Return the share of games won at this predicted chance."""
        place = bisect_right(self.predicted, chance)
        if place in (0, len(self.predicted)):
            return self.won[min(place, len(self.won) - 1)]
        low, high = self.predicted[place - 1], self.predicted[place]
        won, more = self.won[place - 1], self.won[place]
        return won + (more - won) * (chance - low) / (high - low)


class Curves(Value):
    """The curves of a predictor: for any win, and for a solo player's gold medal."""

    win: Curve = Curve()
    gold: Curve = Curve()

    def correct(self, chances: Chances) -> Chances:
        """Return the shares of games won at these predictions. Gold is also a win."""
        win = self.win.correct(chances.win)
        if chances.gold is None:
            return Chances(win)
        return Chances(win, min(win, self.gold.correct(chances.gold)))


def fit(pairs: Sequence[Pair]) -> Curve:
    """Return the curve that fits these pairs.

    It maps 0 to 0 and 1 to 1, and never descends.
    """
    groups = group_by_chance(pairs, min(_GROUPS, len(pairs)))
    means = [(mean(said for said, _ in one), mean(won for _, won in one)) for one in groups]
    points = [(0.0, 0.0), *_make_ascending(means), (1.0, 1.0)]
    return Curve(
        tuple([round(predicted, 4) for predicted, _ in points]),
        tuple([round(won, 4) for _, won in points]),
    )


def group_by_chance(pairs: Sequence[Pair], count: int) -> list[list[Pair]]:
    """Return `count` groups of about equal size, from the lowest chances to the highest.

    Equal chances keep their order: sorted by result, they would form meaningless groups.
    """
    ordered = sorted(pairs, key=lambda pair: pair[0])
    ends = [len(ordered) * number // count for number in range(count + 1)]
    return [ordered[first:last] for first, last in pairwise(ends)]


def _make_ascending(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return points that ascend in both coordinates.

    Points that don't are merged into their mean.
    """
    pools: list[tuple[float, float, int]] = []
    for predicted, won in points:
        pools.append((predicted, won, 1))
        while len(pools) > 1 and not (
            pools[-1][0] > pools[-2][0] + _APART and pools[-1][1] > pools[-2][1]
        ):
            (said_a, won_a, a), (said_b, won_b, b) = pools[-2:]
            whole = a + b
            pools[-2:] = [
                ((said_a * a + said_b * b) / whole, (won_a * a + won_b * b) / whole, whole)
            ]
    return [(predicted, won) for predicted, won, _ in pools]


@cache
def load_curves(game: str, players: int, predictor: str) -> Curves:
    """Return the app's curves for this game, number of players and predictor.

    Curves belong to one net. Without curves for the net in the package, return curves that leave
    chances unchanged.
    """
    file = chances_file()
    known = json.loads(file.read_text()) if file.is_file() else {}
    found = known.get(f"{game}-{players}")
    if found is None or found["net"] != read_digest(game, players):
        return Curves()
    curves = found["curves"].get(predictor, {})
    return Curves(
        **{target: Curve(tuple(one["said"]), tuple(one["won"])) for target, one in curves.items()}
    )


def save_curves(game: str, players: int, curves: Mapping[str, Curves], file: Path) -> None:
    """Save the curves of each predictor beside the weights, replacing those for this game."""
    known = json.loads(file.read_text()) if file.is_file() else {}
    known[f"{game}-{players}"] = {
        "net": read_digest(game, players),
        "curves": {
            predictor: {
                target: {"said": curve.predicted, "won": curve.won}
                for target, curve in (("win", one.win), ("gold", one.gold))
                if curve != Curve()
            }
            for predictor, one in curves.items()
        },
    }
    file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
