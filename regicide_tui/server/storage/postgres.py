"""The store in PostgreSQL, for servers on several machines.

One `INSERT` decides who appends. `NOTIFY` hands the entry to the other servers in the same
transaction.
Jobs that fail because the database can't be reached are retried, with growing pauses.
"""

import asyncio
import logging
from collections.abc import AsyncIterable, Awaitable, Callable, Mapping, Sequence
from math import inf
from random import uniform
from time import monotonic
from typing import LiteralString, Self, TypeVar
from uuid import uuid4

import msgspec
import psycopg
from psycopg import errors

from regicide_tui.games.base import Value
from regicide_tui.server.base.tasks import Signal, Timer
from regicide_tui.server.storage.postgres_session import (
    KEPT,
    TABLES,
    UNCONVERTED,
    VERSION,
    Connection,
    bounded,
    check_schema,
    connect,
    read_url,
)
from regicide_tui.server.storage.store import (
    Conflict,
    JobCallback,
    LogEntry,
    Rewrite,
    Snapshot,
    Store,
    StoredEntry,
    StoreError,
    note_nothing,
    read_body,
    rewritten,
)

TELL_AFTER = 1.0
"""Seconds after which a loss is announced: most end at the next try, unnoticed."""


class Reach:
    """The latest finding of a store's jobs: it is reached or lost.

    `changed` is sent with False once the loss is announced, and with True after that.
    """

    def __init__(self, changed: Signal[[bool]]) -> None:
        self._changed = changed
        self._timer = Timer()
        self._is_told = False
        """Whether the loss was announced."""

    def note_lost(self) -> None:
        """Note that a job failed; announce it unless another job succeeds soon."""
        if not self._timer.is_set:
            self._timer.set(TELL_AFTER, self._tell_lost)

    def note_reached(self) -> None:
        """Note that a job succeeded."""
        self.end()
        if self._is_told:
            self._is_told = False
            self._changed.send(True)

    def end(self) -> None:
        """Stop announcing losses."""
        self._timer.cancel()

    def _tell_lost(self) -> None:
        if not self._is_told:
            self._is_told = True
            self._changed.send(False)


PATIENCE = 10.0
"""Seconds for which a job is retried while the database can't be reached."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
"""Seconds between two tries. Each pause is twice as long as the last, randomly shortened by up to
half, so that servers don't all reconnect at once."""
_CONNECTIONS = 8
"""The maximum number of connections for jobs. One more listens."""
_JOB_SECONDS = 4.0
"""Seconds after which a try counts as lost: the database doesn't answer."""
_SLOW = 1.0
"""Seconds of a job after which the database counts as lost, so that waiting people know why."""
_NO_ROOM = (errors.DiskFull, errors.OutOfMemory, errors.ConfigurationLimitExceeded)
"""Errors that only the operator can fix."""
_LONGEST_NEWS: LiteralString = "7900"
"""The length in bytes at which an entry is too long for a notification, which then names only its
log. PostgreSQL refuses 8,000."""
NOW: LiteralString = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
APPEND: LiteralString = f"""
    WITH appended AS (
        INSERT INTO entries (log, version, id, at, body)
        SELECT %(log)s, %(after)s::bigint + 1, %(id)s, {NOW}, %(body)s
        WHERE %(after)s::bigint
            = (SELECT coalesce(max(version), 0) FROM entries WHERE log = %(log)s)
        ON CONFLICT DO NOTHING RETURNING version, id, at, body
    )
    SELECT version, id, at, body,
        pg_notify(%(channel)s, CASE WHEN octet_length(news) < {_LONGEST_NEWS} THEN news
            ELSE json_build_array(%(origin)s::text, %(log)s::text)::text END)
    FROM (
        SELECT *, json_build_array(%(origin)s::text, %(log)s::text, version, id, at)::text
            || chr(10) || body AS news FROM appended
    ) AS entry
"""  # noqa: S608 # made of constants alone
_FIND = "SELECT version, id, at, body FROM entries WHERE log = %s AND id = %s"
_READ = """
    SELECT version, id, at, body FROM entries WHERE log = %s AND version > %s
    ORDER BY version LIMIT %s::bigint
"""
_CUT = """
    DELETE FROM entries WHERE log = %(log)s
    AND version <= (SELECT max(version) FROM entries WHERE log = %(log)s) - %(most)s::bigint
"""
_STAMP: LiteralString = """
    SELECT max(version) AS newest, count(*) || ' ' || min(version) || ' ' || max(version) || ' '
        || sum(octet_length(body)) || ' ' || (array_agg(id ORDER BY version DESC))[1] AS stamp
    FROM entries
"""
"""Identifies the content of a log: the number of its entries, their lengths, and the last id."""
_KEEP: LiteralString = f"""
    INSERT INTO snapshots
    SELECT %(log)s, newest, stamp, %(body)s FROM ({_STAMP} WHERE log = %(log)s) AS now
    WHERE newest = %(version)s
    ON CONFLICT (log) DO UPDATE
    SET version = excluded.version, stamp = excluded.stamp, body = excluded.body
"""  # noqa: S608 # made of constants alone
_SNAPSHOTS: LiteralString = f"""
    SELECT log, version, body FROM snapshots
    WHERE stamp = (SELECT stamp FROM ({_STAMP} WHERE log = snapshots.log) AS now)
"""  # noqa: S608 # made of constants alone

