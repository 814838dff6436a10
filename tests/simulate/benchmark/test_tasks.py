"""The tasks: who sits where, which deals are complete, and commands that play the same games."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from regicide_tui.games import find
from regicide_tui.simulate.benchmark.tasks import (
    BASELINES,
    DEVELOPMENT_SEED,
    OFFICIAL_SEED,
    PROGRAM_SECONDS,
    TASKS,
    TASKS_BY_NAME,
    Task,
    write_command,
)
from regicide_tui.simulate.command import Run, simulate
from regicide_tui.simulate.errors import BadBots
from tests.simulate.test_programs import FIRST_LEGAL, program

each_task = pytest.mark.parametrize("task", TASKS, ids=TASKS_BY_NAME)


@each_task
def test_every_baseline_can_play_it(task: Task) -> None:
    assert task.players in find(task.game).player_counts
    for bot in BASELINES:
        assert task.plan(bot, DEVELOPMENT_SEED).bots[0] == bot


def test_partners_are_all_the_player_and_rivals_are_all_the_opponent() -> None:
    together = TASKS_BY_NAME["regicide-3"].plan("page", DEVELOPMENT_SEED)
    assert (together.bots, together.around) == (("page",) * 3, False)
    against = TASKS_BY_NAME["king-3"].plan("page", DEVELOPMENT_SEED)
    assert (against.bots, against.around) == (("page", "knight", "knight"), True)


@each_task
def test_rivals_play_each_deal_from_every_seat(task: Task) -> None:
    count = task.round_up(10)
    plan = task.plan("page", DEVELOPMENT_SEED)
    deals = [plan.seed_of(number) for number in range(1, count + 1)]
    each = task.players if task.opponent else 1
    assert {deals.count(deal) for deal in deals} == {each}
    assert 10 <= count < 10 + each
    assert task.round_up(count) == count


def test_a_bot_that_can_not_play_is_refused() -> None:
    with pytest.raises(BadBots):
        TASKS_BY_NAME["duel-squire"].plan("dragon", DEVELOPMENT_SEED)
    with pytest.raises(BadBots):
        TASKS_BY_NAME["duel-squire"].plan("page,page", DEVELOPMENT_SEED)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["regicide-2", "duel-squire"])
@pytest.mark.parametrize("is_program", [False, True])
def test_the_command_plays_the_same_games(tmp_path: Path, name: str, *, is_program: bool) -> None:
    task = TASKS_BY_NAME[name]
    bot = program(tmp_path, FIRST_LEGAL) if is_program else "page"
    plan, out = task.plan(bot, DEVELOPMENT_SEED), tmp_path / "games.csv"
    simulate(plan, 4, Run(out=out))
    command = shlex.split(write_command(plan, 4, out))
    assert command[:2] == ["regicide-tui", "simulate"]
    again = tmp_path / "again"
    again.mkdir()
    subprocess.run(
        [sys.executable, "-m", "regicide_tui", *command[1:]],
        cwd=again,
        check=True,
        capture_output=True,
    )
    assert (again / "games.csv").read_bytes() == out.read_bytes()
    assert ("--program-seconds" in command) == is_program
    if is_program:
        assert float(command[command.index("--program-seconds") + 1]) == PROGRAM_SECONDS


def test_development_and_official_games_have_other_deals() -> None:
    assert DEVELOPMENT_SEED.startswith("tune-")
    assert OFFICIAL_SEED.startswith("test-")
