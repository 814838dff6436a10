"""A store tells how its jobs went."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import STORE_JOBS, Conflict, Store, StoreError, StoreJob
from tests.server.conformance import fill


@pytest.fixture
def told() -> list[StoreJob]:
    """What the store has told."""
    return []


@pytest.fixture(params=["sqlite", "postgres"])
async def store(
    path: Path, told: list[StoreJob], request: pytest.FixtureRequest
) -> AsyncIterator[Store]:
    """A store that tells of its jobs."""
    store: Store
    if request.param == "sqlite":
        store = SqliteStore(path, note_job=told.append)
    else:
        from regicide_tui.server.storage.postgres import PostgresStore

        url = request.getfixturevalue("cluster").new_url()
        store = await PostgresStore.open(url, note_job=told.append)
    yield store
    await store.close()


async def test_each_append_is_told_with_its_entry(store: Store, told: list[StoreJob]) -> None:
    entries = await fill(store, "table/1", "ab")
    assert [(job.kind, job.log, job.entry) for job in told] == [
        ("append", "table/1", entry) for entry in entries
    ]
    assert all(job.seconds > 0 for job in told)


async def test_a_conflict_is_told_and_is_no_failure(store: Store, told: list[StoreJob]) -> None:
    with pytest.raises(Conflict):
        await store.append("table/1", 7, "a", {})
    (job,) = told
    assert job.is_conflict
    assert job.entry is None


async def test_every_kind_of_failed_job_is_told(store: Store, told: list[StoreJob]) -> None:
    await store.close()
    for job in (
        store.append("log", 0, "a", {}),
        store.read("log"),
        store.cut("log", 1),
        store.snapshots(),
        store.keep_snapshots({}),
    ):
        with pytest.raises(StoreError):
            await job
    assert tuple(job.kind for job in told) == STORE_JOBS
    assert all(isinstance(job.error, StoreError) and not job.is_conflict for job in told)
