"""Perft: the exact number of ways to play on from a deal, counted to a depth.

A change of one rule, however small, changes some of these numbers. They pin the rules as they
were when the engine agreed with the brute-force oracle in everything (test_against_oracle.py).
"""

import pytest

from regicide_tui.games import find
from regicide_tui.games.base import Json
from tests.games.perft import perft

SEED = "7F3K"


@pytest.mark.parametrize(
    ("players", "options", "counts"),
    [
        (1, {}, [10, 388, 3295, 50984]),
        (2, {}, [9, 265, 2346, 69358]),
        (3, {}, [7, 132, 924, 12780]),
        (4, {}, [6, 68, 407, 3040]),
        (1, {"solo_yield": True, "combos": False}, [10, 409, 3700, 55477]),
        (2, {"overpay": "minimal"}, [9, 141, 1251, 16371]),
        (3, {"overpay": "free"}, [7, 227, 1589, 49116]),
    ],
)
def test_the_ways_to_play_on_are_counted(
    players: int, options: dict[str, Json], counts: list[int]
) -> None:
    game = find("regicide")
    deal = game.new(players, SEED, options)
    assert [perft(game, deal, depth) for depth in (1, 2, 3, 4)] == counts
