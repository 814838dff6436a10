"""Regicide as a PettingZoo environment, for 1 to 4 players together."""

from typing import Unpack

from regicide_tui.env.aec import AECEnv, CardGameEnv, wrap
from regicide_tui.env.settings import Settings


def env(players: int = 2, **settings: Unpack[Settings]) -> AECEnv:
    """Return the environment. An illegal action ends the game with -1 for its agent.

    Raises `ValueError` for settings that the game does not have.
    """
    return wrap(raw_env(players, **settings))


def raw_env(players: int = 2, **settings: Unpack[Settings]) -> CardGameEnv:
    """Return the environment without wrappers: an illegal action raises `ValueError`.

    Raises `ValueError` for settings that the game does not have.
    """
    return CardGameEnv("regicide", players, **settings)
