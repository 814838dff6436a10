"""The bots are compiled in a process of their own, once, and nobody waits for it."""

import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest
from filelock import FileLock

from regicide_tui.bots.code_folder import COMPILES, CodeFolder, find_code_folder, note_ready
from regicide_tui.thinking import machine_code
from regicide_tui.thinking.machine_code import MachineCode, compile_bots, make_ready, start
from tests.server.waiting import PATIENCE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CodeFolder:
    """An empty folder for machine code."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    found = find_code_folder()
    assert found is not None
    return found


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The questions that are asked to compile; nothing is compiled."""
    questions: list[object] = []
    monkeypatch.setattr(machine_code, "answer", questions.append)
    monkeypatch.delenv(COMPILES, raising=False)
    return questions


def replace_the_process(monkeypatch: pytest.MonkeyPatch, script: str) -> list[object]:
    """Let a script run in the place of the compiling process; return the processes started."""
    begun: list[object] = []

    def begin(*_: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE)
        begun.append(process)
        return process

    monkeypatch.setattr(machine_code, "start", begin)
    return begun


def wait_for_its_end(code: MachineCode) -> None:
    """Wait until the process has ended."""
    assert code._process is not None
    code._process.wait(PATIENCE)


def test_who_asks_learns_once_that_the_code_has_become_ready(
    folder: CodeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = replace_the_process(monkeypatch, "input()")
    code = MachineCode()
    assert not code.begin()
    assert not code.begin(), "it goes on"
    assert len(begun) == 1
    assert not code.has_become_ready()
    assert code._process is not None
    assert code._process.stdin is not None
    code._process.stdin.write(b"\n")
    code._process.stdin.flush()
    wait_for_its_end(code)
    assert code.has_become_ready()
    assert not code.has_become_ready()


def test_code_that_is_ready_is_not_compiled(
    folder: CodeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = replace_the_process(monkeypatch, "")
    note_ready(folder)
    assert MachineCode().begin()
    assert make_ready()
    assert not begun


def test_without_numba_nothing_is_compiled_and_nothing_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = replace_the_process(monkeypatch, "")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert not MachineCode().begin()
    assert not make_ready()
    assert not compile_bots()
    assert not begun


def test_compiling_that_fails_is_not_tried_again_and_never_ready(
    folder: CodeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = replace_the_process(monkeypatch, "raise SystemExit(1)")
    code = MachineCode()
    code.begin()
    wait_for_its_end(code)
    assert not code.has_become_ready()
    code.begin()
    assert len(begun) == 1
    code.close()


def test_a_process_that_can_not_be_started_is_no_error(
    folder: CodeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: str) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(machine_code, "start", fail)
    code = MachineCode()
    assert not code.begin()
    assert not code.has_become_ready()
    assert not make_ready()


def test_every_game_is_compiled_and_then_the_code_is_ready(
    folder: CodeFolder, asked: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compile_bots()
    games = {getattr(one, "game", "") for one in asked}
    assert games == {"regicide", "duel", "king_of_the_dead"}
    assert (folder.path / "ready").is_file()
    done = len(asked)
    assert compile_bots()
    assert len(asked) == done


def test_of_two_that_compile_at_once_one_waits_and_finds_it_done(
    folder: CodeFolder, asked: list[object]
) -> None:
    second = Thread(target=compile_bots)
    with FileLock(folder.path / "lock"):
        second.start()
        second.join(0.2)
        assert second.is_alive()
        note_ready(folder)
    second.join(PATIENCE)
    assert not second.is_alive()
    assert not asked


def test_old_machine_code_of_other_versions_is_deleted(
    folder: CodeFolder, asked: list[object]
) -> None:
    old, recent = (folder.path.parent / f"compiled-{name}" for name in ("old", "recent"))
    for one in (old, recent):
        one.mkdir()
        (one / "code").touch()
    long_ago = time.time() - 8 * 24 * 60 * 60
    os.utime(old, (long_ago, long_ago))
    assert compile_bots()
    assert not old.exists()
    assert recent.exists()


def test_compiling_ends_with_the_program_that_asked_for_it(folder: CodeFolder) -> None:
    process = start("--while-asked")
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(PATIENCE) == 1


def test_the_speed_of_bots_can_be_measured() -> None:
    assert machine_code.measure_speed() > 100
