"""Corrects predicted chances of winning, so that of games predicted at 70%, 70% are won.

Neither a net nor a search counts games. So the predictions for many positions are compared with how
those games ended. The result is a curve for each game, number of players and predictor, and for a
player alone a second one for gold. The curves are kept beside the weights.

A predictor is a level whose search says how good an action is, or `REVIEW`, which searches the best
action by itself. All games for a curve are those of one level, which docs/review.md names. So all
predictors say the same: how many of a hundred games bots of that level would win who play on from
here.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import log, log1p, tanh
from pathlib import Path

import numpy as np
import numpy.typing as npt
from msgspec import to_builtins

from regicide_tui.bots.base import Chances
from regicide_tui.bots.nets import chances_file
from regicide_tui.bots.weights import read_digest
from regicide_tui.games.base import Value

_NEARLY_SURE = 1e-4
"""No prediction counts as surer than this when a curve is fitted: files have four decimals."""
_PRIOR = 20.0
"""So many positions would have to speak against the curve that changes nothing."""
_MOST_STEPS = 100

_Numbers = npt.NDArray[np.float64]

_UNCHANGED = np.array([1.0, 1.0, 0.0])
"""`up`, `down` and `shift` of the curve that changes nothing."""

Pair = tuple[float, float]
"""A predicted chance, and what part of the game was won: a shared win counts for a part."""


class Curve(Value, frozen=True):
    """The share of games won as a function of the predicted chance: a beta calibration.

    The logarithm of the odds is `shift + up * log(chance) - down * log(1 - chance)`. `up` and
    `down` are not negative, so a curve never descends. By default it changes nothing. (Kull, Silva
    Filho and Flach, Beta calibration, AISTATS 2017.)
    """

    up: float = 1.0
    down: float = 1.0
    shift: float = 0.0

    def correct(self, chance: float) -> float:
        """Return the share of games that are won at this predicted chance. 0 and 1 are sure."""
        if not 0 < chance < 1:
            return min(1.0, max(0.0, chance))
        odds = self.shift + self.up * log(chance) - self.down * log1p(-chance)
        return (1 + tanh(odds / 2)) / 2


class Curves(Value, frozen=True):
    """The curves of a predictor: for any win, and for the gold medal of a player alone."""

    win: Curve = Curve()
    gold: Curve = Curve()

    def correct(self, chances: Chances) -> Chances:
        """Return the shares of games that are won at these predictions. Gold is also a win."""
        win = self.win.correct(chances.win)
        if chances.gold is None:
            return Chances(win)
        return Chances(win, min(win, self.gold.correct(chances.gold)))


def fit(pairs: Sequence[Pair]) -> Curve:
    """Return the curve that fits these pairs best: the one with the greatest likelihood."""
    predicted, won = np.array(pairs, dtype=float).T
    predicted = np.clip(predicted, _NEARLY_SURE, 1 - _NEARLY_SURE)
    inputs = np.stack([np.log(predicted), -np.log1p(-predicted), np.ones_like(predicted)], axis=1)
    weights, free = _UNCHANGED.copy(), [0, 1, 2]
    while True:
        weights[free] = _fit_odds(inputs, won, weights, free)
        lowest = int(np.argmin(weights[:2]))
        if weights[lowest] >= 0:
            break
        weights[lowest] = 0.0
        free.remove(lowest)
    return Curve(*[round(float(one), 4) for one in weights])


def _fit_odds(inputs: _Numbers, won: _Numbers, weights: _Numbers, free: list[int]) -> _Numbers:
    """Return the weights at the places `free` that fit the odds best; the others stay (Newton)."""
    found, chosen = weights.copy(), inputs[:, free]
    for _ in range(_MOST_STEPS):
        chances = 1 / (1 + np.exp(-inputs @ found))
        slope = chosen.T @ (won - chances) - _PRIOR * (found - _UNCHANGED)[free]
        curvature = (chosen.T * (chances * (1 - chances))) @ chosen + _PRIOR * np.eye(len(free))
        step = np.clip(np.linalg.solve(curvature, slope), -1, 1)  # a longer one may lead astray
        found[free] += step
        if np.abs(step).max() < _NEARLY_SURE:
            break
    return found[free]


def group_by_chance(pairs: Sequence[Pair], count: int) -> list[list[Pair]]:
    """Return `count` groups of about equal size, from the lowest chances to the highest.

    Equal chances stay in their order: by their results they would form groups that say nothing.
    """
    ordered = sorted(pairs, key=lambda pair: pair[0])
    ends = np.linspace(0, len(ordered), count + 1).astype(int)
    return [ordered[first:last] for first, last in pairwise(ends)]


@cache
def load_curves(game: str, players: int, predictor: str) -> Curves:
    """Return the curves that came with the app for this game, number of players and predictor.

    Curves belong to one net. Without curves for the net in the package, return some that change
    nothing.
    """
    file = chances_file()
    known = json.loads(file.read_text()) if file.is_file() else {}
    found = known.get(f"{game}-{players}")
    if found is None or found["net"] != read_digest(game, players):
        return Curves()
    curves = found["curves"].get(predictor, {})
    return Curves(**{target: Curve(**one) for target, one in curves.items()})


def save_curves(game: str, players: int, curves: Mapping[str, Curves], file: Path) -> None:
    """Save the curves of each predictor beside the weights, in place of those for this game."""
    known = json.loads(file.read_text()) if file.is_file() else {}
    known[f"{game}-{players}"] = {
        "net": read_digest(game, players),
        "curves": {
            predictor: {
                target: to_builtins(curve)
                for target, curve in (("win", one.win), ("gold", one.gold))
                if curve != Curve()
            }
            for predictor, one in curves.items()
        },
    }
    file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
