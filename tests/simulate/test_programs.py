"""Foreign programs at the tables of a simulation: real ones, good and bad."""

import csv
import json
import shlex
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from regicide_tui.errors import PROGRAM_FAULT
from regicide_tui.simulate.command import Run, compare_bots, simulate
from regicide_tui.simulate.comparison import Comparison
from regicide_tui.simulate.plan import Plan
from regicide_tui.simulate.players import FAULT, play_games
from tests.simulate.playing import command_lines, play
from tests.thinking.test_external_bot import EXAMPLE

FIRST_LEGAL = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"action": asked["actions"][0], "chance": 0.25}), flush=True)
"""
COUNTS = """
import json, sys
for count, line in enumerate(sys.stdin):
    legal = json.loads(line)["actions"]
    print(json.dumps({"action": legal[count % len(legal)]}), flush=True)
"""
NOTES = FIRST_LEGAL.replace("    print(", "    open(sys.argv[1], 'a').write(line)\n    print(", 1)
NAME = "a program.py"


def program(folder: Path, text: str, *arguments: str) -> str:
    """Return a bot that is a Python program with this text."""
    path = folder / NAME
    path.write_text(text)
    return f"program:{shlex.join([sys.executable, str(path), *arguments])}"


# ---------------------------------------------------------------- good programs


@pytest.mark.parametrize(
    ("game", "players"), [("regicide", 1), ("regicide", 3), ("duel", 2), ("king_of_the_dead", 2)]
)
def test_programs_play_whole_games_of_every_kind(tmp_path: Path, game: str, players: int) -> None:
    bots = (program(tmp_path, FIRST_LEGAL), *["page"] * (players - 1))
    rows = play(Plan(game, bots, "programs"), [1, 2])
    assert [row.number for row in rows] == [1, 2]
    assert not [row.fault for row in rows if row.fault]


def test_the_program_of_the_document_sits_beside_another_and_a_level(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    bots = (program(tmp_path, EXAMPLE), program(other, FIRST_LEGAL), "page")
    (row,) = play(Plan("regicide", bots, "programs"), [1])
    assert (row.fault, row.reason in ("cannot_pay", "cannot_act", "all_enemies_defeated")) == (
        "",
        True,
    )


def test_the_same_program_in_two_seats_is_two_processes(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    text = NOTES.replace("write(line)", "write(f'{os.getpid()}\\n')").replace("sys", "os, sys", 1)
    bot = program(tmp_path, text, str(notes))
    (row,) = play(Plan("duel", (bot, bot), "programs"), [1])
    assert row.fault == ""
    assert len(set(notes.read_text().split())) == 2


def test_a_program_gets_what_its_seat_knows_and_nothing_else(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    bots = ("page", program(tmp_path, NOTES, str(notes)))
    play(Plan("regicide", bots, "a secret seed"), [1])
    lines = notes.read_text().splitlines()
    assert lines
    for line in lines:
        asked = json.loads(line)
        assert (asked["op"], asked["game"], asked["seat"]) == ("act", "regicide", 2)
        for state in (asked["first"], asked["state"]):
            assert set(state["hands"][0]) <= {"?"}
            assert "?" not in state["hands"][1]
            assert not {"seed", "shuffles"} & set(state)
        assert set(asked["first"]["tavern"]) == {"?"}
        for event in asked["events"]:
            assert event["type"] != "CardsDrawn" or (
                (set(event["cards"]) <= {"?"}) == (event["player"] == 1) or not event["cards"]
            )
    assert "secret" not in notes.read_text()


def test_a_program_remembers_nothing_of_earlier_games(tmp_path: Path) -> None:
    plan = Plan("duel", (program(tmp_path, COUNTS), "page"), "programs")
    (third,) = play(plan, [3])
    assert play(plan, [1, 2, 3])[2] == third


@pytest.mark.slow
def test_programs_play_in_several_processes_and_move_on_by_one_seat(tmp_path: Path) -> None:
    plan = Plan("duel", (program(tmp_path, COUNTS), "page"), "programs", around=True)
    files = [tmp_path / f"{jobs}.csv" for jobs in (1, 2)]
    for jobs, path in enumerate(files, 1):
        simulate(plan, 4, Run(jobs=jobs, out=path))
    assert files[0].read_bytes() == files[1].read_bytes()
    rows = [*csv.DictReader(files[0].read_text().splitlines())]
    seats = [["page" in bot for bot in shlex.split(row["bots"])].index(False) for row in rows]
    assert seats == [0, 1, 0, 1]


def test_programs_are_compared(tmp_path: Path) -> None:
    comparison = Comparison(
        "regicide", 1, program(tmp_path, FIRST_LEGAL), "page", "tune-test", {}, 0.0, 0.02
    )
    lines = compare_bots(comparison, 2, Run()).lines
    assert "2 deals" in lines[0]
    assert "a program.py" in lines[0]


# ---------------------------------------------------------------- bad programs


def after_two(text: str) -> str:
    """Return a program that answers twice, and then does something else."""
    return f"""
