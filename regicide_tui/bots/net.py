"""A small value net: some of many binary inputs, two hidden layers, two outputs.

The first output is the chance of winning. The second is the progress: in Regicide the share of the
royals that will be defeated, in a Duel the chance of winning again.
"""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import JIT, Floats, Ints, compiled

OUTPUTS = 2
MOST_INPUTS = 96
"""At most this many inputs of a position are on."""
_USUAL_INPUTS = 64
"""About this many are on. The first weights are random numbers of a size that fits them."""

LOST_FOR_SURE = -1
WON_FOR_SURE = -2
"""These stand in place of a number of inputs where the result is known without a net."""


class Net(NamedTuple):
    """Weights and biases. `w1` has a row for each input, and a last one of zeros."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    w3: Floats
    b3: Floats


class Batch(NamedTuple):
    """Positions to evaluate: the inputs that are on, their number, and the net's outputs."""

    inputs: Ints
    counts: Ints
    chances: Floats


def new_batch(size: int) -> Batch:
    """Return a batch with room for `size` positions."""
    return Batch(
        np.zeros((size, MOST_INPUTS), dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros((size, OUTPUTS), dtype=np.float32),
    )


def new_net(inputs: int, first: int, second: int, seed: int) -> Net:
    """Return a net with random weights."""
    rng = np.random.default_rng(seed)

    def weights(rows: int, columns: int, fan_in: int) -> Floats:
        return rng.normal(0, (2 / fan_in) ** 0.5, (rows, columns)).astype(np.float32)

    w1 = weights(inputs + 1, first, _USUAL_INPUTS)
    w1[inputs] = 0
    w3 = weights(second, OUTPUTS, 4 * second)
    zeros = [np.zeros(size, dtype=np.float32) for size in (first, second, OUTPUTS)]
    return Net(w1, zeros[0], weights(first, second, first), zeros[1], w3, zeros[2])


@compiled
def evaluate_with_loops(net: Net, batch: Batch, size: int) -> None:
    """Write the outputs for the first `size` positions, one by one: for machine code."""
    width, depth = net.w2.shape
    one = np.empty(width, dtype=np.float32)
    two = np.empty(depth, dtype=np.float32)
    for index in range(size):
        if batch.counts[index] >= 0:
            forward(net, batch.inputs[index], batch.counts[index], one, two, batch.chances[index])


@compiled
def forward(net: Net, inputs: Ints, count: int, one: Floats, two: Floats, chances: Floats) -> None:
    """Evaluate one position. The hidden layers are left in `one` and `two`."""
    one[:] = net.b1
    for place in range(count):
        weights = net.w1[inputs[place]]
        for unit in range(one.size):
            one[unit] += weights[unit]
    two[:] = net.b2
    for unit in range(one.size):
        active = one[unit]
        if active > 0:
            weights = net.w2[unit]
            for other in range(two.size):
                two[other] += active * weights[other]
        else:
            one[unit] = 0
    for output in range(OUTPUTS):
        total = net.b3[output]
        for unit in range(two.size):
            if two[unit] > 0:
                total += two[unit] * net.w3[unit, output]
        chances[output] = 1 / (1 + np.exp(-total))


def evaluate_with_numpy(net: Net, batch: Batch, size: int) -> None:
    """Write the same outputs for all positions at once: for Python."""
    zeros = net.w1.shape[0] - 1
    counts = batch.counts[:size]
    on = np.arange(MOST_INPUTS) < counts[:, None]
    one = np.maximum(net.b1 + net.w1[np.where(on, batch.inputs[:size], zeros)].sum(1), 0)
    two = np.maximum(net.b2 + one @ net.w2, 0)
    chances = 1 / (1 + np.exp(-(net.b3 + two @ net.w3)))
    known = counts >= 0
    batch.chances[:size][known] = chances[known]


evaluate_batch = evaluate_with_loops if JIT else evaluate_with_numpy


def compute_chance(net: Net, on: Sequence[int] | Ints) -> float:
    """Return the chance of winning for the inputs that are on, which may be there several times.

    In Python it is fast for a single position.
    """
    one = net.w1.take(on, axis=0).sum(axis=0)
    one += net.b1
    np.maximum(one, 0, out=one)
    two = one @ net.w2
    two += net.b2
    np.maximum(two, 0, out=two)
    return 1 / (1 + exp(-float(two @ net.w3[:, 0] + net.b3[0])))
