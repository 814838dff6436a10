"""Regicide Duel as a PettingZoo environment, for two players."""

from typing import Unpack

from regicide_tui.env.aec import AECEnv, CardGameEnv, wrap
from regicide_tui.env.settings import Settings
from regicide_tui.games.duel.state import PLAYERS


def env(**settings: Unpack[Settings]) -> AECEnv:
    """Return the environment. An illegal action ends the game with -1 for its agent.

    Raises `TypeError` for a setting that does not exist, and `ValueError` for one that the game
    can't have.
    """
    return wrap(raw_env(**settings))


def raw_env(**settings: Unpack[Settings]) -> CardGameEnv:
    """Return the environment without wrappers: an illegal action raises `ValueError`.

    Raises `TypeError` for a setting that does not exist, and `ValueError` for one that the game
    can't have.
    """
    return CardGameEnv("duel", PLAYERS, **settings)
