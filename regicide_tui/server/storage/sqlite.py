"""The store in one SQLite file. One thread writes; waiting jobs share a transaction."""

import asyncio
import shutil
import sqlite3
from collections import deque
from collections.abc import AsyncIterable, Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from time import monotonic, sleep
from typing import NamedTuple, TypeVar

import msgspec

from regicide_tui.games.base import Json
from regicide_tui.server.base.clock import steady_clock
from regicide_tui.server.base.private import make_private_file
from regicide_tui.server.base.tasks import start_detached
from regicide_tui.server.storage import sqlite_snapshots
from regicide_tui.server.storage.store import (
    BadEntry,
    Conflict,
    JobCallback,
    LogCallback,
    LogEntry,
    MaintainedStore,
    Rewrite,
    Snapshot,
    StoredEntry,
    StoreError,
    UnconvertedStore,
    Watchers,
    note_nothing,
    noted,
    read_body,
)

_HIGHEST = 2**53 - 2**32
"""The highest version of an entry: far below the last number that is exact in JSON, so appending
never runs out of versions."""
_STRICT = ", STRICT" if sqlite3.sqlite_version_info >= (3, 37) else ""
"""Makes SQLite check the types of columns, where it supports that."""
TABLES = f"""
    CREATE TABLE entries (
        log TEXT NOT NULL,
        version INTEGER NOT NULL
            CHECK (typeof(version) = 'integer' AND version BETWEEN 1 AND {_HIGHEST}),
        id TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (log, version), UNIQUE (log, id)
    ) WITHOUT ROWID{_STRICT}
"""
VERSION = 2
"""The version of the file (`user_version`). A file of version 1 is from before the first release:
`store upgrade` converts it."""

UNCONVERTED = 1
"""The version of a file that `store upgrade` converts."""

_NO_ROOM_TO_SHARE = ("SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_SHMOPEN", "SQLITE_FULL")
"""SQLite's errors if a full disk has no room for the file through which processes share a database.

A process that locks the database for itself can read it without that file.
"""
PATIENCE = 5.0
"""Seconds to wait until another process unlocks the database."""
_AGAIN = 0.02
"""Seconds between two tries where SQLite doesn't wait by itself."""
LOOK_SECONDS = 2.0
"""Seconds between two looks whether another process has written to the file."""
_BATCH = 256
"""The most jobs of one transaction."""

T = TypeVar("T")


class _Job(NamedTuple):
    """What to do, the future that is done once the result is on the disk, and whether it writes."""

    work: Callable[[sqlite3.Connection], object]
    done: "asyncio.Future[None]"
    writes: bool


_Answer = tuple["asyncio.Future[None]", Exception | None]


