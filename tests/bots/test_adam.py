"""Adam moves the net against the gradient of its error."""

import numpy as np
import pytest

from regicide_tui.bots.compiled import Floats, Ints
from regicide_tui.bots.net import OUTPUTS, Layers, Net, forward, new_layers, new_net
from regicide_tui.bots.training.adam import Adam, add_gradient, new_adam, take_step

INPUTS, WIDTH, DEPTH = 30, 12, 6
ON = np.array([2, 3, 11, 29], dtype=np.int64)
TARGETS = np.array([0.9, 0.2], dtype=np.float32)


def _rooms(net: Net) -> tuple[Layers, Floats]:
    return new_layers(net), np.zeros(OUTPUTS, dtype=np.float32)


def _add(net: Net, adam: Adam, on: Ints = ON, targets: Floats = TARGETS) -> float:
    return add_gradient(net, adam, on, on.size, targets, *_rooms(net))


def _loss(net: Net) -> float:
    """Return the cross entropy of the chance of winning, and 0.3 of that of the progress."""
    layers, chances = _rooms(net)
    forward(net, ON, ON.size, *layers, chances)
    said = chances.astype(float)
    entropy = -(TARGETS * np.log(said) + (1 - TARGETS) * np.log(1 - said))
    return float(entropy[0] + 0.3 * entropy[1])


@pytest.mark.parametrize("name", Net._fields)
def test_the_gradient_is_the_slope_of_the_loss(name: str) -> None:
    net = new_net(INPUTS, WIDTH, DEPTH, 3)
    adam = new_adam(net)
    _add(net, adam)
    part, gradient = getattr(net, name), getattr(adam.gradient, name)
    tried = 0
    for place in np.ndindex(part.shape):
        if tried == 60 or (name == "w1" and place[0] not in ON):
            continue
        tried += 1
        before = part[place]
        part[place] = before + 0.01
        above = _loss(net)
        part[place] = before - 0.01
        below = _loss(net)
        part[place] = before
        assert gradient[place] == pytest.approx((above - below) / 0.02, abs=0.003)


def test_steps_lead_to_the_targets() -> None:
    net = new_net(INPUTS, WIDTH, DEPTH, 3)
    adam = new_adam(net)
    first = _add(net, adam)
    for _ in range(300):
        take_step(net, adam, 0.01)
        last = _add(net, adam)
    assert last < 0.01 * first


def test_the_first_step_moves_each_weight_by_the_rate() -> None:
    net, still = new_net(INPUTS, WIDTH, DEPTH, 3), new_net(INPUTS, WIDTH, DEPTH, 3)
    adam = new_adam(net)
    _add(net, adam)
    slopes = adam.gradient.w1.copy()
    take_step(net, adam, 0.01)
    moved = still.w1 - net.w1
    large = np.abs(slopes) > 1e-3
    assert large.any()
    assert moved[large] == pytest.approx(0.01 * np.sign(slopes[large]), rel=0.01)
    assert not moved[slopes == 0].any()
    assert not adam.gradient.w1.any()


def test_a_batch_counts_as_its_mean() -> None:
    net, other = new_net(INPUTS, WIDTH, DEPTH, 3), new_net(INPUTS, WIDTH, DEPTH, 3)
    one, two = new_adam(net), new_adam(other)
    _add(net, one)
    for _ in range(4):
        _add(other, two)
    take_step(net, one, 0.01)
    take_step(other, two, 0.01)
    assert np.allclose(net.w2, other.w2, atol=1e-6)
    assert np.allclose(one.square.w2, two.square.w2)
