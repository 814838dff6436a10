"""Games among bots, and the shares that are told of them."""

import pytest

from regicide_tui.bots.contest import contest, luck_for, wilson
from regicide_tui.bots.regicide.page import options
from regicide_tui.bots.search.greedy import Greedy
from regicide_tui.games import find
from tests.loose import loose

GAME = find("regicide")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_same_seed_gives_the_same_game(players: int) -> None:
    bots = [Greedy(options)] * players
    one = contest(loose(GAME), bots, "again")
    assert one == contest(loose(GAME), bots, "again")
    assert one.actions != contest(loose(GAME), bots, "another").actions


def test_a_contest_is_a_game_by_the_engines_rules() -> None:
    played = contest(loose(GAME), [Greedy(options)] * 3, "replayed", {"combos": False})
    state = GAME.new(3, "replayed", {"combos": False})
    for action in played.actions:
        state = GAME.reduce(state, GAME.parse(action)).state
    assert GAME.outcome(state) == played.outcome


def test_each_action_has_its_own_luck() -> None:
    assert len({luck_for("x", number) for number in range(100)}) == 100


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(42, 100)
    assert (round(low, 3), round(high, 3)) == (0.328, 0.518)
    assert wilson(100, 100)[1] == pytest.approx(1)
