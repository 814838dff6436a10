"""Hostile text by every way in, and every way out: nothing of it reaches a terminal raw."""

import json
import os
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from regicide_tui.play.saves.codec import encode
from regicide_tui.play.table import Table
from tests.play.games import begun
from tests.terminal.command import run
from tests.terminal.conftest import Start
from tests.terminal.terminal import PROGRAM, environment

pytestmark = pytest.mark.processes

TITLE, COLOUR, BELL, TURNED, ISOLATED = "\x1b]0;owned\x07", "\x9b31m", "\x07", "\u202e", "\u2066"
EVIL = f"ev{TITLE}{COLOUR}{BELL}{TURNED}{ISOLATED}il\x08"
ODD_BYTES = os.fsdecode(b"od\xff\x9bd")
"""A file name that is no UTF-8."""

RAW = [TITLE, COLOUR, TURNED, ISOLATED, "\x1b]0;", "\x9b"]


def _transcript(folder: Path, text: str) -> str:
    (folder / "game.txt").write_text(text)
    return "game.txt"


def _position(folder: Path) -> str:
    position = {"players": 1, "hands": [["2C"]], "enemy": "JC", EVIL: 1}
    told = shlex.quote(json.dumps(position, ensure_ascii=False))
    return _transcript(folder, f"game=regicide players=1 seed=1 position={told}\n")


def _save(folder: Path, file: str = "game.save", name: str = "", title: str = "") -> str:
    saved = Table(begun(1), (EVIL,), name, saved=1, title=title)
    (folder / file).write_bytes(encode(saved))
    return file


def _put_save(
    folder: Path, file: str, data: bytes | None = None, name: str = "", title: str = ""
) -> None:
    (folder / "saves").mkdir(exist_ok=True)
    (folder / _save(folder, name=name, title=title)).rename(folder / "saves" / file)
    if data is not None:
        (folder / "saves" / file).write_bytes(data)


def _settings(folder: Path, text: str) -> None:
    (folder / "settings.toml").write_text(text)


def _run(folder: Path, *arguments: str, **more: str) -> str:
    """Run a command; return all it says, where nothing may be that a terminal obeys."""
    done = run(folder, *arguments, **more)
    for told in (done.stdout, done.stderr):
        assert all(line.isprintable() for line in told.split("\n")), told
    return done.stdout + done.stderr


# ---------------------------------------------------------------- transcripts, saves, file names

TRANSCRIPTS: dict[str, Callable[[Path], str]] = {
    "unknown key of a position": _position,
    "no header": lambda folder: _transcript(folder, f"{EVIL}\n"),
    "game": lambda folder: _transcript(folder, f"game='{EVIL}' players=1 seed=1\n"),
    "seed": lambda folder: _transcript(folder, f"game=regicide players=1 seed='{EVIL}'\n"),
    "first": lambda folder: _transcript(folder, f"game=regicide players=1 seed=1 first='{EVIL}'\n"),
    "action": lambda folder: _transcript(folder, f"game=regicide players=1 seed=1\n{EVIL}\n"),
    "name": lambda folder: _transcript(folder, f"game=regicide players=1 seed=1 P1='{EVIL}'\n"),
    "option": lambda folder: _transcript(
        folder,
        "game=regicide players=1 seed=1 options="
        + shlex.quote(json.dumps({EVIL: EVIL}, ensure_ascii=False)),
    ),
    "save": _save,
    "file name": lambda folder: _save(folder, EVIL),
    "missing file": lambda folder: f"no{EVIL}",
    "odd bytes": lambda folder: ODD_BYTES,
    "odd bytes of a file": lambda folder: _save(folder, ODD_BYTES),
}


@pytest.mark.parametrize("way", TRANSCRIPTS)
def test_export_says_nothing_raw(tmp_path: Path, way: str) -> None:
    assert _run(tmp_path, "export", TRANSCRIPTS[way](tmp_path))


@pytest.mark.parametrize("command", ["replay", "review", "open"])
@pytest.mark.parametrize("way", ["unknown key of a position", "missing file", "odd bytes"])
def test_what_opens_a_file_complains_of_nothing_raw(
    start: Start, tmp_path: Path, command: str, way: str
) -> None:
    terminal = start(command, TRANSCRIPTS[way](tmp_path))
    assert terminal.ends() == 3
    assert "\x1b[?1049h" not in terminal.raw.decode()
    assert not [one for one in RAW if one in terminal.raw.decode()]


@pytest.mark.parametrize("command", ["replay", "open"])
@pytest.mark.parametrize("way", ["name", "save", "file name"])
def test_a_game_of_hostile_names_is_shown_with_nothing_raw(
    start: Start, tmp_path: Path, command: str, way: str
) -> None:
    terminal = start(command, TRANSCRIPTS[way](tmp_path))
    terminal.shows("JACK OF ")
    terminal.press("q")
    assert terminal.ends() == 0
    assert not [one for one in RAW if one in terminal.raw.decode()]