class SqliteStore(MaintainedStore):
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
        self._clock = clock or steady_clock()
        self._note_job = note_job
        self._watchers = Watchers()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._looking: asyncio.Task[None] | None = None
        try:
            make_private_file(path)
            version = UNCONVERTED if unconverted else VERSION
            self._database = _open_alone(path, version) if alone else _open(path, version)
            if unconverted:  # a damaged name of a log then is none, and costs that log alone
                self._database.text_factory = lambda text: text.decode(errors="replace")
            self._unconverted = unconverted
            self._seen = _count_changes(self._database)
            """How often others had changed the file when this was looked up last."""
            self._path, self._file = path, _identify(path)
        except (sqlite3.Error, OSError, MemoryError) as error:
            raise StoreError(f"{path}: {describe_error(error)}") from None
        self.writer = Thread(target=self._write, name="store", daemon=True)
        self.writer.start()

    async def append(self, log: str, after: int, id: str, body: Mapping[str, Json]) -> LogEntry:  # noqa: A002
        """See `Store.append`."""
        at, text = int(self._clock() * 1000), msgspec.json.encode(body).decode()
        is_new = False

        def append(database: sqlite3.Connection) -> LogEntry:
            nonlocal is_new
            # A job may run twice: then its first run may have appended the entry.
            entry, appended = _append(database, log, after, id, at, text)
            is_new = is_new or appended
            return entry

        def tell(entry: LogEntry) -> None:
            if is_new:
                self._watchers.call(log, entry)

        return await noted(self._note_job, "append", log, self.do(append, tell))

    async def read(self, log: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        """See `Store.read`."""
        looking = self._look(lambda database: _read(database, log, after, most))
        return await noted(self._note_job, "read", log, looking)

    async def read_stored(
        self, log: str, after: int = 0, most: int | None = None
    ) -> list[StoredEntry]:
        """See `MaintainedStore.read_stored`."""
        rows = await self._look(lambda database: _rows(database, log, after, most))
        return [_still_damaged(row) if self._unconverted else _stored(log, row) for row in rows]

    async def logs(self) -> list[str]:
        """See `MaintainedStore.logs`."""
        query = "SELECT DISTINCT log FROM entries ORDER BY log"
        rows = await self._look(lambda database: database.execute(query).fetchall())
        return [log for (log,) in rows]

    async def counts(self) -> dict[str, int]:
        """See `MaintainedStore.counts`."""
        query = "SELECT log, count(*) FROM entries GROUP BY log"
        return dict(await self._look(lambda database: database.execute(query).fetchall()))

    async def fill(self, pieces: AsyncIterable[tuple[str, Sequence[StoredEntry]]]) -> None:
        """See `MaintainedStore.fill`."""
        # The thread has nothing to do meanwhile, because nobody else uses the store.
        database = self._database
        row = "INSERT INTO entries VALUES (?, ?, ?, ?, ?)"
        try:
            database.execute("BEGIN IMMEDIATE")
            async for log, entries in pieces:
                for one in entries:
                    database.execute(row, (log, one.version, one.id, one.at, one.body))
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

    async def cut(self, log: str, most: int) -> None:
        """See `Store.cut`."""
        cutting = self.do(lambda database: _cut(database, log, most))
        await noted(self._note_job, "cut", log, cutting)

    async def rewrite(self, text: str, change: Rewrite) -> None:
        """See `MaintainedStore.rewrite`. What is removed is overwritten with zeros."""
        await self.do(lambda database: _rewrite(database, text, change))

    def watch(self, log: str, callback: LogCallback) -> Callable[[], None]:
        """See `Store.watch`. What other processes write is noticed within two seconds."""
        if self._looking is None:
            self._looking = start_detached(self._look_again_and_again())
        return self._watchers.add(log, callback)

    async def snapshots(self) -> dict[str, Snapshot]:
        """See `Store.snapshots`."""
        return await noted(self._note_job, "snapshots", "", self._look(sqlite_snapshots.read))

    async def keep_snapshots(self, snapshots: Mapping[str, Snapshot | None]) -> None:
        """See `Store.keep_snapshots`."""
        keeping = self.do(lambda database: sqlite_snapshots.keep(database, snapshots))
        await noted(self._note_job, "keep_snapshots", "", keeping)

    async def close(self) -> None:
        """See `Store.close`."""
        if self._looking is not None:
            self._looking.cancel()
        with self._closing:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self.writer.join)

    # ------------------------------------------------------------ the thread

    async def _look_again_and_again(self) -> None:
        """Let all logs be read after another process, such as a command, has written to the file.

        SQLite tells nobody of that.
        """
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(StoreError):  # whoever needs the store is told
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
        tell: Callable[[T], None] = lambda _: None,
        *,
        writes: bool = True,
    ) -> T:
        """Let the thread run a job in a transaction; wait until the result is on the disk.

        Then `tell` gets the result, also if nobody waits for it any more.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        found: deque[T] = deque(maxlen=1)  # a job may run twice: then the last result counts
        done.add_done_callback(lambda _: _tell_result(done, found, tell))
        with self._closing:  # a job after the last one would never be answered
            if self._closed:
                raise StoreError("the store is closed")
            self._jobs.put(_Job(lambda database: found.append(work(database)), done, writes))
        await asyncio.shield(done)
        return found[0]

    def _write(self) -> None:
        while jobs := self._waiting():
            _answer_all(self._commit(jobs))
        self._database.close()

    def _waiting(self) -> list[_Job]:
        """Wait for jobs, and return those for one transaction; none once the store must close."""
        jobs: list[_Job] = []
        while (job := self._jobs.get()) is not None:
            jobs.append(job)
            if len(jobs) == _BATCH or self._jobs.empty():
                return jobs
        if jobs:
            self._jobs.put(None)  # first these jobs, then the end
        return jobs

    def _commit(self, jobs: list[_Job]) -> list[_Answer]:
        """Run jobs in one transaction; return the result or the exception of each.

        If the transaction fails, each job runs by itself, so that one failing job stops no other.
        """
        try:
            return self._transact(jobs)
        except BaseException as error:  # noqa: BLE001 # each waiting caller must get an answer
            if _is_busy(error):  # each job by itself would wait as long again
                return [(job.done, StoreError(describe_error(error))) for job in jobs]
            return [self._commit_alone(job) for job in jobs]

    def _commit_alone(self, job: _Job) -> _Answer:
        """Run a job in its own transaction. It may have been committed before without an answer."""
        try:
            (answer,) = self._transact([job])
        except BaseException as error:  # noqa: BLE001
            return job.done, StoreError(describe_error(error))
        return answer

    def _transact(self, jobs: list[_Job]) -> list[_Answer]:
        """Run jobs in one transaction. After any exception nothing of them is stored."""
        answers: list[_Answer] = []
        if _identify(self._path) != self._file:
            raise StoreError("its file was moved or deleted")
        try:
            # One that writes waits at its beginning, and not in its middle, where it may not wait.
            writes = any(job.writes for job in jobs)
            self._database.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            for job in jobs:
                try:
                    job.work(self._database)
                    answers.append((job.done, None))
                except Conflict as error:
                    answers.append((job.done, error))
            self._database.execute("COMMIT")
        finally:
            if self._database.in_transaction:
                self._database.rollback()
        return answers


def check_file(path: Path) -> None:
    """Raise the `StoreError` with which the store would refuse a file; change nothing.

    A missing file is not refused: the store makes it.
    """
    if not path.exists():
        return
    wal, shared = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    is_open = not is_whole(path) and shared.exists()
    try:
        # Without entries that wait in the other files, SQLite needs none of them, and makes none.
        known = _look_at(path, path, "readonly_shm=1" if is_open else "immutable=1")
        if not (known or is_whole(path) or is_open):  # all of it waits, and SQLite would make one
            with TemporaryDirectory(prefix="house-") as folder:
                for one in (path, wal):
                    shutil.copy(one, folder)
                _look_at(path, Path(folder) / path.name, "")
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{path}: {describe_error(error)}") from None


def _look_at(path: Path, file: Path, how: str) -> int:
    """Return the version of a file that holds the database of a path.

    Raises `StoreError` if it would be refused, `sqlite3.Error`.
    """
    uri = f"{file.absolute().as_uri()}?mode=ro&{how}"
    with closing(sqlite3.connect(uri, uri=True)) as database:
        known = read_version(database)
        _require_version(path, known, VERSION)
        if known:
            database.execute("SELECT body FROM entries LIMIT 1").fetchone()
        return known


def is_whole(path: Path) -> bool:
    """Tell whether no entries of a database wait in the write-ahead log beside its file."""
    wal = path.with_name(f"{path.name}-wal")
    return not wal.exists() or wal.stat().st_size == 0


def describe_error(error: BaseException) -> str:
    """Return in a few words why the store failed."""
    if isinstance(error, MemoryError):
        return "there is no memory left"
    if isinstance(error, OSError):
        return (error.strerror or "the disk fails").lower()
    return (
        str(error)
        if isinstance(error, sqlite3.Error | StoreError)
        else f"it fails ({type(error).__name__})"
    )


def _is_busy(error: BaseException) -> bool:
    """Tell whether another process has had the database locked for too long."""
    return getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY"


def _identify(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from any other one, or None if it is gone.

    SQLite writes on to a file that was moved or deleted, and all of it would be lost.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _tell_result(job: "asyncio.Future[None]", found: deque[T], tell: Callable[[T], None]) -> None:
    """Tell the result of a job that is done, unless it failed."""
    if not job.cancelled() and job.exception() is None:
        tell(found[0])


def _answer_all(answers: list[_Answer]) -> None:
    for done, answer in answers:
        with suppress(RuntimeError):  # the loop is closed, so nobody waits any more
            done.get_loop().call_soon_threadsafe(_answer, done, answer)


def _answer(done: "asyncio.Future[None]", answer: Exception | None) -> None:
    if done.cancelled():
        return
    if answer is not None:
        done.set_exception(answer)
        done.exception()  # the caller may be gone; then an unread exception is no fault
    else:
        done.set_result(None)


def _open(path: Path, version: int) -> sqlite3.Connection:
    try:
        return _prepared(path, version)
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorname", "") not in _NO_ROOM_TO_SHARE:
            raise
        return _prepared(path, version, alone=True)


def _open_alone(path: Path, version: int) -> sqlite3.Connection:
    """Open a file that nobody else uses. Raises `StoreError`, `sqlite3.Error`."""
    try:
        return _prepared(path, version, alone=True)
    except sqlite3.OperationalError as error:
        if not _is_busy(error):
            raise
        raise StoreError(f"{path} is in use. Stop the server that uses it first.") from None


def _prepared(path: Path, version: int, *, alone: bool = False) -> sqlite3.Connection:
    """Return a connection to a database of a version; with `alone` it locks the database."""
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        database.execute(f"PRAGMA busy_timeout = {int(PATIENCE * 1000)}")
        if alone:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
        known = read_version(database)
        _require_version(path, known, version)
        _write_ahead(database)
        database.execute("PRAGMA synchronous = FULL")
        # Not every SQLite does so by itself: what is removed must be gone from the file.
        database.execute("PRAGMA secure_delete = ON")
        if not known:
            _make_tables(database)
    except BaseException:
        database.close()
        raise
    return database


def _require_version(path: Path, known: int, version: int) -> None:
    """Raise `StoreError` if a file with this version can't be opened; 0 is a new one."""
    if known and known < version:
        raise UnconvertedStore(f"{path}")
    if known > version:
        raise StoreError(f"{path} was made by a newer version of the program")


