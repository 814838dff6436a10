"""Regenerates the puzzles: `python -m regicide_tui.simulate.puzzles`, or `make puzzles`.

The puzzles found in each game are noted in a folder, so you can continue an interrupted run.
"""

import argparse
import json
import time
from pathlib import Path

from regicide_tui import games
from regicide_tui.games.practice import Puzzle, read_found, write_found
from regicide_tui.simulate.puzzles.finders import load_finders
from regicide_tui.simulate.puzzles.selection import PuzzleFinder, find_puzzles, select_puzzles

SEED = "puzzles"
_HEAD = (
    '"""The puzzles found in games of bots. `make puzzles` writes this file."""\n\nFOUND = r"""\n'
)


def main() -> None:
    """Find the puzzles of the named games, and write them into the package."""
    finders = load_finders()
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.simulate.puzzles")
    parser.add_argument("games", nargs="*", default=list(finders), help="games (default: all)")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--notes", type=Path, default=Path("build"), help="folder for notes")
    package = Path(games.__file__).parent
    parser.add_argument("--into", type=Path, default=package, help="folder for the puzzles")
    parser.add_argument("--seconds", type=float, default=None, help="stop after this many seconds")
    given = parser.parse_args()
    for name in given.games:
        finder = finders[name]
        given.notes.mkdir(parents=True, exist_ok=True)
        notes = given.notes / f"puzzles-{name}-{given.seed}.jsonl"
        found = find_with_notes(finder, given.seed, finder.games, notes, given.seconds)
        taken = select_puzzles(finder, found, finder.wanted)
        _write(given.into / name, taken)
        print(f"{name}: took {len(taken)} of {len(found)} puzzles found")  # noqa: T201


def find_with_notes(
    finder: PuzzleFinder[Puzzle], seed: str, count: int, notes: Path, seconds: float | None
) -> list[Puzzle]:
    """Return the puzzles of games 1 to `count`. Games with notes are not searched again."""
    until = time.monotonic() + seconds if seconds is not None else None
    known = _read_notes(finder, notes)
    with notes.open("a", encoding="utf-8") as file:
        for number in range(1, count + 1):
            if until is not None and time.monotonic() > until:
                break
            if number not in known:
                known[number] = find_puzzles(finder, seed, number)
                lines = [write_found(puzzle) for puzzle in known[number]]
                file.write(json.dumps([number, lines]) + "\n")
                file.flush()
    return [puzzle for number in sorted(known) for puzzle in known[number]]


def _read_notes(finder: PuzzleFinder[Puzzle], notes: Path) -> dict[int, list[Puzzle]]:
    if not notes.exists():
        return {}
    known: dict[int, list[Puzzle]] = {}
    for line in notes.read_text(encoding="utf-8").splitlines():
        number, lines = json.loads(line)
        known[number] = list(read_found(finder.puzzle, "\n".join(lines), 1))
    return known


def _write(folder: Path, taken: list[Puzzle]) -> None:
    """Write the puzzles of a game into its folder of the package."""
    lines = "".join([f"{write_found(puzzle)}\n" for puzzle in taken])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "found.py").write_text(f'{_HEAD}{lines}"""\n', encoding="utf-8")


if __name__ == "__main__":
    main()
