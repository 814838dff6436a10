"""Adam: steps of gradient descent that are scaled for each weight, after batches of games.

Gradients are summed up over the positions of a batch. Then every weight moves by about the learning
rate, against the mean of its latest gradients.
"""

from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import Floats, Ints, compiled
from regicide_tui.bots.net import OUTPUTS, Layers, Net, forward, new_layers

_MEAN_DECAY = 0.9
"""How much of the mean of the gradients is kept at a step."""
_SQUARE_DECAY = 0.999
"""How much of the mean of their squares is kept at a step."""
_TINY = 1e-6
_PROGRESS = 0.3
"""The weight of the error of the progress, beside that of the chance of winning."""

_STEPS, _POSITIONS = range(2)


class Adam(NamedTuple):
    """The sum of the gradients since the last step, and the means of gradients and squares.

    `counts` has the number of steps so far, and of the positions since the last one.
    """

    gradient: Net
    mean: Net
    square: Net
    counts: Ints


def new_adam(net: Net) -> Adam:
    """Return the state before the first step."""
    gradient, mean, square = (Net(*[np.zeros_like(part) for part in net]) for _ in range(3))
    return Adam(gradient, mean, square, np.zeros(2, dtype=np.int64))


make_layers = compiled(new_layers)
"""Returns room for the hidden layers of a net, also in compiled functions."""


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
    one, two, places = layers
    forward(net, inputs, count, one, two, places, chances)
    adam.counts[_POSITIONS] += 1
    gradient = adam.gradient
    back = np.zeros(two.size, dtype=np.float32)
    for output in range(OUTPUTS):
        error = chances[output] - targets[output]
        error *= np.float32(1.0 if output == 0 else _PROGRESS)
        gradient.b3[output] += error
        for unit in range(two.size):
            if two[unit] > 0:
                back[unit] += error * net.w3[unit, output]
                gradient.w3[unit, output] += error * two[unit]
    gradient.b2[:] += back
    deeper = np.zeros(one.size, dtype=np.float32)
    for unit in range(one.size):
        active = one[unit]
        if active > 0:
            weights, slopes = net.w2[unit], gradient.w2[unit]
            total = np.float32(0)
            for other in range(back.size):
                total += back[other] * weights[other]
                slopes[other] += active * back[other]
            deeper[unit] = total
    gradient.b1[:] += deeper
    for place in range(count):
        slopes = gradient.w1[inputs[place]]
        for unit in range(one.size):
            slopes[unit] += deeper[unit]
    return float(chances[0] - targets[0]) ** 2


@compiled
def take_step(net: Net, adam: Adam, rate: float) -> None:
    """Move the net against the gradients since the last step, and forget these."""
    adam.counts[_STEPS] += 1
    share = np.float32(1 / max(1, adam.counts[_POSITIONS]))
    adam.counts[_POSITIONS] = 0
    # At first both means are too small, because they begin with 0.
    length = np.float32(rate / (1 - _MEAN_DECAY ** adam.counts[_STEPS]))
    scale = np.float32(1 / (1 - _SQUARE_DECAY ** adam.counts[_STEPS]))
    gradient, mean, square = adam.gradient, adam.mean, adam.square
    _move(net.w1, gradient.w1, mean.w1, square.w1, share, length, scale)
    _move(net.b1, gradient.b1, mean.b1, square.b1, share, length, scale)
    _move(net.w2, gradient.w2, mean.w2, square.w2, share, length, scale)
    _move(net.b2, gradient.b2, mean.b2, square.b2, share, length, scale)
    _move(net.w3, gradient.w3, mean.w3, square.w3, share, length, scale)
    _move(net.b3, gradient.b3, mean.b3, square.b3, share, length, scale)


@compiled
def _move(
    part: Floats,
    gradient: Floats,
    mean: Floats,
    square: Floats,
    share: np.float32,
    length: np.float32,
    scale: np.float32,
) -> None:
    """Move one part of the net."""
    weights, slopes = part.reshape(-1), gradient.reshape(-1)
    means, squares = mean.reshape(-1), square.reshape(-1)
    for index in range(weights.size):
        slope = slopes[index] * share
        slopes[index] = 0
        means[index] += np.float32(1 - _MEAN_DECAY) * (slope - means[index])
        squares[index] += np.float32(1 - _SQUARE_DECAY) * (slope * slope - squares[index])
        weights[index] -= length * means[index] / (np.sqrt(scale * squares[index]) + _TINY)
