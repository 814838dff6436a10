"""The settings and the rendering of environments, for PettingZoo and Gymnasium alike."""

import sys
from collections.abc import Mapping
from typing import TypedDict

import numpy as np

from regicide_tui.env import MISSING
from regicide_tui.env.env_game import LIMIT, EnvGame, EnvRules, Mask, Reward, find_rules
from regicide_tui.env.observations.blocks import HIGHEST, Numbers
from regicide_tui.games.base import Json, Seat

try:
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(MISSING) from error

Observation = dict[str, "Numbers | Mask"]
RENDER_MODES = ("ansi", "human")


class Settings(TypedDict, total=False):
    """The settings of an environment. docs/env.md describes them."""

    whole: bool
    options: Mapping[str, Json] | None
    reward: Reward
    limit: int | None
    render_mode: str | None


def check_names(settings: Settings, *others: str) -> None:
    """Raise `TypeError` for an unknown setting. `others` are valid names, too."""
    known = [*others, *Settings.__annotations__]
    for name in settings:
        if name not in known:
            raise TypeError(f"There is no setting {name!r}. Choose from {', '.join(known)}.")


def make_game(name: str, players: int, settings: Settings) -> EnvGame:
    """Return a game with these settings.

    Raises `TypeError` for an unknown setting, and `ValueError` for a value that the game doesn't
    allow.
    """
    check_names(settings)
    if settings.get("render_mode") not in (None, *RENDER_MODES):
        raise ValueError("render_mode must be 'ansi', 'human' or None.")
    return EnvGame(
        find_rules(name, whole=settings.get("whole", False)),
        players,
        options=settings.get("options"),
        reward=settings.get("reward", "win"),
        limit=settings.get("limit", LIMIT),
    )


def observation_space(rules: EnvRules) -> spaces.Dict:
    """Return the space of a game's observations, with the mask of its actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, HIGHEST, (rules.blocks.size,), np.int16),
            "action_mask": spaces.Box(0, 1, (rules.space.size,), np.int8),
        }
    )


def observe(game: EnvGame, seat: Seat) -> Observation:
    """Return what a seat sees, and its legal choices: none unless it must act."""
    return {"observation": game.observe(seat), "action_mask": game.mask(seat)}


def end_info(game: EnvGame) -> dict[str, object]:
    """Return the reason and the medal of a finished game, and an empty dict before its end."""
    outcome = game.outcome
    return {"reason": outcome.reason, "medal": outcome.medal} if outcome else {}


def render(game: EnvGame, mode: str | None) -> str | None:
    """Return the whole position as text; with the mode `human`, write it to the output."""
    if mode != "human":
        return game.as_text()
    sys.stdout.write(game.as_text() + "\n\n")
    return None
