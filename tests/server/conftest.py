"""A house of a test: its store and its hub, or the whole of it behind its door."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.house import House
from regicide_tui.server.hub import Hub
from regicide_tui.server.sqlite import SqliteStore
from tests.server.clients import open_house


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of the house."""
    return tmp_path / "house.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    """The store of the house."""
    store = SqliteStore(path)
    yield store
    await store.close()


@pytest.fixture
async def hub(store: SqliteStore) -> AsyncIterator[Hub]:
    """An open house, in which bots do not wait."""
    hub = Hub(store, pause=0)
    await hub.open()
    yield hub
    await hub.close()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """An open house with the mirror in it, for real clients."""
    async with open_house(tmp_path) as house:
        yield house
