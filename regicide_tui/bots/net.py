"""A small value net: some of many binary inputs, two hidden layers, two outputs.

The first output is the chance of winning. The second is the progress: in Regicide the share of the
royals that will be defeated, in a Duel the chance of winning again.
"""

from typing import NamedTuple

from regicide_tui.bots.arrays import Floats, Ints, floats, ints, part, single
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.exponential import exponential

OUTPUTS = 2
MOST_INPUTS = 96
"""At most this many inputs of a position are on."""
MOST_UNITS = 256
"""At most this many units are in a hidden layer."""

LOST_FOR_SURE = -1
WON_FOR_SURE = -2
"""These stand in place of a number of inputs where the result is known without a net."""


class Net(NamedTuple):
    """Weights and biases, the weights row by row. `w1` has a row of zeros behind the inputs'."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    w3: Floats
    b3: Floats


class Batch(NamedTuple):
    """Positions to evaluate: the inputs that are on, their number, and the net's outputs.

    A position has `MOST_INPUTS` places for inputs, and `OUTPUTS` outputs.
    """

    inputs: Ints
    counts: Ints
    chances: Floats


class Layers(NamedTuple):
    """The hidden layers of a position, and the units of the first one that are above 0.

    `active` has room for one more than there are units.
    """

    one: Floats
    two: Floats
    active: Ints


def new_batch(size: int) -> Batch:
    """Return a batch with room for `size` positions."""
    return Batch(ints(size * MOST_INPUTS), ints(size), floats(size * OUTPUTS))


def new_layers(net: Net) -> Layers:
    """Return room for the hidden layers of a net."""
    width, depth = len(net.b1), len(net.b2)
    return Layers(floats(width), floats(depth), ints(width + 1))


@compiled
def evaluate_batch(net: Net, batch: Batch, size: int) -> None:
    """Write the outputs for the first `size` positions."""
    one = floats(MOST_UNITS)
    two = floats(MOST_UNITS)
    active = ints(MOST_UNITS + 1)
    for index in range(size):
        if batch.counts[index] >= 0:
            forward(
                net,
                part(batch.inputs, index * MOST_INPUTS),
                batch.counts[index],
                one,
                two,
                active,
                part(batch.chances, index * OUTPUTS),
            )


@compiled
def forward(
    net: Net, inputs: Ints, count: int, one: Floats, two: Floats, active: Ints, chances: Floats
) -> None:
    """Evaluate one position. The hidden layers are left in `one`, `two` and `active`."""
    width, depth = len(net.b1), len(net.b2)
    one[:width] = net.b1[:width]
    _add_rows(net.w1, inputs, count, one, width)
    found = 0
    for unit in range(width):
        active[found] = unit
        found += one[unit] > single(0)
        one[unit] = max(one[unit], single(0))
    two[:depth] = net.b2[:depth]
    _add_weighted_rows(net.w2, active, found, one, two, depth)
    for unit in range(depth):
        two[unit] = max(two[unit], single(0))
    for output in range(OUTPUTS):
        total = net.b3[output]
        for unit in range(depth):
            total += two[unit] * net.w3[unit * OUTPUTS + output]
        chances[output] = 1 / (1 + exponential(-float(total)))


@compiled
def _add_rows(weights: Floats, rows: Ints, count: int, total: Floats, width: int) -> None:
    """Add the first `count` of these rows.

    It takes four at a time: so `total` is read and written a quarter as often.
    """
    fours = count - count % 4
    for place in range(0, fours, 4):
        a, b = part(weights, rows[place] * width), part(weights, rows[place + 1] * width)
        c, d = part(weights, rows[place + 2] * width), part(weights, rows[place + 3] * width)
        for unit in range(width):
            total[unit] += a[unit] + b[unit] + c[unit] + d[unit]
    for place in range(fours, count):
        a = part(weights, rows[place] * width)
        for unit in range(width):
            total[unit] += a[unit]


@compiled
def _add_weighted_rows(
    weights: Floats, rows: Ints, count: int, factors: Floats, total: Floats, width: int
) -> None:
    """Add the first `count` of these rows, each times the factor of its row, four at a time."""
    fours = count - count % 4
    for place in range(0, fours, 4):
        i, j, k, m = rows[place], rows[place + 1], rows[place + 2], rows[place + 3]
        p, q, r, s = factors[i], factors[j], factors[k], factors[m]
        a, b = part(weights, i * width), part(weights, j * width)
        c, d = part(weights, k * width), part(weights, m * width)
        for unit in range(width):
            total[unit] += p * a[unit] + q * b[unit] + r * c[unit] + s * d[unit]
    for place in range(fours, count):
        i = rows[place]
        p, a = factors[i], part(weights, i * width)
        for unit in range(width):
            total[unit] += p * a[unit]
