"""Which games are in memory, and which of them leave it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from weakref import WeakSet

from msgspec.structs import replace

from regicide_tui.server.base.signal import Signal
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.snapshots import Snapshots
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import StoreError

MOST_UNUSED = 50
"""The most games in memory at whose tables nobody is."""
_SNAPSHOT_SECONDS = 0.5
"""The most seconds spent on snapshots before a game leaves the memory."""


class GamesInMemory:
    """The games of the open tables that are in memory, and the handles that apps hold of them.

    A game whose table nobody has open leaves the memory, once its snapshot is stored.
    """

    def __init__(
        self, snapshots: Snapshots, presence: Presence, report: Callable[..., None]
    ) -> None:
        self.snapshots, self._presence = snapshots, presence
        self.put_away_one = Signal[[str]](report)
        """Sent with a table whose game has left the memory."""
        self.projections: dict[str, LogProjection[TableState]] = {}
        """The logs of the open tables."""
        self.handles: dict[str, WeakSet[object]] = {}
        """The handles of apps, by their tables. Every game in memory has an entry here."""
        self.reading = asyncio.Lock()
        """Held while a log is read in the background: several at once would hold up the others."""

    def note(self, table: str, projection: LogProjection[TableState]) -> None:
        """Note an open table, and its game, if that is in memory."""
        self.projections[table] = projection
        if projection.is_read and projection.value.game is not None:
            self.handles.setdefault(table, WeakSet())

    def note_changed(self, table: str) -> None:
        """Note that the snapshot of a table is old, if its log was read."""
        projection = self.projections.get(table)
        if projection is not None and projection.is_read:
            self.snapshots.note(projection.log)

    def hold(self, table: str, handle: object) -> None:
        """Keep the game of a table in memory for as long as somebody holds a handle to it."""
        self.handles.setdefault(table, WeakSet()).add(handle)

    def forget(self, table: str) -> None:
        """Forget a table that is no longer open."""
        self.handles.pop(table, None)
        self.projections.pop(table, None)

    async def keep_snapshots(self, seconds: float) -> None:
        """Store snapshots of changed tables; stop after some seconds. Raises `StoreError`."""
        await self.snapshots.keep({one.log: one for one in self.projections.values()}, seconds)

    async def make_room(self) -> None:
        """Put games away before another one is read, if too many are in memory unused."""
        if len(self._unused()) > MOST_UNUSED:
            with suppress(StoreError):  # without their snapshots they stay
                await self.keep_snapshots(_SNAPSHOT_SECONDS)
            await self.put_away_most()

    async def put_away_most(self) -> None:
        """Free the memory of all such games but the latest ones."""
        await self.put_away(MOST_UNUSED)

    async def put_away(self, most: int = 0) -> None:
        """Free the memory of the games at whose tables nobody is; the latest `most` may stay."""
        unused = self._unused()
        for table in unused[: max(0, len(unused) - most)]:
            self._put_away(table)
            await asyncio.sleep(0)  # they may be many

    def _unused(self) -> list[str]:
        """Return the tables whose games are in memory and at which nobody is, the latest last."""
        elsewhere = self._presence.tables_elsewhere()
        unused = (table for table, handles in self.handles.items() if not handles)
        return [table for table in unused if table not in elsewhere]

    def _put_away(self, table: str) -> None:
        """Free the memory of a game, unless somebody has come to its table.

        A game stays until its snapshot is stored, because a later start of the server needs it.
        """
        projection = self.projections.get(table)
        if projection is None or self.handles.get(table):
            return
        if projection.value.game is None:  # it has not begun, or is not read
            self.handles.pop(table, None)
        elif not self.snapshots.is_noted(projection.log) and projection.put_away(
            replace(projection.value, game=None)
        ):
            self.handles.pop(table, None)
            self.put_away_one.send(table)
