"""`regicide-tui simulate` as it is typed: what it refuses, and what it waits for."""

import subprocess
import sys
from pathlib import Path

import pytest

from regicide_tui.errors import BAD_USAGE, PROGRAM_FAULT


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in this folder."""
    return subprocess.run(
        [sys.executable, "-m", "regicide_tui", "simulate", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("bots", "code"),
    [("random", 0), ("page", 0), (f"random,program:{sys.executable} -c pass", PROGRAM_FAULT)],
)
def test_who_needs_no_machine_code_does_not_wait_for_it(
    tmp_path: Path, bots: str, code: int
) -> None:
    ran = run(tmp_path, "--players", "2", "--bots", bots, "--games", "2")
    assert (ran.returncode, ran.stderr) == (code, "")
    assert not [*(tmp_path / "code").rglob("*.nbc")]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--bots wizard", "No bot 'wizard'"),
        ("--players 3 --compare knight,wizard", "No bot 'wizard'"),
        ("--players 5", "Regicide is not for 5 players."),
        ("--game duel --players 1", "Regicide Duel is not for 1 player."),
        ("--compare knight,page --bots page", "can't be combined with --bots or --around"),
        ("--compare knight,page --around", "can't be combined with --bots or --around"),
        ("--compare knight,page --bounds 2,0", "Bounds are two numbers"),
        ("--bots knight --bounds 0,2", "--bounds can only be used with --compare"),
        ("--bots knight --games 0", "--games and --jobs must be at least 1"),
    ],
)
def test_wrong_words_are_refused_at_once(tmp_path: Path, words: str, why: str) -> None:
    ran = run(tmp_path, *words.split())
    assert (ran.returncode, ran.stdout) == (BAD_USAGE, "")
    assert why in ran.stderr
    assert not [*(tmp_path / "code").rglob("*.nbc")]


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("raise SystemExit('no idea')", "has ended (exit code 1: no idea)"),
        ("input(); print('thinking')", "sends an invalid answer (thinking)"),
        ("import time; time.sleep(99)", "has not answered for 0.5 seconds"),
    ],
)
def test_a_fault_of_a_program_has_an_exit_code(tmp_path: Path, program: str, fault: str) -> None:
    (tmp_path / "bot.py").write_text(program)
    bots = f"program:{sys.executable} bot.py,page"
    words = ("--game", "duel", "--bots", bots, "--games", "1", "--program-seconds", "0.5")
    ran = run(tmp_path, *words)
    assert ran.returncode == PROGRAM_FAULT
    assert f"{fault}; first game 1, seat 1" in ran.stdout


def test_a_program_that_can_not_be_run_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("#!/usr/bin/env python3\n")
    ran = run(tmp_path, "--players", "2", "--bots", "program:./bot.py,page")
    assert (ran.returncode, ran.stdout) == (BAD_USAGE, "")
    assert "it is not executable" in ran.stderr


@pytest.mark.parametrize(("game", "players"), [("regicide", 1), ("duel", 2)])
def test_the_fewest_play_if_nothing_else_is_said(tmp_path: Path, game: str, players: int) -> None:
    ran = run(tmp_path, "--game", game, "--bots", "random", "--games", "1")
    assert ran.stdout.splitlines()[0].endswith(": " + ", ".join(["random"] * players))
