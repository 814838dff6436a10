"""Plays with the wheels in `dist` that can be loaded here: `python -m tests.wheels`.

    --python musllinux_1_1_aarch64="qemu-aarch64 -L FOLDER python3.11"

names an interpreter for a platform, which needs the app's dependencies. Knights play the same games
with each wheel as with this interpreter, and the result files must be identical.
"""

import argparse
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from zipfile import ZipFile

from packaging.tags import platform_tags
from packaging.utils import parse_wheel_filename

from regicide_tui.games import find, names

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
_TABLES = [(game, players) for game in names() for players in find(game).player_counts]
_GAMES = 2
_SEED = "wheel"
_LOADED = """
import regicide_tui
from regicide_tui.bots import library
assert library.LOADED, "There is no library."
print(regicide_tui.__file__)
"""


class Failed(Exception):
    """A wheel that can't be loaded, or that plays differently."""


def platform_of(wheel: Path) -> str:
    """Return the platform that a wheel is for."""
    (tag,) = parse_wheel_filename(wheel.name)[3]
    return tag.platform


def run(python: Sequence[str], folder: Path, *arguments: str) -> str:
    """Return the output of an interpreter that imports the app from a folder. Raises `Failed`."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"}
    try:
        done = subprocess.run(
            [*python, *arguments], env=environment, capture_output=True, text=True
        )
    except OSError as error:
        raise Failed(str(error)) from None
    if done.returncode:
        raise Failed(f"{shlex.join(arguments)} exited with {done.returncode}:\n{done.stderr}")
    return done.stdout


def play(python: Sequence[str], folder: Path) -> Mapping[str, bytes]:
    """Return the results of each game and number of players. Raises `Failed`."""
    loaded = Path(run(python, folder, "-c", _LOADED).strip())
    if not loaded.is_relative_to(folder):
        raise Failed(f"The interpreter loads {loaded}, not the wheel.")
    results = {}
    for game, players in _TABLES:
        with TemporaryDirectory() as written:
            out = Path(written, "games.csv")
            run(
                *(python, folder, "-m", "regicide_tui", "simulate", "--game", game),
                *("--players", f"{players}", "--bots", "knight", "--games", f"{_GAMES}"),
                *("--seed", _SEED, "--out", f"{out}"),
            )
            results[f"{game} for {players}"] = out.read_bytes()
    return results


def try_wheel(wheel: Path, python: Sequence[str], expected: Mapping[str, bytes]) -> None:
    """Unpack a wheel and play with it. Raises `Failed` if the results aren't as expected."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        ZipFile(wheel).extractall(folder)
        played = play(python, folder)
    if differing := [game for game, result in expected.items() if played[game] != result]:
        raise Failed(f"Different results: {', '.join(differing)}.")


def main() -> int:
    """Try each wheel, and print its result; return 1 if one failed, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.wheels")
    parser.add_argument("--python", action="append", default=[], metavar="PLATFORM=COMMAND")
    given = parser.parse_args().python
    wheels = {platform_of(wheel): wheel for wheel in sorted(DIST.glob("*.whl"))}
    if not wheels:
        parser.error("There are no wheels in dist: run `make wheels` first.")
    pythons = {name: [sys.executable] for name in platform_tags()}
    for platform, _, command in (one.partition("=") for one in given):
        if platform not in wheels or not command:
            parser.error(f"--python {platform}=COMMAND: the wheels are for {', '.join(wheels)}.")
        pythons[platform] = shlex.split(command)
    expected = play([sys.executable], ROOT)
    failed = 0
    for platform, wheel in wheels.items():
        if platform not in pythons:
            print(f'{platform}: not tried, needs --python {platform}="COMMAND"', flush=True)
            continue
        began = perf_counter()
        try:
            try_wheel(wheel, pythons[platform], expected)
        except Failed as error:
            failed += 1
            print(f"{platform}: FAILED: {error}", flush=True)
        else:
            seconds = perf_counter() - began
            print(f"{platform}: same results, {len(expected)} files, {seconds:.0f} s", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
