"""The rules document of a game, which is also the one that its code cites."""

from importlib.resources import files
from pathlib import Path

from regicide_tui import games

_OURS = "regicide_tui"
"""The package whose documents lie beside it in its source tree."""
_NO_RULES = "# Rules\n\nThis game has brought no rules along.\n"


def read_rules(game: str) -> str:
    """Return the rules of a game; an installed package holds a copy of them.

    Raises `KeyError` if there is no such game.
    """
    package, _, name = games.manifest(game).document.partition(":")
    packaged = files(package) / name if package else None
    if packaged is not None and packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    ours = Path(__file__).parents[2] / "docs" / name
    return ours.read_text(encoding="utf-8") if package == _OURS else _NO_RULES
