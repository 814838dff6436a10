"""One store for several servers in one loop, as a database is: each has a door to it."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path

from regicide_tui.games.base import Json
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import (
    LogCallback,
    LogEntry,
    Snapshot,
    Store,
    StoreError,
    Watchers,
)


class SharedStore:
    """A store in a file, for several servers."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self.store = SqliteStore(path, clock=clock)
        self.doors: list[Door] = []

    def door(self) -> "Door":
        """Return the store for one more server."""
        found = Door(self)
        self.doors.append(found)
        return found

    def tell(self, log: str, entry: LogEntry, writer: "Door") -> None:
        """Hand a new entry to the watchers: the writer's at once, those of others later."""
        for door in self.doors:
            if door is writer:
                door.watchers.call(log, entry)
            else:
                door.hear(log, entry)


class Door(Store):
    """The store as one server has it. A closed one neither stores nor tells anything."""

    def __init__(self, shared: SharedStore) -> None:
        self.watchers = Watchers()
        self._shared = shared
        self._news: deque[tuple[str, LogEntry]] = deque()
        """The entries that this server is handed in later steps of the loop, with their logs."""
        self._is_open = True

    @property
    def is_busy(self) -> bool:
        """Whether news are under way to this server."""
        return bool(self._news)

    async def append(self, log: str, after: int, id: str, body: Mapping[str, Json]) -> LogEntry:  # noqa: A002
        """See `Store.append`."""
        job = asyncio.ensure_future(self._store.append(log, after, id, body))
        job.add_done_callback(lambda done: self._tell_of(log, done))
        return await asyncio.shield(job)

    async def read(self, log: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        """See `Store.read`."""
        return await self._store.read(log, after, most)

    async def cut(self, log: str, most: int) -> None:
        """See `Store.cut`."""
        await self._store.cut(log, most)

    def watch(self, log: str, callback: LogCallback) -> Callable[[], None]:
        """See `Store.watch`."""
        return self.watchers.add(log, callback)

    async def snapshots(self) -> dict[str, Snapshot]:
        """See `Store.snapshots`."""
        return await self._store.snapshots()

    async def keep_snapshots(self, snapshots: Mapping[str, Snapshot | None]) -> None:
        """See `Store.keep_snapshots`."""
        await self._store.keep_snapshots(snapshots)

    async def close(self) -> None:
        """Close the door; the store stays open for the others."""
        if self._is_open:
            self._is_open = False
            self._shared.doors.remove(self)
            self._news.clear()

    def hear(self, log: str, entry: LogEntry) -> None:
        """Hand this server an entry of another one, in a later step of the loop."""
        self._news.append((log, entry))
        asyncio.get_running_loop().call_soon(self._deliver)

    @property
    def _store(self) -> Store:
        """The shared store. Raises `StoreError` if the door is closed."""
        if not self._is_open:
            raise StoreError("the store is closed")
        return self._shared.store

    def _tell_of(self, log: str, job: "asyncio.Future[LogEntry]") -> None:
        if not job.cancelled() and job.exception() is None:
            self._shared.tell(log, job.result(), self)

    def _deliver(self) -> None:
        if self._news:
            self.watchers.call(*self._news.popleft())
