"""The transport of workers that share a PostgreSQL database, on whichever machine they are.

Each worker has a row that expires by the clock of the database, unless the worker renews it. So a
worker that dies, hangs or is cut off has left a few seconds later. What the workers send goes by
NOTIFY, in pieces, because a payload has less than 8,000 bytes.
"""

import asyncio
import logging
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from random import uniform
from typing import LiteralString
from uuid import uuid4

import psycopg
from psycopg.sql import SQL, Identifier

from regicide_tui.server.storage.postgres import describe_error
from regicide_tui.server.storage.postgres_session import Connection, bounded, connect, read_url
from regicide_tui.server.storage.store import StoreError
from regicide_tui.server.storage.transport import Receiver, Transport

LIFE = 8.0
"""Seconds after which the row of a worker expires."""
BEAT = 2.0
"""Seconds between two renewals of a row, and between two looks at the rows of the others."""
_JOB_SECONDS = 4.0
"""Seconds after which a job counts as lost: the database doesn't answer."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
"""Seconds between two tries to reach the database; each is twice as long as the one before."""
PIECE = 5_700
"""The most bytes of a message in one payload: as text they are a third longer."""
AT_ONCE = 100
"""The most payloads of one transaction."""
MOST_WAITING = 10_000
"""The most payloads that wait; with more, the worker counts as cut off."""

_JOIN: LiteralString = """
    WITH old AS (
        DELETE FROM workers WHERE id IN (
            SELECT id FROM workers WHERE id = %(old)s OR until < clock_timestamp()
            FOR UPDATE SKIP LOCKED
        )
    )
    INSERT INTO workers VALUES (%(me)s, clock_timestamp() + %(life)s * interval '1 second')
"""
_RENEW: LiteralString = """
    WITH renewed AS (
        UPDATE workers SET until = clock_timestamp() + %(life)s * interval '1 second'
        WHERE id = %(me)s AND until > clock_timestamp() RETURNING id
    )
    SELECT id FROM renewed
    UNION SELECT id FROM workers WHERE id <> %(me)s AND until > clock_timestamp()
