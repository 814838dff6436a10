"""Copying a store into another, and proving by checksums that both are identical."""

from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import sha256

import msgspec

from regicide_tui.games.base import Value
from regicide_tui.server.storage.store import Store, StoredEntry, StoreError

_PIECE = 2000
"""The maximum number of entries read at once, to limit memory."""


class LogSum(Value):
    """The number and the checksum of a log's entries, to compare logs."""

    entries: int
    checksum: str


async def copy_store(source: Store, target: Store, say: Callable[[str], None]) -> None:
    """Copy all logs into an empty store, and compare them; `say` gets a line for each log.

    Nobody else may use the stores meanwhile. Snapshots are left out: the server recreates them.
    Raises `StoreError`: nothing was copied, unless it says that a log differs.
    """
    if await target.logs():
        raise StoreError("The target already contains logs. Copy into an empty store.")
    await target.fill(pieces_of(source))
    entries = 0
    logs = await source.logs()
    for log in logs:
        read, written = await sum_up(source, log), await sum_up(target, log)
        if read != written:
            raise StoreError(f"The copy of {log} differs from the original. Remove the copy.")
        say(f"{read.checksum}  {read.entries:>7}  {log}")
        entries += read.entries
    if logs != await target.logs():
        raise StoreError("The copy and the original have different logs. Remove the copy.")
    say(f"Copied: logs {len(logs)}, entries {entries}. Each log is identical in both stores.")


async def sum_up(store: Store, log: str) -> LogSum:
    """Return the number and the checksum of the entries of a log. Raises `StoreError`."""
    digest, count = sha256(), 0
    async for entries in read_pieces(store, log):
        count += len(entries)
        for one in entries:
            digest.update(msgspec.json.encode((one.version, one.id, one.at, one.body)) + b"\n")
    return LogSum(count, digest.hexdigest()[:32])


async def pieces_of(store: Store) -> AsyncIterator[tuple[str, Sequence[StoredEntry]]]:
    """Yield all entries with their logs, piece by piece. Raises `StoreError`."""
    for log in await store.logs():
        async for entries in read_pieces(store, log):
            yield log, entries


async def read_pieces(store: Store, log: str) -> AsyncIterator[Sequence[StoredEntry]]:
    """Yield the entries of a log, piece by piece. Raises `StoreError`."""
    after = 0
    while entries := await store.read_stored(log, after, _PIECE):
        yield entries
        after = entries[-1].version
