"""What a process says of a visit to all others."""

from collections.abc import Mapping

from regicide_tui.games.base import Value


class VisitFacts(Value):
    """Where a visitor is, and what they have seen.

    `since` is Unix time in milliseconds. Of several visits of a name that with the highest `number`
    is the newest.
    """

    since: int = 0
    number: int = 0
    table: str = ""
    """The table that is open; nothing in the lobby."""
    review: str = ""
    """The table whose game is reviewed; nothing if none is."""
    address: str = ""
    """From where the visitor has come; empty once they have left."""
    seen: Mapping[str, int] = {}
    """How many actions of their games they had seen when they left the tables."""
    crashed: tuple[str, ...] = ()
    """The tables at which their app crashed on their last visits there."""
