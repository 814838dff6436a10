"""Regicide Duel as a PettingZoo environment, for two players."""

from typing import Unpack

from regicide_tui.env.aec import AECEnv, CardGameEnv, wrap
from regicide_tui.env.settings import Settings
from regicide_tui.games.duel.state import PLAYERS


def env(**settings: Unpack[Settings]) -> AECEnv:
    """Return the environment. An illegal action ends the game with -1 for its agent.

    Raises `TypeError` for an unknown setting, and `ValueError` for a value that the game doesn't
    allow.
    """
    return wrap(raw_env(**settings))


def raw_env(**settings: Unpack[Settings]) -> CardGameEnv:
    """Return the environment without wrappers: an illegal action raises `ValueError`.

    Raises `TypeError` for an unknown setting, and `ValueError` for a value that the game doesn't
    allow.
    """
    return CardGameEnv("duel", PLAYERS, **settings)
