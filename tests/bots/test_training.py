"""Training: it learns, it can be interrupted, and it comes out the same."""

from pathlib import Path

import numpy as np
import pytest

from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.net import Net, fresh_net
from regicide_tui.bots.regicide.features import INPUTS
from regicide_tui.bots.regicide.player import new_desk
from regicide_tui.bots.training.__main__ import Run, train
from regicide_tui.bots.training.plans import PLANS, Stage
from regicide_tui.bots.training.self_play import new_trail, practise, set_targets
from regicide_tui.bots.weights import read_net

PLAN = (Stage(3, 20, 0.02, 0.01), Stage(4, 30, 0.01, 0.001))


def _same(one: Net, two: Net) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_practice_makes_the_royals_fall() -> None:
    net, desk, trail, luck = fresh_net(INPUTS, 16, 8, 1), new_desk(), new_trail(), luck_of(1)
    none = np.array([0])
    before = practise(net, desk, trail, 2, none, 40, 0.0, 0.0, luck)[1]
    practise(net, desk, trail, 2, none, 1_000, 0.05, 0.02, luck)
    after = practise(net, desk, trail, 2, none, 40, 0.0, 0.0, luck)[1]
    assert after > before + 0.05


def test_targets_are_mixed_from_what_follows() -> None:
    trail = new_trail()
    trail.best[:3, 0] = 0.1, 0.2, 0.4
    set_targets(trail, 3, 1.0, 1.0)
    last, middle = 1.0, 0.8 * 1.0 + 0.2 * 0.4
    first = 0.8 * middle + 0.2 * 0.2
    assert trail.targets[:3, 0] == pytest.approx([first, middle, last])


def test_nobody_is_blamed_for_a_random_action_after_theirs() -> None:
    trail = new_trail()
    trail.best[:2, 0] = 0.1, 0.7
    trail.strayed[1] = 1
    set_targets(trail, 2, 0.0, 0.0)
    assert trail.targets[:2, 0] == pytest.approx([0.7, 0.0])


def test_an_interrupted_run_ends_like_one_that_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Run(4, tmp_path / "whole", 5)
    train(whole, PLAN, epoch=10, exam=4)
    parts = Run(4, tmp_path / "parts", 5)
    kept: list[int] = []

    def keep_and_fall() -> None:
        Run.keep(parts)
        kept.append(parts.done)
        if len(kept) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(parts, "keep", keep_and_fall)
    with pytest.raises(KeyboardInterrupt):
        train(parts, PLAN, epoch=10, exam=4)
    resumed = Run(4, tmp_path / "parts", 5)
    assert (resumed.stage, resumed.done) == (1, 10)
    train(resumed, PLAN, epoch=10, exam=4)
    assert _same(resumed.net, whole.net)


def test_what_is_published_can_be_read(tmp_path: Path) -> None:
    run = Run(2, tmp_path, 5)
    run.publish()
    assert _same(read_net((tmp_path / "regicide-2.net").read_bytes(), "regicide", 2), run.net)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_plan_ends_with_its_own_players(players: int) -> None:
    assert PLANS[players][-1].players == players
    assert all(stage.games % 10_000 == 0 for stage in PLANS[players])
