"""A house of a test: its store and its hub."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.hub import Hub
from regicide_tui.server.sqlite import SqliteStore


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
async def hub(store: SqliteStore) -> Hub:
    """An open house."""
    hub = Hub(store)
    await hub.open()
    return hub
