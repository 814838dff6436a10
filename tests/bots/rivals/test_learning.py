"""Learning: a lesson moves a net towards what it is told; the same course makes the same net."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.search.judge import best_of
from regicide_tui.bots.search.learning import (
    Adam,
    Course,
    Story,
    gradient,
    matrix,
    play,
    targets,
)
from regicide_tui.bots.search.netjudge import NetJudge, glance
from regicide_tui.bots.search.train import Run, train
from regicide_tui.games.base import Step
from tests.bots.rivals.games import JUDGES, NAMES

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


@pytest.mark.parametrize("judge", JUDGES, ids=NAMES)
def test_a_guest_goes_by_rules_of_thumb_and_nobody_else_does(
    judge: NetJudge[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    strange: set[int] = set()
    reduce = judge.game.reduce

    def watched(state: Any, action: Any) -> Step[Any]:
        if action != best_of(judge.options(state)):
            strange.add(judge.game.to_act(state) or 0)
        return reduce(state, action)

    monkeypatch.setattr(judge.game, "reduce", watched)
    for number in range(3):
        luck = Random(number)
        strange.clear()
        play(judge, "guests", Course(1, whim=0, stray=1, guests=1), luck)
        assert len(strange) == 1
        strange.clear()
        play(judge, "guests", Course(1, whim=0, stray=1), luck)
        assert len(strange) == 2


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("king_of_the_dead", 3)])
def test_the_same_courses_make_the_same_net_even_if_they_are_interrupted(
    game: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Course(4, lesson=2, whim=0.9, mood=1.0, tables=(players,))
    courses = (course, course)
    whole = train(Run(game, players, tmp_path / "whole"), courses, report=2).read_bytes()
    kept: list[int] = []

    def keep_and_fall(run: Run) -> None:
        keep(run)
        kept.append(run.pupil.games)
        raise InterruptedError

    keep = Run.keep
    monkeypatch.setattr(Run, "keep", keep_and_fall)
    for _ in range(4):
        with pytest.raises(InterruptedError):
            train(Run(game, players, tmp_path / "parts"), courses, report=2)
    assert kept == [2, 4, 2, 4]
    assert train(Run(game, players, tmp_path / "parts"), courses).read_bytes() == whole
