"""Connections to PostgreSQL: their settings, the tables that they need, and who may use those.

A connection is given out only if the database keeps what the store promises: an entry that was
answered survives a power cut.
"""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import dup
from typing import LiteralString

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import PGconn, Ping

from regicide_tui.server.storage.store import StoreError, require_version

Connection = AsyncConnection[tuple[object, ...]]

TABLES: LiteralString = """
    CREATE TABLE entries (
        log text COLLATE "C" NOT NULL, version bigint NOT NULL CHECK (version > 0),
        id text COLLATE "C" NOT NULL, at bigint NOT NULL, body text NOT NULL,
        PRIMARY KEY (log, version), UNIQUE (log, id)
    );
    CREATE TABLE snapshots (
        log text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, stamp text NOT NULL,
        body bytea NOT NULL
    );
    -- A power cut may empty these two tables: then all processes join again. Times are Unix time in
    -- milliseconds, but `until` is by the clock of the database alone.
    CREATE UNLOGGED TABLE processes (
        id text COLLATE "C" PRIMARY KEY, until timestamptz NOT NULL, since bigint NOT NULL,
        closing boolean NOT NULL
    );
    CREATE UNLOGGED TABLE visits (
        process text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, facts json NOT NULL,
        gone_at bigint NOT NULL,
        PRIMARY KEY (process, name)
    );
    CREATE TABLE store_version (version integer NOT NULL);
    INSERT INTO store_version VALUES (3);
"""
VERSION = 3
"""The version of the tables (`store_version`)."""
UNCONVERTED = 2
"""The version of tables from before the first release, which `store upgrade` converts."""
_PLACE = "The database"
"""The name of a store in a database, for sentences."""
KEPT: LiteralString = "entries_before_upgrade"
"""The table that keeps the entries as they were before `store upgrade`."""

_DEFAULTS = {
    "application_name": "regicide-tui",
    "client_encoding": "utf8",
    "target_session_attrs": "read-write",
    # Seconds; the last one is milliseconds. A network failure is noticed in about ten seconds.
    "connect_timeout": "5",
    "keepalives_idle": "4",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "8000",
}
"""The settings of a connection that its URL may change."""
_SECRETS = {
    "password",
    "sslpassword",
    "oauth_client_secret",
    "scram_client_key",
    "scram_server_key",
}
"""The settings of a connection that others on the machine must not read."""
_OLDEST = 150_000
"""PostgreSQL 15, in the format of the database."""
_MAKING, _USING = 1_390_721_001, 1_390_721_002
"""The advisory locks of the store. The second number of each lock stands for the schema."""
_TRIES, _BETWEEN_TRIES = 5, 0.1
"""How often a lock is tried, and the seconds between tries: the database frees the locks of a
closed session a moment later."""
_SETTINGS = """
    SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),
        current_setting('fsync'), current_setting('full_page_writes'),
        current_setting('synchronous_commit'), current_setting('synchronous_standby_names'),
        hashtext(current_schema()),
        -- What was checked stays so in this session, whatever the database is told later.
        set_config('synchronous_commit', current_setting('synchronous_commit'), false),
        -- The database ends the sessions of a machine that is gone, and with them their locks.
        set_config('tcp_keepalives_idle', '10', false),
        set_config('tcp_keepalives_interval', '5', false),
        set_config('tcp_keepalives_count', '3', false)
"""


def read_url(url: str) -> str:
    """Return the settings of connections to a URL, as libpq takes them. Raises `StoreError`."""
    try:
        given = conninfo_to_dict(url)
        # After an unescaped @ or / in a password, its rest counts as part of the place.
        if not any("@" in f"{given.get(part)}" for part in ("host", "port", "dbname")):
            return make_conninfo(url, **{n: x for n, x in _DEFAULTS.items() if n not in given})
    except psycopg.Error:  # its message may hold the password
        pass
    raise StoreError(
        "The store's URL can't be understood: write it like postgresql://USER@HOST/NAME, "
        "with %40 for an @ in a password and %2F for a /"
    )


async def answers(url: str) -> bool:
    """Return whether a database accepts connections now, so has started. Raises `StoreError`."""
    found = await asyncio.to_thread(PGconn.ping, read_url(url).encode())
    return found not in (Ping.NO_RESPONSE, Ping.REJECT)


def has_password(url: str) -> bool:
    """Return whether a URL holds a password or another secret. Raises `StoreError`."""
    read_url(url)
    return not _SECRETS.isdisjoint(conninfo_to_dict(url))


def without_password(url: str) -> str:
    """Return a URL without its password, for people. Raises `StoreError`."""
    read_url(url)
    parts = conninfo_to_dict(url)
    user = f"{parts['user']}@" if parts.get("user") else ""
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{user}{parts.get('host', '')}{port}/{parts.get('dbname', '')}"


