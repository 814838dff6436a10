"""The processes that share a PostgreSQL database, on whichever machines they are.

Rows expire by the clock of the database. A process writes its own rows, sends one notification, and
reads the rows of all others after one of theirs. So no update can be lost or arrive out of order.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import LiteralString

import msgspec

from regicide_tui.games.base import Value
from regicide_tui.server.base.tasks import start_detached
from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.processes import DAY, Processes, Visit, VisitFacts
from regicide_tui.server.storage.store import StoreError

LIFE = 8.0
"""Seconds after which the row of a process expires."""
BEAT = 2.0
"""Seconds between two renewals of a row."""
CALM = 4.0
"""Seconds in which other processes renew their rows after the database was lost."""
READ_SECONDS = 0.25
"""The minimum seconds between two reads of all rows."""
_LOOK_SECONDS = 0.05
"""Seconds between two looks whether the others renew their rows, while this process joins."""
_TIDY_SECONDS = 3600.0
"""Seconds between two removals of old rows."""
_ROWS = "processes"
"""Stands for the rows where a log is named in a notification; no log has this name."""

_LIVING: LiteralString = """
    SELECT id, extract(epoch FROM until)::float8, since FROM processes
    WHERE id <> %(me)s AND until > clock_timestamp()
"""
_TIDY: LiteralString = """
    WITH ended AS (
        DELETE FROM processes WHERE until < clock_timestamp() - interval '1 day' RETURNING id
    ), forgotten AS (
        DELETE FROM visits WHERE (process, name) IN (
            SELECT process, name FROM visits
            WHERE gone_at BETWEEN 1 AND %(oldest)s::bigint OR process IN (SELECT id FROM ended)
                OR NOT EXISTS (SELECT FROM processes WHERE id = process)
            FOR UPDATE SKIP LOCKED
        )
    )
    SELECT
"""
READ: LiteralString = """
    SELECT EXISTS (SELECT FROM processes WHERE id = %(me)s AND until > clock_timestamp()), (
        SELECT json_agg(json_build_array(
            id, closing,
            CASE WHEN until < clock_timestamp() THEN (extract(epoch FROM until) * 1000)::bigint END
        ) ORDER BY id)::text
        FROM processes WHERE id <> %(me)s
    ), (
        SELECT string_agg(concat_ws(E'\t', process, name, gone_at, facts), E'\n')
        FROM visits WHERE process <> %(me)s
    )
"""
"""Returns a line of text for each visit: of thousands of lines, Python soon finds what is new."""
WRITE: LiteralString = """
    WITH before AS (
        SELECT extract(epoch FROM until - clock_timestamp())::float8 AS seconds
        FROM processes WHERE id = %(me)s AND until > clock_timestamp()
    ), renewed AS (
        INSERT INTO processes (id, until, since, closing)
        SELECT %(me)s, clock_timestamp() + %(life)s * interval '1 second', %(since)s, %(closing)s
        WHERE %(joins)s OR EXISTS (SELECT FROM before)
        ON CONFLICT (id) DO UPDATE
        SET until = excluded.until, since = excluded.since, closing = excluded.closing
        WHERE %(joins)s OR processes.until > clock_timestamp()
    ), forgotten AS (
        DELETE FROM visits WHERE process = %(me)s AND name = ANY (%(forgotten)s::text[])
    ), written AS (
        INSERT INTO visits (process, name, facts, gone_at)
        SELECT %(me)s, name, facts::json, gone_at
        FROM unnest(%(names)s::text[], %(facts)s::text[], %(gone)s::bigint[])
            AS visit (name, facts, gone_at)
        ON CONFLICT (process, name) DO UPDATE
        SET facts = excluded.facts, gone_at = excluded.gone_at
    )
    SELECT (SELECT seconds FROM before),
        CASE WHEN %(tells)s THEN pg_notify(%(channel)s, %(news)s) END
"""
"""Renews the own row, and writes rows of visits. Returns how long the own row was still to live.

