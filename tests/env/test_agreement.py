"""The environments allow and do what the engine allows and does."""

import pytest

from tests.env.agreeing import KINDS, agree

pytestmark = pytest.mark.slow

ACTIONS = 20_400
"""The actions of each game, of all its environments together."""


@pytest.mark.parametrize(("name", "players", "whole"), KINDS)
def test_an_environment_allows_and_does_what_the_engine_does(
    name: str, players: int, whole: bool
) -> None:
    agree(name, players, whole, ACTIONS // sum(kind[0] == name for kind in KINDS))
