"""The store in one SQLite file. One thread writes; waiting jobs share a transaction."""

import asyncio
import sqlite3
from collections.abc import AsyncIterable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from regicide_tui.server.base.clock import steady_clock
from regicide_tui.server.base.tasks import start_detached
from regicide_tui.server.storage.sqlite_file import (
    HIGHEST,
    UNCONVERTED,
    VERSION,
    describe_error,
    is_busy,
    open_file,
)
from regicide_tui.server.storage.store import (
    BadEntry,
    Conflict,
    JobCallback,
    LogCallback,
    LogEntry,
    Rewrite,
    Snapshot,
    Store,
    StoredEntry,
    StoreError,
    note_nothing,
    rewritten,
)

LOOK_SECONDS = 2.0
"""Seconds between two checks whether another process has written to the file."""
_BATCH = 256
"""The maximum number of jobs in one transaction."""

T = TypeVar("T")


_Answer = Callable[[], None]
"""Gives the result of a job to the waiting caller."""


class _Job(NamedTuple):
    """The work, the function that reports an error to the caller, and whether the job writes."""

    run: Callable[[sqlite3.Connection], _Answer]
    fail: Callable[[Exception], None]
    writes: bool


class SqliteStore(Store):
    """A store in a file of this machine. Every answered append survives a power cut."""

    def __init__(
        self,
        path: Path,
        *,
        alone: bool = False,
        unconverted: bool = False,
        clock: Callable[[], float] | None = None,
        note_job: JobCallback = note_nothing,
    ) -> None:
        """Open or make the file; with `alone` nobody else can use it.

        `unconverted` opens one that `store upgrade` is to convert. `clock` gives the time of
        entries, in seconds. Raises `StoreError`.
        """
        super().__init__(note_job)
        self._clock = clock or steady_clock()
        self._jobs: list[_Job] = []
        """The jobs that wait."""
        self._working: asyncio.Future[list[_Answer]] | None = None
        """The results of the jobs that the thread is running."""
        self._looking: asyncio.Task[None] | None = None
        self._closed = False
        self._path, self._unconverted = path, unconverted
        try:
            version = UNCONVERTED if unconverted else VERSION
            self._database = open_file(path, version, alone=alone)
            if unconverted:  # a damaged name of a log then is none, and costs that log alone
                self._database.text_factory = lambda text: text.decode(errors="replace")
            self._seen = _count_changes(self._database)
            """The number of changes by others when last checked."""
            self._file = _identify(path)
        except (sqlite3.Error, OSError, MemoryError) as error:
            raise StoreError(f"{path}: {describe_error(error)}") from None
        self._thread = ThreadPoolExecutor(1, "store")

    async def _append(self, log: str, after: int, id_: str, body: str) -> LogEntry:
        new = StoredEntry(after + 1, id_, int(self._clock() * 1000), body)
        is_new = False

        def append(database: sqlite3.Connection) -> LogEntry | None:
            nonlocal is_new
            if known := database.execute(_ENTRIES + "AND id = ?", (log, new.id)).fetchone():
                return _stored(known).read()
            query = "SELECT coalesce(max(version), 0) FROM entries WHERE log = ?"
            if database.execute(query, (log,)).fetchone() != (after,):
                return None
            row = log, new.version, new.id, new.at, new.body
            database.execute(_INSERT, row)
            is_new = True  # a job may run twice: then its first run may have appended the entry
            return new.read()

        def tell(done: "asyncio.Future[LogEntry | None]") -> None:
            if is_new and not (done.cancelled() or done.exception()):
                self._watchers.call(log, done.result())

        if (entry := await self.do(append, tell)) is None:
            raise Conflict(log, after)
        return entry

    async def _read(self, log: str, after: int, most: int | None) -> list[StoredEntry]:
        return [_stored(row) for row in await self._rows(log, after, most)]

    async def read_stored(
        self, log: str, after: int = 0, most: int | None = None
    ) -> list[StoredEntry]:
        """See `Store.read_stored`."""
        rows = await self._rows(log, after, most)
        entries = [_stored(row) for row in rows]
        for one, (_, *row) in zip(entries, rows, strict=True):
            is_whole = [one.id.encode(), one.at, one.body.encode()] == row
            if not (is_whole or self._unconverted):
                raise BadEntry(log, one.version, "it is damaged")
        return entries

    async def _rows(self, log: str, after: int, most: int | None) -> list[tuple[object, ...]]:
        query = _ENTRIES + _PLACED + "AND version > ? ORDER BY version LIMIT ?"
        return await self.fetch(query, (log, after, -1 if most is None else most))

    async def fetch(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        """See `Store.fetch`."""
        return await self._look(lambda database: database.execute(query, values).fetchall())

    async def fill(self, pieces: AsyncIterable[tuple[str, Sequence[StoredEntry]]]) -> None:
        """See `Store.fill`."""
        # The thread has nothing to do meanwhile, because nobody else uses the store.
        database = self._database
        try:
            database.execute("BEGIN IMMEDIATE")
            async for log, entries in pieces:
                for one in entries:
                    database.execute(_INSERT, (log, one.version, one.id, one.at, one.body))
            database.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(describe_error(error)) from None
        finally:
            if database.in_transaction:
                database.rollback()

    async def settle(self) -> None:
        """Write everything into the file itself: it is whole without the file of SQLite beside it.

        The store was opened alone, and has no job meanwhile. Raises `StoreError`.
        """
        try:
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            raise StoreError(f"{self._path}: {describe_error(error)}") from None

    async def _cut(self, log: str, most: int) -> None:
        query = (
            "DELETE FROM entries WHERE log = ? AND version <= "
            "(SELECT max(version) FROM entries WHERE log = ?) - ?"
        )
        await self.do(lambda database: database.execute(query, (log, log, most)))

    async def rewrite(self, text: str, change: Rewrite) -> None:
        """See `Store.rewrite`. What is removed is overwritten with zeros."""
        await self.do(lambda database: _rewrite(database, text, change))

    def watch(self, log: str, callback: LogCallback) -> Callable[[], None]:
        """See `Store.watch`. What other processes write is noticed within two seconds."""
        if self._looking is None:
            self._looking = start_detached(self._look_again_and_again())
        return super().watch(log, callback)

    async def _read_snapshots(self) -> dict[str, Snapshot]:
        return await self._look(_read_snapshots)

    async def _write_snapshots(self, snapshots: Mapping[str, Snapshot | None]) -> None:
        await self.do(lambda database: _keep_snapshots(database, snapshots))

    async def close(self) -> None:
        """See `Store.close`."""
        if self._looking is not None:
            self._looking.cancel()
        self._closed = True
        while self._working is not None:
            await asyncio.wait([self._working])
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._thread.shutdown()
        self._database.close()

    # ------------------------------------------------------------ the thread

    async def _look_again_and_again(self) -> None:
        """Have all logs read after another process, such as a command, has written to the file.

        SQLite doesn't announce that.
        """
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(StoreError):  # users of the store are told
                changes = await self._look(_count_changes)
                if changes != self._seen:
                    self._seen = changes
                    self._watchers.call_all()

    async def _look(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let the thread run a job that writes nothing. It waits for no other process."""
        return await self.do(work, writes=False)

    async def do(
        self,
        work: Callable[[sqlite3.Connection], T],
        tell: "Callable[[asyncio.Future[T]], None]" = lambda _: None,
        *,
        writes: bool = True,
    ) -> T:
        """Let the thread run a job in a transaction; wait until the result is on the disk.

        A job may run twice. At the end `tell` is called, even if nobody waits for it any more.
        """
        if self._closed:
            raise StoreError("the store is closed")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        done.add_done_callback(tell)

        def run(database: sqlite3.Connection) -> _Answer:
            return partial(done.set_result, work(database))

        def fail(error: Exception) -> None:
            done.set_exception(error)
            done.exception()  # the caller may be gone; then an unread exception is no fault

        self._jobs.append(_Job(run, fail, writes))
        if self._working is None:
            self._work()
        return await asyncio.shield(done)

    def _work(self) -> None:
        """Let the thread run the jobs that wait, those of one transaction at a time."""
        jobs, self._jobs = self._jobs[:_BATCH], self._jobs[_BATCH:]
        loop = asyncio.get_running_loop()
        self._working = loop.run_in_executor(self._thread, self._commit, jobs)
        self._working.add_done_callback(self._answer, context=Context())

    def _answer(self, done: "asyncio.Future[list[_Answer]]") -> None:
        """Give the callers the results of their jobs, and continue with waiting jobs."""
        self._working = None
        for answer in done.result():
            answer()
        if self._jobs:
            self._work()

    def _commit(self, jobs: list[_Job]) -> list[_Answer]:
        """Run jobs in one transaction; return the answers to their callers.

        If the transaction fails, each job runs by itself, so that one failing job stops no other.
        """
        try:
            return self._transact(jobs)
        except BaseException as error:  # noqa: BLE001 # each waiting caller must get an answer
            if is_busy(error):  # each job by itself would wait as long again
                return [partial(job.fail, StoreError(describe_error(error))) for job in jobs]
            return [self._commit_alone(job) for job in jobs]

    def _commit_alone(self, job: _Job) -> _Answer:
        """Run a job in its own transaction. It may have been committed before without an answer."""
        try:
            (answer,) = self._transact([job])
        except BaseException as error:  # noqa: BLE001
            return partial(job.fail, StoreError(describe_error(error)))
        return answer

    def _transact(self, jobs: list[_Job]) -> list[_Answer]:
        """Run jobs in one transaction. After any exception nothing of them is stored."""
        if _identify(self._path) != self._file:
            raise StoreError("its file was moved or deleted")
        try:
            # One that writes waits at its beginning, and not in its middle, where it may not wait.
            writes = any(job.writes for job in jobs)
            self._database.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            answers = [job.run(self._database) for job in jobs]
            self._database.execute("COMMIT")
        finally:
            if self._database.in_transaction:
                self._database.rollback()
        return answers


def _identify(path: Path) -> tuple[int, int] | None:
    """Return what identifies a file, or None if it is gone.

    SQLite continues to write to a moved or deleted file, and all of that would be lost.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _count_changes(database: sqlite3.Connection) -> int:
    """Return a number that changes whenever another connection has written to the file."""
    (number,) = database.execute("PRAGMA data_version").fetchone()
    return int(number)


_ENTRIES = "SELECT version, CAST(id AS BLOB), at, CAST(body AS BLOB) FROM entries WHERE log = ? "
"""The columns of entries: as bytes, because damaged text may not be decodable."""
_INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?)"
_PLACED = f"AND typeof(version) = 'integer' AND version BETWEEN 1 AND {HIGHEST} "
"""Leaves out what has no version, as it may be in a file from before the first release."""


def _rewrite(database: sqlite3.Connection, text: str, change: Rewrite) -> None:
    """Change the bodies of entries; see `SqliteStore.rewrite`."""
    query = "SELECT log, version, body FROM entries WHERE instr(lower(body), lower(?))"
    found = database.execute(query, (text,)).fetchall()
    place = "UPDATE entries SET body = ? WHERE log = ? AND version = ?"
    database.executemany(place, rewritten(found, change))
    database.execute(_MAKE_SNAPSHOTS)
    database.execute("DELETE FROM snapshots")


def _stored(row: tuple[object, ...]) -> StoredEntry:
    """Return the entry of a row. What can't be stored elsewhere can be, and is as damaged."""
    version, id_, at, body = row
    assert isinstance(version, int)  # as the query says
    assert isinstance(id_, bytes)  # whatever they were, they are read as blobs
    assert isinstance(body, bytes)
    try:
        text = body.decode()
    except UnicodeDecodeError:  # no JSON begins like this
        text = f"damaged: {body.decode(errors='backslashreplace')}"
    name = id_.decode(errors="backslashreplace")
    return StoredEntry(version, name, at if isinstance(at, int) else 0, text)


_MAKE_SNAPSHOTS = """
    CREATE TABLE IF NOT EXISTS snapshots (
        log TEXT PRIMARY KEY, version INTEGER NOT NULL, stamp TEXT NOT NULL, body BLOB NOT NULL
    )
"""
"""The table is made with the first snapshot, and may be dropped at any time.

So an older file can be opened on a full disk.
"""
_STAMP = """(
    SELECT count(*) || ' ' || min(version) || ' ' || max(version) || ' '
        || sum(length(CAST(body AS BLOB))) || ' '
        || (SELECT id FROM entries WHERE log = {log} ORDER BY version DESC LIMIT 1)
    FROM entries WHERE log = {log}
)"""
"""Identifies the content of a log: the number of its entries, their lengths, and the last id."""
_KEEP_SNAPSHOT = f"""
    REPLACE INTO snapshots SELECT :log, :version, {_STAMP.format(log=":log")}, :body
    WHERE :version = (SELECT max(version) FROM entries WHERE log = :log)
"""  # noqa: S608 # made of constants alone
_READ_SNAPSHOTS = f"""
    SELECT log, version, CAST(body AS BLOB) FROM snapshots
    WHERE stamp = {_STAMP.format(log="snapshots.log")}
"""  # noqa: S608 # made of constants alone


def _read_snapshots(database: sqlite3.Connection) -> dict[str, Snapshot]:
    """Return the snapshots that stand for their whole logs; none if they can't be read."""
    try:
        return {
            log: Snapshot(version, body) for log, version, body in database.execute(_READ_SNAPSHOTS)
        }
    except sqlite3.DatabaseError:  # there is no such table yet, or it is damaged
        return {}


def _keep_snapshots(database: sqlite3.Connection, snapshots: Mapping[str, Snapshot | None]) -> None:
    """Replace or remove snapshots, within a transaction."""
    database.execute(_MAKE_SNAPSHOTS)
    for log, one in snapshots.items():
        if one is None:
            database.execute("DELETE FROM snapshots WHERE log = ?", (log,))
        else:
            database.execute(_KEEP_SNAPSHOT, {"log": log, "version": one.version, "body": one.body})
