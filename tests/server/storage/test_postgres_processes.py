"""Processes that share a PostgreSQL database."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from time import monotonic
from typing import Any, LiteralString

import psycopg
import pytest

from regicide_tui.server.storage import postgres, postgres_processes
from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.postgres_processes import PostgresProcesses
from regicide_tui.server.storage.processes import DAY
from regicide_tui.server.storage.store import StoreError
from tests.server.postgres import new_cluster
from tests.server.storage.conformance import (
    ADA,
    BEA,
    CYD,
    LOBBY,
    NOW,
    TABLE,
    Clock,
    ConformanceOfSeveral,
    Connect,
    Kill,
    Process,
    fail,
    meet,
    said,
)
from tests.server.waiting import until

_OTHER = """
import asyncio, sys
from regicide_tui.server.storage import postgres_processes
from regicide_tui.server.storage.postgres import PostgresStore
from tests.server.storage.conformance import ADA, LOBBY, NOW, said

async def main(url):
    postgres_processes.LIFE, postgres_processes.BEAT = 1.0, 0.2
    store = await PostgresStore.open(url)
    one = postgres_processes.PostgresProcesses(store, lambda: NOW, print)
    await one.open()
    one.note(ADA, LOBBY)
    await asyncio.to_thread(sys.stdin.readline)
    await one.close()
    await store.close()

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture
async def connect(url: str) -> AsyncIterator[Connect]:
    """What makes another process with a store of its own; all are closed in the end."""
    made: list[tuple[PostgresStore, Process]] = []

    async def make(now: int = NOW) -> Process:
        store, clock = await PostgresStore.open(url), Clock(now)
        made.append((store, Process(PostgresProcesses(store, clock, fail), clock)))
        return made[-1][1]

    yield make
    for store, one in made:
        await one.processes.close()
        await store.close()


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rows expire soon."""
    monkeypatch.setattr(postgres_processes, "LIFE", 1.0)
    monkeypatch.setattr(postgres_processes, "BEAT", 0.1)
    monkeypatch.setattr(postgres_processes, "CALM", 2.0)


@pytest.fixture
def kill(brief: None) -> Kill:
    """What ends a process without a word: its row expires."""

    def stop(one: Process) -> None:
        assert isinstance(one.processes, PostgresProcesses)
        one.processes.stop()

    return stop


def change(url: str, statement: LiteralString, *values: object) -> None:
    """Change the rows in the database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement, values)


class TestPostgres(ConformanceOfSeveral):
    """They do what processes must do."""


async def test_rows_that_a_power_cut_has_emptied_are_written_again_and_nobody_leaves(
    connect: Connect, url: str, brief: None
) -> None:
    processes = await meet(connect, 3)
    one, two, three = processes
    for process, name in zip(processes, (ADA, BEA, CYD), strict=True):
        process.note(name)
    for process in processes:
        await process.until(lambda p=process: {*p.processes.names} == {ADA, BEA, CYD})  # type: ignore[misc]
        process.changed.clear()
        process.joined_or_left = 0
    change(url, "TRUNCATE processes, visits")
    one.note(ADA, TABLE)
    for other in (two, three):
        await other.until_said(ADA, TABLE)
    late = await connect()
    await late.processes.open()
    assert {*late.processes.names} == {ADA, BEA, CYD}
    assert late.processes.since == one.processes.since
    await two.until_others(one, three, late)
    assert (two.changed, three.changed, one.changed) == ([ADA], [ADA], [])
    assert two.joined_or_left == 1, "only the late one has joined"


@pytest.mark.slow
async def test_a_process_that_can_not_reach_the_database_knows_what_it_knew_and_catches_up(
    needs_postgres: None, monkeypatch: pytest.MonkeyPatch, brief: None
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.3)
    with new_cluster() as fragile:
        one, two = [
            Process(PostgresProcesses(store, clock, fail), clock)
            for store, clock in [(await PostgresStore.open(fragile.url()), Clock()) for _ in "ab"]
        ]
        for process in (one, two):
            await process.processes.open()
        one.note(ADA)
        await two.until_said(ADA, LOBBY)
        await one.until_others(two)
        told = [*two.changed], one.joined_or_left, two.joined_or_left
        fragile.kill()
        one.note(BEA)
        await asyncio.sleep(1.2)  # rows live for a second
        assert (two.facts_of(ADA), two.facts_of(BEA)) == ([LOBBY], [])
        fragile.start()
        await two.until_said(BEA, LOBBY)
        assert (two.changed, one.joined_or_left, two.joined_or_left) == (
            [*told[0], BEA],
            *told[1:],
        )
        for process in (one, two):
            await process.processes.close()


async def test_a_process_that_was_killed_a_moment_ago_leaves_nothing_to_inherit(
    connect: Connect, kill: Kill
) -> None:
    (one,) = await meet(connect, 1)
    kill(one)
    late = await connect(NOW + 5000)
    await late.processes.open()
    assert late.processes.since == NOW + 5000
    await late.until_others()