def _write_ahead(database: sqlite3.Connection) -> None:
    """Turn on SQLite's write-ahead log; wait for another process that does the same."""
    end = monotonic() + PATIENCE
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or monotonic() > end:
                raise
            sleep(_AGAIN)


def _make_tables(database: sqlite3.Connection) -> None:
    """Make the tables in one transaction: another process may do the same at this moment."""
    database.execute("BEGIN IMMEDIATE")
    if not read_version(database):
        database.execute(TABLES)
        database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute("COMMIT")


def _count_changes(database: sqlite3.Connection) -> int:
    """Return a number that changes whenever another connection has written to the file."""
    (number,) = database.execute("PRAGMA data_version").fetchone()
    return int(number)


def read_version(database: sqlite3.Connection) -> int:
    """Return the version of a file; 0 for a new one. A file from a dump has lost it."""
    (number,) = database.execute("PRAGMA user_version").fetchone()
    table = "SELECT sql FROM sqlite_master WHERE name = 'entries'"
    if not number and (found := database.execute(table).fetchone()) and "version" in found[0]:
        return VERSION if "CHECK" in found[0] else UNCONVERTED
    return int(number)


_ENTRIES = "SELECT version, CAST(id AS BLOB), at, CAST(body AS BLOB) FROM entries WHERE log = ? "
"""The columns of entries: as bytes, because damaged text may not be decodable."""
_PLACED = f"AND typeof(version) = 'integer' AND version BETWEEN 1 AND {_HIGHEST} "
"""Leaves out what has no version, as it may be in a file from before the first release."""


