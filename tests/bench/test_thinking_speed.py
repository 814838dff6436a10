"""How many evaluations per second the bots make, on one core, in positions of games among pages.

Run by `make bench`. The first round, which loads the library, is not timed.
"""

from typing import Any

import pytest

from regicide_tui.bots.base import Bot, Observation, never_stop, play_bot_game
from regicide_tui.bots.roster import make_bot
from regicide_tui.games import find

EVALUATIONS = {"regicide": 15_000, "duel": 15_000, "king_of_the_dead": 12_000}
POSITIONS = 10
EVERY = 4
"""Actions between two positions, so that they cover whole games."""


class Noting(Bot[Any, Any]):
    """A page that notes its observation whenever it had a choice."""

    def __init__(self, game: str, players: int) -> None:
        self._page = make_bot(game, "page", players)
        self._game = find(game)
        self.observations: list[Observation[Any]] = []

    def choose(self, observation: Observation[Any], seed: int, stopped: Any = never_stop) -> Any:
        """Answer like the page."""
        if len(self._game.legal_actions(observation.view)) > 1:
            self.observations.append(observation)
        return self._page.choose(observation, seed, stopped)


def sights_of(game: str, players: int) -> list[Observation[Any]]:
    """Return observations from some points of a few games."""
    noting = Noting(game, players)
    number = 0
    while len(noting.observations) < POSITIONS * EVERY:
        play_bot_game(find(game), [noting] * players, f"speed-{number}")
        number += 1
    return noting.observations[: POSITIONS * EVERY : EVERY]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *(("regicide", players) for players in (1, 2, 3, 4)),
        ("duel", 2),
        *(("king_of_the_dead", players) for players in (2, 3, 4)),
    ],
)
def test_thinking(benchmark: Any, name: str, players: int) -> None:
    bot = make_bot(name, "marshal", players, EVALUATIONS[name])
    observations = sights_of(name, players)
    answers = benchmark.pedantic(
        lambda: [bot.choose(observation, 1) for observation in observations],
        rounds=5,
        warmup_rounds=1,
    )
    made = EVALUATIONS[name] * len(observations)
    benchmark.extra_info["evaluations_per_second_best"] = round(made / benchmark.stats.stats.min)
    benchmark.extra_info["evaluations_per_second_median"] = round(
        made / benchmark.stats.stats.median
    )
    assert len(answers) == POSITIONS
