"""Adam moves the net against the gradient of its error."""

from math import log

import numpy as np
import pytest

from regicide_tui.bots.library import Floats, Ints, floats, floats_of, ints_of
from regicide_tui.bots.net import OUTPUTS, Layers, Net, forward, new_layers
from regicide_tui.bots.training.adam import Adam, add_gradient, new_adam, new_net, take_step

INPUTS, WIDTH, DEPTH = 30, 12, 6
ON = ints_of([2, 3, 11, 29])
TARGETS = floats_of([0.9, 0.2])
STEP = 0.002


def _rooms(net: Net) -> tuple[Layers, Floats]:
    return new_layers(), floats(OUTPUTS)


def _add(net: Net, adam: Adam, on: Ints = ON, targets: Floats = TARGETS) -> float:
    return add_gradient(net, adam, on, len(on), targets, *_rooms(net))


def _loss(net: Net) -> float:
    """Return the cross entropy of the chance of winning, and 0.3 of that of the progress."""
    layers, chances = _rooms(net)
    forward(net, ON, len(ON), layers, chances)
    wanted = zip(TARGETS, chances, strict=True)
    win, progress = [-(to * log(said) + (1 - to) * log(1 - said)) for to, said in wanted]
    return win + 0.3 * progress


@pytest.mark.parametrize("name", Net._fields)
def test_the_gradient_is_the_slope_of_the_loss(name: str) -> None:
    net = new_net(INPUTS, WIDTH, DEPTH, 3)
    adam = new_adam(net)
    _add(net, adam)
    part, gradient = getattr(net, name), getattr(adam.gradient, name)
    tried = 0
    for place in range(len(part)):
        if tried == 60 or (name == "w1" and place // WIDTH not in ON):
            continue
        tried += 1
        before = part[place]
        part[place] = before + STEP
        above = _loss(net)
        part[place] = before - STEP
        below = _loss(net)
        part[place] = before
        assert gradient[place] == pytest.approx((above - below) / (2 * STEP), abs=0.003)


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
    slopes = np.array(adam.gradient.w1)
    take_step(net, adam, 0.01)
    moved = np.array(still.w1) - np.array(net.w1)
    large = np.abs(slopes) > 1e-3
    assert large.any()
    assert moved[large] == pytest.approx(0.01 * np.sign(slopes[large]), rel=0.01)
    assert not moved[slopes == 0].any()
    assert not any(adam.gradient.w1)


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
