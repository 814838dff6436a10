"""A store that tells how its jobs went does them as any other."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.storage.observed import KINDS, Job, ObservedStore, is_conflict
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Conflict, Store, StoreError
from tests.server.conformance import Conformance, fill


@pytest.fixture
def told() -> list[Job]:
    """What the store has told."""
    return []


@pytest.fixture
async def store(path: Path, told: list[Job]) -> AsyncIterator[Store]:
    """A store that is observed."""
    store = ObservedStore(SqliteStore(path), told.append)
    yield store
    await store.close()


@pytest.fixture
async def other(store: Store, path: Path) -> AsyncIterator[Store]:
    """Another store in the same file."""
    other = SqliteStore(path)
    yield other
    await other.close()


class TestObserved(Conformance):
    """It does what every store must do."""


async def test_each_append_is_told_with_its_entry(store: Store, told: list[Job]) -> None:
    entries = await fill(store, "table/1", "ab")
    assert [(job.kind, job.log, job.entry) for job in told] == [
        ("append", "table/1", entry) for entry in entries
    ]
    assert all(job.seconds > 0 for job in told)


async def test_a_conflict_is_told_and_is_no_failure(store: Store, told: list[Job]) -> None:
    with pytest.raises(Conflict):
        await store.append("table/1", 7, "a", {})
    (job,) = told
    assert is_conflict(job)
    assert job.entry is None


async def test_every_kind_of_failed_job_is_told(store: Store, told: list[Job]) -> None:
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
    assert tuple(job.kind for job in told) == KINDS
    assert all(isinstance(job.error, StoreError) and not is_conflict(job) for job in told)
