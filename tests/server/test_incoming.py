"""Connections before SSH reads them: what balancers tell of them, and whose turn it is."""

import asyncio
import io
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import asyncssh
import pytest

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.order import OPERATOR, Kind
from regicide_tui.server.ssh import incoming
from regicide_tui.server.ssh.internals import ServerConnection
from regicide_tui.server.ssh.limits import ConnectionLimiter
from regicide_tui.server.ssh.server import Server
from tests.server.balancer import binary_header, check_header, line_header
from tests.server.clients import KEY, Listener, connect, open_server, session
from tests.server.waiting import PATIENCE, until

BALANCER, STRANGER = "127.0.0.1", "127.0.0.9"
ADA, BEA = "203.0.113.7", "203.0.113.8"
PUBLIC = "198.51.100.1"
VERSION = b"SSH-2.0-house\r\n"


@pytest.fixture
def journal() -> io.StringIO:
    """The lines of the server's journal."""
    return io.StringIO()


@pytest.fixture
async def server(tmp_path: Path, journal: io.StringIO) -> AsyncIterator[Server]:
    """A server behind a balancer."""
    async with behind_a_balancer(tmp_path, journal) as server:
        yield server


@asynccontextmanager
async def behind_a_balancer(
    folder: Path, journal: io.StringIO, **settings: Any
) -> AsyncIterator[Server]:
    """Open a server that trusts one balancer."""
    proxies = (f"{BALANCER}/32",)
    async with open_server(folder, journal, proxy_protocol=proxies, **settings) as server:
        yield server


def dial(server: Server, source: str = BALANCER) -> socket.socket:
    """Connect from an address of this machine."""
    line = socket.create_connection((BALANCER, server.port), source_address=(source, 0))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line.setblocking(False)
    return line


async def send(line: socket.socket, data: bytes, *, in_pieces: bool = False) -> None:
    """Send bytes, or one after the other."""
    loop = asyncio.get_running_loop()
    for piece in [data[at : at + 1] for at in range(len(data))] if in_pieces else [data]:
        await loop.sock_sendall(line, piece)
        await asyncio.sleep(0)


async def read_to_end(line: socket.socket) -> bytes:
    """Return what comes until the server ends the connection."""
    loop, received = asyncio.get_running_loop(), b""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                data = await loop.sock_recv(line, 4096)
            except ConnectionResetError:
                data = b""
            if not data:
                line.close()
                return received
            received += data


async def come(
    server: Server, header: bytes, *, in_pieces: bool = False, source: str = BALANCER, **more: Any
) -> asyncssh.SSHClientConnection:
    """Log in as ada on a connection that begins with a header."""
    line = dial(server, source)
    await send(line, header, in_pieces=in_pieces)
    return await asyncssh.connect(
        sock=line,
        username="ada",
        client_keys=[KEY],
        known_hosts=None,
        config=None,
        agent_path=None,
        **more,
    )


@pytest.mark.parametrize("in_pieces", [False, True])
@pytest.mark.parametrize("make", [line_header, binary_header])
@pytest.mark.parametrize(
    ("client", "public", "counted"),
    [(ADA, PUBLIC, ADA), ("2001:db8::7", "2001:db8:1::1", "2001:db8::/64")],
)
async def test_the_server_knows_the_address_that_the_balancer_tells(
    server: Server, make: Any, client: str, public: str, counted: str, in_pieces: bool
) -> None:
    header = make((client, public), (50000, 22))
    async with await come(server, header, in_pieces=in_pieces) as connection:
        await (await session(connection)).shows("<ada")
        (app,) = server.reception.visitors.apps.values()
        assert app.visitor.address == counted
        assert (app.visitor.server.host, app.visitor.server.port) == (public, 22)


async def test_the_header_and_the_first_bytes_of_ssh_may_come_at_once(server: Server) -> None:
    line = dial(server)
    await send(line, binary_header((ADA, PUBLIC)) + b"SSH-2.0-mallory\r\n" + b"x" * 30_000)
    assert (await read_to_end(line)).startswith(VERSION)
    await until(lambda: not server.reception.limiter.connections)


