"""Where the people of a table are: for the server, and for others at the table."""

from collections.abc import Mapping

from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Value


class Where(TextEnum):
    """Where a player is, for the others at a table."""

    HERE = "here"
    LOBBY = "in the lobby"
    ELSEWHERE = "at another table"
    AWAY = "away"


class Place(Value):
    """Where a player is, and since when: Unix time in milliseconds, 0 if unknown."""

    where: Where
    since: int = 0
    banned: bool = False


class People(Value):
    """Where the people of a table are. All times are Unix time in milliseconds.

    Visits before `opened_at`, when the server was opened, may be unknown.
    """

    here: frozenset[str] = frozenset()
    """The people who are on the server."""
    at_table: frozenset[str] = frozenset()
    """The people who have this table open."""
    newcomers: frozenset[str] = frozenset()
    """The people who ask for a seat of this table and have it open."""
    left_at: Mapping[str, int] = {}
    """When absent people left, where that is known."""
    lost_at: Mapping[str, int] = {}
    """When people were recently lost with their process."""
    opened_at: int = 0
    return_time: int = 0
    """Milliseconds in which people who left may return before others continue without them."""

    @property
    def last_left(self) -> int:
        """When the last absent person left, or 0."""
        return max(self.left_at.values(), default=0)

    def seconds_to_return(self, name: str, now: int) -> float:
        """Return how long an absent person may still return before others continue.

        It is 0 or less once the others need not wait.
        """
        away_since = max(self.opened_at, self.left_at.get(name, 0))
        return (self.return_time - (now - away_since)) / 1000
