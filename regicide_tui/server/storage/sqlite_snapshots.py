"""The snapshots in the SQLite file of a store, in a table that may be dropped at any time.

The table is made with the first snapshot. So an older file can be opened on a full disk, and an
older version of the program can open a newer file.
"""

import sqlite3
from collections.abc import Mapping

from regicide_tui.server.storage.store import Snapshot

_MAKE = """
    CREATE TABLE IF NOT EXISTS snapshots (
        log TEXT PRIMARY KEY, version INTEGER NOT NULL, stamp TEXT NOT NULL, body BLOB NOT NULL
    )
"""
_STAMP = """(
    SELECT count(*) || ' ' || min(version) || ' ' || max(version) || ' '
        || sum(length(CAST(body AS BLOB))) || ' '
        || (SELECT id FROM entries WHERE log = {log} ORDER BY version DESC LIMIT 1)
    FROM entries WHERE log = {log}
)"""
"""Identifies the content of a log: the number of its entries, their lengths, and the last id."""
_KEEP = f"""
    REPLACE INTO snapshots SELECT :log, :version, {_STAMP.format(log=":log")}, :body
    WHERE :version = (SELECT max(version) FROM entries WHERE log = :log)
"""  # noqa: S608 # made of constants alone
_READ = f"""
    SELECT log, version, CAST(body AS BLOB) FROM snapshots
    WHERE stamp = {_STAMP.format(log="snapshots.log")}
"""  # noqa: S608 # made of constants alone


def read(database: sqlite3.Connection) -> dict[str, Snapshot]:
    """Return the snapshots that stand for their whole logs; none if they can't be read."""
    try:
        return {log: Snapshot(version, body) for log, version, body in database.execute(_READ)}
    except sqlite3.DatabaseError:  # there is no such table yet, or it is damaged
        return {}


def keep(database: sqlite3.Connection, snapshots: Mapping[str, Snapshot | None]) -> None:
    """Replace or remove snapshots, within a transaction."""
    database.execute(_MAKE)
    for log, one in snapshots.items():
        if one is None:
            database.execute("DELETE FROM snapshots WHERE log = ?", (log,))
        else:
            database.execute(_KEEP, {"log": log, "version": one.version, "body": one.body})


def drop(database: sqlite3.Connection) -> None:
    """Remove all snapshots, within a transaction."""
    database.execute(_MAKE)
    database.execute("DELETE FROM snapshots")
