"""The SQLite file of a store: opening it, and refusing other files."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from regicide_tui.server.base.private import make_private_file
from regicide_tui.server.storage.store import StoreError, require_version

HIGHEST = 2**53 - 2**32
"""The highest version of an entry: far below the last number that is exact in JSON, so appending
never runs out of versions."""
_STRICT = ", STRICT" if sqlite3.sqlite_version_info >= (3, 37) else ""
"""Makes SQLite check the types of columns, where it supports that."""
TABLES = f"""
    CREATE TABLE entries (
        log TEXT NOT NULL,
        version INTEGER NOT NULL
            CHECK (typeof(version) = 'integer' AND version BETWEEN 1 AND {HIGHEST}),
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


def open_file(path: Path, version: int, *, alone: bool) -> sqlite3.Connection:
    """Open or make a file; with `alone` nobody else can use it.

    Raises `StoreError`, `sqlite3.Error`, `OSError`.
    """
    make_private_file(path)
    try:
        return _prepared(path, version, alone=alone)
    except sqlite3.OperationalError as error:
        if alone and is_busy(error):
            raise StoreError(f"{path} is in use. Stop the server that uses it first.") from None
        if alone or getattr(error, "sqlite_errorname", "") not in _NO_ROOM_TO_SHARE:
            raise
        return _prepared(path, version, alone=True)


def _prepared(path: Path, version: int, *, alone: bool) -> sqlite3.Connection:
    """Return a connection to a database of a version; with `alone` it locks the database."""
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        database.execute(f"PRAGMA busy_timeout = {int(PATIENCE * 1000)}")
        if alone:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
        known = read_version(database)
        require_version(f"{path}", known, version, VERSION)
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


def _write_ahead(database: sqlite3.Connection) -> None:
    """Turn on SQLite's write-ahead log; wait for another process that does the same."""
    end = monotonic() + PATIENCE
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not is_busy(error) or monotonic() > end:
                raise
            sleep(_AGAIN)


def _make_tables(database: sqlite3.Connection) -> None:
    """Make the tables in one transaction: another process may do the same at this moment."""
    database.execute("BEGIN IMMEDIATE")
    if not read_version(database):
        database.execute(TABLES)
        database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute("COMMIT")


def read_version(database: sqlite3.Connection) -> int:
    """Return the version of a file; 0 for a new one. A file from a dump has lost it."""
    (number,) = database.execute("PRAGMA user_version").fetchone()
    table = "SELECT sql FROM sqlite_master WHERE name = 'entries'"
    if not number and (found := database.execute(table).fetchone()) and "version" in found[0]:
        return VERSION if "CHECK" in found[0] else UNCONVERTED
    return int(number)


def check_file(path: Path) -> None:
    """Raise the `StoreError` that opening a file would raise; change nothing.

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
        require_version(f"{path}", known, VERSION, VERSION)
        if known:
            database.execute("SELECT body FROM entries LIMIT 1").fetchone()
        return known


def is_whole(path: Path) -> bool:
    """Return whether no entries of a database wait in the write-ahead log beside its file."""
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


def is_busy(error: BaseException) -> bool:
    """Return whether another process has had the database locked for too long."""
    return getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY"
