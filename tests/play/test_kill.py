"""A game that is killed at any moment, again and again, loses at most the action under way."""

import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from regicide_tui.play.saves.files import read, remove_leftovers, write
from regicide_tui.play.saves.saves_folder import SavesFolder
from regicide_tui.play.table import Table
from tests.play.games import NAMES, ROOT, game, whole_game

FOLDERS = [(1, 2), (3, 4), (5, 6), (7, 8)]
"""By their seeds; those of a pair are played in side by side."""
KILLS = 38
"""In each folder, one after the other."""


@dataclass
class Run:
    """What a player said until killed: for each game how many moves it had first and last."""

    first: dict[str, int] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)

    def hear(self, lines: list[str]) -> None:
        """Note what was said; a line that the kill cut off says nothing."""
        for line in lines:
            if line.endswith("\n"):
                name, moves, _ = line.split()
                self.first.setdefault(name, int(moves))
                self.last[name] = int(moves)


def play_and_kill(folder: Path, seed: str, rng: Random) -> Run:
    """Let a process play some actions, and kill it at a random moment of what it does next."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.play.player", str(folder), seed],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    heard = [process.stdout.readline() for _ in range(rng.choice((0, 1, 1, 2, 3, 5, 9)))]
    time.sleep(rng.uniform(0, 0.006) if heard else rng.uniform(0, 0.3))
    process.kill()
    with process:
        heard += process.stdout.readlines()
        assert process.stderr.read() == ""
    assert process.returncode == -signal.SIGKILL
    run = Run()
    run.hear(heard)
    return run


def closed_files(saves_folder: SavesFolder) -> dict[str, bytes]:
    """Return the files of the games that nobody goes on with."""
    closed = [label.path for label in saves_folder.labels() if label.over or label.name]
    return {path.name: path.read_bytes() for path in closed}


def check_nothing_was_lost(
    saves_folder: SavesFolder, run: Run, before: tuple[Path, Table] | None
) -> None:
    """Check that all that was said is on the disk, but for the last action."""
    labels = list(saves_folder.labels())
    assert [label.fault for label in labels if label.fault] == []
    saves = {label.path.name: read(label.path) for label in labels}
    if before is not None:
        path, saved = before
        moves = saved.history.moves
        assert saves[path.name].history.moves[: len(moves)] == moves
        assert list(run.first.items())[:1] in ([], [(path.name, len(moves))])
    for name, said in run.last.items():
        newest = name == list(run.last)[-1]
        kept = len(saves[name].history.moves)
        assert said - newest <= kept <= said + newest
        if newest and not saves[name].history.over:
            found = saves_folder.newest_unfinished()
            assert found is not None
            assert (found[0].name, found[1]) == (name, saves[name])


def check_a_folder(folder: Path, seed: int) -> None:
    """Play and kill in one folder, again and again, and check after each kill what is there."""
    rng, saves_folder = Random(seed), SavesFolder(folder)
    write(folder / "named.save", Table(game(3).history, NAMES[:3], "Friday"))
    write(folder / "over.save", whole_game())
    for number in range(KILLS):
        before, closed = saves_folder.newest_unfinished(), closed_files(saves_folder)
        run = play_and_kill(folder, f"{seed} {number}", rng)
        check_nothing_was_lost(saves_folder, run, before)
        assert closed.items() <= closed_files(saves_folder).items()
    remove_leftovers(folder, "*.save")
    # A part that is still empty may be about to be written: it is left for a minute.
    assert [part for part in folder.glob(".*.part") if part.stat().st_size] == []
    played = [path for path in folder.glob("*.save") if path.stem not in ("named", "over")]
    assert sum([len(read(path).history.moves) for path in played]) > KILLS // 2


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(FOLDERS[0], marks=pytest.mark.slow),
        *[pytest.param(seeds, marks=pytest.mark.attack) for seeds in FOLDERS[1:]],
    ],
)
def test_a_killed_game_has_lost_at_most_the_action_under_way(
    seeds: tuple[int, ...], tmp_path: Path
) -> None:
    folders = [tmp_path / str(seed) for seed in seeds]
    with ThreadPoolExecutor() as side_by_side:
        list(side_by_side.map(check_a_folder, folders, seeds))


def test_there_are_enough_kills() -> None:
    assert KILLS * sum(map(len, FOLDERS)) >= 300
