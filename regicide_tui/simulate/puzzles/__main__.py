"""Make the puzzles again: `python -m regicide_tui.simulate.puzzles`, which `make puzzles` runs.

What was found is noted game by game in a folder, so an interrupted run goes on where it was.
"""

import argparse
import json
import time
from pathlib import Path

from regicide_tui import games
from regicide_tui.games.puzzle import Puzzle, read_found, write_found
from regicide_tui.simulate.puzzles.kinds import kinds
from regicide_tui.simulate.puzzles.making import Kind, found_in, selected

SEED = "puzzles"
_HEAD = (
    '"""The puzzles found in games of bots. `make puzzles` writes this file."""\n\nFOUND = r"""\n'
)


def main() -> None:
    """Find the puzzles of the games that are named, and write them into the package."""
    known = kinds()
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.simulate.puzzles")
    parser.add_argument("games", nargs="*", default=list(known), help="which games")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--notes", type=Path, default=Path("build"), help="where notes are kept")
    package = Path(games.__file__).parent
    parser.add_argument("--into", type=Path, default=package, help="where found puzzles are kept")
    parser.add_argument("--seconds", type=float, default=None, help="stop after so long")
    given = parser.parse_args()
    for name in given.games:
        kind = known[name]
        given.notes.mkdir(parents=True, exist_ok=True)
        notes = given.notes / f"puzzles-{name}-{given.seed}.jsonl"
        found = _found(kind, given.seed, kind.games, notes, given.seconds)
        taken = selected(kind, found, kind.wanted)
        _write(given.into / name, taken)
        print(f"{name}: {len(taken)} of {len(found)} puzzles found were taken")  # noqa: T201


def _found(
    kind: Kind[Puzzle], seed: str, count: int, notes: Path, seconds: float | None
) -> list[Puzzle]:
    """Return the puzzles of games 1 to `count`; what is noted is not searched again."""
    until = time.monotonic() + seconds if seconds is not None else None
    known = _read_notes(kind, notes)
    with notes.open("a", encoding="utf-8") as file:
        for number in range(1, count + 1):
            if until is not None and time.monotonic() > until:
                break
            if number not in known:
                known[number] = found_in(kind, seed, number)
                lines = [write_found(puzzle) for puzzle in known[number]]
                file.write(json.dumps([number, lines]) + "\n")
                file.flush()
    return [puzzle for number in sorted(known) for puzzle in known[number]]


def _read_notes(kind: Kind[Puzzle], notes: Path) -> dict[int, list[Puzzle]]:
    if not notes.exists():
        return {}
    known: dict[int, list[Puzzle]] = {}
    for line in notes.read_text(encoding="utf-8").splitlines():
        number, lines = json.loads(line)
        known[number] = list(read_found(kind.puzzle, "\n".join(lines), 1))
    return known


def _write(folder: Path, taken: list[Puzzle]) -> None:
    """Write the puzzles of a game into its folder of the package."""
    lines = "".join([f"{write_found(puzzle)}\n" for puzzle in taken])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "found.py").write_text(f'{_HEAD}{lines}"""\n', encoding="utf-8")


if __name__ == "__main__":
    main()
