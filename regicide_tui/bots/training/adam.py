"""Adam: gradient descent with a scale for each weight, after batches of games.

Gradients are summed over the positions of a batch. Then every weight moves by about the learning
rate, against the mean of its latest gradients.
"""

from math import sqrt
from random import Random
from typing import NamedTuple

from regicide_tui.bots.library import (
    Floats,
    Ints,
    Single,
    compiled,
    floats,
    floats_of,
    ints,
    part,
    single,
)
from regicide_tui.bots.net import MOST_UNITS, OUTPUTS, Layers, Net, forward

_MEAN_DECAY = 0.9
"""The share of the mean of the gradients to keep at each step."""
_SQUARE_DECAY = 0.999
"""The share of the mean of their squares to keep at each step."""
_TINY = 1e-6
_USUAL_INPUTS = 64
"""The approximate number of active inputs, to which the initial random weights are scaled."""
_PROGRESS = 0.3
"""The weight of the progress's error, relative to that of the chance of winning."""

_STEPS, _POSITIONS = range(2)


class Adam(NamedTuple):
    """The sum of the gradients since the last step, and the means of gradients and squares.

    `counts` contains the number of steps so far, and of positions since the last one.
    """

    gradient: Net
    mean: Net
    square: Net
    counts: Ints


def new_net(inputs: int, first: int, second: int, seed: int) -> Net:
    """Return a net with random weights."""
    random = Random(seed)  # noqa: S311  # no secret

    def weights(rows: int, columns: int, fan_in: int) -> Floats:
        return floats_of(random.gauss(0, (2 / fan_in) ** 0.5) for _ in range(rows * columns))

    w1 = weights(inputs, first, _USUAL_INPUTS) + floats(first)
    w2, w3 = weights(first, second, first), weights(second, OUTPUTS, 4 * second)
    return Net(w1, floats(first), w2, floats(second), w3, floats(OUTPUTS))


def new_adam(net: Net) -> Adam:
    """Return the state before the first step."""
    gradient, mean, square = [Net(*[floats(len(one)) for one in net]) for _ in range(3)]
    return Adam(gradient, mean, square, ints(2))


@compiled
def add_gradient(
    net: Net,
    adam: Adam,
    inputs: Ints,
    count: int,
    targets: Floats,
    layers: Layers,
    chances: Floats,
) -> float:
    """Add the gradient of one position. Return the squared error of the chance of winning.

    `layers` and `chances` are room for the layers of the net.
    """
    forward(net, inputs, count, layers, chances)
    adam.counts[_POSITIONS] += 1
    back = floats(MOST_UNITS)
    deeper = floats(MOST_UNITS)
    _pass_outputs(net, adam.gradient, targets, layers, chances, back)
    _pass_second_layer(net, adam.gradient, layers, back, deeper)
    width = len(net.b1)
    for place in range(count):
        slopes = part(adam.gradient.w1, inputs[place] * width)
        for unit in range(width):
            slopes[unit] += deeper[unit]
    missed = float(chances[0] - targets[0])
    return missed * missed


@compiled
def _pass_outputs(
    net: Net, gradient: Net, targets: Floats, layers: Layers, chances: Floats, back: Floats
) -> None:
    """Add the gradients of the output weights, and those of the second layer to `back`."""
    two, depth = layers.two, len(net.b2)
    for output in range(OUTPUTS):
        error = chances[output] - targets[output]
        if output > 0:
            error *= single(_PROGRESS)
        gradient.b3[output] += error
        for unit in range(depth):
            if two[unit] > single(0):
                back[unit] += error * net.w3[unit * OUTPUTS + output]
                gradient.w3[unit * OUTPUTS + output] += error * two[unit]


@compiled
def _pass_second_layer(
    net: Net, gradient: Net, layers: Layers, back: Floats, deeper: Floats
) -> None:
    """Add the gradients of the second layer's weights, and write those of the first layer."""
    depth = len(net.b2)
    for unit in range(depth):
        gradient.b2[unit] += back[unit]
    for unit in range(len(net.b1)):
        active = layers.one[unit]
        if active > single(0):
            weights, slopes = part(net.w2, unit * depth), part(gradient.w2, unit * depth)
            total = single(0)
            for other in range(depth):
                total += back[other] * weights[other]
                slopes[other] += active * back[other]
            deeper[unit] = total
            gradient.b1[unit] += total


@compiled
def take_step(net: Net, adam: Adam, rate: float) -> None:
    """Move the net against the gradients since the last step, then reset them."""
    adam.counts[_STEPS] += 1
    share = single(1 / max(1, adam.counts[_POSITIONS]))
    adam.counts[_POSITIONS] = 0
    # At first, both means are too small, because they start at 0.
    length = single(rate / (1 - _power(_MEAN_DECAY, adam.counts[_STEPS])))
    scale = single(1 / (1 - _power(_SQUARE_DECAY, adam.counts[_STEPS])))
    gradient, mean, square = adam.gradient, adam.mean, adam.square
    _move(net.w1, len(net.w1), gradient.w1, mean.w1, square.w1, share, length, scale)
    _move(net.b1, len(net.b1), gradient.b1, mean.b1, square.b1, share, length, scale)
    _move(net.w2, len(net.w2), gradient.w2, mean.w2, square.w2, share, length, scale)
    _move(net.b2, len(net.b2), gradient.b2, mean.b2, square.b2, share, length, scale)
    _move(net.w3, len(net.w3), gradient.w3, mean.w3, square.w3, share, length, scale)
    _move(net.b3, len(net.b3), gradient.b3, mean.b3, square.b3, share, length, scale)


@compiled
def _power(base: float, exponent: int) -> float:
    """Return a power by multiplication, so that the result is the same everywhere."""
    found = 1.0
    for _ in range(exponent):
        found *= base
    return found


@compiled
def _move(
    weights: Floats,
    size: int,
    slopes: Floats,
    means: Floats,
    squares: Floats,
    share: Single,
    length: Single,
    scale: Single,
) -> None:
    """Move one part of the net."""
    for index in range(size):
        slope = slopes[index] * share
        slopes[index] = single(0)
        means[index] += single(1 - _MEAN_DECAY) * (slope - means[index])
        squares[index] += single(1 - _SQUARE_DECAY) * (slope * slope - squares[index])
        root = single(sqrt(float(scale * squares[index])))
        weights[index] -= length * means[index] / (root + single(_TINY))
