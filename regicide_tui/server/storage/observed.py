"""A store that tells how each of its jobs went: for the metrics and the journal."""

from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import TypeVar

from regicide_tui.games.base import Json, Value
from regicide_tui.server.storage.reach import ReachCallback
from regicide_tui.server.storage.store import Conflict, LogCallback, LogEntry, Snapshot, Store

T = TypeVar("T")


KINDS = ("append", "read", "cut", "snapshots", "keep_snapshots")
"""The kinds of jobs: the methods of a store."""


class Job(Value, frozen=True):
    """A job of a store that is over.

    The log is empty if the job is about several. An append has an entry, and a failed job an error.
    """

    kind: str
    log: str
    seconds: float
    entry: LogEntry | None = None
    error: Exception | None = None


class ObservedStore(Store):
    """Passes everything on to a store, and tells of each job in the context of its caller."""

    def __init__(self, store: Store, tell: Callable[[Job], None]) -> None:
        self._store = store
        self._tell = tell

    async def append(self, log: str, after: int, id: str, body: Mapping[str, Json]) -> LogEntry:  # noqa: A002
        """See `Store.append`."""
        return await self._observe("append", log, self._store.append(log, after, id, body))

    async def read(self, log: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        """See `Store.read`."""
        return await self._observe("read", log, self._store.read(log, after, most))

    async def cut(self, log: str, most: int) -> None:
        """See `Store.cut`."""
        await self._observe("cut", log, self._store.cut(log, most))

    def watch(self, log: str, callback: LogCallback) -> Callable[[], None]:
        """See `Store.watch`."""
        return self._store.watch(log, callback)

    def watch_reach(self, callback: ReachCallback) -> Callable[[], None]:
        """See `Store.watch_reach`."""
        return self._store.watch_reach(callback)

    async def snapshots(self) -> dict[str, Snapshot]:
        """See `Store.snapshots`."""
        return await self._observe("snapshots", "", self._store.snapshots())

    async def keep_snapshots(self, snapshots: Mapping[str, Snapshot | None]) -> None:
        """See `Store.keep_snapshots`."""
        await self._observe("keep_snapshots", "", self._store.keep_snapshots(snapshots))

    async def close(self) -> None:
        """See `Store.close`."""
        await self._store.close()

    async def _observe(self, kind: str, log: str, job: Awaitable[T]) -> T:
        began = monotonic()
        try:
            done = await job
        except Exception as error:
            self._tell(Job(kind, log, monotonic() - began, error=error))
            raise
        entry = done if isinstance(done, LogEntry) else None
        self._tell(Job(kind, log, monotonic() - began, entry))
        return done


def is_conflict(job: Job) -> bool:
    """Tell whether another writer was quicker: then the caller decides again."""
    return isinstance(job.error, Conflict)