async def test_what_is_said_within_a_step_is_one_statement_and_many_changes_are_few_reads(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await meet(connect, 2)
    statements: list[object] = []
    written: list[int] = []
    fetch = PostgresStore.fetch

    async def watched(store: PostgresStore, query: LiteralString, values: Any = ()) -> Any:
        statements.append(query)
        if query == postgres_processes.WRITE and values["names"]:
            written.append(len(values["names"]))
        return await fetch(store, query, values)

    monkeypatch.setattr(PostgresStore, "fetch", watched)
    for number in range(300):
        one.note(f"name {number}")
    await two.until(lambda: len({*two.processes.names}) == 300)
    assert written == [300]
    assert statements.count(postgres_processes.READ) <= 2
    began = monotonic()
    for number in range(20):
        one.note(ADA, said("moves", number))
        await asyncio.sleep(0.05)
    await two.until_said(ADA, said("moves", 19))
    assert statements.count(postgres_processes.READ) <= 4 * (monotonic() - began) + 4


async def test_old_rows_are_removed_when_a_process_joins(connect: Connect, url: str) -> None:
    (one,) = await meet(connect, 1)
    for name, ago in ((ADA, DAY + 1), (BEA, DAY - 1000)):
        one.note(name)
        one.processes.end(name, NOW - ago, LOBBY)
    change(
        url,
        "INSERT INTO processes VALUES ('old', now() - interval '2 days', 1, false), "
        "('lost', now() - interval '1 minute', 1, false)",
    )
    change(
        url,
        "INSERT INTO visits VALUES ('old', 'cyd', '{\"table\": \"\"}', 0), "
        "('lost', 'dan', '{\"table\": \"\"}', 0), ('unknown', 'eve', '{}', 0)",
    )
    late = await connect()
    await late.processes.open()
    with psycopg.connect(url) as connection:
        names = connection.execute("SELECT name FROM visits ORDER BY name").fetchall()
        ids = connection.execute("SELECT id FROM processes").fetchall()
    assert names == [("bea",), ("dan",)]
    assert {one for (one,) in ids} == {one.me, late.me, "lost"}
    assert [visit.lost for visit in late.processes.visits("dan")] == [True]


async def test_what_another_version_says_of_a_visit_is_left_out(connect: Connect, url: str) -> None:
    one, two = await meet(connect, 2)
    one.note(ADA)
    one.note(BEA)
    await two.until_said(BEA, LOBBY)
    change(url, "UPDATE visits SET facts = '{\"table\": 7}' WHERE name = 'ada'")
    change(url, 'UPDATE visits SET facts = \'{"table": "x", "new": 1}\' WHERE name = \'bea\'')
    one.note(CYD)
    await two.until_said(CYD, LOBBY)
    assert two.processes.visits(ADA) == []
    assert two.facts_of(BEA) == [said("x")]
    one.processes.end(ADA, NOW, None)
    one.note(BEA, TABLE)
    await two.until_said(BEA, TABLE)
    assert two.processes.visits(ADA) == []


@pytest.mark.processes
async def test_a_process_that_is_stopped_for_a_while_is_lost_and_comes_back(
    connect: Connect, url: str, brief: None
) -> None:
    (one,) = await meet(connect, 1)
    pipe = asyncio.subprocess.PIPE
    other = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _OTHER, url), stdin=pipe, stdout=pipe
    )
    await one.until_said(ADA, LOBBY)
    other.send_signal(signal.SIGSTOP)
    await one.until_said(ADA)
    assert not one.processes.others
    other.send_signal(signal.SIGCONT)
    await one.until_said(ADA, LOBBY)
    printed, _ = await other.communicate(b"\n")
    assert (other.returncode, printed) == (0, b"")
    await one.until(lambda: not one.processes.others)
    assert one.processes.visits(ADA)[0].gone_at == NOW


@pytest.mark.slow
async def test_without_a_database_there_is_no_way_in(
    needs_postgres: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.3)
    with new_cluster() as cluster:
        store = await PostgresStore.open(cluster.url())
    with pytest.raises(StoreError, match="can't be reached"):
        await PostgresProcesses(store, Clock(), fail).open()
    await store.close()


async def test_a_renewal_that_comes_after_a_process_has_left_does_not_let_it_live(
    connect: Connect, url: str, brief: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, late = await PostgresStore.open(url), list[tuple[LiteralString, Any]]()
    leaving = PostgresProcesses(store, Clock(NOW), fail)
    await leaving.open()
    fetch = store.fetch

    async def hold_up(query: LiteralString, values: Any = ()) -> list[tuple[object, ...]]:
        if query == postgres_processes.WRITE and not late:
            late.append((query, values))
            await asyncio.Event().wait()
        return await fetch(query, values)

    monkeypatch.setattr(store, "fetch", hold_up)
    await until(lambda: bool(late))
    await leaving.close()
    await fetch(*late[0])
    other = await connect()
    await other.processes.open()
    assert not other.processes.others
    await store.close()


async def test_a_visit_that_is_being_written_while_its_process_leaves_is_over(
    connect: Connect, url: str, brief: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, writing = await PostgresStore.open(url), list[asyncio.Future[list[tuple[object, ...]]]]()
    leaving = PostgresProcesses(store, Clock(NOW), fail)
    await leaving.open()
    fetch = store.fetch

    async def hold_up(query: LiteralString, values: Any = ()) -> list[tuple[object, ...]]:
        async def later() -> list[tuple[object, ...]]:
            await asyncio.sleep(0.05)
            return await fetch(query, values)

        if query != postgres_processes.WRITE or writing or not values["names"]:
            return await fetch(query, values)
        writing.append(asyncio.ensure_future(later()))
        return await asyncio.shield(writing[0])

    monkeypatch.setattr(store, "fetch", hold_up)
    leaving.note(ADA, LOBBY)
    await until(lambda: bool(writing))
    await leaving.close()
    await writing[0]
    other = await connect()
    await other.processes.open()
    assert [one.gone_at for one in other.processes.visits(ADA)] == [NOW]
    await store.close()
