"""The bots are compiled in a process of their own, once, and nobody waits for it."""

import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import psutil
import pytest
from filelock import FileLock

from regicide_tui.bots.code_folder import CodeFolder, find_code_folder, note_ready
from regicide_tui.thinking import machine_code
from regicide_tui.thinking.child import start_module
from regicide_tui.thinking.machine_code import MachineCode, compile_bots, make_ready
from tests.server.waiting import PATIENCE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CodeFolder:
    """An empty folder for machine code."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    found = find_code_folder()
    assert found is not None
    return found


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was compiled: nothing is, and each time is noted."""
    times: list[str] = []
    monkeypatch.setattr(machine_code, "compile_functions", lambda: times.append("all"))
    return times


def replace_the_process(
    monkeypatch: pytest.MonkeyPatch, script: str
) -> list["subprocess.Popen[bytes]"]:
    """Let a script run in the place of the compiling process; return the processes started."""
    begun: list[subprocess.Popen[bytes]] = []

    def begin(*_: str, complains: bool = False) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE)
        begun.append(process)
        return process

    monkeypatch.setattr(machine_code, "start_module", begin)
    return begun


def test_who_asks_learns_once_that_the_code_has_become_ready(
    folder: CodeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = replace_the_process(monkeypatch, "input()")
    code = MachineCode()
    code.begin()
    code.begin()
    (process,) = begun
    assert not code.has_become_ready()
    assert process.stdin is not None
    process.stdin.write(b"\n")
    process.stdin.flush()
    process.wait(PATIENCE)
    assert code.has_become_ready()
    assert not code.has_become_ready()


def test_code_that_is_ready_is_not_compiled(
    folder: CodeFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = replace_the_process(monkeypatch, "")
    folder.path.mkdir()
    note_ready(folder)
    MachineCode().begin()
    make_ready()
    assert not begun
    assert capsys.readouterr().err == ""


def test_without_numba_nothing_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = replace_the_process(monkeypatch, "")
    monkeypatch.setattr(sys, "argv", ["machine_code"])
    monkeypatch.setattr(os, "nice", lambda _: 0)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    MachineCode().begin()
    make_ready()
    machine_code.main()
    assert not begun
    assert "Python thinks" in capsys.readouterr().out


def test_compiling_that_fails_is_not_tried_again_and_never_ready(
    folder: CodeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = replace_the_process(monkeypatch, "raise SystemExit(1)")
    code = MachineCode()
    code.begin()
    begun[0].wait(PATIENCE)
    assert not code.has_become_ready()
    code.begin()
    assert len(begun) == 1
    code.close()


def test_a_process_that_can_not_be_started_is_no_error(
    folder: CodeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: str, complains: bool = False) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(machine_code, "start_module", fail)
    code = MachineCode()
    code.begin()
    assert not code.has_become_ready()
    make_ready()


def test_who_waits_for_the_code_reads_so_and_waits_for_the_end_of_the_process(
    folder: CodeFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = replace_the_process(monkeypatch, "")
    make_ready()
    assert begun[0].returncode == 0
    assert "about a minute" in capsys.readouterr().err


def test_every_game_is_asked_about() -> None:
    asked = list(machine_code.all_questions())
    games = {(one.game, one.players) for one in asked}
    assert games >= {("regicide", players) for players in (1, 2, 3, 4)}
    assert games >= {("duel", 2), ("king_of_the_dead", 4)}


def test_once_compiled_the_code_is_ready(folder: CodeFolder, compiled: list[str]) -> None:
    compile_bots(folder)
    compile_bots(folder)
    found = find_code_folder()
    assert found is not None
    assert found.ready
    assert compiled == ["all"]


def test_code_that_numba_could_not_make_is_not_ready(
    folder: CodeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_code, "answer", lambda _: None)
    monkeypatch.setattr("regicide_tui.bots.compiled.JIT", False)
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ImportError):
        compile_bots(folder)
    found = find_code_folder()
    assert found is not None
    assert not found.ready


def test_of_two_that_compile_at_once_one_waits_and_finds_it_done(
    folder: CodeFolder, compiled: list[str]
) -> None:
    second = Thread(target=compile_bots, args=(folder,))
    folder.path.mkdir()
    with FileLock(folder.path / "lock"):
        second.start()
        second.join(0.2)
        assert second.is_alive()
        note_ready(folder)
    second.join(PATIENCE)
    assert not second.is_alive()
    assert not compiled


def test_machine_code_that_was_not_used_for_long_is_deleted(
    folder: CodeFolder, compiled: list[str]
) -> None:
    long_ago = time.time() - 8 * 24 * 60 * 60
    names = {"old": 16 * "0", "half": 16 * "1", "used": 16 * "2", "theirs": "of-a-thesis"}
    others = {name: folder.path.parent / f"compiled-{end}" for name, end in names.items()}
    for name, other in others.items():
        other.mkdir()
        if name in ("old", "used"):
            note_ready(CodeFolder(other, ready=False))
        os.utime(other, (long_ago, long_ago))
    os.utime(others["old"] / "ready", (long_ago, long_ago))
    compile_bots(folder)
    assert [name for name, other in others.items() if other.exists()] == ["used", "theirs"]


def test_compiling_ends_with_the_program_that_asked_for_it(folder: CodeFolder) -> None:
    process = start_module("regicide_tui.thinking.machine_code", "--while-asked")
    assert process.stdin is not None
    assert process.poll() is None
    process.stdin.close()
    assert process.wait(PATIENCE) == machine_code.ABANDONED


WAITS = "from regicide_tui.thinking.machine_code import make_ready; make_ready()"


def test_compiling_ends_with_the_program_that_waits_for_it_even_if_that_is_killed(
    folder: CodeFolder,
) -> None:
    folder.path.mkdir(mode=0o700)
    with FileLock(folder.path / "lock"):  # so it does not even begin, and ends all the same
        waiting = subprocess.Popen([sys.executable, "-c", WAITS])
        while not (compiling := psutil.Process(waiting.pid).children()):
            assert waiting.poll() is None
            time.sleep(0.02)
        waiting.kill()
        waiting.communicate()
        assert psutil.wait_procs(compiling, PATIENCE)[1] == []  # until init reaps it


def test_compiling_ends_well_while_the_program_that_asked_for_it_goes_on(
    folder: CodeFolder,
) -> None:
    folder.path.mkdir(mode=0o700)
    note_ready(folder)
    process = start_module("regicide_tui.thinking.machine_code", "--while-asked")
    assert process.wait(PATIENCE) == 0
    process.communicate()


def test_the_speed_of_bots_can_be_measured() -> None:
    assert machine_code.measure_speed() > 100
