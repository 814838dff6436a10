"""Connections are accepted in one place, and served in several."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from regicide_tui.server.model.visitor import Visitor as Visiting
from regicide_tui.server.running.handing_over import Distributor, HandedOver
from regicide_tui.server.running.server import Server
from regicide_tui.server.ssh.line import SshLine
from tests.server.clients import Mirror, connect, open_server, session
from tests.server.waiting import until

MakeServing = Callable[[int], "asyncio.Future[Serving]"]
MakeVisitor = Callable[[], "asyncio.Future[Visitor]"]
"""What adds a worker, and what connects another client."""


class Echo(asyncio.Protocol):
    """Sends back what it gets, with the number of its worker before it."""

    def __init__(self, serving: "Serving") -> None:
        self.serving = serving

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.serving.open.append(transport)
        self.serving.addresses.append(transport.get_extra_info("peername"))

    def data_received(self, data: bytes) -> None:
        self.transport.write(b"%d " % self.serving.number + data)

    def connection_lost(self, _: Exception | None) -> None:
        self.serving.open.remove(self.transport)


class Serving:
    """A worker with its end of the line."""

    def __init__(self, number: int, line: socket.socket) -> None:
        self.number = number
        self.line = line
        self.handed = HandedOver(line, 2222)
        self.open: list[asyncio.Transport] = []
        self.addresses: list[object] = []


@pytest.fixture
def listening() -> socket.socket:
    """A socket that listens."""
    bound = socket.create_server(("127.0.0.1", 0))
    bound.setblocking(False)
    return bound


@pytest.fixture
async def distributor(listening: socket.socket) -> AsyncIterator[Distributor]:
    """What accepts the connections."""
    distributor = Distributor([listening])
    yield distributor
    for number in [*distributor.counts]:
        distributor.remove(number)
    distributor.close()


@pytest.fixture
async def add(distributor: Distributor) -> AsyncIterator[MakeServing]:
    """What adds a worker."""
    made: list[Serving] = []

    async def begin(number: int) -> Serving:
        ours, theirs = socket.socketpair()
        serving = Serving(number, theirs)
        made.append(serving)
        await serving.handed.listen(lambda: Echo(serving), "", 0)
        distributor.add(number, ours)
        return serving

    yield lambda number: asyncio.ensure_future(begin(number))
    for one in made:
        one.handed.close()
        await one.handed.wait_closed()
        one.line.close()


class Visitor:
    """A client."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def ask(self) -> bytes:
        """Return the answer to a word."""
        self.writer.write(b"word")
        return await self.reader.read(100)

    async def leave(self) -> None:
        """Hang up."""
        self.writer.close()
        await self.writer.wait_closed()


@pytest.fixture
async def visit(listening: socket.socket) -> AsyncIterator[MakeVisitor]:
    """What connects another client."""
    made: list[Visitor] = []
    port = listening.getsockname()[1]

    async def connect() -> Visitor:
        made.append(Visitor(*await asyncio.open_connection("127.0.0.1", port)))
        return made[-1]

    yield lambda: asyncio.ensure_future(connect())
    for one in made:
        one.writer.close()


async def test_each_worker_gets_as_many_connections_as_the_others(
    distributor: Distributor, add: MakeServing, visit: MakeVisitor
) -> None:
    await add(1)
    await add(2)
    visitors = [await visit() for _ in range(6)]
    answers = sorted([await one.ask() for one in visitors])
    assert answers == [b"1 word"] * 3 + [b"2 word"] * 3
    assert distributor.counts == {1: 3, 2: 3}


async def test_the_worker_with_the_fewest_gets_the_next_ones_also_after_some_have_left(
    distributor: Distributor, add: MakeServing, visit: MakeVisitor
) -> None:
    await add(1)
    visitors = [await visit() for _ in range(3)]
    assert [await one.ask() for one in visitors] == [b"1 word"] * 3
    await add(2)
    assert [await (await visit()).ask() for _ in range(3)] == [b"2 word"] * 3
    for one in visitors:
        await one.leave()
    await until(lambda: distributor.counts == {1: 0, 2: 3})
    assert await (await visit()).ask() == b"1 word"


