"""The environments allow and do what the engine allows and does."""

import pytest

from tests.env.agreeing import KINDS, agree

ACTIONS = {"regicide": 5_200, "duel": 5_200, "king_of_the_dead": 10_200}
"""The actions of each game, of all its environments together.

With each of them all legal actions are compared, if they are few. So a fault in a kind of action is
found as soon as that kind comes up. In King of the Dead most powers come up seldom.
"""
MANY = 20_400
"""The actions of each game in the attack."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "whole"), KINDS)
def test_an_environment_allows_and_does_what_the_engine_does(
    name: str, players: int, whole: bool
) -> None:
    agree(name, players, whole, _share(name, ACTIONS[name]))


@pytest.mark.attack
@pytest.mark.parametrize(("name", "players", "whole"), KINDS)
def test_in_many_games_an_environment_does_what_the_engine_does(
    name: str, players: int, whole: bool
) -> None:
    agree(name, players, whole, _share(name, MANY), seed=8)


def _share(name: str, actions: int) -> int:
    """Return the actions of one environment."""
    return actions // sum(kind[0] == name for kind in KINDS)