An expired row is made again only by a process that joins: a renewal may come after it has left.
"""
_LEAVE: LiteralString = """
    WITH gone AS (
        UPDATE visits SET gone_at = %(now)s WHERE process = %(me)s AND gone_at = 0
    ), left_by_me AS (
        UPDATE processes SET until = clock_timestamp() WHERE id = %(me)s
    )
    SELECT pg_notify(%(channel)s, %(news)s)
"""


class _ProcessRow(Value, array_like=True):
    """The row of another process. It ended at a Unix time in milliseconds, or lives."""

    id: str
    closing: bool
    ended_at: int | None


class PostgresProcesses(Processes):
    """The processes with one database.

    While the database can't be reached, everything stays as it was known last.
    """

    def __init__(
        self,
        store: PostgresStore,
        now: Callable[[], int],
        report: Callable[[BaseException], object],
    ) -> None:
        super().__init__(now, report)
        self._store = store
        self._facts = msgspec.json.Decoder(VisitFacts)
        self._closing = False
        self._ended: Mapping[str, int | None] = {}
        """The other processes as they were read last; see `_ProcessRow`."""
        self._lines: frozenset[str] = frozenset()
        """The rows of visits at the others as they were read last."""
        self._unwritten: dict[str, None] = {}
        """The names whose visits here aren't known to the others yet."""
        self._must_tell = False
        """Whether the others must be notified even if no visit has changed."""
        self._has_news = True
        """Whether the rows of the others may have changed."""
        self._read_at = self._renew_at = self._tidy_at = 0.0
        """When this is done next, at the earliest, on the clock of `monotonic`."""
        self._is_leaving = False
        self._wake = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """See `Processes.open`."""
        self._store.watch(_ROWS, lambda _: self._note_news())
        await self._do_what_is_due()
        await self._inherit()
        self._read_at = self._renew_at = 0.0  # the others have renewed their rows
        await self._do_what_is_due()
        self._running = start_detached(self._run())

    async def close(self) -> None:
        """See `Processes.close`; what is under way is done before the process leaves."""
        self._is_leaving = True
        self._wake.set()
        if self._running is not None:
            await asyncio.wait([self._running], timeout=BEAT)
        self.stop()
        with suppress(StoreError):  # then the row expires
            await self._write_rows()
            await self._store.fetch(_LEAVE, {**self._news, "me": self.me, "now": self._now()})

    def stop(self) -> None:
        """Stop renewing, writing and reading rows."""
        if self._running is not None:
            self._running.cancel()

    def note_closing(self) -> None:
        """See `Processes.note_closing`."""
        if not self._closing:
            self._closing = self._must_tell = True
            self._renew_at = 0.0
            self._wake.set()

    def _write(self, name: str) -> None:
        self._unwritten[name] = None
        self._wake.set()

    # ------------------------------------------------------------ the rows

    async def _run(self) -> None:
        """Repeatedly do what is due."""
        while not self._is_leaving:
            at = min(self._renew_at, self._read_at) if self._has_news else self._renew_at
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, at - monotonic())):
                    await self._wake.wait()
            try:
                await self._do_what_is_due()
            except StoreError:  # users of the store are told
                await asyncio.sleep(BEAT)
            except Exception as error:  # noqa: BLE001 # this process must not seem dead
                self._report(error)
                await asyncio.sleep(BEAT)

    async def _do_what_is_due(self) -> None:
        """Renew the own row, write those of visits, read those of others. Raises `StoreError`."""
        self._wake.clear()
        if monotonic() >= self._renew_at:
            self._has_news = True
            await self._write_rows()
        if self._unwritten or self._must_tell:
            await self._write_rows()
        if self._has_news and monotonic() >= self._read_at:
            await self._read()
        if monotonic() >= self._tidy_at:
            self._tidy_at = monotonic() + _TIDY_SECONDS
            await self._store.fetch(_TIDY, {"oldest": self._now() - DAY})

    async def _write_rows(self, *, joins: bool = False) -> None:
        """Renew the own row, and write the visits that the others don't know yet.

        If the own row has expired, this process joins again. Raises `StoreError`.
        """
        names, tells = self._unwritten, self._must_tell
        visits = {name: self._own[name] for name in names if name in self._own}
        values = {
            **self._news,
            "me": self.me,
            "life": LIFE,
            "since": self.since,
            "closing": self._closing,
            "joins": joins,
            "tells": tells or bool(names),
            "names": [*visits],
            "facts": [msgspec.json.encode(one.facts).decode() for one in visits.values()],
            "gone": [one.gone_at for one in visits.values()],
            "forgotten": [name for name in names if name not in visits],
        }
        self._unwritten, self._must_tell = {}, False
        try:
            ((before, _),) = await self._store.fetch(WRITE, values)
        except StoreError:
            self._unwritten, self._must_tell = names | self._unwritten, tells or self._must_tell
            raise
        self._renew_at = monotonic() + BEAT
        if not (isinstance(before, float) and before > BEAT):
            # The database was lost: until they have renewed their rows, the others seem to be dead.
            self._has_news, self._read_at = True, monotonic() + CALM
        if joins or before is None:
            # Another process may remove visits while they are of no process.
            self._unwritten, self._must_tell = dict.fromkeys(self._own), True
        if before is None and not joins:
            await self._write_rows(joins=True)

    async def _inherit(self) -> None:
        """Learn when the first process joined, from those that renew their rows.

        A row may be of a process that was killed a moment ago. Raises `StoreError`.
        """
        before: dict[object, object] = {}
        end = monotonic() + BEAT + READ_SECONDS
        waiting = True
        while waiting and monotonic() < end:
            waiting = False
            for id_, until, since in await self._store.fetch(_LIVING, {"me": self.me}):
                if before.setdefault(id_, until) == until:
                    waiting = True
                elif isinstance(since, int):
                    self.since = min(self.since, since)
            if waiting:
                await asyncio.sleep(_LOOK_SECONDS)

    async def _read(self) -> None:
        """Read the rows of all others, and announce changes. Raises `StoreError`."""
        self._has_news, self._read_at = False, monotonic() + READ_SECONDS
        lives, processes, lines = await self._fetch_rows()
        if not lives:
            await self._write_rows()
        else:
            self._take(processes, lines)

    async def look(self) -> None:
        """See `Processes.look`."""
        _, processes, lines = await self._fetch_rows()
        self._take(processes, lines)

    async def _fetch_rows(self) -> tuple[bool, list[_ProcessRow], frozenset[str]]:
        """Return whether this process lives, and the rows of all others. Raises `StoreError`."""
        ((lives, processes, visits),) = await self._store.fetch(READ, {"me": self.me})
        rows = msgspec.json.decode(f"{processes or '[]'}", type=list[_ProcessRow])
        return bool(lives), rows, frozenset(f"{visits}".split("\n") if visits else ())

    def _take(self, processes: list[_ProcessRow], lines: frozenset[str]) -> None:
        """Apply the rows of the others."""
        ended = {one.id: one.ended_at for one in processes}
        others = {one.id: one.closing for one in processes if one.ended_at is None}
        removed, added = self._lines - lines, lines - self._lines
        if not others.keys() <= self.others.keys():  # who joins must see that this process lives
            self._renew_at = 0.0
        if ended != self._ended:  # then any visit may have ended, or go on
            removed, added = self._lines, lines
        self._ended, self._lines = ended, lines
        known, names = {**self._known}, set[str]()
        for line in removed:
            process, name, _ = line.split("\t", 2)
            visits = known.get(name, {})
            known[name] = {one: visit for one, visit in visits.items() if one != process}
            names.add(name)
        for line in added:
            process, name, gone_at, facts = line.split("\t", 3)
            known.setdefault(name, {})
            names.add(name)
            if process in ended:
                lost_at = ended[process] or 0 if gone_at == "0" else 0
                with suppress(msgspec.MsgspecError):  # another version of the program says more
                    told = self._facts.decode(facts)
                    visit = Visit(process, told, int(gone_at) or lost_at, bool(lost_at))
                    known[name] = {**known[name], process: visit}
        for name in names:
            if not known[name]:
                del known[name]
        self._learn(others, known, names)

    def _note_news(self) -> None:
        self._has_news = True
        self._wake.set()

    @property
    def _news(self) -> Mapping[str, str]:
        """What a statement needs that tells the others of changed rows."""
        channel, news = self._store.news_of(_ROWS)
        return {"channel": channel, "news": news}
