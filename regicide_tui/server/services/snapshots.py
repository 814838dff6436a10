"""Snapshots: the newest states of tables, so that a server opens without reading the logs.

A snapshot is a cache. The store returns one only while it stands for the whole log. A snapshot that
is damaged, of another log, or of another version of the program is ignored. It holds no card.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b, sha256
from time import perf_counter

import msgspec

from regicide_tui import __version__, games
from regicide_tui.server.model.table.facts import TableFacts, TableSecrets
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import Snapshot, Store, StoreError

_DIGEST = 16
"""The bytes of the digest before the state."""
_TOGETHER = 10
"""The snapshots that are stored in one step; others have their turns in between."""
_Kept = tuple[TableFacts, TableSecrets]
"""What a snapshot holds of a table: all but its game."""


def encode(log: str, version: int, table: TableState) -> bytes:
    """Return the snapshot of a table at a version of its log."""
    text = msgspec.json.encode((table.facts, table.secrets))
    return _digest(log, version, text) + text


def decode(log: str, version: int, body: bytes) -> TableState | None:
    """Return the table without its cards, or None if this is no valid snapshot of it."""
    digest, text = body[:_DIGEST], body[_DIGEST:]
    if digest != _digest(log, version, text):
        return None
    try:
        facts, secrets = msgspec.json.decode(text, type=_Kept)
    except msgspec.DecodeError:
        return None
    if not games.is_known(facts.game):  # the log has the same game, so the table is set aside
        return None
    return TableState(facts, secrets)


def _digest(log: str, version: int, text: bytes) -> bytes:
    known = f"{log}\0{version}\0".encode()
    return blake2b(known + text, key=state_format(), digest_size=_DIGEST).digest()


@cache
def state_format() -> bytes:
    """Return a key for the format of the states; each version of the program has another one."""
    schema = msgspec.json.encode(msgspec.json.schema(_Kept), order="sorted")
    return sha256(__version__.encode() + schema).digest()


class Snapshots:
    """Stores snapshots of tables that have changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.changed: dict[str, None] = {}
        """The logs of the tables whose snapshots are old."""
        self._under_way: set[str] = set()
        """The logs whose snapshots the store keeps at this moment."""

    async def read(self) -> dict[str, tuple[TableState, int]]:
        """Return the tables without their cards, and their versions, by their logs.

        Raises `StoreError`.
        """
        kept = await self._store.snapshots()
        found = {log: (decode(log, one.version, one.body), one) for log, one in kept.items()}
        return {
            log: (table, one.version) for log, (table, one) in found.items() if table is not None
        }

    def note(self, log: str) -> None:
        """Note that a table has changed or was unlisted."""
        self.changed[log] = None

    def is_noted(self, log: str) -> bool:
        """Tell whether a table has changed since its snapshot was stored."""
        return log in self.changed or log in self._under_way

    async def keep(self, tables: Mapping[str, LogProjection[TableState]], seconds: float) -> None:
        """Store snapshots of the tables that have changed; stop after some seconds.

        `tables` are the listed tables by their logs; the snapshots of others are removed. Raises
        `StoreError`.
        """
        end = perf_counter() + seconds
        while self.changed and perf_counter() < end:
            together = [*self.changed][:_TOGETHER]
            for log in together:
                del self.changed[log]
            self._under_way |= {*together}
            try:
                await self._store.keep_snapshots(
                    {log: _snapshot_of(tables.get(log)) for log in together}
                )
            except StoreError:
                self.changed |= dict.fromkeys(together)
                raise
            finally:
                self._under_way -= {*together}


def _snapshot_of(table: LogProjection[TableState] | None) -> Snapshot | None:
    if table is None or not table.is_read:
        return None
    return Snapshot(table.version, encode(table.log, table.version, table.value))
