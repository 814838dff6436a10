"""Corrects predicted chances of winning, so that of games predicted at 70%, 70% are won.

Neither a net nor a search counts games. So the predictions for many positions are compared with how
those games ended. The result is a curve for each number of players and each level that reviews
games. The curves are kept beside the weights.
"""

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np

from regicide_tui.bots.nets import chances_file
from regicide_tui.bots.weights import read_digest
from regicide_tui.games.base import Value

_GROUPS = 12
"""How many groups of equal size, ordered by chance, a curve is fitted to."""


Pair = tuple[float, bool]
"""A predicted chance, and whether the game was won."""


class Curve(Value, frozen=True):
    """The share of games won as a function of the predicted chance.

    It is a line through points. Both lists ascend from 0 to 1.
    """

    predicted: tuple[float, ...] = (0.0, 1.0)
    won: tuple[float, ...] = (0.0, 1.0)

    def correct(self, chance: float) -> float:
        """Return the share of games that are won at this predicted chance."""
        return float(np.interp(chance, self.predicted, self.won))


def fit(pairs: Sequence[Pair]) -> Curve:
    """Return the curve that fits these pairs.

    It maps 0 to 0 and 1 to 1, and never descends.
    """
    groups = group_by_chance(pairs, min(_GROUPS, len(pairs)))
    means = [tuple(np.mean(group, axis=0).tolist()) for group in groups]
    points = [(0.0, 0.0), *_make_ascending(means), (1.0, 1.0)]
    return Curve(
        tuple([round(predicted, 4) for predicted, _ in points]),
        tuple([round(won, 4) for _, won in points]),
    )


def group_by_chance(pairs: Sequence[Pair], count: int) -> list[list[Pair]]:
    """Return `count` groups of about equal size, from the lowest chances to the highest."""
    ordered = sorted(pairs)
    ends = np.linspace(0, len(ordered), count + 1).astype(int)
    return [ordered[first:last] for first, last in pairwise(ends)]


def _make_ascending(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return points none of which is lower than the one before.

    Points that would descend are merged into their mean.
    """
    pools: list[tuple[float, float, int]] = []
    for predicted, won in points:
        pools.append((predicted, won, 1))
        while len(pools) > 1 and pools[-1][1] <= pools[-2][1]:
            (said_a, won_a, a), (said_b, won_b, b) = pools[-2:]
            whole = a + b
            pools[-2:] = [
                ((said_a * a + said_b * b) / whole, (won_a * a + won_b * b) / whole, whole)
            ]
    return [(predicted, won) for predicted, won, _ in pools]


@cache
def load_curve(game: str, players: int, level: str) -> Curve:
    """Return the curve that came with the app for this game, number of players and level.

    A curve belongs to one net. Without a curve for the net in the package, return one that changes
    nothing.
    """
    file = chances_file()
    curves = json.loads(file.read_text()) if file.is_file() else {}
    found = curves.get(f"{game}-{players}", {})
    if level not in found or found["net"] != read_digest(game, players):
        return Curve()
    return Curve(tuple(found[level]["said"]), tuple(found[level]["won"]))