async def test_a_worker_sees_the_address_of_the_client(
    add: MakeServing, visit: MakeVisitor
) -> None:
    serving = await add(1)
    visitor = await visit()
    assert await visitor.ask() == b"1 word"
    assert serving.addresses == [visitor.writer.get_extra_info("sockname")]
    assert serving.handed.get_port() == 2222


async def test_a_worker_that_is_gone_gets_nothing_and_the_others_get_all(
    distributor: Distributor, add: MakeServing, visit: MakeVisitor
) -> None:
    ours, theirs = socket.socketpair()
    distributor.add(1, ours)
    await add(2)
    theirs.close()
    assert [await (await visit()).ask() for _ in range(4)] == [b"2 word"] * 4
    assert distributor.counts == {2: 4}


async def test_a_worker_that_does_not_read_gets_no_more_than_its_line_holds(
    add: MakeServing, visit: MakeVisitor, distributor: Distributor
) -> None:
    ours, theirs = socket.socketpair()
    distributor.add(1, ours)
    ours.setblocking(False)
    with suppress(BlockingIOError):
        while True:
            ours.send(b"c")
    await add(2)
    assert await (await visit()).ask() == b"2 word"
    theirs.close()


async def test_without_workers_connections_wait_for_the_next_one(
    add: MakeServing, visit: MakeVisitor, distributor: Distributor
) -> None:
    first = await add(1)
    distributor.remove(1)
    visitor = await visit()
    waiting = asyncio.ensure_future(visitor.ask())
    await asyncio.sleep(0)
    await add(2)
    assert await waiting == b"2 word"
    assert first.open == []


async def test_a_closed_distributor_refuses_and_its_workers_keep_their_connections(
    add: MakeServing, visit: MakeVisitor, distributor: Distributor
) -> None:
    await add(1)
    visitor = await visit()
    assert await visitor.ask() == b"1 word"
    distributor.close()
    with pytest.raises(ConnectionRefusedError):
        await visit()
    assert await visitor.ask() == b"1 word"


async def test_a_connection_that_was_handed_over_before_the_close_is_served(
    add: MakeServing, visit: MakeVisitor, distributor: Distributor
) -> None:
    serving = await add(1)
    visitor = await visit()
    await until(lambda: distributor.counts == {1: 1})
    serving.handed.close()
    assert await visitor.ask() == b"1 word"


async def test_a_worker_that_wants_no_more_keeps_its_own_and_the_others_get_the_next_ones(
    distributor: Distributor, add: MakeServing, visit: MakeVisitor
) -> None:
    leaving = await add(1)
    visitor = await visit()
    assert await visitor.ask() == b"1 word"
    await add(2)
    leaving.handed.close()
    await leaving.handed.wait_closed()
    assert distributor.counts == {2: 0}
    assert [await (await visit()).ask() for _ in range(3)] == [b"2 word"] * 3
    assert await visitor.ask() == b"1 word"


async def test_a_server_gets_its_connections_so_and_true_addresses_from_a_balancer(
    tmp_path: Path, listening: socket.socket, distributor: Distributor
) -> None:
    visitors: list[Visiting] = []

    def make(server: Server, visitor: Visiting, line: SshLine) -> Mirror:
        visitors.append(visitor)
        return Mirror(server, visitor, line)

    ours, theirs = socket.socketpair()
    handed = HandedOver(theirs, port := listening.getsockname()[1])
    trusted = ("127.0.0.1/32",)
    async with open_server(tmp_path, app=make, listen=handed.listen, proxy_protocol=trusted) as on:
        assert on.port == port
        distributor.add(1, ours)
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(b"PROXY TCP4 203.0.113.7 10.0.0.1 4711 2222\r\n")
        async with connect(on, sock=line) as connection:
            client = await session(connection)
            await client.shows("<ada")
    assert [one.address for one in visitors] == ["203.0.113.7"]
    await handed.wait_closed()
    theirs.close()
