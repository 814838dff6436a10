"""The net: both ways to evaluate it, and its files."""

from collections.abc import Callable

import numpy as np
import pytest

from regicide_tui.bots.net import (
    LOST_FOR_SURE,
    MOST_INPUTS,
    Batch,
    Net,
    evaluate_with_loops,
    evaluate_with_numpy,
    new_batch,
    new_net,
)
from regicide_tui.bots.weights import BadWeights, decode_net, encode_net, load_net

INPUTS = 100


def _some_positions(size: int) -> Batch:
    rng = np.random.default_rng(1)
    batch = new_batch(size)
    batch.inputs[:] = rng.integers(0, INPUTS, (size, MOST_INPUTS))
    batch.counts[:] = rng.integers(1, MOST_INPUTS, size)
    return batch


def test_loops_and_numpy_say_the_same() -> None:
    net = new_net(INPUTS, 16, 8, 1)
    one, two = _some_positions(20), _some_positions(20)
    evaluate_with_loops(net, one, 20)
    evaluate_with_numpy(net, two, 20)
    assert np.abs(one.chances - two.chances).max() < 1e-5
    assert np.ptp(one.chances) > 0.01


@pytest.mark.parametrize("evaluate", [evaluate_with_loops, evaluate_with_numpy])
def test_the_net_is_not_asked_where_the_result_is_known(
    evaluate: Callable[[Net, Batch, int], None],
) -> None:
    net, batch = new_net(INPUTS, 16, 8, 1), _some_positions(3)
    batch.counts[1] = LOST_FOR_SURE
    evaluate(net, batch, 3)
    assert batch.chances[1].tolist() == [0, 0]
    assert batch.chances[2].all()


def _same(one: Net, two: Net) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_a_file_of_weights_gives_the_net_again() -> None:
    net = new_net(INPUTS, 16, 8, 2)
    data = encode_net(net, "regicide", 3, {"games": 7})
    assert _same(decode_net(data, "regicide", 3), net)


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
