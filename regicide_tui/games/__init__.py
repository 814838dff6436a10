"""The games of the house, found by name and imported when first asked for."""

from importlib import import_module
from typing import cast

from regicide_tui.games.base import AnyGame

NAMES = ("regicide", "duel")


def find(name: str) -> AnyGame:
    """Return the game called `name`. Raises `KeyError` if the house has no such game."""
    if name not in NAMES:
        raise KeyError(name)
    return cast("AnyGame", import_module(f"regicide_tui.games.{name}").GAME)