import json, sys, time
for count, line in enumerate(sys.stdin):
    if count < 2:
        print(json.dumps({{"action": json.loads(line)["actions"][0]}}), flush=True)
    else:
        {text}
"""


BAD = {
    "raise ValueError('out of\x1b[31m ideas')": (
        "has ended (exit code 1: ValueError: out of?[31m ideas)"
    ),
    "sys.exit(7)": "has ended (exit code 7)",
    "print('thinking', flush=True)": "sends an invalid answer (thinking)",
    "print('x' * 1000, flush=True)": f"sends an invalid answer ({'x' * 80})",
    "print('[]', file=sys.stderr); print('{}', flush=True)": "sends an invalid answer ({}: [])",
    """print('{"action": "yield", "chance": 2}', flush=True)""": (
        'sends an invalid answer ({"action": "yield", "chance": 2})'
    ),
    """print('{"action": "pay KS"}', flush=True)""": "sends an illegal action (pay KS)",
    "print('x' * 10**6, flush=True)": "sends an answer that is too long",
    "print('x' * 10**6, end='', file=sys.stderr); sys.exit(1)": (
        f"has ended (exit code 1: {'x' * 200})"
    ),
}


@pytest.mark.parametrize("text", BAD)
def test_a_bad_program_ends_its_game_and_not_the_run(tmp_path: Path, text: str) -> None:
    bots = ("page", program(tmp_path, after_two(text)))
    rows = play(Plan("duel", bots, "bad"), [1, 2])
    assert [row.fault for row in rows] == [BAD[text]] * 2
    assert [(row.reason, row.fault_seat, row.winners) for row in rows] == [(FAULT, 1, (0,))] * 2
    assert all(row.actions >= 4 for row in rows)


@pytest.mark.slow
def test_nothing_is_said_of_programs_that_end_but_their_faults(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bots = (program(tmp_path, "print('thinking', flush=True)"), "random")
    rows = play(Plan("duel", bots, "quiet"), range(1, 41))
    assert len(rows) == 40
    assert caplog.records == []


def test_a_slow_program_ends_its_game_after_its_time(tmp_path: Path) -> None:
    bots = (program(tmp_path, "import sys; sys.stdin.read()"), "page")
    (row,) = play(Plan("regicide", bots, "slow", program_seconds=0.5), [1])
    assert row.fault == "has not answered for 0.5 seconds"
    assert (row.won, row.winners, row.fault_seat) == (False, (), 0)


def test_a_program_that_can_not_be_started_ends_its_game(tmp_path: Path) -> None:
    (row,) = play(Plan("regicide", ("program:/no/such/program",), "none"), [1])
    assert row.fault.startswith("can't be started (")


def test_many_errors_of_a_program_do_not_stop_it(tmp_path: Path) -> None:
    text = FIRST_LEGAL.replace(
        "    print(", "    sys.stderr.write('noise\\n' * 10**5)\n    print(", 1
    )
    (row,) = play(Plan("duel", (program(tmp_path, text), "page"), "noise"), [1])
    assert row.fault == ""


def test_faults_are_in_the_file_and_in_the_summary(tmp_path: Path) -> None:
    bot = program(tmp_path, after_two("sys.exit('out of ideas')"))
    path = tmp_path / "games.csv"
    for _ in range(2):  # the second reads them from the file
        lines = simulate(Plan("duel", (bot, "page"), "bad"), 3, Run(out=path)).lines
    rows = [*csv.DictReader(path.read_text().splitlines())]
    why = "has ended (exit code 1: out of ideas)"
    assert [(row["fault_seat"], row["fault"], row["winners"]) for row in rows] == [
        ("1", why, "2")
    ] * 3
    assert lines[1].split("%")[0].endswith("  0.0")
    assert lines[2].split("%")[0].endswith("100.0")
    at = lines.index("  ended by a program's fault: 3 games")
    assert lines[at + 1] == f"    3: {bot} {why}; first game 1, seat 1"


def test_no_program_is_left_after_its_game(tmp_path: Path) -> None:
    bots = (program(tmp_path, FIRST_LEGAL), "page")
    with closing(play_games(Plan("duel", bots, "ended"), [1, 2])) as results:
        for _ in results:
            assert not [line for line in command_lines(psutil.Process()) if NAME in line]


@pytest.mark.parametrize("option", ["--bots", "--compare"])
@pytest.mark.parametrize(("text", "code"), [(FIRST_LEGAL, 0), ("exit(1)", PROGRAM_FAULT)])
def test_the_exit_code_tells_that_a_program_ended_a_game(
    tmp_path: Path, option: str, text: str, code: int
) -> None:
    bots = f"page,{program(tmp_path, text)}"
    words = ["simulate", "--game=duel", "--games=1", f"{option}={bots}"]
    done = subprocess.run(
        [sys.executable, "-m", "regicide_tui", *words], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (code, b"")
