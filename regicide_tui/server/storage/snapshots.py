"""The newest states of tables, kept beside their logs, so that a house opens without reading them.

A snapshot is a cache. The store gives one only while it stands for the whole of its log. One that
is damaged, of another log, or of another version of the program is nothing. It holds no card.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b, sha256
from time import perf_counter
from typing import Protocol

import msgspec

from regicide_tui import __version__, games
from regicide_tui.server.storage.store import Snapshot, Store, StoreError
from regicide_tui.server.tables.state import TableFacts, TableState, without_cards

_DIGEST = 16
"""Bytes of the digest that stands before the state."""
_TOGETHER = 10
"""Snapshots that are kept in one go; others have their turn in between."""


class ProjectedTable(Protocol):
    """A table that is read from its log."""

    value: TableState
    version: int
    log: str
    is_read: bool


def encode(log: str, version: int, table: TableState) -> bytes:
    """Return what is kept of a table that its log comes to at a version."""
    text = msgspec.json.encode(without_cards(table))
    return _digest(log, version, text) + text


def decode(log: str, version: int, body: bytes) -> TableState | None:
    """Return the table without its cards, or None if this is no snapshot of it."""
    digest, text = body[:_DIGEST], body[_DIGEST:]
    if digest != _digest(log, version, text):
        return None
    try:
        facts = msgspec.json.decode(text, type=TableFacts)
    except msgspec.DecodeError:
        return None
    if not games.is_known(facts.game):  # the log says so, and the table is set aside
        return None
    return TableState(*(getattr(facts, name) for name in TableFacts.__struct_fields__))


def _digest(log: str, version: int, text: bytes) -> bytes:
    known = f"{log}\0{version}\0".encode()
    return blake2b(known + text, key=state_format(), digest_size=_DIGEST).digest()


@cache
def state_format() -> bytes:
    """Return what tells the form of these states from all others: it is new with each version."""
    schema = msgspec.json.encode(msgspec.json.schema(TableFacts), order="sorted")
    return sha256(__version__.encode() + schema).digest()


class Snapshots:
    """Keeps snapshots of the tables that have changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changed: dict[str, None] = {}

    async def read(self) -> dict[str, TableState]:
        """Return the tables without their cards, by their logs. Raises `StoreError`."""
        kept = await self._store.snapshots()
        found = {log: decode(log, one.version, one.body) for log, one in kept.items()}
        return {log: table for log, table in found.items() if table is not None}

    def note(self, log: str) -> None:
        """Note that a table has changed, or is listed no longer."""
        self._changed[log] = None

    async def keep(self, tables: Mapping[str, ProjectedTable], seconds: float) -> None:
        """Keep snapshots of the tables that have changed; stop after some seconds.

        `tables` are those that are listed now, by their logs; of others nothing is kept. Raises
        `StoreError`.
        """
        end = perf_counter() + seconds
        while self._changed and perf_counter() < end:
            together = [*self._changed][:_TOGETHER]
            for log in together:
                del self._changed[log]
            try:
                await self._store.keep_snapshots(
                    {log: _snapshot_of(tables.get(log)) for log in together}
                )
            except StoreError:
                self._changed |= dict.fromkeys(together)
                raise


def _snapshot_of(table: ProjectedTable | None) -> Snapshot | None:
    if table is None or not table.is_read:
        return None
    return Snapshot(table.version, encode(table.log, table.version, table.value))
