"""The snapshots in the SQLite file of a store: a table that may be dropped at any time.

It is made when the first snapshot is kept, so a full disk does not keep an older file from being
opened, and an older version of the program opens a newer file.
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
"""Tells a log from what it was before: how many entries it has, how long they are, and the last."""
_KEEP = f"""
    REPLACE INTO snapshots SELECT :log, :version, {_STAMP.format(log=":log")}, :body
    WHERE :version = (SELECT max(version) FROM entries WHERE log = :log)
"""  # noqa: S608 # made of constants alone
_READ = f"""
    SELECT log, version, CAST(body AS BLOB) FROM snapshots
    WHERE stamp = {_STAMP.format(log="snapshots.log")}
"""  # noqa: S608 # made of constants alone


def read(database: sqlite3.Connection) -> dict[str, Snapshot]:
    """Return the snapshots that stand for the whole of their logs; none if they can't be read."""
    try:
        return {log: Snapshot(version, body) for log, version, body in database.execute(_READ)}
    except sqlite3.DatabaseError:  # there is no such table yet, or it was spoiled
        return {}


def keep(database: sqlite3.Connection, snapshots: Mapping[str, Snapshot | None]) -> None:
    """Keep snapshots in the place of those before, or none, within a transaction."""
    database.execute(_MAKE)
    for log, one in snapshots.items():
        if one is None:
            database.execute("DELETE FROM snapshots WHERE log = ?", (log,))
        else:
            database.execute(_KEEP, {"log": log, "version": one.version, "body": one.body})
