"""The decisions of a simulation in Parquet: every one once, in order, and nothing hidden in it."""

import json
import shutil
import sys
from pathlib import Path

import pyarrow
import pytest
from msgspec.structs import replace
from pyarrow import ipc, parquet

from regicide_tui.games import find
from regicide_tui.simulate import records
from regicide_tui.simulate.command import Run, simulate
from regicide_tui.simulate.errors import BadFile, SimulationError
from regicide_tui.simulate.files import Files
from regicide_tui.simulate.plan import Plan
from regicide_tui.simulate.players import play_games
from tests.loose import loose
from tests.simulate.test_programs import FIRST_LEGAL, after_two, program

PLAN = Plan("regicide", ("page", "squire"), "recorded", recorded=True)
GAMES = 4
TIMES = ["processor_seconds", "wall_seconds"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> pyarrow.Table:
    """The decisions of a simulation that was never interrupted."""
    path = tmp_path_factory.mktemp("whole") / "records.parquet"
    simulate(PLAN, GAMES, Run(records=path))
    return parquet.read_table(path)


def without_times(table: pyarrow.Table) -> list[dict[str, object]]:
    """Return the rows of a table without what differs from run to run."""
    found: list[dict[str, object]] = table.drop_columns(TIMES).to_pylist()
    return found


def test_the_rows_play_the_games_again(whole: pyarrow.Table) -> None:
    game, rows = find("regicide"), iter(whole.to_pylist())
    for number in range(1, GAMES + 1):
        state, step = game.new(2, f"recorded-{number}", {}), 0
        while (seat := game.to_act(state)) is not None:
            row, view, step = next(rows), game.view(state, seat), step + 1
            assert (row["number"], row["seed"], row["step"]) == (number, f"recorded-{number}", step)
            assert (row["seat"], row["bot"]) == (seat + 1, PLAN.bots[seat])
            assert json.loads(row["view"]) == json.loads(json.dumps(game.position(view)))
            assert row["legal"] == [game.format(one) for one in game.legal_actions(view)]
            assert row["complete"]
            assert row["choice"] in row["legal"]
            state = game.reduce(state, game.parse(row["choice"])).state
    assert next(rows, None) is None


@pytest.mark.parametrize(
    ("game", "players"), [("regicide", 3), ("duel", 2), ("king_of_the_dead", 2)]
)
def test_no_row_holds_what_its_seat_does_not_see(game: str, players: int) -> None:
    plan = Plan(game, ("page",) * players, "hidden", recorded=True)
    (result,) = play_games(plan, [1])
    for one in result.decisions:
        view = json.loads(one.view)
        others = [hand for seat, hand in enumerate(view["hands"]) if seat != one.seat]
        assert {card for hand in others for card in hand} <= {"?"}
        assert "?" not in view["hands"][one.seat]
        assert not {"seed", "shuffles"} & set(view)


def test_a_bot_with_a_net_gives_its_chance_and_the_page_gives_none(whole: pyarrow.Table) -> None:
    for row in whole.to_pylist():
        if row["bot"] == "page" or len(row["legal"]) == 1:
            assert row["chance"] is None
        else:
            assert 0 <= row["chance"] <= 1


def test_every_decision_took_some_time(whole: pyarrow.Table) -> None:
    for row in whole.to_pylist():
        assert row["processor_seconds"] > 0
        assert 0 < row["wall_seconds"] < 3600


@pytest.mark.processes
def test_several_processes_write_the_same_rows(whole: pyarrow.Table, tmp_path: Path) -> None:
    path = tmp_path / "records.parquet"
    simulate(PLAN, GAMES, Run(jobs=2, records=path))
    assert without_times(parquet.read_table(path)) == without_times(whole)


def test_row_groups_hold_whole_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "ROWS_A_GROUP", 1)
    path = tmp_path / "records.parquet"
    simulate(PLAN, 3, Run(records=path))
    file = parquet.ParquetFile(path)
    groups = [set(file.read_row_group(one)["number"].to_pylist()) for one in range(3)]
    assert groups == [{1}, {2}, {3}]


def cut_off(folder: Path, games: int, cut: int) -> Path:
    """Return the file of a run that was killed after some games, less so many bytes."""
    path = folder / "records.parquet"
    with Files(PLAN, folder / "records-games.csv", path) as files:
        for result in play_games(PLAN, [2, 1, 3][:games]):
            files.add(result)
    stream = folder / "records.parquet.arrows"
    stream.write_bytes(stream.read_bytes()[: -cut or None])
    return path