_GIVE: LiteralString = f"""
    DO $$ DECLARE the_owner text; one text; BEGIN
        SELECT relowner::regrole::text INTO the_owner
            FROM pg_class WHERE oid = '{KEPT}'::regclass;
        FOREACH one IN ARRAY
            ARRAY['entries', 'snapshots', 'processes', 'visits', 'store_version']
        LOOP EXECUTE format('ALTER TABLE %I OWNER TO %s', one, the_owner); END LOOP;
    END $$
"""  # noqa: S608 # made of constants alone
"""Gives all tables to the owner of those before: the operator may be a user with more rights."""

T = TypeVar("T")


class _News(Value, array_like=True):
    """The first line of a notification: who appended to which log, and the entry without its body.

    The body follows in the next line. The version is 0 if the entry was too long.
    """

    origin: str
    log: str
    version: int = 0
    id: str = ""
    at: int = 0


_log = logging.getLogger(__name__)


class PostgresStore(Store):
    """A store in a PostgreSQL database. Every answered append survives a power cut.

    A failed job may still have been done, if the answer of the database was lost. Then readers of
    the log see it, and an append with the same id is harmless.
    """

    def __init__(
        self,
        conninfo: str,
        schema: int,
        first: Connection,
        *,
        alone: bool,
        unconverted: bool,
        note_job: JobCallback,
    ) -> None:
        """Take the first connection; see `open`."""
        super().__init__(note_job)
        self._conninfo = conninfo
        self._channel = f"regicide_tui_{schema & 0xFFFFFFFF:x}"
        self._origin = uuid4().hex
        """Distinguishes the news of this store from those of others."""
        self._alone = alone
        self._unconverted = unconverted
        self._reach = Reach(self.reach_changed)
        self._uncertain: set[str] = set()
        """Logs with an abandoned append: it may have been done, or may still be."""
        self.idle_connections = [first]
        self._slots = asyncio.Semaphore(1 if alone else _CONNECTIONS)
        self._jobs: set[asyncio.Task[object]] = set()
        self._closed = False
        self._listener: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        alone: bool = False,
        unconverted: bool = False,
        note_job: JobCallback = note_nothing,
    ) -> Self:
        """Open the store of a URL; with `alone`, nobody else can use it meanwhile.

        `unconverted` opens one that `store upgrade` is to convert. Raises `StoreError`.
        """
        conninfo, version = read_url(url), UNCONVERTED if unconverted else VERSION
        try:
            first, schema = await connect(conninfo, _JOB_SECONDS, alone=alone, version=version)
        except psycopg.Error as error:
            raise StoreError(describe_error(error)) from None
        store = cls(
            conninfo, schema, first, alone=alone, unconverted=unconverted, note_job=note_job
        )
        try:
            if not alone:
                listening = store._listen(await store._connect_to_listen())
                store._listener = asyncio.create_task(listening)
        except psycopg.Error as error:
            await store.close()
            raise StoreError(describe_error(error)) from None
        return store

    async def _append(self, log: str, after: int, id_: str, body: str) -> LogEntry:
        values = {
            "log": log,
            "after": after,
            "id": id_,
            "body": body,
            "channel": self._channel,
            "origin": self._origin,
        }
        tries = 0

        async def work(connection: Connection) -> LogEntry | None:
            nonlocal tries
            tries += 1
            row = await (await connection.execute(APPEND, values)).fetchone()
            # An earlier try may have appended it, and only its answer was lost.
            new = row is not None or tries > 1
            if row is None:
                row = await (await connection.execute(_FIND, (log, id_))).fetchone()
            if row is None:
                return None
            entry = _stored(row).read()
            if new:
                self._watchers.call(log, entry)
            return entry

        entry = await self._do(work, give_up=lambda: self._uncertain.add(log))
        if entry is None:
            raise Conflict(log, after)
        return entry

    async def _read(self, log: str, after: int, most: int | None) -> list[StoredEntry]:
        return [_stored(row) for row in await self.fetch(_READ, (log, after, most))]

    async def _cut(self, log: str, most: int) -> None:
        async def work(connection: Connection) -> None:
            await connection.execute(_CUT, {"log": log, "most": most})

        await self._do(work)

    async def rewrite(self, text: str, change: Rewrite) -> None:
        """See `Store.rewrite`. The write-ahead log still holds what was removed."""

        async def work(connection: Connection) -> None:
            async with connection.transaction():
                await _rewrite(connection, text, change)
            await connection.execute("VACUUM FULL entries, visits")  # else it stays in their files

        await self._do(work, seconds=inf)

    async def fill(self, pieces: AsyncIterable[tuple[str, Sequence[StoredEntry]]]) -> None:
        """See `Store.fill`."""

        async def work(connection: Connection) -> None:
            async with connection.transaction():
                await _fill(connection, pieces)

        await self._do(work, seconds=inf)

    async def has_kept(self) -> bool:
        """Return whether the table of an earlier upgrade is there. Raises `StoreError`."""
        return await self.fetch("SELECT to_regclass(%s)", (KEPT,)) != [(None,)]

    async def replace(self, pieces: AsyncIterable[tuple[str, Sequence[StoredEntry]]]) -> None:
        """Create the current tables with these entries; the old ones are kept beside them.

        The store was opened as `unconverted` and alone. If this raises `StoreError`, nothing has
        changed, unless only the answer of the database was lost. Afterwards it can only be closed.
        """

        async def work(connection: Connection) -> None:
            async with connection.transaction():
                await connection.execute("DROP TABLE IF EXISTS snapshots, workers, store_version")
                await connection.execute(f"ALTER TABLE entries RENAME TO {KEPT}")
                await connection.execute(TABLES)
                await connection.execute(_GIVE)
                await _fill(connection, pieces)

        await self._do(work, seconds=inf)

    async def _read_snapshots(self) -> dict[str, Snapshot]:
        return {
            f"{log}": msgspec.convert({"version": version, "body": body}, Snapshot)
            for log, version, body in await self.fetch(_SNAPSHOTS)
        }

    async def _write_snapshots(self, snapshots: Mapping[str, Snapshot | None]) -> None:
        async def work(connection: Connection) -> None:
            async with connection.transaction():
                for log, one in sorted(snapshots.items()):  # in one order: so no two wait in a ring
                    if one is None:
                        await connection.execute("DELETE FROM snapshots WHERE log = %s", (log,))
                    else:
                        values = {"log": log, "version": one.version, "body": one.body}
                        await connection.execute(_KEEP, values)

        await self._do(work)

    async def close(self) -> None:
        """See `Store.close`."""
        self._closed = True
        self._reach.end()
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.wait([self._listener])
        if self._jobs:
            await asyncio.wait(self._jobs)
        for connection in self.idle_connections:
            await connection.close()

    # ------------------------------------------------------------ jobs

    async def fetch(
        self, query: LiteralString, values: tuple[object, ...] | Mapping[str, object] = ()
    ) -> list[tuple[object, ...]]:
        """See `Store.fetch`."""

        async def work(connection: Connection) -> list[tuple[object, ...]]:
            return await (await connection.execute(query, values)).fetchall()

        return await self._do(work)

    async def _do(
        self,
        work: Callable[[Connection], Awaitable[T]],
        seconds: float = _JOB_SECONDS,
        give_up: Callable[[], None] = lambda: None,
    ) -> T:
        """Do a job, even if its caller is gone by then. Raises `StoreError`.

        A try may take `seconds`. If that is infinite, there is only one try. `give_up` is called if
        the job fails.
        """
        if self._closed:
            raise StoreError("the store is closed")
        job = asyncio.ensure_future(self._try(work, seconds, give_up))
        self._jobs.add(job)
        job.add_done_callback(self._end_job)
        return await asyncio.shield(job)

    def _end_job(self, job: "asyncio.Task[T]") -> None:
        self._jobs.discard(job)
        if not job.cancelled():
            job.exception()  # the caller may be gone; then an unread exception is no fault

    async def _try(
        self,
        work: Callable[[Connection], Awaitable[T]],
        seconds: float,
        give_up: Callable[[], None],
    ) -> T:
        """Do a job, and retry it while the database can't be reached. Raises `StoreError`."""
        end, pause = monotonic() + PATIENCE, _FIRST_PAUSE
        timer = asyncio.get_running_loop().call_later(_SLOW, self._reach.note_lost)
        try:
            while True:
                try:
                    done = await self._try_once(work, seconds, end - monotonic())
                except psycopg.Error as error:
                    passes = seconds < inf and _passes(error)
                    if passes and not self._closed:
                        self._reach.note_lost()
                    if not passes or monotonic() + pause > end:
                        raise StoreError(describe_error(error)) from None
                else:
                    self._reach.note_reached()
                    return done
                await asyncio.sleep(pause * uniform(0.5, 1))  # noqa: S311 # no secret
                pause = min(2 * pause, _LONGEST_PAUSE)
        except StoreError:
            give_up()
            raise
        finally:
            timer.cancel()

    async def _try_once(
        self, work: Callable[[Connection], Awaitable[T]], seconds: float, left: float
    ) -> T:
        """Do a job on a free connection. Raises `psycopg.Error`, `StoreError`."""
        try:
            async with asyncio.timeout(left):
                await self._slots.acquire()
        except TimeoutError:
            raise StoreError("the database is too slow") from None
        try:
            connection = (
                self.idle_connections.pop() if self.idle_connections else await self._connect()
            )
            try:
                with bounded(connection, min(seconds, left) if seconds < inf else inf):
                    done = await work(connection)
            except BaseException:
                await self._drop(connection)
                raise
            self.idle_connections.append(connection)
            return done
        finally:
            self._slots.release()

    async def _connect(self) -> Connection:
        if self._unconverted:  # others may have written since, which the copy has not
            raise StoreError("the connection to the database was lost")
        connection, _ = await connect(self._conninfo, _JOB_SECONDS, alone=self._alone)
        return connection

    async def _drop(self, connection: Connection) -> None:
        """Close a connection on which a job failed; if it is lost, the idle ones probably are."""
        lost = [connection]
        if connection.broken:
            lost += self.idle_connections
            self.idle_connections = []
        for one in lost:
            await one.close()

    # ------------------------------------------------------------ news of others

    def news_of(self, log: str) -> tuple[str, str]:
        """Return the channel and the payload by which a statement tells the watchers of others.

        They are told without an entry, so they must read the log.
        """
        return self._channel, msgspec.json.encode((self._origin, log)).decode()

    async def _connect_to_listen(self) -> Connection:
        connection = await self._connect()
        try:
            with bounded(connection, _JOB_SECONDS):
                await connection.execute(
                    psycopg.sql.SQL("LISTEN {}").format(psycopg.sql.Identifier(self._channel))
                )
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _listen(self, connection: Connection) -> None:
        """Tell the watchers what others append, on one connection after the other."""
        while True:
            try:
                await self._hear(connection)
            except psycopg.Error as error:
                _log.warning("the database is lost: %s", describe_error(error))
                self._reach.note_lost()
            finally:
                await connection.close()
            connection = await self._reconnect()
            _log.warning("the database is there again")
            self._reach.note_reached()
            self._watchers.call_all()  # news may be lost

    async def _hear(self, connection: Connection) -> None:
        async for one in connection.notifies():
            first, _, body = one.payload.partition("\n")
            try:
                news = msgspec.json.decode(first, type=_News)
            except msgspec.MsgspecError:  # another version of the program writes them differently
                self._watchers.call_all()
                continue
            if news.origin == self._origin:  # the watchers know what this store has appended
                if news.log not in self._uncertain:
                    continue
                self._uncertain.discard(news.log)
            entry = LogEntry(news.version, news.id, news.at, read_body(body))
            self._watchers.call(news.log, entry if news.version else None)

    async def _reconnect(self) -> Connection:
        pause = _FIRST_PAUSE
        while True:
            try:
                return await self._connect_to_listen()
            except (psycopg.Error, StoreError):
                await asyncio.sleep(pause * uniform(0.5, 1))  # noqa: S311 # no secret
                pause = min(2 * pause, _LONGEST_PAUSE)


