"""Perft: the exact number of ways to play on from a deal, counted to a depth.

A change of one rule, however small, changes some of these numbers. They pin the rules as they
were when the engine agreed with the brute-force oracle in everything (test_against_oracle.py).
"""

import pytest

from regicide_tui.games import find
from regicide_tui.games.base import Json
from tests.games.perft import perft


@pytest.mark.parametrize(
    ("seed", "options", "counts"),
    [
        ("7F3K", {}, [8, 266, 1229, 18354]),
        ("7F3K", {"first_player": 2}, [8, 172, 847, 19180]),
        ("7F3K", {"overpay": "minimal"}, [8, 81, 434, 3766]),
        ("7F3K", {"overpay": "free"}, [8, 908, 3186, 269626]),
        ("1", {}, [18, 241, 1272, 35093]),
    ],
)
def test_the_ways_to_play_on_are_counted(
    seed: str, options: dict[str, Json], counts: list[int]
) -> None:
    game = find("duel")
    deal = game.new(2, seed, options)
    assert [perft(game, deal, depth) for depth in (1, 2, 3, 4)] == counts
