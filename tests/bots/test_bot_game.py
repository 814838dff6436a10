"""Games among bots, and the intervals of their results."""

import pytest

from regicide_tui.bots.bot_game import derive_seed, play_bot_game, wilson
from regicide_tui.bots.heuristic_bot import HeuristicBot
from regicide_tui.bots.regicide.page import list_candidates
from regicide_tui.games import find
from tests.loose import loose

GAME = find("regicide")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_same_seed_gives_the_same_game(players: int) -> None:
    bots = [HeuristicBot(list_candidates)] * players
    one = play_bot_game(loose(GAME), bots, "again")
    assert one == play_bot_game(loose(GAME), bots, "again")
    assert one.actions != play_bot_game(loose(GAME), bots, "another").actions


def test_a_game_of_bots_follows_the_engines_rules() -> None:
    played = play_bot_game(
        loose(GAME), [HeuristicBot(list_candidates)] * 3, "replayed", {"combos": False}
    )
    state = GAME.new(3, "replayed", {"combos": False})
    for action in played.actions:
        state = GAME.reduce(state, GAME.parse(action)).state
    assert GAME.outcome(state) == played.outcome


def test_each_action_has_its_own_seed() -> None:
    assert len({derive_seed("x", number) for number in range(100)}) == 100


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(42, 100)
    assert (round(low, 3), round(high, 3)) == (0.328, 0.518)
    assert wilson(100, 100)[1] == pytest.approx(1)