def test_after_a_kill_all_whole_games_can_be_read(tmp_path: Path, whole: pyarrow.Table) -> None:
    cut_off(tmp_path, 2, 0)
    with ipc.open_stream(tmp_path / "records.parquet.arrows") as stream:
        table = stream.read_all().sort_by([("number", "ascending"), ("step", "ascending")])
    first = [row for row in without_times(whole) if loose(row["number"]) <= 2]
    assert without_times(table) == first


@pytest.mark.parametrize(("games", "cut"), [(1, 0), (1, 1), (2, 9), (3, 400), (3, 0)])
def test_a_run_that_was_cut_off_is_continued(
    tmp_path: Path, whole: pyarrow.Table, games: int, cut: int
) -> None:
    path = cut_off(tmp_path, games, cut)
    simulate(PLAN, GAMES, Run(records=path))
    assert without_times(parquet.read_table(path)) == without_times(whole)
    names = sorted(one.name for one in tmp_path.iterdir())
    assert names == ["records-games-times.csv", "records-games.csv", "records.parquet"]


def test_a_game_is_played_again_if_its_row_or_its_decisions_are_missing(tmp_path: Path) -> None:
    path, results = tmp_path / "records.parquet", tmp_path / "games.csv"
    simulate(PLAN, 3, Run(out=results, records=path))
    with Files(PLAN, results, path) as files:
        assert files.missing(range(1, 5)) == [4]
    rows = results.read_text().splitlines(keepends=True)
    results.write_text("".join(rows[:-1]))
    with Files(PLAN, results, path) as files:
        assert files.missing(range(1, 5)) == [3, 4]
    results.write_text("".join(rows))
    path.unlink()
    with Files(PLAN, results, path) as files:
        assert files.missing(range(1, 5)) == [1, 2, 3, 4]


def test_more_games_are_added_to_those_there_are(tmp_path: Path, whole: pyarrow.Table) -> None:
    path = tmp_path / "records.parquet"
    for games in (1, 3, GAMES, GAMES):
        simulate(PLAN, games, Run(records=path))
    assert without_times(parquet.read_table(path)) == without_times(whole)


def test_records_of_other_games_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "records.parquet"
    simulate(PLAN, 1, Run(out=tmp_path / "one.csv", records=path))
    before = path.read_bytes()
    for other in (replace(PLAN, seed="other"), replace(PLAN, bots=("squire", "page"))):
        with pytest.raises(BadFile, match="contains other games"):
            simulate(other, 1, Run(out=tmp_path / "other.csv", records=path))
    assert path.read_bytes() == before
    shutil.copy(tmp_path / "one.csv", path)
    with pytest.raises(BadFile, match="is not a file of a simulation"):
        simulate(PLAN, 1, Run(out=tmp_path / "one.csv", records=path))
    assert path.read_bytes() == (tmp_path / "one.csv").read_bytes()


def test_without_the_package_for_parquet_no_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(SimulationError, match=r"regicide-tui\[parquet\]"):
        simulate(PLAN, 1, Run(records=tmp_path / "records.parquet"))
    assert [*tmp_path.iterdir()] == []


def test_a_program_gives_a_chance_and_its_first_time_is_not_known(tmp_path: Path) -> None:
    plan = Plan("duel", (program(tmp_path, FIRST_LEGAL), "page"), "program", recorded=True)
    (result,) = play_games(plan, [1])
    first, *others = [one for one in result.decisions if one.bot != "page"]
    assert {one.chance for one in (first, *others)} == {0.25}
    assert first.processor_seconds is None
    if sys.platform == "linux":
        known = [one.processor_seconds for one in others]
        assert None not in known
        assert sum(filter(None, known)) > 0


def test_a_fault_is_a_row_without_a_choice(tmp_path: Path) -> None:
    bots = (program(tmp_path, after_two("sys.exit(1)")), "page")
    path = tmp_path / "records.parquet"
    simulate(Plan("duel", bots, "fault", recorded=True), 1, Run(records=path))
    rows = parquet.read_table(path).to_pylist()
    assert [row["choice"] is None for row in rows] == [False] * (len(rows) - 1) + [True]
    assert rows[-1]["seat"] == 1
