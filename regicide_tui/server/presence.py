"""Who is on the server, at which table each of them is, and since when."""

from collections.abc import Callable

from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Value

Leave = Callable[[str], None]
"""Called to end somebody's app, with the reason."""


class Where(TextEnum):
    """Where a player is, as the others at a table see it."""

    HERE = "here"
    LOBBY = "in the lobby"
    ELSEWHERE = "at another table"
    AWAY = "away"


class Place(Value, frozen=True):
    """Where a player is, and since when: Unix time in milliseconds, 0 if that is unknown."""

    where: Where
    since: int = 0


class _Visit(Value, frozen=True):
    """The visit of somebody: how it is ended, the open table (or nothing), and since when."""

    leave: Leave
    table: str
    since: int


class Presence:
    """The visitors who are here, and when players left. `now` returns Unix time in milliseconds."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._visits: dict[str, _Visit] = {}
        self._left: dict[str, int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all visitors who are here, by alphabet."""
        return tuple(sorted(self._visits, key=str.casefold))

    def __contains__(self, name: object) -> bool:
        return name in self._visits

    def arrive(self, name: str, leave: Leave) -> Leave | None:
        """Note that somebody has come; return what ends their earlier visit, if there is one."""
        before = self._visits.get(name)
        self._visits[name] = _Visit(leave, "", self._now())
        self._left.pop(name, None)
        return before.leave if before is not None else None

    def leave(self, name: str, leave: Leave, *, remember: bool) -> bool:
        """Note that somebody has gone; return False if they are here in another window.

        Unless they have a seat to come back to, nobody asks when they left: `remember` is False.
        """
        visit = self._visits.get(name)
        if visit is None or visit.leave != leave:
            return False
        del self._visits[name]
        if remember:
            self._left[name] = self._now()
        return True

    def go_to(self, name: str, leave: Leave, table: str) -> bool:
        """Note that a visit has gone to a table, or to the lobby; tell whether that is news."""
        visit = self._visits.get(name)
        if visit is None or visit.leave != leave or visit.table == table:
            return False
        self._visits[name] = _Visit(leave, table, self._now())
        return True

    def table_of(self, name: str) -> str:
        """Return the table that somebody has open; nothing for the lobby and who is away."""
        visit = self._visits.get(name)
        return visit.table if visit is not None else ""

    def visits_at(self, table: str) -> list[Leave]:
        """Return what ends the visits of all who have a table open."""
        return [visit.leave for visit in self._visits.values() if visit.table == table]

    def left_at(self, name: str) -> int:
        """Return when somebody left: Unix time in milliseconds, 0 if that is unknown."""
        return self._left.get(name, 0)

    def place_at(self, table: str, name: str) -> Place:
        """Return where somebody is for the others at a table."""
        visit = self._visits.get(name)
        if visit is None:
            return Place(Where.AWAY, self.left_at(name))
        if visit.table == table:
            return Place(Where.HERE, visit.since)
        return Place(Where.ELSEWHERE if visit.table else Where.LOBBY, visit.since)
