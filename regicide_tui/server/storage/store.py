"""The store of tables and accounts: logs with entries that are only appended.

A log has a name, and entries with versions from 1. A writer says after which version it appends; if
another writer was quicker, nothing is appended. So several machines can share a store, and a
table needs no owner: the order of its log is the order of its events.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import (
    AsyncIterable,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import suppress
from time import monotonic
from typing import LiteralString, TypeVar

import msgspec

from regicide_tui.games.base import Json, Value
from regicide_tui.server.base.tasks import Signal

T = TypeVar("T")
_log = logging.getLogger(__name__)


Body = Mapping[str, Json]
"""What an entry of a log says."""


Content = Body | Value
"""What becomes the body of an entry: the body itself, or a value whose fields it has."""


class LogEntry(Value):
    """An entry: its version, its id (unique within the log), its time, and its body.

    `at` is Unix time in milliseconds. The body is empty if it can't be read.
    """

    version: int
    id: str
    at: int
    body: Body


class StoredEntry(Value):
    """An entry as it is stored: its body is a text, which may be damaged."""

    version: int
    id: str
    at: int
    body: str

    def read(self) -> LogEntry:
        """Return the entry with its body, which is empty if it can't be read."""
        return LogEntry(self.version, self.id, self.at, read_body(self.body))


class Snapshot(Value):
    """The value of a log at a version, stored beside the log."""

    version: int
    body: bytes


class Conflict(Exception):
    """Another writer was quicker: the log is not at the expected version."""

    def __init__(self, log: str, after: int) -> None:
        super().__init__(f"{log} is not at {after}")


class StoreError(Exception):
    """The store can't read or write now, for example because the disk is full."""


UPDATED = "This server is about to be updated. Reconnect to continue."
"""For data that a newer version of the program uses and this one doesn't understand."""


def sentence(error: Exception) -> str:
    """Return a sentence for a person whose action failed: why, and what to do.

    Why the store failed is for the operator: it may name files, addresses and users.
    """
    if isinstance(error, NewerEntry):
        return UPDATED
    if isinstance(error, StoreError) and not isinstance(error, BadEntry):
        return "The server can't save that now. Try again in a while."
    return str(error)


class UnconvertedStore(StoreError):
    """A store was written before the first release, and must be converted first."""

    def __init__(self, place: str) -> None:
        super().__init__(
            f"{place} was made before version 1.0. Convert it once: stop all servers that use it, "
            "and run 'regicide-tui store upgrade' with the --store or --config of the server, if "
            "it has one."
        )


def require_version(place: str, known: int, wanted: int, newest: int) -> None:
    """Raise `StoreError` if a store of a version can't be opened as a `wanted` one; 0 is new."""
    if known and known < wanted:
        raise UnconvertedStore(place)
    if wanted < known == newest:
        raise StoreError(f"{place} was converted a moment ago")
    if known > wanted:
        raise StoreError(f"{place} was made by a newer version of the program: install it")


class BadEntry(StoreError):
    """An entry of a log can't be applied; the entries before it are valid."""

    def __init__(self, log: str, version: int, why: str) -> None:
        super().__init__(f"Entry {version} of the log {log!r} can't be understood: {why}.")
        self.version, self.why = version, why


class NewerEntry(BadEntry):
    """A newer version of the program has written an entry, so this one must not guess at it."""

    def __init__(self, log: str, version: int) -> None:
        super().__init__(log, version, "it was written by a newer version of the program")


LogCallback = Callable[[LogEntry | None], None]
"""Called with a new entry of a log, in the loop of the watcher.

With None, entries may have been missed: the log must be read to know them.
"""
Rewrite = Callable[[str, Body], Body]
"""Returns the new body of an entry; it takes the log and the body."""


def read_body(text: object) -> Body:
    """Return the body of an entry from its text; it is empty if it can't be read."""
    try:
        assert isinstance(text, bytes | str)
        return msgspec.json.decode(text, type=dict[str, Json])
    except Exception:  # noqa: BLE001 # also JSON that is nested too deeply, or no text
        return {}


def rewritten(
    rows: Iterable[tuple[object, ...]], change: Rewrite
) -> Iterator[tuple[str, str, object]]:
    """Yield the new bodies of entries, with their logs and versions; the rows have these before.

    A damaged entry stays as it is.
    """
    for log, version, body in rows:
        if before := read_body(body):
            after = change(f"{log}", before)
            yield msgspec.json.encode(after).decode(), f"{log}", version


STORE_JOBS = ("append", "read", "cut", "snapshots", "keep_snapshots")
"""The kinds of noted jobs: the methods of a store."""


class StoreJob(Value):
    """A job of a store that is over: its kind, its log and how many seconds it took.

    The log is empty if the job is about several. An append has an entry, and a failed job an error.
    """

    kind: str
    log: str
    seconds: float
    entry: LogEntry | None = None
    error: Exception | None = None

    @property
    def is_conflict(self) -> bool:
        """Whether another writer was quicker: then the caller decides again."""
        return isinstance(self.error, Conflict)


JobCallback = Callable[[StoreJob], None]
"""Called with each job of a store, in the context of its caller."""


def note_nothing(_: StoreJob) -> None:
    """Ignore a job."""


async def noted(note: JobCallback, kind: str, log: str, job: Awaitable[T]) -> T:
    """Do a job of a store, and note its outcome."""
    began = monotonic()
    try:
        done = await job
    except Exception as error:
        note(StoreJob(kind, log, monotonic() - began, error=error))
        raise
    entry = done if isinstance(done, LogEntry) else None
    note(StoreJob(kind, log, monotonic() - began, entry))
    return done


