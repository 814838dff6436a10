"""How many random legal actions the engine plays per second, including deals and events.

Run by `make bench`; each measurement plays whole games through the public contract:
`legal_actions`, a random choice, `reduce`.
"""

from random import Random
from typing import Any

import pytest

from regicide_tui.games import find
from regicide_tui.games.base import AnyGame

ACTIONS = 10_000


def play_random_games(game: AnyGame, players: int, actions: int) -> int:
    """Play games one after the other until enough actions are taken; return their number."""
    chance = Random(players).random
    taken = number = 0
    while taken < actions:
        state = game.new(players, str(number), {})
        number += 1
        while legal := game.legal_actions(state):
            state = game.reduce(state, legal[int(chance() * len(legal))]).state
            taken += 1
    return taken


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *(("regicide", players) for players in (1, 2, 3, 4)),
        ("duel", 2),
        *(("king_of_the_dead", players) for players in (2, 3, 4)),
    ],
)
def test_random_games(benchmark: Any, name: str, players: int) -> None:
    game = find(name)
    taken = benchmark.pedantic(
        play_random_games, args=(game, players, ACTIONS), rounds=12, warmup_rounds=2
    )
    benchmark.extra_info["actions_per_second_best"] = round(taken / benchmark.stats.stats.min)
    benchmark.extra_info["actions_per_second_median"] = round(taken / benchmark.stats.stats.median)
    assert taken >= ACTIONS
