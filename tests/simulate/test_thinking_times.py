"""How long bots think in a simulation: each action is timed, and no time is lost."""

import csv
from pathlib import Path

import pytest

from regicide_tui.simulate.command import Run, simulate
from regicide_tui.simulate.errors import BadFile
from regicide_tui.simulate.plan import Plan
from regicide_tui.simulate.summary import format_times
from regicide_tui.simulate.thinking_times import ThinkingTimes, find_quantiles

PLAN = Plan("duel", ("page", "squire"), "timed", around=True)


def test_quantiles_are_those_of_all_times() -> None:
    assert find_quantiles([float(one) for one in range(1, 102)]) == (51.0, 96.0, 101.0)
    assert find_quantiles([3.0]) == (3.0, 3.0, 3.0)
    assert find_quantiles([]) is None


def test_each_action_of_each_seat_is_timed(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    lines = simulate(PLAN, 4, Run(out=path)).lines
    rows = [*csv.DictReader((tmp_path / "games-times.csv").read_text().splitlines())]
    assert [(row["number"], row["seat"]) for row in rows] == [
        (str(number), str(seat)) for number in (1, 2, 3, 4) for seat in (1, 2)
    ]
    assert [row["bot"] for row in rows[:4]] == ["page", "squire", "squire", "page"]
    for game in csv.DictReader(path.read_text().splitlines()):
        timed = [row for row in rows if row["number"] == game["number"]]
        assert sum(int(row["timed"]) for row in timed) == int(game["actions"])
    for row in rows:
        times = [float(one) for one in row["actions_ms"].split()]
        assert len(times) == int(row["timed"])
        assert min(times) > 0
        assert float(row["worst_ms"]) == max(times)
        assert float(row["median_ms"]) <= float(row["p95_ms"]) <= float(row["worst_ms"])
    assert "processor time per action" in lines[-3]
    assert [line.split()[0] for line in lines[-2:]] == ["page", "squire"]


def test_times_are_those_of_the_bot_wherever_it_sits() -> None:
    thinking = {1: ((1.0, 1.0), (9.0,)), 2: ((9.0, 9.0), (1.0,))}
    assert format_times([(PLAN, thinking)])[1:] == [
        "  page         1.00      1.00      1.00",
        "  squire       9.00      9.00      9.00",
    ]


def test_nothing_is_said_of_times_that_are_not_known() -> None:
    assert format_times([(PLAN, {1: ((), ())})]) == []


@pytest.mark.parametrize("kept", [0, 0.4, 0.8, 1])
def test_times_of_a_run_that_was_cut_off_are_kept(tmp_path: Path, kept: float) -> None:
    path = tmp_path / "games.csv"
    simulate(PLAN, 4, Run(out=path))
    at = tmp_path / "games-times.csv"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3]))  # two games have a row
    data = at.read_bytes()
    at.write_bytes(data[: int(len(data) * kept)])
    before = ThinkingTimes(path, PLAN)
    before.read()
    simulate(PLAN, 4, Run(out=path))
    after = ThinkingTimes(path, PLAN)
    after.read()
    assert {3, 4} <= set(after.games)
    first_games = {number: before.games[number] for number in (1, 2) if number in before.games}
    assert {number: after.games[number] for number in first_games} == first_games
    assert set(after.games) - {3, 4} == set(first_games)


def test_times_of_other_games_are_left_alone(tmp_path: Path) -> None:
    path, at = tmp_path / "games.csv", tmp_path / "games-times.csv"
    at.write_text("number,seat,bot,timed,median_ms,p95_ms,worst_ms,actions_ms\n1,1,knight,0,,,,\n")
    with pytest.raises(BadFile, match="contains other games"):
        simulate(PLAN, 1, Run(out=path))
    at.write_text("my,own\nfile,here\n")
    with pytest.raises(BadFile, match="is not a file of a simulation"):
        simulate(PLAN, 1, Run(out=path))
    assert not path.exists()
