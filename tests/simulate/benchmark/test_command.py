"""`make benchmark`: trials are only printed; results are kept, and runs are continued."""

import json
import sys
from pathlib import Path

import pytest

from regicide_tui.simulate.benchmark import command
from regicide_tui.simulate.benchmark.command import run
from regicide_tui.simulate.benchmark.results import read_results
from regicide_tui.simulate.benchmark.table import BEGIN, END
from tests.simulate.test_programs import FIRST_LEGAL, program

_SEED = "tune-benchmark-tests"


class _Place:
    """A folder with an empty file of results and a document."""

    def __init__(self, folder: Path) -> None:
        self.results = folder / "players.json"
        self.results.write_text("[]\n")
        self.document = folder / "benchmark.md"
        self.document.write_text(f"before\n{BEGIN}\n{END}\nafter\n")
        self.games = folder / "games"

    def run(self, *words: str) -> int:
        """Run the benchmark there. Return the exit code."""
        files = ("--results", self.results, "--document", self.document, "--folder", self.games)
        return run([*words, *map(str, files)])

    def files(self) -> dict[str, bytes]:
        """Return the files of games, by name."""
        return {one.name: one.read_bytes() for one in self.games.glob("*/*")}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> _Place:
    """A place in which few games are official ones, not from the official seed."""
    monkeypatch.setattr(command, "OFFICIAL_SEED", _SEED)
    monkeypatch.setattr(command, "GAMES", 5)
    monkeypatch.setattr(command, "FEWER_GAMES", 2)
    return _Place(tmp_path)


@pytest.mark.slow
def test_a_trial_is_printed_and_kept_nowhere(
    place: _Place, capsys: pytest.CaptureFixture[str]
) -> None:
    document = place.document.read_text()
    assert place.run("--trial", "3", "--bots", "random,page", "--tasks", "regicide-1,king-2") == 0
    printed = capsys.readouterr().out
    assert "### Regicide, 1 player (`regicide-1`)" in printed
    assert "### King of the Dead, 2 players, against a knight (`king-2`)" in printed
    assert read_results(place.results) == []
    assert place.document.read_text() == document


def test_results_are_kept_in_both_files(place: _Place) -> None:
    assert place.run("--bots", "page", "--tasks", "regicide-1,duel-squire") == 0
    alone, duel = read_results(place.results)
    assert (alone.task, alone.player, alone.games) == ("regicide-1", "page", 5)
    assert alone.gold is not None
    assert (duel.task, duel.games, duel.gold) == ("duel-squire", 6, None)
    assert f"--seed {_SEED}" in duel.command
    text = place.document.read_text()
    assert text.startswith(f"before\n{BEGIN}\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "| page | 5 |" in text
    assert "| page | 6 |" in text


def test_a_slow_player_plays_fewer_games(place: _Place) -> None:
    assert place.run("--bots", "captain", "--tasks", "duel-squire") == 0
    assert place.run("--bots", "page", "--tasks", "duel-squire", "--slow") == 0
    assert [one.games for one in read_results(place.results)] == [2, 2]


def test_games_that_were_played_are_not_played_again(place: _Place) -> None:
    words = ("--bots", "page", "--tasks", "regicide-2")
    place.run(*words)
    files, (before,) = place.files(), read_results(place.results)
    place.run(*words)
    assert place.files() == files, "also the times are those of the first run"
    assert read_results(place.results) == [before]


def test_a_program_plays_under_a_name_with_a_link(place: _Place, tmp_path: Path) -> None:
    words = ("--bots", program(tmp_path, FIRST_LEGAL), "--tasks", "regicide-2")
    assert place.run(*words) != 0
    assert place.run(*words, "--name", "first", "--link", "https://example.org") == 0
    (result,) = read_results(place.results)
    assert (result.player, result.link) == ("first", "https://example.org")
    assert "| [first](https://example.org) |" in place.document.read_text()


def test_a_program_takes_nobody_elses_name(place: _Place, tmp_path: Path) -> None:
    words = ("--bots", program(tmp_path, FIRST_LEGAL), "--tasks", "regicide-2")
    assert place.run(*words, "--name", "first", "--link", "https://example.org/a") == 0
    before = place.results.read_bytes()
    for name in ("marshal", "marshal:5", "all-cards"):
        assert place.run(*words, "--name", name) == 2
    assert place.run(*words, "--name", "first", "--link", "https://example.org/b") == 2
    assert place.run(*words, "--name", "first") == 2
    assert place.results.read_bytes() == before
    assert place.run(*words, "--name", "first", "--link", "https://example.org/a") == 0


def test_the_results_of_others_stay_as_they_are(place: _Place) -> None:
    assert place.run("--bots", "page", "--tasks", "regicide-2") == 0
    before = place.results.read_text()
    assert place.run("--bots", "page", "--tasks", "duel-squire") == 0
    assert place.results.read_text().startswith(before.rstrip("\n]"))


def test_a_program_that_plays_no_game_to_its_end_has_no_result(
    place: _Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--bots", program(tmp_path, "raise SystemExit"), "--name", "broken")
    assert place.run(*words, "--tasks", "regicide-2") != 0
    said = capsys.readouterr().err
    assert "ended by a program's fault: 5 games" in said
    assert "broken didn't finish any game" in said
    assert read_results(place.results) == []


_FAILS_IN_A_LATER_GAME = """
import json, pathlib, sys
flag = pathlib.Path(sys.argv[1])
if flag.exists():
    raise SystemExit
flag.touch()
""" + FIRST_LEGAL.removeprefix("\nimport json, sys")


def test_games_that_a_program_lost_by_a_fault_are_counted(
    place: _Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = program(tmp_path, _FAILS_IN_A_LATER_GAME, str(tmp_path / "flag"))
    assert place.run("--bots", bot, "--name", "frail", "--tasks", "duel-squire") == 0
    (result,) = read_results(place.results)
    assert (result.games, result.faults) == (6, 5)
    assert "ended by a program's fault: 5 games" in capsys.readouterr().err
    assert "| frail (5 games lost by a fault) |" in place.document.read_text()


def test_the_table_is_written_again_without_a_game(place: _Place) -> None:
    place.run("--bots", "page", "--tasks", "regicide-2")
    results = json.loads(place.results.read_text())
    place.results.write_text(json.dumps([{**results[0], "player": "another"}]))
    assert place.run("--table") == 0
    assert "| another |" in place.document.read_text()


@pytest.mark.parametrize(
    "words",
    [
        ("--bots", "dragon"),
        ("--bots", "page,page", "--name", "two"),
        ("--jobs", "0"),
        ("--bots", f"program:{sys.executable}", "--name", "a/b"),
        ("--bots", "page", "--name", "mine"),
        ("--bots", "page", "--trial", "0"),
        ("--bots", "page", "--trial", "-1"),
    ],
)
def test_what_can_not_be_played_is_refused_before_any_game(
    place: _Place, words: tuple[str, ...]
) -> None:
    assert place.run(*words) == 2
    assert not place.games.exists()


def test_an_unknown_task_is_refused(place: _Place) -> None:
    with pytest.raises(SystemExit):
        place.run("--tasks", "chess")
