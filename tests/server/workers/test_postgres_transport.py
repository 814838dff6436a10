"""Workers that find each other in a PostgreSQL database."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator

import psycopg
import pytest

from regicide_tui.server.storage import postgres_transport
from regicide_tui.server.storage.postgres_transport import PostgresTransport
from regicide_tui.server.storage.store import StoreError
from tests.server.postgres import Cluster
from tests.server.waiting import until
from tests.server.workers.conformance import JOINED, LEFT, Conformance, Connect, Worker, meet

_OTHER = """
import asyncio, sys
from regicide_tui.server.storage import postgres_transport
from regicide_tui.server.storage.transport import Receiver

async def main(url):
    postgres_transport.LIFE, postgres_transport.BEAT = 1.0, 0.2
    transport = postgres_transport.PostgresTransport(url)
    joined = lambda _: print(transport.me, flush=True)
    await transport.open(Receiver(lambda *_: None, joined, lambda _: None))
    await asyncio.to_thread(sys.stdin.readline)
    await transport.close()

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture
def url(cluster: Cluster) -> str:
    """The URL of an empty store."""
    return cluster.new_url()


@pytest.fixture
async def connect(url: str) -> AsyncIterator[Connect]:
    """What makes another transport; all of them are closed in the end."""
    made: list[PostgresTransport] = []

    def make() -> PostgresTransport:
        made.append(PostgresTransport(url))
        return made[-1]

    yield make
    for one in made:
        await one.close()


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rows expire soon."""
    monkeypatch.setattr(postgres_transport, "LIFE", 1.0)
    monkeypatch.setattr(postgres_transport, "BEAT", 0.1)


class TestPostgres(Conformance):
    """It does what every transport must do."""


async def test_of_equal_messages_each_arrives(connect: Connect) -> None:
    first, second = await meet(connect, 2)
    for _ in range(3):
        first.transport.send(b"same")
    first.transport.send(b"end")
    await second.until_received(first.me, b"end")
    assert second.received(first.me) == [b"same", b"same", b"same", b"end"]


async def test_who_joins_in_the_middle_of_a_message_does_not_get_the_rest_of_it(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_transport, "PIECE", 3)
    monkeypatch.setattr(postgres_transport, "AT_ONCE", 1)
    first = Worker(connect())
    await first.open()
    for _ in range(20):
        first.transport.send(bytes(90))
    second = Worker(connect())
    await second.open()
    first.transport.send(b"end")
    await second.until_received(first.me, b"end")
    assert set(second.received(first.me)) <= {bytes(90), b"end"}


async def test_whose_row_has_expired_joins_again_under_another_id(
    connect: Connect, url: str, brief: None
) -> None:
    first, second, third = await meet(connect, 3)
    before = second.me
    expire(url, before)
    for other in (first, third):
        await other.until_left(before)
    await second.until(lambda: second.me != before and second.others == {first.me, third.me})
    for other in (first, third):
        await other.until_others({second.me, third.me, first.me} - {other.me})
        assert second.news.count((LEFT, other.me)) == 1
        assert second.news.count((JOINED, other.me)) == 2
    second.transport.send(b"here I am")
    await third.until_received(second.me, b"here I am")


async def test_who_loses_its_connections_joins_again_under_another_id(
    connect: Connect, cluster: Cluster, url: str
) -> None:
    first, second = await meet(connect, 2)
    before = {first.me, second.me}
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
    await first.until(lambda: first.others == {second.me} and not before & {first.me, second.me})
    await second.until_others({first.me})
    second.transport.send(b"here I am")
    await first.until_received(second.me, b"here I am")


@pytest.mark.processes
async def test_a_worker_that_is_stopped_for_a_while_has_left_and_joins_again(
    connect: Connect, url: str, brief: None
) -> None:
    (first,) = await meet(connect, 1)
    pipe = asyncio.subprocess.PIPE
    other = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _OTHER, url), stdin=pipe, stdout=pipe
    )
    assert other.stdout is not None
    before = (await other.stdout.readline()).decode().strip()
    await first.until_others({before})
    other.send_signal(signal.SIGSTOP)
    await first.until_left(before)
    other.send_signal(signal.SIGCONT)
    await until(lambda: len(first.others) == 1)
    (after,) = first.others
    assert after != before
    await other.communicate(b"\n")
    assert other.returncode == 0
    await first.until_left(after)


async def test_without_a_database_there_is_no_way_in() -> None:
    with pytest.raises(StoreError, match="can't be reached"):
        await Worker(PostgresTransport("postgresql://nobody@/x?host=/nowhere")).open()


async def test_a_worker_that_can_not_send_for_long_is_cut_off_instead_of_keeping_everything(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_transport, "MOST_WAITING", 100)
    first, second = await meet(connect, 2)
    before = first.me
    first.transport.send(bytes(101 * postgres_transport.PIECE))
    await second.until_left(before)
    await second.until(lambda: second.others == {first.me} and first.me != before)
    assert second.received(before) == []


def expire(url: str, worker: str) -> None:
    """Let the row of a worker expire."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "UPDATE workers SET until = clock_timestamp() - interval '1 s' WHERE id = %s",
            (worker,),
        )