def _append(
    database: sqlite3.Connection,
    log: str,
    after: int,
    id: str,  # noqa: A002
    at: int,
    text: str,
) -> tuple[LogEntry, bool]:
    """Return the entry with this id, and whether it was appended now. Raises `Conflict`."""
    if known := database.execute(_ENTRIES + "AND id = ?", (log, id)).fetchone():
        return _entry(known), False
    query = "SELECT coalesce(max(version), 0) FROM entries WHERE log = ?"
    (last,) = database.execute(query, (log,)).fetchone()
    if last != after:
        raise Conflict(f"{log} is at {last}, not at {after}")
    row = log, after + 1, id, at, text
    database.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)
    return _entry((after + 1, id.encode(), at, text)), True


def _rewrite(database: sqlite3.Connection, text: str, change: Rewrite) -> None:
    """Change the bodies of entries; see `SqliteStore.rewrite`."""
    query = "SELECT log, version, id, body FROM entries WHERE instr(lower(body), lower(?))"
    for log, version, id_, body in database.execute(query, (text,)).fetchall():
        try:
            before = msgspec.json.decode(body, type=dict[str, Json])
        except msgspec.MsgspecError:  # a damaged entry stays as it is
            continue
        after = msgspec.json.encode(change(log, before)).decode()
        place = "UPDATE entries SET body = ? WHERE log = ? AND version = ? AND id = ?"
        database.execute(place, (after, log, version, id_))
    sqlite_snapshots.drop(database)


