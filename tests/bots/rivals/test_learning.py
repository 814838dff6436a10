"""Learning: a lesson moves a net towards what it is told; the same course makes the same net."""

from pathlib import Path

import numpy as np

from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.search.learning import Adam, Course, Story, gradient, matrix, targets
from regicide_tui.bots.search.netjudge import glance
from regicide_tui.bots.search.train import train

TWO = [[0, 1, 1], [2, 3]]


def test_a_net_learns_what_it_is_told() -> None:
    net = fresh_net(4, 8, 4, 1)
    adam, inputs, wanted = Adam(net), matrix(TWO, 4), np.array([0.9, 0.2], dtype=np.float32)
    first = gradient(net, inputs, wanted)[0]
    for _ in range(500):
        adam.move(net, gradient(net, inputs, wanted)[1], 0.01)
    assert gradient(net, inputs, wanted)[0] < first
    assert [round(glance(net, on), 1) for on in TWO] == [0.9, 0.2]


def test_a_position_is_worth_what_followed() -> None:
    net = fresh_net(4, 8, 4, 1)
    now, later = (glance(net, on) for on in TWO)
    assert now != later
    _, wanted = targets(net, [Story(TWO, 1.0)], 0.5)
    assert np.allclose(wanted, [0.5 * 1 + 0.5 * later, 1.0], atol=1e-6)


def test_the_same_course_makes_the_same_net(tmp_path: Path) -> None:
    for game in ("duel", "king_of_the_dead"):
        course = (Course(4, lesson=2, whim=0.9, mood=1.0),)
        made = [train(game, course, tmp_path / name).read_bytes() for name in "ab"]
        assert made[0] == made[1]
