"""Evaluates a position that is not over: the chance of winning of each seat."""

from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import JIT, Doubles, Floats, Ints, compiled
from regicide_tui.bots.king_of_the_dead.encoded.features import MOST_INPUTS, write_features
from regicide_tui.bots.king_of_the_dead.encoded.layout import MOST_SEATS, OVER, PLAYERS
from regicide_tui.bots.king_of_the_dead.encoded.rules import win_share
from regicide_tui.bots.net import OUTPUTS, Layers, Net, compute_chance, forward, new_layers


class Evaluation(NamedTuple):
    """Reused memory: the inputs that are on, the layers of the net, and the value of each seat."""

    on: Ints
    layers: Layers
    outputs: Floats
    values: Doubles


def new_evaluation(net: Net) -> Evaluation:
    """Return empty memory for the evaluations by a net."""
    return Evaluation(
        np.zeros(MOST_INPUTS, dtype=np.int64),
        new_layers(net),
        np.zeros(OUTPUTS, dtype=np.float32),
        np.zeros(MOST_SEATS, dtype=np.float64),
    )


@compiled
def _chance_with_loops(net: Net, evaluation: Evaluation, count: int) -> float:
    """Return the chance for the first `count` inputs: for machine code."""
    layers = evaluation.layers
    forward(net, evaluation.on, count, layers.one, layers.two, layers.active, evaluation.outputs)
    return float(evaluation.outputs[0])


def _chance_with_numpy(net: Net, evaluation: Evaluation, count: int) -> float:
    """Return the same for Python."""
    return compute_chance(net, evaluation.on[:count])


_chance = _chance_with_loops if JIT else _chance_with_numpy


@compiled
def evaluate(encoded: Ints, net: Net, evaluation: Evaluation) -> None:
    """Write the value of a position for each seat: the chance of winning, or the share of the win.

    The chances are those of the net, shifted evenly so that they add up to 1.
    """
    players, values, total = int(encoded[PLAYERS]), evaluation.values, 0.0
    for seat in range(players):
        if encoded[OVER]:
            values[seat] = win_share(encoded, seat)
        else:
            values[seat] = _chance(net, evaluation, write_features(encoded, seat, evaluation.on))
        total += values[seat]
    for seat in range(players):
        values[seat] += (1 - total) / players
