"""Training: it learns, it can be interrupted, and it always gives the same net."""

from pathlib import Path

import pytest

from regicide_tui.bots.encoded.state import SEATS
from regicide_tui.bots.library import Floats, floats_of, ints_of
from regicide_tui.bots.net import OUTPUTS, Net, decode_net
from regicide_tui.bots.rng import new_rng
from regicide_tui.bots.training.__main__ import INPUTS, Run, find_trainer, train, win_against_pages
from regicide_tui.bots.training.adam import new_adam, new_net
from regicide_tui.bots.training.schedules import EPOCH, SCHEDULES, Stage
from regicide_tui.bots.training.self_play import (
    LAMBDA,
    GameSetup,
    Trajectory,
    new_trajectory,
    set_targets,
)

pytestmark = pytest.mark.slow

SCHEDULE = (Stage(3, 20, 0.02, 0.01, 2), Stage(4, 30, 0.01, 0.001, 5))


def _same(one: Net, two: Net) -> bool:
    return one == two


def test_training_helps() -> None:
    net, rng = new_net(INPUTS["regicide"], 16, 8, 1), new_rng(1)
    train, setup = find_trainer("regicide"), GameSetup(2, ints_of([0]), 4)
    before = train(net, new_adam(net), setup, 200, 0.0, 0.0, rng)[1]
    train(net, new_adam(net), setup, 1_000, 0.05, 0.002, rng)
    assert train(net, new_adam(net), setup, 200, 0.0, 0.0, rng)[1] > before + 0.05


@pytest.mark.parametrize(
    ("game", "random_share"),
    [("duel", 0.05), pytest.param("king_of_the_dead", 1.0, marks=pytest.mark.attack)],
)
def test_training_helps_against_pages(game: str, random_share: float) -> None:
    net, rng = new_net(INPUTS[game], 32, 16, 1), new_rng(1)
    before = win_against_pages(game, 2, net, 40)
    setup = GameSetup(2, ints_of([0]), 4)
    find_trainer(game)(net, new_adam(net), setup, 1_000, random_share, 0.002, rng)
    assert win_against_pages(game, 2, net, 40) > before + 0.2


def _results(*results: float) -> Floats:
    """Return the right outputs for each side: won and full progress, or lost and none."""
    outputs = [result for result in results for _ in range(OUTPUTS)]
    return floats_of([*outputs, *[0.0] * (SEATS * OUTPUTS - len(outputs))])


def _expect(trajectory: Trajectory, *chances: float) -> None:
    """Write the chances of winning that the best actions had."""
    for step, chance in enumerate(chances):
        trajectory.best[step * OUTPUTS] = chance


def _targets(trajectory: Trajectory, steps: int) -> list[float]:
    """Return the targets of the chances of winning."""
    return trajectory.targets[: steps * OUTPUTS].tolist()[::OUTPUTS]


def test_targets_are_mixed_from_what_follows() -> None:
    trajectory = new_trajectory()
    _expect(trajectory, 0.1, 0.2, 0.4)
    set_targets(trajectory, 3, _results(1.0), LAMBDA)
    last, middle = 1.0, 0.8 * 1.0 + 0.2 * 0.4
    first = 0.8 * middle + 0.2 * 0.2
    assert _targets(trajectory, 3) == pytest.approx([first, middle, last])


def test_each_of_two_rivals_learns_from_its_own_results() -> None:
    trajectory = new_trajectory()
    trajectory.sides[:3] = ints_of([0, 1, 0])
    _expect(trajectory, 0.1, 0.2, 0.4)
    set_targets(trajectory, 3, _results(1.0, 0.0), LAMBDA)
    assert _targets(trajectory, 3) == pytest.approx([0.8 * 1.0 + 0.2 * 0.4, 0.0, 1.0])


def test_a_random_action_does_not_lower_the_targets_before_it() -> None:
    trajectory = new_trajectory()
    _expect(trajectory, 0.1, 0.7)
    trajectory.was_random[1] = 1
    set_targets(trajectory, 2, _results(0.0), LAMBDA)
    assert _targets(trajectory, 2) == pytest.approx([0.7, 0.0])


@pytest.mark.parametrize("game", ["regicide", "king_of_the_dead"])
def test_an_interrupted_run_ends_like_one_that_was_not(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Run(game, 4, tmp_path / "whole", 5)
    train(whole, SCHEDULE, epoch=10, test_games=4)
    parts = Run(game, 4, tmp_path / "parts", 5)
    kept: list[int] = []

    def keep_and_stop() -> None:
        Run.keep(parts)
        kept.append(parts.done)
        if len(kept) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(parts, "keep", keep_and_stop)
    with pytest.raises(KeyboardInterrupt):
        train(parts, SCHEDULE, epoch=10, test_games=4)
    resumed = Run(game, 4, tmp_path / "parts", 5)
    assert (resumed.stage, resumed.done) == (1, 10)
    train(resumed, SCHEDULE, epoch=10, test_games=4)
    assert _same(resumed.net, whole.net)


@pytest.mark.parametrize(
    ("done", "won", "over"),
    [(90, 0.9, False), (100, 0.4, False), (100, 0.5, True), (990, 0.4, False), (1000, 0.0, True)],
)
def test_a_stage_goes_on_until_the_net_wins_but_not_for_ever(
    done: int, won: float, over: bool
) -> None:
    stage = Stage(3, 100, 0.1, 0.01, 10, until=0.5)
    assert stage.is_over(done, won) is over
    assert stage.rate(done) >= 0.01
    assert stage.chance_of_random(done) >= 0


def test_a_published_net_can_be_read(tmp_path: Path) -> None:
    run = Run("regicide", 2, tmp_path, 5)
    run.publish()
    assert _same(decode_net((tmp_path / "regicide-2.net").read_bytes(), "regicide", 2), run.net)


@pytest.mark.parametrize(("game", "players"), SCHEDULES)
def test_every_plan_ends_with_its_own_players(game: str, players: int) -> None:
    schedule = SCHEDULES[game, players]
    assert schedule[-1].players == players
    assert all(stage.games % EPOCH == 0 for stage in schedule)
    assert all(EPOCH % stage.batch == 0 for stage in schedule)
