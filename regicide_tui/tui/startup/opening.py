"""What the app opens with."""

from pathlib import Path

from regicide_tui.games.base import Value
from regicide_tui.play.saves.codec import Saved
from regicide_tui.tui.table.game_ui import has_table


class Opening(Value, frozen=True):
    """A game and the file it is kept in (None: a new file), a replay, a review, or the menu.

    A `fresh` game is saved at once, one that was only opened when something changes.
    `sentence` is shown to the player: why what was asked for could not be opened, or what was.
    """

    saved: Saved | None = None
    path: Path | None = None
    replay: bool = False
    review: bool = False
    fresh: bool = False
    sentence: str = ""


def no_table(saved: Saved) -> str:
    """Say that there is no table for a game; nothing, if there is."""
    game = saved.history.game
    return "" if has_table(game.name) else f"{game.title} has no table in this version."


def opened(saved: Saved) -> str:
    """Say from which kept position one plays on; nothing of a game that goes on."""
    return f"Opened from '{saved.name}'; it stays as it is." if saved.name else ""
