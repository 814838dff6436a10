"""Learning: a lesson moves a net towards what it is told; the same course makes the same net."""

from pathlib import Path

import numpy as np
import pytest

from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.search.learning import (
    Adam,
    Course,
    Story,
    gradient,
    matrix,
    targets,
)
from regicide_tui.bots.search.netjudge import glance
from regicide_tui.bots.search.train import Run, train

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


def test_the_same_courses_make_the_same_net_even_if_they_are_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Course(4, lesson=2, whim=0.9, mood=1.0, tables=(3,))
    courses = (course, course)
    whole = train(Run(3, tmp_path / "whole"), courses, report=2).read_bytes()
    kept: list[int] = []

    def keep_and_fall(run: Run) -> None:
        keep(run)
        kept.append(run.pupil.games)
        raise InterruptedError

    keep = Run.keep
    monkeypatch.setattr(Run, "keep", keep_and_fall)
    for _ in range(4):
        with pytest.raises(InterruptedError):
            train(Run(3, tmp_path / "parts"), courses, report=2)
    assert kept == [2, 4, 2, 4]
    assert train(Run(3, tmp_path / "parts"), courses).read_bytes() == whole