class Watchers:
    """The watchers of each log of a store."""

    def __init__(self) -> None:
        self._by_log: dict[str, list[LogCallback]] = {}

    def add(self, log: str, callback: LogCallback) -> Callable[[], None]:
        """See `Store.watch`."""
        self._by_log.setdefault(log, []).append(callback)

        def end() -> None:
            watchers = self._by_log.get(log, [])
            with suppress(ValueError):
                watchers.remove(callback)
            if not watchers:
                self._by_log.pop(log, None)

        return end

    def call(self, log: str, entry: LogEntry | None = None) -> None:
        """Pass a new entry to the watchers of its log; without one, the log may have grown."""
        for callback in [*self._by_log.get(log, ())]:
            callback(entry)

    def call_all(self) -> None:
        """Tell everyone: any log may have grown."""
        for log in [*self._by_log]:
            self.call(log)


class Store(ABC):
    """The store of a server; each kind must pass `tests/server/conformance.py`.

    `note_job` is called with each job that servers ask for.
    """

    def __init__(self, note_job: JobCallback) -> None:
        self._note_job = note_job
        self.reach_changed = Signal[[bool]](lambda error: _log.error("not told", exc_info=error))
        """Sent with False when the store can't be reached, and with True when it is again.

        What must wait meanwhile is tried again. A store in a file is always reached.
        """
        self._watchers = Watchers()

    async def append(self, log: str, after: int, id: str, body: Content) -> LogEntry:  # noqa: A002
        """Append an entry at version `after + 1`; return it once it is safe on the disk.

        If the log has an entry with this id already, that entry is returned and nothing is
        appended, so a retry is harmless. Raises `Conflict` if the log is at another version,
        `StoreError` if the entry can't be stored.
        """
        appending = self._append(log, after, id, msgspec.json.encode(body).decode())
        return await noted(self._note_job, "append", log, appending)

    async def read(self, log: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        """Return the entries after a version, in order; with `most`, at most that many.

        Raises `StoreError`.
        """
        reading = noted(self._note_job, "read", log, self._read(log, after, most))
        return [one.read() for one in await reading]

    async def cut(self, log: str, most: int) -> None:
        """Remove all entries of a log but the newest `most`, to limit its length.

        The versions of the others stay as they are. Raises `StoreError`.
        """
        await noted(self._note_job, "cut", log, self._cut(log, most))

    def watch(self, log: str, callback: LogCallback) -> Callable[[], None]:
        """Call `callback` with each entry appended from now on; return a function that stops this.

        The entries of this store come in order, before their `append` returns. Those of others
        come soon. It is called with None if it may have missed some, for example after a
        connection was lost.
        """
        return self._watchers.add(log, callback)

    async def snapshots(self) -> dict[str, Snapshot]:
        """Return the snapshots by their logs, but only if the log is unchanged.

        A snapshot is left out if its log has grown, was cut or was changed since, or if it can't be
        read. Raises `StoreError`.
        """
        return await noted(self._note_job, "snapshots", "", self._read_snapshots())

    async def keep_snapshots(self, snapshots: Mapping[str, Snapshot | None]) -> None:
        """Replace or remove snapshots, by their logs.

        A snapshot whose version is not the newest of its log is not stored. Raises `StoreError`.
        """
        keeping = self._write_snapshots(snapshots)
        await noted(self._note_job, "keep_snapshots", "", keeping)

    @abstractmethod
    async def close(self) -> None:
        """Finish the jobs under way, and close."""

    async def logs(self) -> list[str]:
        """Return the names of all logs with entries, in order. Raises `StoreError`."""
        rows = await self.fetch("SELECT DISTINCT log FROM entries ORDER BY log")
        return [f"{log}" for (log,) in rows]

    async def counts(self) -> dict[str, int]:
        """Return how many entries each log has, with those that have no version.

        Raises `StoreError`.
        """
        rows = await self.fetch("SELECT log, count(*) FROM entries GROUP BY log")
        return dict(msgspec.convert(rows, list[tuple[str, int]]))

    async def read_stored(
        self, log: str, after: int = 0, most: int | None = None
    ) -> list[StoredEntry]:
        """Return entries as they are stored; see `read`.

        Raises `BadEntry` if one can't be stored elsewhere as it is, `StoreError`.
        """
        return await self._read(log, after, most)

    @abstractmethod
    async def fetch(self, query: LiteralString) -> list[tuple[object, ...]]:
        """Return all rows of a query. Raises `StoreError`."""

    @abstractmethod
    async def _append(self, log: str, after: int, id_: str, body: str) -> LogEntry:
        """Do what `append` does, with the text of a body."""

    @abstractmethod
    async def _read(self, log: str, after: int, most: int | None) -> list[StoredEntry]:
        """Return entries, with what stands for the parts that can't be read; see `read`."""

    @abstractmethod
    async def _cut(self, log: str, most: int) -> None: ...

    @abstractmethod
    async def _read_snapshots(self) -> dict[str, Snapshot]: ...

    @abstractmethod
    async def _write_snapshots(self, snapshots: Mapping[str, Snapshot | None]) -> None: ...

    @abstractmethod
    async def fill(self, pieces: AsyncIterable[tuple[str, Sequence[StoredEntry]]]) -> None:
        """Store entries of logs as they are, all of them or none.

        Nobody else may use the store meanwhile. Raises `StoreError`.
        """

    @abstractmethod
    async def rewrite(self, text: str, change: Rewrite) -> None:
        """Change the bodies of all entries that hold a text, in any case; snapshots are dropped.

        Nobody else may use the store meanwhile. What is removed does not stay in the files of the
        tables. Raises `StoreError`.
        """
