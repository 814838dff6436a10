"""A result: what was counted, whose times, and which file proves it."""

from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from regicide_tui.simulate.benchmark import results
from regicide_tui.simulate.benchmark.results import (
    Result,
    add_result,
    measure,
    read_results,
    write_results,
)
from regicide_tui.simulate.benchmark.tasks import TASKS_BY_NAME
from regicide_tui.simulate.command import Run, play_missing
from regicide_tui.simulate.thinking_times import Quantiles

RESULT = Result(
    *("regicide-2", "page", "regicide-tui simulate", 10, 5.0, None, Quantiles(1.0, 2.0, 3.0)),
    *("0" * 64, "1.0", "0" * 16, "CPython 3.11.7", "a processor"),
)


def test_a_result_counts_the_player_and_not_its_opponents(tmp_path: Path) -> None:
    task, run = TASKS_BY_NAME["duel-squire"], Run(out=tmp_path / "games.csv")
    plan = task.plan("random", "tune-results")
    found = measure(task, "random", plan, 6, run, "0" * 16)
    rows, thinking = play_missing(plan, 6, run)
    seats = [plan.seating(row.number).index(0) for row in rows]
    assert found.won == sum(seat in row.winners for seat, row in zip(seats, rows, strict=True))
    times = [thinking[row.number][seat] for seat, row in zip(seats, rows, strict=True)]
    assert found.milliseconds
    assert found.milliseconds.worst == max(max(one) for one in times)
    assert found.sha256 == sha256((tmp_path / "games.csv").read_bytes()).hexdigest()


def test_partners_count_together_with_the_times_of_all(tmp_path: Path) -> None:
    task, run = TASKS_BY_NAME["regicide-2"], Run(out=tmp_path / "games.csv")
    plan = task.plan("page", "tune-results")
    found = measure(task, "page", plan, 8, run, "0" * 16)
    rows, thinking = play_missing(plan, 8, run)
    assert found.won == sum(row.won for row in rows)
    assert found.milliseconds
    assert found.milliseconds.worst == max(
        time for one in thinking.values() for t in one for time in t
    )


def test_gold_is_counted_for_a_player_alone_even_if_nobody_wins(tmp_path: Path) -> None:
    task = TASKS_BY_NAME["regicide-1"]
    plan = task.plan("random", "tune-results")
    run = Run(out=tmp_path / "games.csv")
    assert measure(task, "random", plan, 3, run, "0" * 16).gold == 0


def test_the_best_of_a_task_comes_first_and_a_new_result_replaces_an_older_one() -> None:
    better = replace(RESULT, player="squire", won=7.0)
    other = replace(RESULT, task="regicide-1", gold=2)
    results: list[Result] = []
    for one in (RESULT, better, other):
        results = add_result(results, one)
    assert results == [other, better, RESULT]
    best = replace(RESULT, won=8.0)
    assert add_result(results, best) == [other, best, better]


def test_alone_gold_decides_who_is_best() -> None:
    silver = replace(RESULT, task="regicide-1", won=10.0, gold=1)
    gold = replace(silver, player="squire", won=9.0, gold=3)
    assert add_result([silver], gold) == [gold, silver]


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "players.json"
    results = [RESULT, replace(RESULT, player="fast", milliseconds=None)]
    write_results(path, results)
    assert read_results(path) == results


def test_the_digest_changes_with_what_a_game_depends_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ["bots/search.py", "bots/nets/duel-2.net", "bots/nets/regicide-2.net"]
    files += ["bots/nets/chances.json", "bots/training/schedules.py", "games/rules.py"]
    files += ["games/duel/rules.py", "games/king_of_the_dead/rules.py", "bots/regicide/rules.py"]
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it is")
    monkeypatch.setattr(results, "PACKAGE", tmp_path)
    before, changed = results.digest_sources("duel"), []
    for name in files:
        (tmp_path / name).write_text("changed")
        if results.digest_sources("duel") != before:
            changed.append(name)
        (tmp_path / name).write_text("as it is")
    assert changed == [*files[:2], "games/rules.py", "games/duel/rules.py"]