def _cut(database: sqlite3.Connection, log: str, most: int) -> None:
    """Remove all entries of a log but the newest; see `Store.cut`."""
    query = (
        "DELETE FROM entries WHERE log = ? AND version <= "
        "(SELECT max(version) FROM entries WHERE log = ?) - ?"
    )
    database.execute(query, (log, log, most))


def _read(database: sqlite3.Connection, log: str, after: int, most: int | None) -> list[LogEntry]:
    """Return entries, see `Store.read`."""
    return [_entry(row) for row in _rows(database, log, after, most)]


def _rows(
    database: sqlite3.Connection, log: str, after: int, most: int | None
) -> list[tuple[object, ...]]:
    """Return the rows of entries, see `Store.read`."""
    query = _ENTRIES + _PLACED + "AND version > ? ORDER BY version LIMIT ?"
    return database.execute(query, (log, after, -1 if most is None else most)).fetchall()


def _stored(log: str, row: tuple[object, ...]) -> StoredEntry:
    """Return the entry of a row as it is. Raises `BadEntry`."""
    version, id_, at, body = row
    assert isinstance(version, int)  # as the query says
    assert isinstance(id_, bytes)  # whatever they were, they are read as blobs
    assert isinstance(body, bytes)
    try:
        assert isinstance(at, int)
        return StoredEntry(version, id_.decode(), at, body.decode())
    except (AssertionError, UnicodeDecodeError):
        raise BadEntry(log, version, "it is damaged") from None


def _still_damaged(row: tuple[object, ...]) -> StoredEntry:
    """Return the entry of a row: what can't be stored elsewhere can be, and is as damaged."""
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


def _entry(row: tuple[object, ...]) -> LogEntry:
    """Return the entry of a row; parts that can't be read are empty or 0."""
    version, name, at, text = row
    assert isinstance(version, int)  # as the table says
    assert isinstance(name, bytes)  # whatever it was, it is read as a blob
    return LogEntry(
        version,
        name.decode(errors="replace"),
        at if isinstance(at, int) else 0,
        read_body(text),
    )
