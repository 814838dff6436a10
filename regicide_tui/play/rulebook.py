"""The rules of a game as a text to read: the same document that its code cites."""

from importlib.resources import files
from pathlib import Path

from regicide_tui import games


def read_rules(game: str) -> str:
    """Return the rules of a game; an installed package holds a copy of them.

    Raises `KeyError` if the house has no such game.
    """
    name = games.find(game).rules
    packaged = files("regicide_tui") / name
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")
