"""Where the people of a table are: as the server knows it, and as others at the table see it."""

from collections.abc import Mapping

from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Value


class Where(TextEnum):
    """Where a player is, as the others at a table see it."""

    HERE = "here"
    LOBBY = "in the lobby"
    ELSEWHERE = "at another table"
    AWAY = "away"


class Place(Value):
    """Where a player is, and since when: Unix time in milliseconds, 0 if that is unknown."""

    where: Where
    since: int = 0
    banned: bool = False


class People(Value):
    """Where the people of a table are. All times are Unix time in milliseconds.

    Visits before `opened_at`, when the server was opened, may be unknown.
    """

    here: frozenset[str] = frozenset()
    """Which of them are on the server."""
    at_table: frozenset[str] = frozenset()
    """Which of them have this table open."""
    newcomers: frozenset[str] = frozenset()
    """Who asks for a seat of this table, and has it open."""
    left_at: Mapping[str, int] = {}
    """When those who are away left, as far as that is known."""
    lost_at: Mapping[str, int] = {}
    """When people were lost together with their process, lately."""
    opened_at: int = 0
    return_time: int = 0
    """Milliseconds for which people who left may come back before others go on without them."""

    @property
    def last_left(self) -> int:
        """When the last of those who are away left, or 0."""
        return max(self.left_at.values(), default=0)

    def seconds_to_return(self, name: str, now: int) -> float:
        """Return for how long somebody who is away may still come back before others go on.

        It is 0 or less once the others need not wait any longer.
        """
        away_since = max(self.opened_at, self.left_at.get(name, 0))
        return (self.return_time - (now - away_since)) / 1000
