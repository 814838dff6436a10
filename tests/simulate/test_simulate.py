"""Simulations: the same games in any process, and none lost or played twice."""

import csv
import os
import subprocess
import sys
from contextlib import closing
from multiprocessing import active_children
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from msgspec.structs import replace

from regicide_tui.bots.net import BadWeights
from regicide_tui.simulate import workers
from regicide_tui.simulate.bot_names import parse_bots
from regicide_tui.simulate.command import Run, simulate
from regicide_tui.simulate.errors import BadFile, SimulationError
from regicide_tui.simulate.files import Files
from regicide_tui.simulate.plan import Plan, Row
from regicide_tui.simulate.players import play_games
from regicide_tui.simulate.summary import count_wins, format_share, summarize
from tests.simulate.playing import play

PLAN = Plan("regicide", ("page", "page"), "test")
GAMES = 12


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a simulation that was never interrupted."""
    path = tmp_path_factory.mktemp("whole") / "games.csv"
    simulate(PLAN, GAMES, Run(out=path))
    return path.read_bytes()


def numbers_in(path: Path) -> list[int]:
    """Return the numbers of the games in a file."""
    with path.open(newline="") as file:
        return [int(row["number"]) for row in csv.DictReader(file)]


def test_a_game_is_known_by_its_number_alone() -> None:
    (third,) = play(PLAN, [3])
    assert play(PLAN, [1, 3])[1] == third
    assert third.seed == "test-3"


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("king_of_the_dead", 3)])
def test_rivals_play_too_and_somebody_wins(game: str, players: int) -> None:
    played = play(Plan(game, parse_bots(game, players, "page"), "test"), [1, 2])
    assert [one.seed for one in played] == ["test-1", "test-2"]
    assert all(one.winners for one in played)


def test_several_processes_play_the_same_games(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate(PLAN, GAMES, Run(jobs=2, out=path))
    assert path.read_bytes() == whole


@pytest.mark.parametrize("kept", [0, 1, 200, 500, 900])
def test_a_run_that_was_cut_off_is_continued(whole: bytes, tmp_path: Path, kept: int) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes(whole[: len(whole) * kept // 1000])
    lines = simulate(PLAN, GAMES, Run(out=path)).lines
    assert path.read_bytes() == whole
    assert lines[0] == "Regicide, 12 games: page, page"


def test_more_games_are_added_to_those_there_are(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    for games in (5, GAMES):
        simulate(PLAN, games, Run(out=path))
    assert path.read_bytes() == whole


def test_parquet_has_the_same_rows(whole: bytes, tmp_path: Path) -> None:
    from pyarrow import parquet

    path = tmp_path / "games.parquet"
    for _ in range(2):  # the second finds all games there
        simulate(PLAN, GAMES, Run(out=path))
    found = [{k: str(v) for k, v in row.items()} for row in parquet.read_table(path).to_pylist()]
    assert found == list(csv.DictReader(whole.decode().splitlines()))
    names = sorted(one.name for one in tmp_path.iterdir())
    assert names == ["games-times.csv", "games.parquet"]


def test_a_parquet_file_to_which_games_were_added_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    simulate(PLAN, 2, Run(out=path))
    with Files(PLAN, path) as files:  # a run that is killed before it can write Parquet
        (result,) = play_games(PLAN, [4])
        files.add(result)
    with Files(PLAN, path) as files:
        assert files.missing(range(1, 6)) == [3, 5]
    path.write_text("my own")
    with pytest.raises(BadFile, match="is not a file of a simulation"), Files(PLAN, path):
        pass


def test_without_the_package_for_parquet_no_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(SimulationError, match=r"regicide-tui\[parquet\]"):
        simulate(PLAN, GAMES, Run(out=tmp_path / "games.parquet"))
    assert not (tmp_path / "games.parquet.csv").exists()


def test_a_file_of_other_games_is_left_alone(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes(whole)
    other = Plan("regicide", ("page", "page"), "another")
    with pytest.raises(SimulationError, match="contains other games"):
        simulate(other, GAMES, Run(out=path))


@pytest.mark.parametrize("text", ["my,own\nfile,here\n", "my,own\n", "one line", "game,bots,x\n"])
@pytest.mark.parametrize("name", ["games.csv", "games-times.csv", "games.parquet.csv"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, name: str, text: str) -> None:
    out = tmp_path / ("games.parquet" if "parquet" in name else "games.csv")
    (tmp_path / name).write_text(text)
    with pytest.raises(SimulationError, match="is not a file of a simulation"):
        simulate(PLAN, GAMES, Run(out=out))
    assert (tmp_path / name).read_text() == text


@pytest.mark.parametrize(
    ("out", "records", "why"),
    [
        ("games.txt", None, "must end with .csv or .parquet"),
        ("games", None, "must end with .csv or .parquet"),
        ("games.csv", "records.csv", "must end with .parquet"),
        ("both.parquet", "../x/both.parquet", "need separate files"),
        ("folder.csv", None, "is not a file"),
    ],
)
def test_no_game_is_played_for_a_file_that_there_can_not_be(
    tmp_path: Path, out: str, records: str | None, why: str
) -> None:
    folder = tmp_path / "x"
    (folder / "folder.csv").mkdir(parents=True)
    run = Run(out=folder / out, records=folder / records if records else None)
    with pytest.raises(SimulationError, match=why):
        simulate(PLAN, GAMES, run)
    assert [one.name for one in folder.iterdir()] == ["folder.csv"]


def test_a_folder_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SimulationError, match=r"/file.*: "):
        simulate(PLAN, GAMES, Run(out=tmp_path / "file" / "games.csv"))


def test_two_simulations_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    with (
        Files(PLAN, path),
        pytest.raises(BadFile, match="by another simulation"),
        Files(PLAN, path),
    ):
        pass


def test_a_game_that_was_played_twice_has_one_row(tmp_path: Path) -> None:
    with Files(PLAN, tmp_path / "games.csv") as files:
        for number in (2, 1, 2):
            (result,) = play_games(PLAN, [number])
            files.add(result)
    assert numbers_in(tmp_path / "games.csv") == [2, 1, 2]
    with Files(PLAN, tmp_path / "games.csv") as files:
        files.finish()
    assert numbers_in(tmp_path / "games.csv") == [1, 2]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_row_is_written_when_its_game_ends(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "games.csv"
    with Files(PLAN, path) as files, closing(Run(jobs=jobs).play(PLAN, range(1, 6))) as results:
        for count, result in enumerate(results, 1):
            files.add(result)
            assert numbers_in(path)[-1] == result.row.number
            assert len(numbers_in(path)) == count


@pytest.mark.processes
def test_a_process_that_dies_is_replaced_and_its_game_is_played(whole: bytes) -> None:
    killed: set[int] = set()
    rows: list[Row] = []
    with closing(Run(jobs=2).play(PLAN, range(1, GAMES + 1))) as results:
        for result in results:
            rows.append(result.row)
            if not killed:
                process = active_children()[0]
                process.kill()
                killed.add(process.pid or 0)
    assert killed
    assert sorted(row.number for row in rows) == list(range(1, GAMES + 1))
    assert sorted(rows, key=lambda row: row.number) == play(PLAN, range(1, GAMES + 1))


@pytest.mark.attack
def test_a_game_over_which_processes_die_again_and_again_ends_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "play_numbers", die)
    with pytest.raises(SimulationError, match=r"that play game [12] keep dying"):
        simulate(PLAN, 2, Run(jobs=2))


def die(connection: Connection, plan: Plan) -> None:
    """Die in place of playing."""
    os._exit(1)


@pytest.mark.slow
def test_an_error_of_a_process_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "play_numbers", fail)
    with pytest.raises(SimulationError, match="these weights are damaged"):
        simulate(PLAN, 2, Run(jobs=2))


def fail(connection: Connection, plan: Plan) -> None:
    """Answer with an error in place of a game."""
    connection.send(BadWeights("these weights are damaged"))


def test_no_process_is_left_when_a_run_is_left(tmp_path: Path) -> None:
    results = Run(jobs=2).play(PLAN, range(1, 1000))
    next(results)
    assert len(active_children()) == 2
    results.close()
    assert active_children() == []


@pytest.mark.slow
def test_a_bot_may_think_more_or_less_than_its_level() -> None:
    with_less, usual = (
        play(Plan("duel", (bot, "page"), "thought"), [1]) for bot in ("squire:30", "squire")
    )
    assert with_less != usual


@pytest.mark.slow
def test_bots_move_on_by_one_seat_and_every_deal_is_played_by_all(tmp_path: Path) -> None:
    plan = Plan("king_of_the_dead", ("page", "page", "squire:9"), "moved", around=True)
    assert [plan.seed_of(number) for number in (1, 2, 3, 4)] == [*["moved-1"] * 3, "moved-2"]
    seats = [plan.columns(number)["bots"].split().index("squire:9") for number in (1, 2, 3, 4)]
    assert seats == [2, 1, 0, 2]
    path = tmp_path / "games.csv"
    assert simulate(plan, 3, Run(out=path)) == simulate(plan, 3, Run(out=path))
    with pytest.raises(SimulationError, match="contains other games"):
        simulate(replace(plan, around=False), 3, Run(out=path))


def test_a_victory_is_counted_for_the_bot_and_not_for_the_seat() -> None:
    plan = Plan("duel", ("page", "squire"), "counted", around=True)
    (row,) = play(Plan("duel", ("page", "page"), "counted"), [1])
    rows = [replace(row, number=1, winners=(0,)), replace(row, number=2, winners=(1,))]
    assert count_wins(plan, rows) == [2, 0]
    assert count_wins(plan, [replace(row, winners=(0, 1))]) == [0.5, 0.5]


def test_a_share_has_its_interval() -> None:
    assert format_share(42, 100) == " 42.0%  [32.8, 51.8]"
    assert format_share(0, 10).startswith("  0.0%  [0.0,")


def test_the_summary_has_averages() -> None:
    rows = play(PLAN, range(1, 5))
    lines = summarize(PLAN, rows, {})
    assert lines[0] == "Regicide, 4 games: page, page"
    turns = sum(row.turns for row in rows) / 4
    assert "95% confidence interval" in lines[2]
    assert f"turns {turns:.1f}" in lines[3]


def test_gold_medals_have_their_interval_even_if_there_are_none() -> None:
    plan = Plan("regicide", ("page",), "medals")
    (row,) = play(plan, [1])
    silver, gold = (replace(row, won=True, medal=medal) for medal in ("silver", "gold"))
    lines = summarize(plan, [silver] * 10, {})
    assert lines[1:4] == [
        "  won     100.0%  [72.2, 100.0]",
        "  gold      0.0%  [0.0, 27.8]",
        "  silver  100.0%  [72.2, 100.0]",
    ]
    assert summarize(plan, [gold] * 10, {})[2] == "  gold  100.0%  [72.2, 100.0]"


@pytest.mark.slow
def test_the_command_line_plays_and_prints_a_summary(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "regicide_tui", "simulate", "--players", "2", "--games", "3"]
    done = subprocess.run(
        [*command, "--out", str(tmp_path / "a.csv")], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Regicide, 3 games: page, page\n  won ")
    assert done.stderr == ""
    refused = subprocess.run(
        [*command, "--bots", "joker"], capture_output=True, text=True, check=False
    )
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "No bot 'joker' plays this game" in refused.stderr