async def test_limits_count_true_addresses(tmp_path: Path, journal: io.StringIO) -> None:
    limits = Limits(connections_by_address=1)
    async with (
        behind_a_balancer(tmp_path, journal, limits=limits) as server,
        await come(server, line_header((ADA, PUBLIC))) as first,
    ):
        await (await session(first)).shows("<ada")
        with pytest.raises(asyncssh.DisconnectError, match="from your address are open"):
            await come(server, line_header((ADA, PUBLIC)))
        async with await come(server, line_header((BEA, PUBLIC))):
            pass
    assert f"turned away address='{ADA}'" in journal.getvalue()
    assert BALANCER not in journal.getvalue()


async def test_a_ban_of_an_address_holds_behind_a_balancer(server: Server) -> None:
    await server.reception.moderation.act(Kind.BAN, OPERATOR, ADA, "a flood")
    listener = Listener()
    with pytest.raises(asyncssh.PermissionDenied):
        await come(server, binary_header((ADA, PUBLIC)), client_factory=lambda: listener)
    assert "a flood" in " ".join(" ".join(listener.said).split())
    async with await come(server, binary_header((BEA, PUBLIC))):
        pass


async def test_others_connect_directly_and_count_by_their_own_address(server: Server) -> None:
    async with await come(server, b"", source=STRANGER) as connection:
        await (await session(connection)).shows("<ada")
        assert [app.visitor.address for app in server.reception.visitors.apps.values()] == [
            STRANGER
        ]


@pytest.mark.parametrize("in_pieces", [False, True])
@pytest.mark.parametrize("make", [line_header, binary_header])
async def test_nobody_else_can_claim_an_address(
    server: Server, journal: io.StringIO, make: Any, in_pieces: bool
) -> None:
    line = dial(server, STRANGER)
    with suppress(ConnectionError):  # it ends at the last byte of the protocol's own beginning
        await send(line, make((ADA, PUBLIC)) + b"SSH-2.0-mallory\r\n", in_pieces=in_pieces)
    assert await read_to_end(line) in (VERSION, b"")
    await until(lambda: not server.reception.limiter.connections)
    server.reception.journal.sum_up()
    assert f"turned away address='{STRANGER}'" in journal.getvalue()
    assert "a PROXY header from an address without trust" in journal.getvalue()
    assert ADA not in journal.getvalue()


async def test_a_balancer_that_sends_no_header_is_refused_and_said(
    server: Server, journal: io.StringIO
) -> None:
    with pytest.raises((OSError, asyncssh.Error)):
        await connect(server)
    assert "no header of the PROXY protocol" in journal.getvalue()
    assert not server.reception.limiter.connections


@pytest.mark.parametrize(
    "received",
    [b"", b"PROXY ", line_header((ADA, PUBLIC))[:-1], binary_header((ADA, PUBLIC))[:-1]],
)
async def test_a_header_that_does_not_come_in_time_ends_its_connection(
    server: Server, journal: io.StringIO, monkeypatch: pytest.MonkeyPatch, received: bytes
) -> None:
    monkeypatch.setattr(incoming, "HEADER_SECONDS", 0.2)
    line = dial(server)
    await send(line, received)
    assert await read_to_end(line) == b""
    assert "no PROXY header came in time" in journal.getvalue()
    assert not server.entrance.waiting


async def test_many_headers_that_never_end_keep_nobody_out(
    server: Server, journal: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incoming, "MOST_WAITING", 5)
    lines = [dial(server) for _ in range(20)]
    for line in lines:
        await send(line, b"PROXY TCP4 ")
    await until(lambda: "too many connections without" in journal.getvalue())
    async with await come(server, line_header((ADA, PUBLIC))) as connection:
        await (await session(connection)).shows("<ada")
        assert len(server.entrance.waiting) < 5
    for line in lines:
        line.close()
    await until(lambda: not server.entrance.waiting)


@pytest.mark.parametrize(
    "received",
    [
        b"PROXY TCP4 " + b"1" * 1_000_000,
        b"\n" * 1000,
        bytes(100_000),
        b"\r\n\r\n\0\r\nQUIT\n\x21\x11\xff\xff" + bytes(70_000),
        b"\r\n\r\n\0\r\nQUIT\n\x21\x31\x00\xd8" + bytes(216),
        b"GET / HTTP/1.1\r\n\r\n",
    ],
    ids=["endless line", "lines", "zeros", "too long", "wrong family", "another protocol"],
)
async def test_garbage_ends_its_connection_and_nothing_is_kept(
    server: Server, journal: io.StringIO, received: bytes
) -> None:
    line = dial(server)
    sending = asyncio.ensure_future(send(line, received))
    await asyncio.wait([sending])
    if not sending.exception():
        assert await read_to_end(line) == b""
    line.close()
    await until(lambda: not server.entrance.waiting)
    assert f"turned away address='{BALANCER}'" in journal.getvalue()
    assert not server.reception.limiter.connections


