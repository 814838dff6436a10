"""The relay of the workers on one machine, and their connections to it."""

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from stat import S_IMODE

import pytest

from regicide_tui.server.storage import relay as relays
from regicide_tui.server.storage.frames import Frame, encode
from regicide_tui.server.storage.relay import ID, SOCKET, Kind, Relay
from regicide_tui.server.storage.relay_transport import RelayTransport
from tests.server.waiting import until
from tests.server.workers.conformance import Conformance, Connect, Worker, meet


@pytest.fixture
def ended() -> list[str]:
    """Why connections were ended by the relay."""
    return []


@pytest.fixture
async def relay(tmp_path: Path, ended: list[str]) -> AsyncIterator[Relay]:
    """A relay that listens."""
    relay = Relay(ended.append)
    await relay.open(tmp_path)
    yield relay
    await relay.close()


@pytest.fixture
async def connect(relay: Relay, tmp_path: Path) -> AsyncIterator[Connect]:
    """What makes another transport; all of them are closed in the end."""
    made: list[RelayTransport] = []

    def make() -> RelayTransport:
        made.append(RelayTransport(tmp_path))
        return made[-1]

    yield make
    for one in made:
        await one.close()


class TestRelay(Conformance):
    """It does what every transport must do."""


async def test_nobody_else_on_the_machine_reaches_the_relay(relay: Relay, tmp_path: Path) -> None:
    assert S_IMODE((tmp_path / SOCKET).stat().st_mode) == 0o600


async def test_a_worker_that_is_gone_without_a_word_has_left_at_once(
    connect: Connect, relay: Relay, tmp_path: Path
) -> None:
    first, second = await meet(connect, 2)
    with greet(tmp_path, b"e" * ID):
        await first.until_others({second.me, "e" * ID})
    await first.until_others({second.me})
    await second.until_others({first.me})


async def test_a_worker_that_does_not_read_is_ended_and_holds_up_nobody(
    connect: Connect, tmp_path: Path, ended: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relays, "MOST_WAITING", 1_000_000)
    first, second = await meet(connect, 2)
    with greet(tmp_path, b"e" * ID):
        await first.until_others({second.me, "e" * ID})
        piece = bytes(100_000)
        for number in range(40):
            first.transport.send(piece)
            await second.until(lambda: len(second.received(first.me)) > number)  # noqa: B023
        await first.until_left("e" * ID)
    assert ended == ["it does not read"]
    assert second.received(first.me) == [piece] * 40


@pytest.mark.parametrize(
    "sent",
    [
        b"\xff" * 40,
        encode(Frame(Kind.DATA, b"e" * ID)),
        encode(Frame(Kind.HELLO, b"short")),
        encode(Frame(Kind.HELLO, b"e" * ID)) + encode(Frame(Kind.HELLO, b"f" * ID)),
        encode(Frame(Kind.HELLO, b"e" * ID)) + encode(Frame(Kind.DATA, b"short")),
    ],
)
async def test_whoever_breaks_the_protocol_is_ended_and_the_others_go_on(
    connect: Connect, tmp_path: Path, ended: list[str], sent: bytes
) -> None:
    first, second = await meet(connect, 2)
    reader, writer = await asyncio.open_unix_connection(tmp_path / SOCKET)
    writer.write(sent)
    await until(lambda: len(ended) == 1)
    writer.close()
    await reader.read()
    first.transport.send(b"go on")
    await second.until_received(first.me, b"go on")
    assert second.others == {first.me}


async def test_workers_that_lose_the_relay_join_again_under_other_ids(
    connect: Connect, relay: Relay, tmp_path: Path
) -> None:
    workers = await meet(connect, 2)
    before = [one.me for one in workers]
    await relay.close()
    for one, other in zip(workers, reversed(before), strict=True):
        await one.until_left(other)
        assert one.others == set()
    again = Relay()
    await again.open(tmp_path)
    first, second = workers
    await first.until(lambda: first.others == {second.me} and second.me not in before)
    await second.until_others({first.me})
    first.transport.send(b"here I am")
    await second.until_received(first.me, b"here I am")
    await again.close()


async def test_without_a_relay_there_is_no_way_in(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        await Worker(RelayTransport(tmp_path)).open()


def greet(folder: Path, worker: bytes) -> socket.socket:
    """Return the connection of a worker that never reads."""
    line = socket.socket(socket.AF_UNIX)
    line.connect(str(folder / SOCKET))
    line.sendall(encode(Frame(Kind.HELLO, worker)))
    return line
