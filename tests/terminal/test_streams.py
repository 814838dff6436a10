"""Standard streams that are full, closed or read by nobody: a sentence and a code, no traceback."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from regicide_tui.server.base.private import make_private_folder
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.play.games import ROOT
from tests.terminal.terminal import PROGRAM, Terminal, environment

pytestmark = pytest.mark.processes

SAVE = f"{ROOT / 'saves' / 'king-1.save'}"
COMMANDS = {
    "saves": "saves",
    "paths": "paths",
    "doctor": "doctor",
    "help": "--help",
    "version": "--version",
    "completion": "completion bash",
    "export": f"export {SAVE}",
    "users": "users",
    "tables": "tables",
    "tournament": "tournament",
    "simulate": "simulate --games 1",
    "engine": "engine",
}
READS = ("engine", "export -")
FAILURES = [
    ("<in >/dev/full", 3, "the output can't be written: the disk is full."),
    ("<in | true", 0, ""),
    ("<in >&-", 3, "the output can't be written: it is closed."),
    ("<in >/dev/full 2>/dev/full", 3, ""),
    ("<in >&- 2>&-", 3, ""),
]
"""Streams that fail, with the exit code and what is said then."""


def _run(folder: Path, command: str, streams: str) -> tuple[int, str]:
    """Run a command with its streams as a shell redirects them; return its code and complaint."""
    line = f"{PROGRAM[0]} -m regicide_tui {command} {streams}"
    done = subprocess.run(
        ["bash", "-c", f'set -o pipefail; echo \'{{"op":"games"}}\' >in; {line}'],
        cwd=folder,
        env=environment(folder, PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done.returncode, done.stderr


@pytest.fixture
async def stored(tmp_path: Path) -> Path:
    """A data folder with the empty store of a server."""
    make_private_folder(tmp_path / "house")
    await SqliteStore(tmp_path / "house" / "house.db").close()
    return tmp_path


@pytest.mark.parametrize(
    ("command", "streams", "code", "said"),
    [
        pytest.param(
            command, *failure, marks=[pytest.mark.attack] * (at >= 2 and command != "saves")
        )
        for command in COMMANDS
        for at, failure in enumerate(FAILURES)
    ],
)
def test_a_command_whose_output_fails_says_so(
    stored: Path, command: str, streams: str, code: int, said: str
) -> None:
    told = f"regicide-tui: {said}\n" if said else ""
    assert _run(stored, COMMANDS[command], streams) == (code, told)


@pytest.mark.parametrize("command", COMMANDS)
def test_without_an_error_output_a_command_goes_on(stored: Path, command: str) -> None:
    code, _ = _run(stored, COMMANDS[command], "<in 2>&- >out")
    assert code == (4 if command == "doctor" else 0)
    assert (stored / "out").stat().st_size > 0


@pytest.mark.parametrize("command", READS)
def test_what_reads_a_closed_input_says_so(tmp_path: Path, command: str) -> None:
    assert _run(tmp_path, command, "<&-") == (2, "regicide-tui: standard input is closed.\n")
    assert _run(tmp_path, command, "<&- >&- 2>&-") == (2, "")


@pytest.mark.parametrize("streams", [">&-", ">/dev/full"])
def test_the_app_needs_no_output_beside_its_screen(tmp_path: Path, streams: str) -> None:
    line = f"{PROGRAM[0]} -m regicide_tui --no-motion new {streams}"
    with Terminal(["bash", "-c", line], tmp_path, PYTHONPATH=str(ROOT)) as terminal:
        terminal.shows("Tavern")
        terminal.press("q")
        assert terminal.ends() == 0


@pytest.mark.parametrize("command", ["", "new", "resume"])
def test_without_a_screen_the_app_says_nothing_and_ends(tmp_path: Path, command: str) -> None:
    assert _run(tmp_path, command, "2>&-") == (4, "")
    assert _run(tmp_path, command, "<&- >&- 2>&-") == (4, "")


def test_a_server_opens_where_nobody_reads_its_output(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writing, b"x" * 4096)
    os.set_blocking(writing, True)
    server = subprocess.Popen(
        [PROGRAM[0], "-m", "regicide_tui", "serve", "--port", "0"],
        cwd=tmp_path,
        stdout=writing,
        stderr=writing,
        env=environment(tmp_path, PYTHONPATH=str(ROOT)),
    )
    try:
        end = monotonic() + 30
        while _run(tmp_path, "serve --status", "")[0] != 0:
            assert monotonic() < end
            assert server.poll() is None
        server.terminate()
        assert server.wait(10) == 0
    finally:
        server.kill()
        server.wait()
        os.close(reading)
        os.close(writing)


def test_a_server_that_may_open_too_few_files_says_so(tmp_path: Path) -> None:
    line = f"ulimit -n 100; exec {PROGRAM[0]} -m regicide_tui serve --port 0"
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=tmp_path,
        env=environment(tmp_path, PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1
    assert "only 100 open files" in done.stderr


@pytest.mark.parametrize("streams", [">&- 2>&- <&-", ">/dev/full 2>/dev/full"])
def test_a_server_goes_on_without_its_output(tmp_path: Path, streams: str) -> None:
    line = f"exec {PROGRAM[0]} -m regicide_tui serve --port 0 {streams}"
    server = subprocess.Popen(
        ["bash", "-c", line], cwd=tmp_path, env=environment(tmp_path, PYTHONPATH=str(ROOT))
    )
    try:
        end = monotonic() + 30
        while _run(tmp_path, "serve --status", "")[0] != 0:
            assert monotonic() < end
            assert server.poll() is None
        server.terminate()
        assert server.wait(30) == 0
    finally:
        server.kill()
        server.wait()
