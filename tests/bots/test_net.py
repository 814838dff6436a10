"""The net: what it says, and its files."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from regicide_tui.bots.library import Floats, ints_of
from regicide_tui.bots.net import (
    LOST_FOR_SURE,
    MOST_INPUTS,
    OUTPUTS,
    BadWeights,
    Batch,
    Net,
    decode_net,
    encode_net,
    evaluate_batch,
    load_net,
    new_batch,
)
from regicide_tui.bots.training.adam import new_net

INPUTS = 100


def _some_positions(size: int) -> Batch:
    rng = np.random.default_rng(1)
    batch = new_batch(size)
    batch.inputs[:] = ints_of(rng.integers(0, INPUTS, size * MOST_INPUTS).tolist())
    batch.counts[:] = ints_of(rng.integers(1, MOST_INPUTS, size).tolist())
    return batch


def _by_numpy(net: Net, batch: Batch, position: int) -> Any:
    """Return what a net says of a position, by matrices of numpy."""
    first = position * MOST_INPUTS
    on = batch.inputs[first : first + batch.counts[position]]
    w1, w2, w3 = [
        np.array(weights).reshape(-1, len(biases))
        for weights, biases in ((net.w1, net.b1), (net.w2, net.b2), (net.w3, net.b3))
    ]
    one = np.maximum(w1[[*on]].sum(axis=0) + net.b1, 0)
    two = np.maximum(one @ w2 + net.b2, 0)
    return 1 / (1 + np.exp(-(two @ w3 + net.b3)))


def _said(batch: Batch, position: int) -> Floats:
    return batch.chances[position * OUTPUTS : (position + 1) * OUTPUTS]


def test_the_net_says_what_its_matrices_say() -> None:
    net, batch = new_net(INPUTS, 16, 8, 1), _some_positions(20)
    evaluate_batch(net, batch, 20)
    for position in range(20):
        assert _said(batch, position) == pytest.approx(_by_numpy(net, batch, position), abs=1e-5)
    assert max(batch.chances) - min(batch.chances) > 0.01


def test_the_net_is_not_asked_where_the_result_is_known() -> None:
    net, batch = new_net(INPUTS, 16, 8, 1), _some_positions(3)
    batch.counts[1] = LOST_FOR_SURE
    evaluate_batch(net, batch, 3)
    assert not any(_said(batch, 1))
    assert all(_said(batch, 2))


def test_a_file_of_weights_gives_the_net_again() -> None:
    net = new_net(INPUTS, 16, 8, 2)
    data = encode_net(net, "regicide", 3, {"games": 7})
    assert decode_net(data, "regicide", 3) == net


@pytest.mark.parametrize("players", [2, 4])
def test_weights_for_another_number_of_players_are_refused(players: int) -> None:
    data = encode_net(new_net(INPUTS, 16, 8, 2), "regicide", 3, {})
    with pytest.raises(BadWeights):
        decode_net(data, "regicide", players)


@pytest.mark.parametrize(
    "harm", [lambda data: data[:-1], lambda data: data[:-1] + b"!", lambda _: b""]
)
def test_damaged_weights_are_refused(harm: Callable[[bytes], bytes]) -> None:
    data = encode_net(new_net(INPUTS, 16, 8, 2), "regicide", 3, {})
    with pytest.raises(BadWeights):
        decode_net(harm(data), "regicide", 3)


def test_missing_weights_raise_an_error() -> None:
    with pytest.raises(BadWeights):
        load_net("regicide", 9)
