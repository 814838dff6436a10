"""A server of a test: its store and its services, or the whole of it behind its listener."""

import gc
import logging
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from regicide_tui.server.screens import reading
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.server import Server
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.tui.input import keyboard
from tests.server.clients import open_server
from tests.server.dealing import deal_in_order
from tests.server.postgres import MISSING, REQUIRED, Cluster, find_programs, new_cluster
from tests.server.visitors import READERS_CLOCK


@pytest.fixture(autouse=True)
def keys_are_aimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Visitors in tests aim each key, however soon it comes."""
    monkeypatch.setattr(keyboard, "REPEAT", 0.0)
    monkeypatch.setattr(keyboard, "REACTION", 0.0)


@pytest.fixture(autouse=True)
def nobody_waits_for_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `has_read` decide how long a question has been read."""
    monkeypatch.setattr(reading, "monotonic", READERS_CLOCK)


@pytest.fixture(autouse=True)
def nothing_is_left_behind(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail where asyncio complains, as of a task whose exception was never retrieved."""
    yield
    for phase in ("setup", "call", "teardown"):
        assert not [one for one in caplog.get_records(phase) if one.name == "asyncio"]


@pytest.fixture(scope="module", autouse=True)
def nothing_was_forgotten() -> Iterator[None]:
    """Fail where a task of any test of a module was given up with an exception in it."""
    told: list[str] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: told.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("asyncio").addHandler(handler)
    yield
    gc.collect()
    gc.freeze()
    logging.getLogger("asyncio").removeHandler(handler)
    assert not told


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in each run: bots and first actions lead to another table with others."""
    deal_in_order(monkeypatch)


@pytest.fixture(scope="session")
def cluster(needs_postgres: None) -> Iterator[Cluster]:
    """A PostgreSQL of the tests."""
    with new_cluster() as cluster:
        yield cluster


@pytest.fixture
def url(cluster: Cluster) -> str:
    """The URL of an empty store in a database."""
    return cluster.new_url()


@pytest.fixture(scope="session")
def needs_postgres() -> None:
    """Skip the test where PostgreSQL is not installed, or fail where it must be."""
    if find_programs() is None:
        if os.environ.get(REQUIRED):
            pytest.fail(MISSING)
        pytest.skip(MISSING)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of the server."""
    return tmp_path / "house.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    """The store of the server."""
    store = SqliteStore(path)
    yield store
    await store.close()


@pytest.fixture
async def services(store: SqliteStore) -> AsyncIterator[Services]:
    """An open server, in which neither bots wait nor anybody for who is away."""
    services = Services(store, pause=0, return_seconds=0)
    await services.open()
    yield services
    await services.close()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """An open server with the mirror in it, for real clients."""
    async with open_server(tmp_path) as server:
        yield server