async def _fill(
    connection: Connection, pieces: AsyncIterable[tuple[str, Sequence[StoredEntry]]]
) -> None:
    """Write entries as they are; the table has none of their logs yet."""
    into = "COPY entries (log, version, id, at, body) FROM STDIN"
    async with connection.cursor().copy(into) as copy:
        async for log, entries in pieces:
            for one in entries:
                await copy.write_row((log, one.version, one.id, one.at, one.body))


async def check_database(url: str) -> None:
    """Raise the `StoreError` with which the store of a URL would refuse; change nothing."""
    try:
        await check_schema(read_url(url), _JOB_SECONDS)
    except psycopg.Error as error:
        raise StoreError(describe_error(error)) from None


def describe_error(error: psycopg.Error) -> str:
    """Return in a few words why the database failed, without values and passwords."""
    if isinstance(error, errors.DiskFull):
        return "the disk of the database is full"
    if error.sqlstate is None:  # no answer, or no connection
        first, *_ = str(error).splitlines() or [""]
        return f"the database can't be reached ({first.rstrip('.')})"
    return f"the database refuses ({error.diag.message_primary or type(error).__name__})"


def _passes(error: psycopg.Error) -> bool:
    """Return whether a job may succeed when it is retried."""
    if isinstance(error, _NO_ROOM):
        return False
    return isinstance(error, psycopg.OperationalError | errors.ReadOnlySqlTransaction)


def _stored(row: tuple[object, ...]) -> StoredEntry:
    """Return the entry of a row; what comes after its columns is left out."""
    return msgspec.convert(dict(zip(StoredEntry.__struct_fields__, row, strict=False)), StoredEntry)


async def _rewrite(connection: Connection, text: str, change: Rewrite) -> None:
    """Change the bodies of entries; see `Store.rewrite`."""
    query = (
        "SELECT log, version, body FROM entries WHERE strpos(lower(body), lower(%s)) > 0 "
        "ORDER BY log, version"
    )
    place = "UPDATE entries SET body = %s WHERE log = %s AND version = %s"
    found = await (await connection.execute(query, (text,))).fetchall()
    await connection.cursor().executemany(place, rewritten(found, change))
    await connection.execute("DELETE FROM snapshots")
    await connection.execute("DELETE FROM visits WHERE lower(name) = lower(%s)", (text,))
