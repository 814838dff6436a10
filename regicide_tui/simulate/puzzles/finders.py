"""How the puzzles of each game are found, for the games whose puzzles bots can find."""

from typing import cast

from regicide_tui import games
from regicide_tui.games.manifest import load
from regicide_tui.games.practice import Puzzle
from regicide_tui.simulate.puzzles.selection import PuzzleFinder


def load_finders() -> dict[str, PuzzleFinder[Puzzle]]:
    """Return how puzzles are found, by the names of the games."""
    return {
        one.name: cast("PuzzleFinder[Puzzle]", load(one.puzzle_search))
        for one in games.each()
        if one.puzzle_search
    }
