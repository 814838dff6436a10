"""Chances made honest: of the games that are said to be won in 70 of 100 cases, 70 are won.

A net says what it has learned, a search what it hopes for; neither counts games. So the positions
of many games are put side by side with how those ended, and what comes of that is kept beside the
weights, for each number of players and each level that judges.
"""

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np

from regicide_tui.bots.nets import chances_file
from regicide_tui.bots.weights import digest_of
from regicide_tui.games.base import Value

_GROUPS = 12
"""The groups of equal size, by their chances, that a curve is drawn through."""


Pair = tuple[float, bool]
"""A chance that was said, and whether the game was won."""


class Curve(Value, frozen=True):
    """What share was won, by what was said: a line through points, both ascending from 0 to 1."""

    said: tuple[float, ...] = (0.0, 1.0)
    won: tuple[float, ...] = (0.0, 1.0)

    def correct(self, chance: float) -> float:
        """Return the share of games that are won where this chance is said."""
        return float(np.interp(chance, self.said, self.won))


def fit(pairs: Sequence[Pair]) -> Curve:
    """Return the curve of many chances.

    Nothing is won where 0 is said, and everything where 1 is; a higher chance is never less.
    """
    groups = by_chance(pairs, min(_GROUPS, len(pairs)))
    means = [tuple(np.mean(group, axis=0).tolist()) for group in groups]
    points = [(0.0, 0.0), *_rising(means), (1.0, 1.0)]
    return Curve(
        tuple([round(said, 4) for said, _ in points]), tuple([round(won, 4) for _, won in points])
    )


def by_chance(pairs: Sequence[Pair], count: int) -> list[list[Pair]]:
    """Return so many groups of about equal size, from the lowest chances to the highest."""
    ordered = sorted(pairs)
    ends = np.linspace(0, len(ordered), count + 1).astype(int)
    return [ordered[first:last] for first, last in pairwise(ends)]


def _rising(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return points of which none is lower than the one before: those that are become one."""
    pools: list[tuple[float, float, int]] = []
    for said, won in points:
        pools.append((said, won, 1))
        while len(pools) > 1 and pools[-1][1] <= pools[-2][1]:
            (said_a, won_a, a), (said_b, won_b, b) = pools[-2:]
            whole = a + b
            pools[-2:] = [
                ((said_a * a + said_b * b) / whole, (won_a * a + won_b * b) / whole, whole)
            ]
    return [(said, won) for said, won, _ in pools]


@cache
def curve_of(game: str, players: int, level: str) -> Curve:
    """Return the curve that came with the app, for the net that did; without one nothing changes.

    A curve of another net would be worse than none, so it counts for nothing.
    """
    file = chances_file()
    known = json.loads(file.read_text()) if file.is_file() else {}
    found = known.get(f"{game}-{players}", {})
    if level not in found or found["net"] != digest_of(game, players):
        return Curve()
    return Curve(tuple(found[level]["said"]), tuple(found[level]["won"]))
