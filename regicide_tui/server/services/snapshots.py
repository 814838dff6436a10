"""Snapshots: the newest states of tables, so that a server opens without reading the logs.

A snapshot is a cache. The store returns it only while it matches the whole log. A snapshot that is
damaged, of another log, or of another version of the program is ignored. It contains no cards.
"""

from functools import cache
from hashlib import blake2b, sha256

import msgspec

from regicide_tui import __version__, games
from regicide_tui.server.model.table.facts import TableFacts, TableSecrets
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.storage.store import Store

_DIGEST = 16
"""The bytes of the digest before the state."""
_Kept = tuple[TableFacts, TableSecrets]
"""A table without its game."""


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
    found = {log: (decode(log, one.version, one.body), one.version) for log, one in kept.items()}
    return {log: (table, version) for log, (table, version) in found.items() if table is not None}
