"""Tables whose people are away: how many may wait, which are closed, and which games end."""

from collections.abc import Callable, Iterable, Mapping

from regicide_tui.games.base import Value
from regicide_tui.server.model.table.decide import LEAST_AWAY, Refused, last_done
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.storage.peers import Peers

_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000
"""Milliseconds."""
_FULL = "Too many tables wait for their games already. Join one of them, or try again later."
_FULL_THERE = (
    "Too many tables that wait for their games were opened from your address. Try again later."
)

ADDRESS = "address of a table"
"""The topic of the shared values with the addresses from which tables were opened."""


class Bounds(Value, frozen=True):
    """How many tables may wait at once, in all and by the address from which they were opened.

    A table is closed once all its people have been away for `hours`; once its host alone has been
    away for `host_minutes`, somebody else is the host. A game that has begun, but not one by
    correspondence, ends without a winner once all its people have been away for `game_days`.
    """

    in_all: int = 500
    by_address: int = 125
    hours: int = 24
    host_minutes: int = 30
    game_days: int = 60


class WaitingTables:
    """Decides which of the waiting tables must be closed, and which games nobody goes on with.

    No table is closed while one of its people is here, or was here within the last ten minutes. The
    addresses of tables, and who was here without doing anything, are forgotten when the server
    closes. `left_at` returns when somebody has left, and `opened_at` when the server was opened:
    Unix time in milliseconds.
    """

    def __init__(
        self,
        bounds: Bounds,
        tables: Mapping[str, TableState],
        attended: Callable[[TableState], bool],
        left_at: Callable[[str], int],
        opened_at: Callable[[], int],
        peers: Peers,
    ) -> None:
        self._bounds, self._tables, self._attended = bounds, tables, attended
        self._left_at, self._opened_at = left_at, opened_at
        self._peers = peers

    def note_opened(self, table: str, address: str) -> None:
        """Note the address from which a table was opened; empty if it is unknown."""
        if address:
            self._peers.share(ADDRESS, table, address)

    def address_of(self, table: str) -> str:
        """Return the address from which a table was opened; empty if it is unknown."""
        address = self._peers.shared(ADDRESS).get(table)
        return address if isinstance(address, str) else ""

    def forget(self, table: str) -> None:
        """Forget a table that is no longer open; the other workers do so by themselves."""
        self._peers.forget(ADDRESS, table)

    def seen(self, table: str) -> int:
        """Return when one of the people of a table was here last, as far as it is known.

        Visits before the server was opened are unknown, so its opening counts as a visit.
        """
        state = self._tables.get(table)
        return max(self._opened_at(), self._last_left(state) if state is not None else 0)

    def _last_left(self, state: TableState) -> int:
        """Return when the last of the people of a table has left, or 0 if that is unknown."""
        return max(map(self._left_at, state.people), default=0)

    def to_make_room(self, address: str, now: int) -> str:
        """Return the table to close before another one is opened from an address, or nothing.

        It is the one whose people have been away for longest. Raises `Refused` if there is no room
        and no such table.
        """
        waiting = self._waiting()
        there = [table for table in waiting if address and self.address_of(table) == address]
        if len(there) >= self._bounds.by_address:
            return self._first_left(there, now, _FULL_THERE)
        if len(waiting) >= self._bounds.in_all:
            return self._first_left(waiting, now, _FULL)
        return ""

    def overdue(self, now: int) -> list[str]:
        """Return the tables to close now: nobody came for long, or there are too many tables.

        After the server was opened everybody has ten minutes to come back.
        """
        waiting = self._waiting()
        too_many = len(waiting) - self._bounds.in_all
        last = now - self._bounds.hours * _HOUR
        return [
            table
            for place, (at, table) in enumerate(self._left(waiting, now))
            if place < too_many or at <= last
        ]

    def without_host(self, now: int) -> list[str]:
        """Return the waiting tables whose hosts have been away for long, if somebody is there."""
        last = now - self._bounds.host_minutes * _MINUTE
        return [
            table
            for table in self._waiting()
            if (state := self._tables[table]).host
            and self._attended(state)
            and max(self._opened_at(), self._left_at(state.host)) <= last
        ]

    def forgotten(self, now: int) -> list[str]:
        """Return the tables whose games end now, because nobody has come back for long.

        After the server was opened everybody has an hour to come back, however long it was closed.
        A game whose last action lies ahead, because the clock was wrong, goes on.
        """
        if now - self._opened_at() < _HOUR:
            return []
        last = now - self._bounds.game_days * _DAY
        return [
            table
            for table, state in self._tables.items()
            if state.playing
            and not (state.days or self._attended(state))
            and max(state.latest, self._last_left(state)) <= last
        ]

    def _waiting(self) -> list[str]:
        return [table for table, state in self._tables.items() if state.waiting]

    def _first_left(self, tables: Iterable[str], now: int, full: str) -> str:
        left = self._left(tables, now)
        if not left:
            raise Refused(full)
        return left[0][1]

    def _left(self, tables: Iterable[str], now: int) -> list[tuple[int, str]]:
        """Return the tables that may be closed, and since when all are away; oldest first.

        After the server was opened, everybody has as long to come back as after leaving.
        """
        left = [
            (max(last_done(state, now), self._last_left(state)), table)
            for table in tables
            if not self._attended(state := self._tables[table])
        ]
        return sorted([one for one in left if now - max(one[0], self._opened_at()) >= LEAST_AWAY])
