"""Training: it learns, it can be interrupted, and it comes out the same."""

from pathlib import Path

import numpy as np
import pytest

from regicide_tui.bots.compiled import Floats
from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.net import Net, fresh_net
from regicide_tui.bots.rows.games import GAMES, INPUTS, deal
from regicide_tui.bots.rows.layout import LENGTH
from regicide_tui.bots.rows.player import new_desk
from regicide_tui.bots.training.__main__ import Run, train
from regicide_tui.bots.training.plans import EPOCH, PLANS, Stage
from regicide_tui.bots.training.self_play import (
    NOBODY,
    Table,
    new_trail,
    play_out,
    practise,
    set_targets,
)
from regicide_tui.bots.weights import read_net

PLAN = (Stage(3, 20, 0.02, 0.01), Stage(4, 30, 0.01, 0.001))


def _same(one: Net, two: Net) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


@pytest.mark.parametrize(("game", "guest"), [("regicide", NOBODY), ("duel", 1)])
def test_practice_helps(game: str, guest: int) -> None:
    net, desk, trail, luck = fresh_net(INPUTS[game], 16, 8, 1), new_desk(), new_trail(), luck_of(1)
    table = Table(GAMES[game], 2, np.array([0]), guest)
    before = practise(net, desk, trail, table, 200, 0.0, 0.0, luck)[1]
    practise(net, desk, trail, table, 1_000, 0.05, 0.02, luck)
    after = practise(net, desk, trail, table, 200, 0.0, 0.0, luck)[1]
    assert after > before + 0.05


def _ends(*results: float) -> Floats:
    """Return what a game brought each side: won or not, and so the whole way or none of it."""
    return np.array([[result, result] for result in results], dtype=np.float32)


def test_targets_are_mixed_from_what_follows() -> None:
    trail = new_trail()
    trail.best[:3, 0] = 0.1, 0.2, 0.4
    set_targets(trail, 3, _ends(1.0))
    last, middle = 1.0, 0.8 * 1.0 + 0.2 * 0.4
    first = 0.8 * middle + 0.2 * 0.2
    assert trail.targets[:3, 0] == pytest.approx([first, middle, last])


def test_of_two_rivals_each_learns_from_what_followed_for_himself() -> None:
    trail = new_trail()
    trail.sides[:3] = 0, 1, 0
    trail.best[:3, 0] = 0.1, 0.2, 0.4
    set_targets(trail, 3, _ends(1.0, 0.0))
    assert trail.targets[:3, 0] == pytest.approx([0.8 * 1.0 + 0.2 * 0.4, 0.0, 1.0])


def test_nothing_is_learned_from_what_a_guest_does() -> None:
    net, desk, trail, luck = (
        fresh_net(INPUTS["duel"], 16, 8, 1),
        new_desk(),
        new_trail(),
        luck_of(1),
    )
    row = np.zeros(LENGTH, dtype=np.int64)
    for guest in (0, 1):
        deal(row, GAMES["duel"], 2, 0, luck)
        steps = play_out(row, net, desk, trail, guest, 0.0, luck)
        assert steps > 0
        assert set(trail.sides[:steps].tolist()) == {1 - guest}


def test_nobody_is_blamed_for_a_random_action_after_theirs() -> None:
    trail = new_trail()
    trail.best[:2, 0] = 0.1, 0.7
    trail.strayed[1] = 1
    set_targets(trail, 2, _ends(0.0))
    assert trail.targets[:2, 0] == pytest.approx([0.7, 0.0])


def test_an_interrupted_run_ends_like_one_that_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Run("regicide", 4, tmp_path / "whole", 5)
    train(whole, PLAN, epoch=10, exam=4)
    parts = Run("regicide", 4, tmp_path / "parts", 5)
    kept: list[int] = []

    def keep_and_fall() -> None:
        Run.keep(parts)
        kept.append(parts.done)
        if len(kept) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(parts, "keep", keep_and_fall)
    with pytest.raises(KeyboardInterrupt):
        train(parts, PLAN, epoch=10, exam=4)
    resumed = Run("regicide", 4, tmp_path / "parts", 5)
    assert (resumed.stage, resumed.done) == (1, 10)
    train(resumed, PLAN, epoch=10, exam=4)
    assert _same(resumed.net, whole.net)


def test_what_is_published_can_be_read(tmp_path: Path) -> None:
    run = Run("regicide", 2, tmp_path, 5)
    run.publish()
    assert _same(read_net((tmp_path / "regicide-2.net").read_bytes(), "regicide", 2), run.net)


@pytest.mark.parametrize(("game", "players"), PLANS)
def test_every_plan_ends_with_its_own_players(game: str, players: int) -> None:
    plan = PLANS[game, players]
    assert plan[-1].players == players
    assert all(stage.games % EPOCH == 0 for stage in plan)
