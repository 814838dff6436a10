"""Who may look at a finished game. All access to its cards is checked here."""

from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import TableFacts


def may_review(name: str, finished: TableFacts) -> Refused | None:
    """Return why a person may not look at a finished game, or None if they may.

    Only its players may look at a private game or a guest's game.
    """
    if not is_private(finished) or finished.seat_of(name) is not None:
        return None
    return Refused(
        "That was the table of a guest." if finished.of_guest else "That was a private table."
    )


def is_private(finished: TableFacts) -> bool:
    """Return whether only its players may look at a finished game."""
    return finished.of_guest or finished.private
