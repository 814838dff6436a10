"""Workers that share an SQLite file hear of each other's entries."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.storage.doorbell import connect_doorbell
from regicide_tui.server.storage.peers import Peers
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import LogEntry
from tests.server.conformance import fill
from tests.server.workers.memory import MemoryTransport, Network


@pytest.fixture
def network() -> Network:
    """The network of the workers."""
    return Network()


@pytest.fixture
async def workers(path: Path, network: Network) -> AsyncIterator[list[SqliteStore]]:
    """The stores of two workers."""
    stores = [SqliteStore(path) for _ in range(2)]
    peers = [Peers(network.transport()) for _ in stores]
    for store, one in zip(stores, peers, strict=True):
        connect_doorbell(store, one)
        await one.open()
    await network.settle()
    yield stores
    for one in peers:
        await one.close()
    for store in stores:
        await store.close()


async def test_who_watches_hears_of_the_entries_of_another_worker_and_can_read_them(
    workers: list[SqliteStore], network: Network
) -> None:
    mine, theirs = workers
    heard: list[LogEntry | None] = []
    mine.watch("log", heard.append)
    await fill(theirs, "unwatched", "a")
    entries = await fill(theirs, "log", "ab")
    await network.settle()
    assert len(heard) == 2
    assert await mine.read("log") == entries


async def test_an_own_entry_is_told_once_and_a_retry_to_nobody(
    workers: list[SqliteStore], network: Network
) -> None:
    mine, theirs = workers
    heard: list[LogEntry | None] = []
    mine.watch("log", heard.append)
    theirs.watch("log", heard.append)
    entry = await mine.append("log", 0, "a", {})
    await network.settle()
    assert len(heard) == 2
    assert await theirs.append("log", 0, "a", {}) == entry
    await network.settle()
    assert len(heard) == 2


async def test_others_hear_of_an_entry_whose_writer_no_longer_waits_for_it(
    workers: list[SqliteStore], network: Network
) -> None:
    mine, theirs = workers
    heard: list[LogEntry | None] = []
    mine.watch("log", heard.append)
    waiting = asyncio.ensure_future(theirs.append("log", 0, "a", {}))
    await asyncio.sleep(0)
    waiting.cancel()
    await theirs.read("log")  # this job comes after the other one
    await network.settle()
    assert len(heard) == 1


async def test_whoever_was_cut_off_is_told_of_all_logs_and_so_are_the_others(
    path: Path, network: Network
) -> None:
    store, transport = SqliteStore(path), network.transport()
    connect_doorbell(store, peers := Peers(transport))
    other = Peers(network.transport())
    for one in (peers, other):
        await one.open()
    await network.settle()
    heard: list[LogEntry | None] = []
    store.watch("log", heard.append)
    assert isinstance(transport, MemoryTransport)
    network.cut_off(transport)
    await network.settle()
    assert heard
    heard.clear()
    await other.close()  # it may have died right after an append
    await network.settle()
    assert len(heard) == 1
    await peers.close()
    await store.close()
