"""Perft: the exact number of ways to play on from a deal, counted to a depth.

A change of one rule, however small, changes some of these numbers. They pin the rules as they
were when the engine agreed with the brute-force oracle in everything (test_against_oracle.py).
"""

import pytest

from regicide_tui.games import find
from regicide_tui.games.base import Json
from tests.games.perft import perft

SEED = "7F3K"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "options", "counts"),
    [
        (2, {}, [31, 143, 680, 3720, 19537]),
        (3, {}, [39, 194, 996, 6970, 45014]),
        (4, {}, [44, 254, 1328, 10614, 73704]),
        (2, {"jokers": False, "hand_draw": 5}, [31, 143, 690, 4159, 26153]),
        (2, {"well_card_in_run": "stays"}, [31, 143, 680, 3720, 19537]),
    ],
)
def test_the_ways_to_play_on_are_counted(
    players: int, options: dict[str, Json], counts: list[int]
) -> None:
    game = find("king_of_the_dead")
    deal = game.new(players, SEED, options)
    assert [perft(game, deal, depth) for depth in (1, 2, 3, 4, 5)] == counts
