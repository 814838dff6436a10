"""How the puzzles of each game are made, where a game has puzzles that bots can find."""

from typing import cast

from regicide_tui import games
from regicide_tui.games.manifest import load
from regicide_tui.games.puzzle import Puzzle
from regicide_tui.simulate.puzzles.making import Kind


def kinds() -> dict[str, Kind[Puzzle]]:
    """Return how puzzles are made, by the names of the games."""
    return {
        one.name: cast("Kind[Puzzle]", load(one.puzzle_search))
        for one in games.each()
        if one.puzzle_search
    }
