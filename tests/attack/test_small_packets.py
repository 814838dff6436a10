"""Whoever sends many small packets, or begins a key exchange and never ends it, holds up nobody."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_GLOBAL_REQUEST, MSG_IGNORE
from asyncssh.packet import Boolean, String

from regicide_tui.server.ssh import incoming
from regicide_tui.server.ssh.internals import ServerConnection
from regicide_tui.server.ssh.server import Server
from tests.server.clients import connect, open_server, session, the_app
from tests.server.waiting import until

pytestmark = pytest.mark.processes

_UNKNOWN = 11
"""A type of packets that nobody knows."""
_MANY = 3000
_AT_ONCE, _PER_SECOND = 660, 293
"""Packets at most that are taken of eight strangers, who send the smallest: 28 bytes each, of which
1 KiB a second is taken of each of them."""


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """An open server with the mirror in it, for real clients."""
    async with open_server(tmp_path) as server:
        yield server


class _Stranger(asyncssh.SSHClient):
    """A client that comes to the login, and no further."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self.connection = conn

    async def public_key_auth_requested(self) -> None:
        self.ready.set()
        await asyncio.Event().wait()


@asynccontextmanager
async def strangers(server: Server, count: int) -> AsyncIterator[list[_Stranger]]:
    """Connect so often without logging in."""
    made: list[_Stranger] = []

    def make() -> _Stranger:
        made.append(_Stranger())
        return made[-1]

    async def come() -> None:
        await asyncssh.connect(
            *("127.0.0.1", server.port),
            username="nobody",
            known_hosts=None,
            config=None,
            agent_path=None,
            client_factory=make,
        )

    tasks = [asyncio.ensure_future(come()) for _ in range(count)]
    try:
        await until(lambda: len(made) == count and all(one.ready.is_set() for one in made))
        yield made
    finally:
        for task in tasks:
            task.cancel()
        for one in made:
            one.connection.abort()
        await asyncio.gather(*tasks, return_exceptions=True)


def connections(server: Server) -> Sequence[ServerConnection]:
    """Return the server's connections."""
    return [*server.entrance.connections]


def taken(server: Server) -> int:
    """Return how many packets the server has taken of all who are connected."""
    return sum(one._recv_seq for one in connections(server))


@pytest.mark.attack
async def test_a_stranger_who_sends_what_nobody_knows_is_cut_off(server: Server) -> None:
    async with strangers(server, 1) as [one]:
        for _ in range(20):
            one.connection.send_packet(_UNKNOWN)
        await until(lambda: not connections(server))


@pytest.mark.parametrize("packet", [(MSG_IGNORE, String(b"")), (_UNKNOWN,)])
async def test_of_strangers_of_one_address_few_packets_are_taken(
    server: Server, packet: tuple[Any, ...]
) -> None:
    async with strangers(server, 8) as crowd:
        began = monotonic()
        for one in crowd:
            for _ in range(_MANY // len(crowd)):
                one.connection.send_packet(*packet)
        async with connect(server):  # who logs in need not wait for them
            await asyncio.sleep(1.0)
            assert taken(server) < _AT_ONCE + _PER_SECOND * (monotonic() - began)


async def test_of_who_has_come_in_few_packets_are_taken(server: Server) -> None:
    async with connect(server) as connection:
        for _ in range(2 * _MANY):
            connection.send_packet(MSG_GLOBAL_REQUEST, String(b"a"), Boolean(False))
        began = monotonic()
        await asyncio.sleep(3.0)
        assert 0 < taken(server) < 1200 + 200 * (monotonic() - began)


async def test_each_key_passes_of_who_types_fast(server: Server) -> None:
    async with connect(server) as connection:
        client = await session(connection)
        await client.shows("<ada")
        for _ in range(100):
            client.process.stdin.write(b"x")
        await until(lambda: taken(server) > 100)


def _begin_key_exchange(connection: asyncssh.SSHClientConnection) -> None:
    """Begin a key exchange, never answer in it, and send on with the old keys."""
    connection._send_kexinit()
    connection._kexinit_sent = connection._kex_complete = True
    handlers = {**connection._packet_handlers, 20: lambda *_: True}
    setattr(connection, "_packet_handlers", handlers)  # noqa: B010


async def test_what_waits_for_the_end_of_a_key_exchange_is_counted_as_unread(
    server: Server,
) -> None:
    async with connect(server) as connection:
        client = await session(connection, term_size=(300, 100))
        await client.shows("<ada")
        (served,) = connections(server)
        app = the_app(server)
        _begin_key_exchange(connection)
        await until(lambda: not served._kex_complete)
        for _ in range(50):
            app.line.write("x" * 4096)
        await until(lambda: app.line.is_clogged)
        connection.abort()


async def test_a_key_exchange_that_does_not_end_is_the_end(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incoming, "KEY_EXCHANGE", 0.3)
    async with connect(server) as connection:
        client = await session(connection)
        await client.shows("<ada")
        _begin_key_exchange(connection)
        await until(lambda: not connections(server))
        connection.abort()


async def test_who_ends_a_key_exchange_stays(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incoming, "KEY_EXCHANGE", 0.5)
    async with connect(server) as connection:
        client = await session(connection)
        await client.shows("<ada")
        connection._send_kexinit()
        connection._kexinit_sent = True
        await asyncio.sleep(1.0)
        assert connections(server)
        client.process.stdin.write(b"k")
        await client.shows("k")
