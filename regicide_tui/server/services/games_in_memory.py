"""The games in memory, and the snapshots that replace unused ones.

Snapshots contain the newest states of tables, without cards, so that a server opens without reading
the logs. They are a cache: the store returns one only while it matches the whole log, and one that
is damaged, of another log, or of another version of the program is ignored.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b, sha256
from time import perf_counter
from weakref import WeakSet

import msgspec
from msgspec.structs import replace

from regicide_tui import __version__, games
from regicide_tui.server.model.table.facts import TableFacts, TableSecrets
from regicide_tui.server.model.table.record import log_of
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import Snapshot, Store, StoreError

_DIGEST = 16
"""The bytes of the digest before the state."""
_Kept = tuple[TableFacts, TableSecrets]
"""A table without its game."""


def encode_snapshot(log: str, version: int, table: TableState) -> bytes:
    """Return the snapshot of a table at a version of its log."""
    text = msgspec.json.encode((table.facts, table.secrets))
    return _digest(log, version, text) + text


def decode_snapshot(log: str, version: int, body: bytes) -> TableState | None:
    """Return the table without its cards, or None if this is no valid snapshot of it."""
    digest, text = body[:_DIGEST], body[_DIGEST:]
    if digest != _digest(log, version, text):
        return None
    try:
        facts, secrets = msgspec.json.decode(text, type=_Kept)
    except msgspec.DecodeError:
        return None
    if not games.is_known(facts.game):  # the log has the same game, so the table will be set aside
        return None
    return TableState(facts, secrets)


def _digest(log: str, version: int, text: bytes) -> bytes:
    known = f"{log}\0{version}\0".encode()
    return blake2b(known + text, key=state_format(), digest_size=_DIGEST).digest()


@cache
def state_format() -> bytes:
    """Return a key for the format of the states, different in each version of the program."""
    schema = msgspec.json.encode(msgspec.json.schema(_Kept), order="sorted")
    return sha256(__version__.encode() + schema).digest()


async def read_snapshots(store: Store) -> dict[str, tuple[TableState, int]]:
    """Return the tables without their cards, and their versions, by log.

    Raises `StoreError`.
    """
    kept = await store.snapshots()
    found = {
        log: (decode_snapshot(log, one.version, one.body), one.version) for log, one in kept.items()
    }
    return {log: (table, version) for log, (table, version) in found.items() if table is not None}


MOST_UNUSED = 50
"""The maximum number of unused games in memory."""
_SNAPSHOT_SECONDS = 0.5
"""The maximum seconds spent on snapshots before a game leaves memory."""
_TOGETHER = 10
"""The snapshots stored in one step; other work runs in between."""


@dataclass(eq=False, repr=False)
class GamesInMemory:
    """The games of open tables in memory, and the apps' handles to them.

    A game whose table nobody has open leaves memory once its snapshot is stored. `find` returns
    the log of an open table.
    """

    _store: Store
    _presence: Presence
    _find: Callable[[str], LogProjection[TableState] | None]
    handles: dict[str, WeakSet[object]] = field(default_factory=dict)
    """The handles of apps, by table. Every game in memory has an entry here."""
    changed: dict[str, None] = field(default_factory=dict)
    """The tables whose snapshots are outdated or must be removed."""
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a log is read in the background: several at once would delay others."""

    def hold(self, table: str, handle: object) -> None:
        """Keep the game of a table in memory while someone holds a handle to it."""
        self.handles.setdefault(table, WeakSet()).add(handle)

    async def keep_snapshots(self, seconds: float) -> None:
        """Store the snapshots of changed tables, and remove those of closed tables.

        Stop after some seconds. Raises `StoreError`.
        """
        end = perf_counter() + seconds
        while self.changed and perf_counter() < end:
            versions = {table: self._version(table) for table in [*self.changed][:_TOGETHER]}
            kept = {log_of(table): self._snapshot(table) for table in versions}
            await self._store.keep_snapshots(kept)
            for table, version in versions.items():
                if self._version(table) == version:
                    self.changed.pop(table, None)

    def _version(self, table: str) -> int:
        """Return the version of a table for a snapshot; 0 for none."""
        found = self._find(table)
        return found.version if found is not None and found.is_read else 0

    def _snapshot(self, table: str) -> Snapshot | None:
        found = self._find(table)
        if found is None or not found.is_read:
            return None
        return Snapshot(found.version, encode_snapshot(found.log, found.version, found.value))

    async def make_room(self, *, keep: bool = True) -> None:
        """Put games away before another is read, if too many unused ones are in memory.

        They stay unless their snapshots are stored, or can be stored now (`keep`).
        """
        if len(self._unused()) > MOST_UNUSED:
            with suppress(StoreError):
                await self.keep_snapshots(_SNAPSHOT_SECONDS if keep else 0)
            await self.put_away(MOST_UNUSED)

    async def put_away(self, most: int = 0) -> None:
        """Free the memory of unused games, except the latest `most`.

        A game stays until its snapshot is stored, because a later start of the server needs it.
        """
        unused = self._unused()
        for table in unused[: max(0, len(unused) - most)]:
            projection = self._find(table)
            if projection is None or self.handles.get(table):  # someone has opened it
                continue
            if projection.value.game is None or (  # it hasn't started or hasn't been read
                table not in self.changed
                and projection.put_away(replace(projection.value, game=None))
            ):
                self.handles.pop(table, None)
            await asyncio.sleep(0)  # there may be many

    def _unused(self) -> list[str]:
        """Return the tables of unused games in memory, the latest last."""
        elsewhere = self._presence.tables_elsewhere()
        unused = (table for table, handles in self.handles.items() if not handles)
        return [table for table in unused if table not in elsewhere]
