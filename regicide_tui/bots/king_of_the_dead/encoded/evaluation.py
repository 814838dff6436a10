"""Evaluates a position that is not over: the chance of winning of each seat."""

from typing import NamedTuple

from regicide_tui.bots.arrays import Doubles, Floats, Ints, doubles, floats, ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.king_of_the_dead.encoded.features import MOST_INPUTS, write_features
from regicide_tui.bots.king_of_the_dead.encoded.layout import MOST_SEATS, OVER, PLAYERS
from regicide_tui.bots.king_of_the_dead.encoded.rules import win_share
from regicide_tui.bots.net import OUTPUTS, Layers, Net, forward, new_layers


class Evaluation(NamedTuple):
    """Reused memory: the inputs that are on, the layers of the net, and the value of each seat."""

    on: Ints
    layers: Layers
    outputs: Floats
    values: Doubles


def new_evaluation(net: Net) -> Evaluation:
    """Return empty memory for the evaluations by a net."""
    return Evaluation(
        ints(MOST_INPUTS),
        new_layers(net),
        floats(OUTPUTS),
        doubles(MOST_SEATS),
    )


@compiled
def _chance(net: Net, evaluation: Evaluation, count: int) -> float:
    """Return the chance for the first `count` inputs."""
    layers = evaluation.layers
    forward(net, evaluation.on, count, layers.one, layers.two, layers.active, evaluation.outputs)
    return float(evaluation.outputs[0])


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
