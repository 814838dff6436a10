"""The store in a PostgreSQL database."""

from collections.abc import AsyncIterator

import pytest

from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.store import Store
from tests.server.conformance import Conformance
from tests.server.postgres import Cluster


@pytest.fixture
def url(cluster: Cluster) -> str:
    """The URL of an empty store."""
    return cluster.new_url()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An empty store."""
    store = await PostgresStore.open(url)
    yield store
    await store.close()


@pytest.fixture
async def other(store: Store, url: str) -> AsyncIterator[Store]:
    """Another store in the same database."""
    other = await PostgresStore.open(url)
    yield other
    await other.close()


class TestPostgres(Conformance):
    """It does what every store must do."""