"""
_NOTIFY: LiteralString = "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payload"

_log = logging.getLogger(__name__)


class _CutOff(Exception):
    """The others take this worker for dead, or soon will."""


class PostgresTransport(Transport):
    """Reaches the other workers through their database.

    If it can't renew its row in time, all others have left for it, until it has joined again.
    """

    def __init__(self, url: str) -> None:
        """Take the URL of the store. Raises `StoreError`."""
        self._conninfo = read_url(url)
        self._me = uuid4().hex
        self._old = ""
        """The id before, whose row may still be there."""
        self._others: set[str] = set()
        self._parts: dict[str, list[str]] = {}
        """The pieces of an unfinished message, by its sender."""
        self._receiver: Receiver | None = None
        self._unsent: deque[str] = deque()
        self._has_unsent = asyncio.Event()
        self._sent = 0
        self._closing = False
        self._running: asyncio.Task[None] | None = None

    @property
    def me(self) -> str:
        """See `Transport`."""
        return self._me

    async def open(self, receiver: Receiver) -> None:
        """See `Transport`."""
        self._receiver = receiver
        try:
            session = await _Session.open(self._conninfo)
        except psycopg.Error as error:
            raise StoreError(describe_error(error)) from None
        try:
            await self._join(session)
        except BaseException as error:
            await session.close()
            if isinstance(error, psycopg.Error):
                raise StoreError(describe_error(error)) from None
            raise
        self._running = asyncio.create_task(self._run(session))

    def send(self, data: bytes, to: str = "") -> None:
        """See `Transport`."""
        if self._closing:
            return
        self._sent += 1
        text = b64encode(data).decode()
        size = PIECE * 4 // 3
        pieces = [text[start : start + size] for start in range(0, len(text), size)] or [""]
        head = f"data {self._me} {to or '-'} {self._sent}"  # of two equal payloads one would go
        for index, piece in enumerate(pieces):
            self._unsent.append(f"{head} {index} {len(pieces)} {piece}")
        self._has_unsent.set()

    async def close(self) -> None:
        """See `Transport`."""
        self._closing = True
        self._has_unsent.set()
        if self._running is not None:
            await asyncio.wait([self._running])
        self._receiver = None

    # ------------------------------------------------------------ membership

    async def _run(self, session: "_Session") -> None:
        """Stay among the others, on one session after the other."""
        while True:
            try:
                await self._live(session)
            except* (psycopg.Error, StoreError, _CutOff) as group:
                _log.warning("the other workers are lost: %s", _reason(group))
            else:
                await self._leave(session)
                return
            finally:
                await session.close()
            self._forget_all()
            if (found := await self._rejoin()) is None:
                return
            session = found
            _log.warning("the other workers are there again")

    async def _live(self, session: "_Session") -> None:
        """Send, receive and renew, until this worker leaves. Raises a group of what fails."""
        async with asyncio.TaskGroup() as tasks:
            others = [
                tasks.create_task(self._hear(session)),
                tasks.create_task(self._renew_again_and_again(session)),
            ]
            await self._send_all(session)
            for one in others:
                one.cancel()

    async def _join(self, session: "_Session") -> None:
        """Become one of the workers, and learn who they are. Raises `psycopg.Error`."""
        values = {"me": self._me, "old": self._old, "life": LIFE}
        await session.execute(_JOIN, values)
        news = [f"left {self._old}"] if self._old else []
        await session.notify([*news, f"joined {self._me}"])
        await self._renew(session)

    async def _rejoin(self) -> "_Session | None":
        """Join again under another id; None if this worker closes meanwhile."""
        pause = _FIRST_PAUSE
        while not self._closing:
            session = None
            try:
                session = await _Session.open(self._conninfo)
                await self._join(session)
            except (psycopg.Error, StoreError, _CutOff):
                if session is not None:
                    await session.close()
                self._forget_all()
                await asyncio.sleep(pause * uniform(0.5, 1))  # noqa: S311 # no secret
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                return session
        return None

    async def _leave(self, session: "_Session") -> None:
        """Say goodbye, if the database answers; else the row expires."""
        with suppress(psycopg.Error):
            await session.execute("DELETE FROM workers WHERE id = %(me)s", {"me": self._me})
            await session.notify([f"left {self._me}"])

    async def _renew_again_and_again(self, session: "_Session") -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self._renew(session)

    async def _renew(self, session: "_Session") -> None:
        """Renew the own row, and note who else lives. Raises `_CutOff`, `psycopg.Error`."""
        rows = await session.fetch(_RENEW, {"me": self._me, "life": LIFE})
        living = {f"{worker}" for (worker,) in rows}
        if self._me not in living:
            raise _CutOff("the own row has expired")
        for worker in sorted(self._others - living):
            self._note_left(worker)
        for worker in sorted(living - {self._me}):
            self._note_joined(worker)

    def _forget_all(self) -> None:
        """Note that nobody is reached any more, and take another id."""
        self._old, self._me = self._me, uuid4().hex
        self._unsent.clear()
        for worker in sorted(self._others):
            self._note_left(worker)

    def _note_joined(self, worker: str) -> None:
        if worker in self._others or self._receiver is None:
            return
        self._others.add(worker)
        self._receiver.joined(worker)

    def _note_left(self, worker: str) -> None:
        self._parts.pop(worker, None)
        if worker in self._others and self._receiver is not None:
            self._others.discard(worker)
            self._receiver.left(worker)

    # ------------------------------------------------------------ messages

    async def _send_all(self, session: "_Session") -> None:
        """Send what waits, again and again, until this worker leaves."""
        while not self._closing or self._unsent:
            await self._has_unsent.wait()
            self._has_unsent.clear()
            if len(self._unsent) > MOST_WAITING:
                raise _CutOff("too much waits to be sent")
            while self._unsent:
                few = [self._unsent.popleft() for _ in range(min(AT_ONCE, len(self._unsent)))]
                await session.notify(few)

    async def _hear(self, session: "_Session") -> None:
        async for payload in session.hear():
            kind, worker, *rest = payload.split(" ")
            if worker == self._me:
                continue
            if kind == "joined":
                self._note_joined(worker)
            elif kind == "left":
                self._note_left(worker)
            elif worker in self._others:
                self._take(worker, *rest)

    def _take(self, worker: str, to: str, _: str, index: str, pieces: str, piece: str) -> None:
        """Take a piece of a message, but not of one that began before this worker joined."""
        known = self._parts.setdefault(worker, [])
        if to not in ("-", self._me) or int(index) != len(known):
            return
        known.append(piece)
        if len(known) == int(pieces):
            del self._parts[worker]
            if self._receiver is not None:
                self._receiver.received(worker, b64decode("".join(known)))


class _Session:
    """Two connections: one hears the payloads of all workers, and one does everything else."""

    def __init__(self, hearing: Connection, doing: Connection, channel: str) -> None:
        self._hearing, self._doing, self._channel = hearing, doing, channel

    @classmethod
    async def open(cls, conninfo: str) -> "_Session":
        """Connect, and hear from now on. Raises `psycopg.Error`, `StoreError`."""
        doing, schema = await connect(conninfo, _JOB_SECONDS)
        try:
            hearing, _ = await connect(conninfo, _JOB_SECONDS)
        except BaseException:
            await doing.close()
            raise
        session = cls(hearing, doing, f"regicide_tui_workers_{schema & 0xFFFFFFFF:x}")
        try:
            with bounded(hearing, _JOB_SECONDS):
                await hearing.execute(SQL("LISTEN {}").format(Identifier(session._channel)))
        except BaseException:
            await session.close()
            raise
        return session

    async def execute(self, query: LiteralString, values: dict[str, object]) -> None:
        """Do something. Raises `psycopg.Error`."""
        with bounded(self._doing, _JOB_SECONDS):
            await self._doing.execute(query, values)

    async def fetch(
        self, query: LiteralString, values: dict[str, object]
    ) -> list[tuple[object, ...]]:
        """Return rows. Raises `psycopg.Error`."""
        with bounded(self._doing, _JOB_SECONDS):
            return await (await self._doing.execute(query, values)).fetchall()

    async def notify(self, payloads: list[str]) -> None:
        """Send payloads to all workers, in this order. Raises `psycopg.Error`."""
        with bounded(self._doing, _JOB_SECONDS):
            await self._doing.execute(_NOTIFY, (self._channel, payloads))

    async def hear(self) -> AsyncIterator[str]:
        """Yield the payloads of all workers. Raises `psycopg.Error`."""
        async for one in self._hearing.notifies():
            yield one.payload

    async def close(self) -> None:
        """End both connections."""
        await self._hearing.close()
        await self._doing.close()


def _reason(group: BaseExceptionGroup[BaseException]) -> str:
    """Return why a session is over."""
    return "; ".join(_reasons(group))


def _reasons(error: BaseException) -> Iterator[str]:
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _reasons(one)
    else:
        yield describe_error(error) if isinstance(error, psycopg.Error) else str(error)
