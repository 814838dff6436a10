"""The player who chooses at random: every legal action is as likely as any other."""

from collections import Counter
from math import sqrt

import pytest

from regicide_tui.games import find
from regicide_tui.simulate.plan import Plan
from regicide_tui.simulate.reference.random_bot import RandomBot
from tests.simulate.playing import play
from tests.simulate.reference.games import TABLES, walk

_CHOICES = 4_000


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_legal_action_is_as_likely_as_any_other(name: str, players: int) -> None:
    game = find(name)
    for running in walk(name, players, "even"):
        seen = running.observe(running.to_act or 0)
        legal = game.legal_actions(seen.view)
        if len(legal) > 3:
            break
    assert len(legal) > 3
    counts = Counter(RandomBot(game).choose(seen, seed) for seed in range(_CHOICES))
    assert set(counts) == set(legal)
    expected = _CHOICES / len(legal)
    assert all(abs(count - expected) < 5 * sqrt(expected) for count in counts.values())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whole_games_are_played_and_are_the_same_again(name: str, players: int) -> None:
    plan = Plan(name, ("random",) * players, "random")
    played = play(plan, [1, 2, 3])
    assert play(plan, [1, 2, 3]) == played
    assert all(row.actions > 0 and row.fault_seat is None for row in played)