async def connect(
    conninfo: str, seconds: float, *, alone: bool = False, version: int = VERSION
) -> tuple[Connection, int]:
    """Return a connection that may use a store of a version, and the number of its schema.

    While a connection is open, nobody can open the store `alone`, that is, have it to
    themselves. A connection without an answer ends after `seconds`. Raises `StoreError`,
    `psycopg.Error`.
    """
    connection = await AsyncConnection.connect(conninfo, autocommit=True)
    try:
        with bounded(connection, seconds):
            schema = await _check_settings(connection)
            await _take_lock(connection, schema, alone)
            await _make_tables(connection, schema, version)
    except BaseException:
        await connection.close()
        raise
    return connection, schema


async def check_schema(conninfo: str, seconds: float) -> None:
    """Raise the `StoreError` that `connect` would raise; nothing is made or locked.

    Raises `StoreError`, `psycopg.Error`.
    """
    async with await AsyncConnection.connect(conninfo, autocommit=True) as connection:
        with bounded(connection, seconds):
            await _check_settings(connection)
            require_version(_PLACE, await _version(connection), VERSION, VERSION)


@contextmanager
def bounded(connection: Connection, seconds: float) -> Iterator[None]:
    """End a connection that doesn't answer for `seconds`: its waiting callers get an error.

    Cancelling the waiting task instead would wait for an answer of the database as well.
    """
    timer = asyncio.get_running_loop().call_later(seconds, hang_up, connection)
    try:
        yield
    finally:
        timer.cancel()


def hang_up(connection: Connection) -> None:
    """Cut a connection at once, without a word to the server."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


async def _check_settings(connection: Connection) -> int:
    """Return the number of the schema. Raises `StoreError` if answered entries could be lost."""
    row = await (await connection.execute(_SETTINGS)).fetchone()
    assert row is not None  # a SELECT without FROM has a row
    version, encoding, fsync, pages, commit, standbys, schema, *_ = row
    assert isinstance(version, int)  # as the query says
    if version < _OLDEST:
        raise StoreError(f"PostgreSQL {version // 10_000} is too old: the store needs 15 or newer")
    if encoding != "UTF8":
        raise StoreError(f"the database has the encoding {encoding}: create it with UTF8")
    if schema is None:
        raise StoreError("the database has no schema of this name: create it or choose another")
    broken = _find_broken_promise(f"{fsync}", f"{pages}", f"{commit}", f"{standbys}")
    if broken:
        raise StoreError(
            f"{broken}, so a power cut would lose actions that people have seen: change that in "
            "the settings of PostgreSQL"
        )
    assert isinstance(schema, int)  # as the query says
    return schema


def _find_broken_promise(fsync: str, pages: str, commit: str, standbys: str) -> str:
    """Return the setting that may lose an answered entry, or an empty string."""
    if fsync != "on":
        return f"fsync is {fsync}"
    if pages != "on":
        return f"full_page_writes is {pages}"
    if commit == "off":
        return "synchronous_commit is off"
    if commit == "local" and standbys.strip():
        return "synchronous_commit is local although synchronous standbys are configured"
    return ""


async def _take_lock(connection: Connection, schema: int, alone: bool) -> None:
    """Share the store with others, or have it alone. Raises `StoreError`."""
    lock: LiteralString = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
    for _ in range(_TRIES):
        found = await connection.execute(f"SELECT {lock}(%s, %s)", (_USING, schema))
        if await found.fetchone() == (True,):
            return
        await asyncio.sleep(_BETWEEN_TRIES)
    raise StoreError(
        "The store is in use. Stop all servers and commands that use it first."
        if alone
        else "The store is closed to others while a command changes it"
    )


async def _make_tables(connection: Connection, schema: int, version: int) -> None:
    """Make the tables in an empty database. Raises `StoreError` if there are others."""
    if known := await _version(connection):
        require_version(_PLACE, known, version, VERSION)
        return
    # Before the transaction: within one, PostgreSQL may not notice the tables of others. If this
    # fails, the connection is closed, and that frees the lock.
    await connection.execute("SELECT pg_advisory_lock(%s, %s)", (_MAKING, schema))
    if not await _version(connection):  # another process may have made them meanwhile
        async with connection.transaction():
            await connection.execute(TABLES)
    await connection.execute("SELECT pg_advisory_unlock(%s, %s)", (_MAKING, schema))


async def _version(connection: Connection) -> int:
    """Return the version of the tables; 0 if there are none."""
    row = await (await connection.execute("SELECT to_regclass('store_version')")).fetchone()
    if row == (None,):
        return 0
    row = await (await connection.execute("SELECT max(version) FROM store_version")).fetchone()
    assert row is not None  # an aggregate has a row
    assert isinstance(row[0], int)  # it is written together with the table
    return row[0]
