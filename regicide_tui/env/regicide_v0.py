"""Regicide as a PettingZoo environment, for 1 to 4 players together."""

from typing import Unpack

from regicide_tui.env.aec import AECEnv, CardGameEnv, wrap
from regicide_tui.env.settings import Settings, check_names


def env(players: int = 2, **settings: Unpack[Settings]) -> AECEnv:
    """Return the environment. An illegal action ends the game with -1 for its agent.

    Raises `TypeError` for an unknown setting, and `ValueError` for a value that the game doesn't
    allow.
    """
    return wrap(raw_env(players, **settings))


def raw_env(players: int = 2, **settings: Unpack[Settings]) -> CardGameEnv:
    """Return the environment without wrappers: an illegal action raises `ValueError`.

    Raises `TypeError` for an unknown setting, and `ValueError` for a value that the game doesn't
    allow.
    """
    check_names(settings, "players")
    return CardGameEnv("regicide", players, **settings)
