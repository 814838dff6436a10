"""A store tells how its jobs went."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import (
    STORE_JOBS,
    Conflict,
    Store,
    StoreError,
    StoreJob,
    note_nothing,
)
from tests.server.conformance import fill
from tests.server.gatherings import begin, first_action, opened
from tests.server.postgres import Cluster
from tests.server.waiting import until


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


async def test_an_action_is_one_job_of_the_store(store: Store, told: list[StoreJob]) -> None:
    async with opened(store) as services:
        table = await begin(services)
        await services.idle()
        for _ in range(3):
            told.clear()
            who, action = first_action(services.tables.whole(table))
            await services.commands.do(table, who, commands.Act(action))
            await services.idle()
            assert [(job.kind, job.log, job.error) for job in told] == [
                ("append", f"table/{table}", None)
            ]


async def test_another_process_learns_of_an_action_without_a_job(cluster: Cluster) -> None:
    url, told = cluster.new_url(), list[StoreJob]()
    stores = [await PostgresStore.open(url, note_job=note) for note in (note_nothing, told.append)]
    async with opened(stores[0]) as here, opened(stores[1]) as there:
        table = await begin(here)
        await until(lambda: table in there.tables)
        await there.tables.read(table)
        await until(lambda: there.tables[table] == here.tables[table])
        await there.idle()
        for _ in range(3):
            told.clear()
            who, action = first_action(here.tables.whole(table))
            await here.commands.do(table, who, commands.Act(action))
            await until(lambda: there.tables[table] == here.tables[table])
            await there.idle()
            assert told == []
    for store in stores:
        await store.close()