@pytest.mark.parametrize("header", [check_header(), b"PROXY UNKNOWN\r\n"])
async def test_checks_are_answered_and_count_in_no_limit(
    tmp_path: Path, journal: io.StringIO, header: bytes
) -> None:
    limits = Limits(logins_a_minute=1, connections_by_address=1)
    async with behind_a_balancer(tmp_path, journal, limits=limits) as server:
        for _ in range(30):
            line = dial(server)
            await send(line, header)
            assert await asyncio.get_running_loop().sock_recv(line, 100) == VERSION
            line.close()
        await until(lambda: not server.entrance.waiting)
        async with await come(server, line_header((BALANCER, PUBLIC))) as connection:
            await (await session(connection)).shows("<ada")
    assert "turned away" not in journal.getvalue()


async def test_a_server_that_gives_way_fails_checks_for_a_while_and_takes_who_comes(
    server: Server, journal: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incoming, "GIVE_WAY_SECONDS", 0.5)
    server.entrance.give_way()
    line = dial(server)
    await send(line, check_header())
    assert await read_to_end(line) == b""
    async with await come(server, line_header((ADA, PUBLIC))) as connection:
        await (await session(connection)).shows("<ada")
    await until(lambda: server.entrance.answers_checks)
    line = dial(server)
    await send(line, check_header())
    assert await asyncio.get_running_loop().sock_recv(line, 100) == VERSION
    line.close()
    assert "turned away" not in journal.getvalue()


async def test_a_check_ends_by_itself(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "CHECK_SECONDS", 0.1)
    line = dial(server)
    await send(line, check_header())
    assert await read_to_end(line) == VERSION
    assert not server.entrance.waiting


@pytest.mark.parametrize("header", [check_header(), b"PROXY UNKNOWN\r\n"])
async def test_nobody_comes_in_without_an_address(
    server: Server, journal: io.StringIO, header: bytes
) -> None:
    with pytest.raises((OSError, asyncssh.Error)):
        await come(server, header)
    assert "a PROXY header without an address" in journal.getvalue()


async def test_a_closing_server_waits_for_no_header(tmp_path: Path, journal: io.StringIO) -> None:
    async with behind_a_balancer(tmp_path, journal) as server:
        line = dial(server)
        await until(lambda: bool(server.entrance.waiting))
    assert await read_to_end(line) == b""


def test_a_balancer_is_known_by_its_network() -> None:
    limiter = ConnectionLimiter(Limits(), monotonic)
    networks = ("10.0.0.0/24", "2001:db8::1")
    listener = incoming.Entrance(networks, Journal(lambda _: None), limiter)
    trusted = ("10.0.0.1", "10.0.0.255", "::ffff:10.0.0.1", "2001:db8::1")
    assert all(map(listener.trusts, trusted))
    others = ("10.0.1.1", "::ffff:10.0.1.1", "2001:db8::2", "::1", "?", "")
    assert not any(map(listener.trusts, others))


async def test_no_ssh_is_made_for_whoever_is_turned_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, make = list[str](), ServerConnection.__init__

    def note(connection: ServerConnection, *arguments: Any) -> None:
        made.append("SSH")
        make(connection, *arguments)

    monkeypatch.setattr(ServerConnection, "__init__", note)
    async with open_server(tmp_path, limits=Limits(logins_a_minute=1)) as server:
        first = dial(server)
        assert b"Too many connections" in await read_to_end(dial(server))
        first.close()
    assert made == ["SSH"]


async def test_addresses_take_turns_however_many_connections_they_have() -> None:
    slices, order = incoming.Slices(), list[str]()
    for _ in range(5):
        slices.request_turn("crowd", partial(order.append, "crowd"))
    slices.request_turn("one", partial(order.append, "one"))
    await until(lambda: len(order) == 6)
    assert order.index("one") <= 2


@pytest.mark.slow
async def test_one_passes_in_each_round_of_the_loop() -> None:
    slices, order = incoming.Slices(), list[str]()
    for name in "abc":
        slices.request_turn(name, partial(order.append, name))
    assert order == ["a"]
    await asyncio.sleep(0)
    assert len(order) == 2
