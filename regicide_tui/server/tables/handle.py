"""What the app of somebody at a table gets in hand: what they may see there, and may do."""

from collections import deque
from typing import Protocol

from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.seat import SeatTable, as_seen_from
from regicide_tui.server.tables.commands import Command
from regicide_tui.server.tables.log_projection import LogProjection
from regicide_tui.server.tables.state import TableState, time_left
from regicide_tui.server.tables.table_info import TableInfo, table_info_of

Spoken = tuple[str, str]
"""A name, and what they said."""


class Tables(Protocol):
    """Who keeps the tables."""

    def time_at(self, table: str) -> int:
        """Return what time it is by the clock of a table, which may stand."""
        ...

    def absent(self, room: TableState) -> tuple[str, ...]:
        """Return who sits at a table and is not here."""
        ...

    async def do(self, table: str, by: str, command: Command) -> TableState:
        """Do something at a table. Raises `Refused`, `StoreError`."""
        ...


class TableHandle:
    """A seat at a table, or a place from which to watch it. The table's cards never leave it."""

    def __init__(
        self,
        desk: Tables,
        table: str,
        name: str,
        follower: LogProjection[TableState],
        gossip: deque[Spoken],
    ) -> None:
        self.id = table
        self.name = name
        self._desk = desk
        self._follower = follower
        self._gossip = gossip
        self._seen: tuple[int, SeatTable] | None = None
        """The table as it was seen last, and the version of its log."""

    @property
    def company(self) -> TableInfo:
        """All there is to see but the cards."""
        room = self._follower.value
        return table_info_of(room, self.name, self._desk.absent(room))

    @property
    def table(self) -> SeatTable | None:
        """The cards, as far as they can be seen from here; None before the game."""
        room = self._follower.value
        if room.saved is None:
            return None
        version = self._follower.version
        if self._seen is None or self._seen[0] != version:
            self._seen = version, as_seen_from(room.saved, room.seat_of(self.name))
        return self._seen[1]

    @property
    def whole(self) -> Saved | None:
        """The whole game, once it is over and nobody hides anything any more."""
        room = self._follower.value
        return room.saved if room.over else None

    @property
    def times(self) -> tuple[int, ...]:
        """What is left of each seat's time now, in milliseconds; nothing without a clock."""
        return time_left(self._follower.value, self._desk.time_at(self.id))

    @property
    def gossip(self) -> tuple[Spoken, ...]:
        """What those who watch have said, for them alone."""
        return tuple(self._gossip) if self.company.seat is None else ()

    def whisper(self, text: str) -> None:
        """Say something to the others who watch."""
        if self.company.seat is None:
            self._gossip.append((self.name, text))

    async def do(self, command: Command) -> None:
        """Do something at the table. Raises `Refused`, `StoreError`."""
        await self._desk.do(self.id, self.name, command)
