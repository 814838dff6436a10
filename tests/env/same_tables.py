"""Plays at tables in C and in Python, step by step, and compares all their memory.

Run it with Python's functions: `REGICIDE_TUI_PYTHON_RUNS_SEARCHES=1 python -m
tests.env.same_tables`.
"""

from array import array
from itertools import product
from random import Random
from typing import Any

from regicide_tui.bots.encoded.games import GAMES
from regicide_tui.bots.encoded.state import LENGTH
from regicide_tui.bots.library import LOADED, Library
from regicide_tui.bots.nets import library_file
from regicide_tui.bots.rng import new_rng
from regicide_tui.env.env_game import find_rules
from regicide_tui.env.kernel import stepping
from regicide_tui.env.kernel.memory import Memory, Setup

TABLES = 3
STEPS = 150


def new_memory(game: str, players: int, whole: bool) -> Memory:
    """Return the memory of some tables before the first deal."""
    rules = find_rules(game, whole=whole)
    observation, numbers = rules.blocks.size, rules.space.size
    setup = Setup(TABLES, GAMES[game], players, whole, game == "regicide", 40, observation, numbers)

    def zeros(code: str, size: int) -> Any:
        return array(code, [0]) * size

    rng = array("q", [word for seed in range(TABLES) for word in new_rng(seed)])
    arrays = (
        zeros("q", TABLES * LENGTH),
        rng,
        *[zeros("q", TABLES) for _ in range(3)],
        zeros("f", TABLES * players),
        *[zeros("b", TABLES) for _ in range(2)],
        zeros("h", TABLES * observation),
        zeros("b", TABLES * numbers),
        zeros("h", TABLES * numbers),
        zeros("q", TABLES),
        zeros("q", TABLES),
        new_rng(7),
        zeros("q", 256),
    )
    return Memory(setup, *arrays)


def play(game: str, players: int, whole: bool) -> None:
    """Play on both, and compare them after each step."""
    library, random = Library(library_file()), Random(game)
    native, python = [new_memory(game, players, whole) for _ in range(2)]

    def both(name: str, *more: int) -> None:
        found = library.function(f"{stepping.__name__}.{name}")(native, *more)
        assert found == getattr(stepping, name)(python, *more), name
        assert native == python, name

    both("reset_tables")
    for _ in range(STEPS):
        both("sample_tables")
        if random.random() < 0.1:
            native.chosen[1] = python.chosen[1] = 999
        both("step_tables")
    both("play_randomly", 200)
    both("show_table", 2)


def main() -> None:
    """Play all games."""
    assert not LOADED
    for (game, players), whole in product(
        (("regicide", 1), ("regicide", 3), ("duel", 2)), (False, True)
    ):
        play(game, players, whole)
        print("same")


if __name__ == "__main__":
    main()
