"""Training moves a net towards its targets, and the same schedule makes the same net."""

from pathlib import Path

import numpy as np
import pytest

from regicide_tui.bots.king_of_the_dead.training.__main__ import Run, train
from regicide_tui.bots.king_of_the_dead.training.learning import (
    Adam,
    Episode,
    TrainingStage,
    gradient,
    matrix,
    targets,
)
from regicide_tui.bots.net import compute_chance, new_net

TWO = [[0, 1, 1], [2, 3]]


def test_a_net_learns_its_targets() -> None:
    net = new_net(4, 8, 4, 1)
    adam, inputs, wanted = Adam(net), matrix(TWO, 4), np.array([0.9, 0.2], dtype=np.float32)
    first = gradient(net, inputs, wanted)[0]
    for _ in range(500):
        adam.move(net, gradient(net, inputs, wanted)[1], 0.01)
    assert gradient(net, inputs, wanted)[0] < first
    assert [round(compute_chance(net, on), 1) for on in TWO] == [0.9, 0.2]


def test_the_target_of_a_position_is_what_followed() -> None:
    net = new_net(4, 8, 4, 1)
    now, later = (compute_chance(net, on) for on in TWO)
    assert now != later
    _, wanted = targets(net, [Episode(TWO, 1.0)], 0.5)
    assert np.allclose(wanted, [0.5 * 1 + 0.5 * later, 1.0], atol=1e-6)


@pytest.mark.slow
def test_the_same_schedule_makes_the_same_net_even_if_it_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = TrainingStage(4, games_per_update=2, heuristic_share=0.9, noise=1.0, player_counts=(3,))
    schedule = (stage, stage)
    whole = train(Run(3, tmp_path / "whole"), schedule, report_every=2).read_bytes()
    kept: list[int] = []

    def keep_and_stop(run: Run) -> None:
        keep(run)
        kept.append(run.learner.games)
        raise InterruptedError

    keep = Run.keep
    monkeypatch.setattr(Run, "keep", keep_and_stop)
    for _ in range(4):
        with pytest.raises(InterruptedError):
            train(Run(3, tmp_path / "parts"), schedule, report_every=2)
    assert kept == [2, 4, 2, 4]
    assert train(Run(3, tmp_path / "parts"), schedule).read_bytes() == whole