def test_the_list_of_saves_and_the_menu_show_nothing_raw(start: Start, tmp_path: Path) -> None:
    _put_save(tmp_path, f"a{EVIL}.save")
    _put_save(tmp_path, f"b{EVIL}.save", b"no save")
    _put_save(tmp_path, f"{ODD_BYTES}.save", title=EVIL)
    _put_save(tmp_path, "c.save", name=EVIL)
    assert "damaged" in _run(tmp_path, "saves")
    terminal = start(size=(120, 30))
    terminal.shows("Resume")
    terminal.press("g")
    terminal.shows("damaged")
    for _ in range(4):
        terminal.changes("down")
    terminal.press("ctrl+q")
    assert terminal.ends() == 0
    assert not [one for one in RAW if one in terminal.raw.decode()]


# ---------------------------------------------------------------- settings, arguments, environment

SETTINGS = {
    "key": f"'{EVIL[:-2]}' = 1\n",
    "value": 'theme = "\\u001b]0;owned\\u0007\\u202E"\n',
    "binding": '[keys]\n"\\u001b]0;owned\\u0007" = "x"\n',
    "no toml": f"{EVIL}\n",
}


@pytest.mark.parametrize("way", SETTINGS)
def test_doctor_tells_of_settings_with_nothing_raw(tmp_path: Path, way: str) -> None:
    _settings(tmp_path, SETTINGS[way])
    assert "settings" in _run(tmp_path, "doctor")


@pytest.mark.parametrize("way", SETTINGS)
def test_the_app_complains_of_settings_with_nothing_raw(
    start: Start, tmp_path: Path, way: str
) -> None:
    _settings(tmp_path, SETTINGS[way])
    terminal = start()
    assert terminal.ends() == 3
    assert not [one for one in RAW if one in terminal.raw.decode()]


@pytest.mark.parametrize(
    "arguments",
    [
        (f"--{EVIL}",),
        (EVIL,),
        ("paths", "--data-dir", EVIL),
        ("paths", EVIL),
        ("new", "--seed", EVIL),
        ("new", "--option", f"{EVIL}={EVIL}"),
        ("new", "--game", EVIL),
        ("new", "--players", EVIL),
        ("new", "--bots", EVIL),
        ("play", "--bot-command", EVIL),
        ("play", "--bot-command", f"'{EVIL}"),
        ("completion", EVIL),
        ("simulate", "--bots", EVIL),
        ("simulate", "--games", "1", "--out", f"{EVIL}/x.{EVIL}"),
        ("simulate", "--games", "1", "--option", f"{EVIL}=1"),
        ("serve", "--config", f"{EVIL}.toml"),
        ("serve", "--host", EVIL),
        ("serve", "--status", "--data-dir", EVIL),
        ("users", "--add-key", EVIL, EVIL),
        ("users", "--drop-key", EVIL, EVIL),
        ("tables", "--log", EVIL),
        ("tournament", "--open", EVIL, "--at", EVIL),
        ("tournament", "--results", EVIL),
        ("export", ODD_BYTES),
        (ODD_BYTES,),
    ],
)
def test_no_argument_comes_back_raw(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert _run(tmp_path, *arguments)


@pytest.mark.parametrize(
    "command", ["doctor", "saves", "paths", "users", "tables", "tournament", "resume", "engine"]
)
@pytest.mark.parametrize(
    "names",
    [
        ("TERM", "LANG", "COLORTERM", "COLUMNS", "SSH_CONNECTION"),
        # By itself: where this folder can't be used, some commands say nothing else.
        ("REGICIDE_TUI_DATA_DIR",),
    ],
    ids=["what tells of the terminal", "the folder"],
)
def test_nothing_of_the_environment_comes_back_raw(
    tmp_path: Path, command: str, names: tuple[str, ...]
) -> None:
    _run(tmp_path, command, **dict.fromkeys(names, EVIL))


def test_a_config_of_the_server_is_complained_of_with_nothing_raw(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(SETTINGS["value"])
    assert _run(tmp_path, "serve", "--config", "house.toml")


def test_the_app_shows_hostile_names_and_term_with_nothing_raw(start: Start) -> None:
    terminal = start("new", "--names", f"Ada{EVIL},Bea{ODD_BYTES}", TERM=f"xterm{EVIL}")
    terminal.shows("Adaev?]0;owned??31m???il?", "Beaod??d")
    terminal.press("q")
    assert terminal.ends() == 0
    assert not [one for one in RAW if one in terminal.raw.decode()]


def test_json_is_exempt_and_escapes_by_itself(tmp_path: Path) -> None:
    request = json.dumps({"op": EVIL})
    done = subprocess.run(
        [*PROGRAM, "engine"], input=f"{request}\n".encode(), cwd=tmp_path,
        env=environment(tmp_path), capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["error"] == "unknown_op"
    assert done.stderr == b""


def test_what_crashes_the_program_is_told_with_nothing_raw(tmp_path: Path) -> None:
    code = (
        "import sys, regicide_tui.cli as cli\n"
        f"def crash(*_): raise RuntimeError({EVIL!r})\n"
        "cli._answer = crash\n"
        "sys.exit(cli.main())\n"
    )
    done = subprocess.run(
        [PROGRAM[0], "-c", code], cwd=tmp_path, env=environment(tmp_path),
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    told = done.stderr.decode()
    assert done.returncode == 1
    assert "RuntimeError: ev?]0;owned?" in told
    assert all(line.isprintable() for line in told.split("\n"))
