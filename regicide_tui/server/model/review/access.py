"""Who may look at a finished game. Every way to the cards of one asks here."""

from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import TableFacts


def may_review(name: str, finished: TableFacts) -> Refused | None:
    """Return why somebody may not look at a finished game, or None if they may.

    A private game, and the game of a guest, is only for the people who played it.
    """
    if not is_private(finished) or finished.seat_of(name) is not None:
        return None
    return Refused(
        "That was the table of a guest." if finished.of_guest else "That was a private table."
    )


def is_private(finished: TableFacts) -> bool:
    """Tell whether only those who played a finished game may look at it."""
    return finished.of_guest or finished.private
