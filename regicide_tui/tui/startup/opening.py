"""What the app opens with: a game, a replay, a review, or the menu."""

from pathlib import Path

from regicide_tui.games.base import Value
from regicide_tui.play.table import Table
from regicide_tui.tui.table.game_ui import has_table


class Opening(Value):
    """A game and its file (None: a new file), a replay, a review, or the menu.

    A `fresh` game is saved at once; an opened game is saved at its first change. `sentence` is
    shown to the player: why the game could not be opened, or what was opened.
    """

    saved: Table | None = None
    path: Path | None = None
    replay: bool = False
    review: bool = False
    fresh: bool = False
    sentence: str = ""


def why_no_table(saved: Table) -> str:
    """Return a sentence if a game has no table; else an empty text."""
    game = saved.history.game
    return "" if has_table(game.name) else f"{game.title} has no table in this version."


def opened_position(saved: Table) -> str:
    """Return which named position was opened; an empty text for a game that goes on."""
    return f"Opened from '{saved.name}'; it stays as it is." if saved.name else ""
