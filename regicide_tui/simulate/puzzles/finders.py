"""The puzzle finders of all games that have one."""

from typing import cast

from regicide_tui import games
from regicide_tui.games.manifest import load
from regicide_tui.games.practice import Puzzle
from regicide_tui.simulate.puzzles.selection import PuzzleFinder


def load_finders() -> dict[str, PuzzleFinder[Puzzle]]:
    """Return the puzzle finders by the names of their games."""
    return {
        one.name: cast("PuzzleFinder[Puzzle]", load(one.puzzle_search))
        for one in games.each()
        if one.puzzle_search
    }
