"""A small value net: some of many binary inputs, two hidden layers, two outputs.

The first output is the chance of winning. The second is the progress: in Regicide the share of the
royals that will be defeated, in a Duel the chance of winning again.
"""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import JIT, Floats, IntRows, Ints, Rows, compiled
from regicide_tui.bots.exponential import exponential

OUTPUTS = 2
MOST_INPUTS = 96
"""At most this many inputs of a position are on."""
MOST_UNITS = 256
"""At most this many units are in a hidden layer."""
_USUAL_INPUTS = 64
"""About this many are on. The first weights are random numbers of a size that fits them."""

LOST_FOR_SURE = -1
WON_FOR_SURE = -2
"""These stand in place of a number of inputs where the result is known without a net."""


class Net(NamedTuple):
    """Weights and biases. `w1` has a row for each input, and a last one of zeros."""

    w1: Rows
    b1: Floats
    w2: Rows
    b2: Floats
    w3: Rows
    b3: Floats


class Batch(NamedTuple):
    """Positions to evaluate: the inputs that are on, their number, and the net's outputs."""

    inputs: IntRows
    counts: Ints
    chances: Rows


class Layers(NamedTuple):
    """The hidden layers of a position, and the units of the first one that are above 0.

    `active` has room for one more than there are units.
    """

    one: Floats
    two: Floats
    active: Ints


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


def new_layers(net: Net) -> Layers:
    """Return room for the hidden layers of a net."""
    width, depth = net.w2.shape
    return Layers(
        np.zeros(width, dtype=np.float32),
        np.zeros(depth, dtype=np.float32),
        np.zeros(width + 1, dtype=np.int64),
    )


@compiled
def evaluate_with_loops(net: Net, batch: Batch, size: int) -> None:
    """Write the outputs for the first `size` positions, one by one: for machine code."""
    one = np.empty(MOST_UNITS, dtype=np.float32)
    two = np.empty(MOST_UNITS, dtype=np.float32)
    active = np.empty(MOST_UNITS + 1, dtype=np.int64)
    for index in range(size):
        if batch.counts[index] >= 0:
            forward(
                net,
                batch.inputs[index],
                batch.counts[index],
                one,
                two,
                active,
                batch.chances[index],
            )


@compiled
def forward(
    net: Net, inputs: Ints, count: int, one: Floats, two: Floats, active: Ints, chances: Floats
) -> None:
    """Evaluate one position. The hidden layers are left in `one`, `two` and `active`."""
    width, depth = net.b1.size, net.b2.size
    one[:width] = net.b1[:width]
    _add_rows(net.w1, inputs, count, one, width)
    found = 0
    for unit in range(width):
        active[found] = unit
        found += one[unit] > np.float32(0)
        one[unit] = max(one[unit], np.float32(0))
    two[:depth] = net.b2[:depth]
    _add_weighted_rows(net.w2, active, found, one, two, depth)
    for unit in range(depth):
        two[unit] = max(two[unit], np.float32(0))
    for output in range(OUTPUTS):
        total = net.b3[output]
        for unit in range(depth):
            total += two[unit] * net.w3[unit, output]
        chances[output] = 1 / (1 + exponential(-float(total)))


@compiled
def _add_rows(weights: Rows, rows: Ints, count: int, total: Floats, width: int) -> None:
    """Add the first `count` of these rows.

    It takes four at a time: so `total` is read and written a quarter as often.
    """
    fours = count - count % 4
    for place in range(0, fours, 4):
        a, b = weights[rows[place]], weights[rows[place + 1]]
        c, d = weights[rows[place + 2]], weights[rows[place + 3]]
        for unit in range(width):
            total[unit] += a[unit] + b[unit] + c[unit] + d[unit]
    for place in range(fours, count):
        a = weights[rows[place]]
        for unit in range(width):
            total[unit] += a[unit]


@compiled
def _add_weighted_rows(
    weights: Rows, rows: Ints, count: int, factors: Floats, total: Floats, width: int
) -> None:
    """Add the first `count` of these rows, each times the factor of its row, four at a time."""
    fours = count - count % 4
    for place in range(0, fours, 4):
        i, j, k, m = rows[place], rows[place + 1], rows[place + 2], rows[place + 3]
        p, q, r, s = factors[i], factors[j], factors[k], factors[m]
        a, b, c, d = weights[i], weights[j], weights[k], weights[m]
        for unit in range(width):
            total[unit] += p * a[unit] + q * b[unit] + r * c[unit] + s * d[unit]
    for place in range(fours, count):
        i = rows[place]
        p, a = factors[i], weights[i]
        for unit in range(width):
            total[unit] += p * a[unit]


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
