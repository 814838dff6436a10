"""The store in a PostgreSQL database."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import LiteralString

import psycopg
import pytest
from psycopg import sql

from regicide_tui.server.storage import postgres, postgres_session
from regicide_tui.server.storage.opening import check_place, describe_place
from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.postgres_session import VERSION, Connection
from regicide_tui.server.storage.store import Conflict, LogEntry, Store, StoreError
from tests.server.conformance import MaintenanceConformance, fill
from tests.server.postgres import Cluster, stopped, stopped_processes
from tests.server.waiting import until


@pytest.fixture
async def store(url: str) -> AsyncIterator[PostgresStore]:
    """An empty store."""
    store = await PostgresStore.open(url)
    yield store
    await store.close()


@pytest.fixture
async def other(store: Store, url: str) -> AsyncIterator[PostgresStore]:
    """Another store in the same database."""
    other = await PostgresStore.open(url)
    yield other
    await other.close()


class TestPostgres(MaintenanceConformance):
    """It does what every store must do."""


async def test_who_watches_hears_of_the_entries_of_other_servers_and_can_read_them(
    store: Store, other: Store
) -> None:
    heard: list[LogEntry | None] = []
    other.watch("log", heard.append)
    await fill(store, "unwatched", "a")
    entries = await fill(store, "log", "ab")
    await until(lambda: heard == entries)
    assert await other.read("log") == entries


@pytest.mark.parametrize("length", [7600, 7900, 100_000])
async def test_an_entry_that_is_too_long_for_a_notification_is_told_without_its_text(
    store: Store, other: Store, length: int
) -> None:
    heard: list[LogEntry | None] = []
    other.watch("log", heard.append)
    entry = await store.append("log", 0, "an id\nof lines", {"text": '"\n' + "é" * (length // 2)})
    await until(lambda: bool(heard))
    assert heard == [entry if length < 7900 else None]
    assert await other.read("log") == [entry]


async def test_what_another_version_of_the_program_tells_lets_all_logs_be_read(
    store: PostgresStore,
) -> None:
    heard: list[LogEntry | None] = []
    store.watch("log", heard.append)
    channel: LiteralString = "'regicide_tui_' || to_hex(hashtext(current_schema()))"
    await store.fetch(f"SELECT pg_notify({channel}, 'somebody table/1')")
    await until(lambda: heard == [None])


async def test_a_connection_that_is_lost_loses_no_entry_and_no_news(
    cluster: Cluster, store: Store, other: Store, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[LogEntry | None] = []
    other.watch("log", heard.append)
    entries = await fill(store, "log", "a")
    await until(lambda: heard == entries)
    end_sessions(cluster)
    await fill(store, "log", "b", after=1)
    await until(lambda: len(heard) > 1)
    assert len(await other.read("log")) == 2
    await until(lambda: "there again" in caplog.text)


async def test_an_append_whose_answer_was_lost_is_there_once_and_told_once(
    store: PostgresStore, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[LogEntry | None] = []
    store.watch("log", heard.append)
    execute, lost = Connection.execute, list[bool]()

    async def lose_answer(connection: Connection, query: object, *rest: object) -> object:
        # The signature is that of the driver, whose types have no names here.
        done = await execute(connection, query, *rest)  # type: ignore[call-overload]
        if query == postgres.APPEND and not lost:
            lost.append(True)
            end_session(connection)
            raise psycopg.OperationalError("the answer is lost")
        return done

    monkeypatch.setattr(psycopg.AsyncConnection, "execute", lose_answer)
    entry = await store.append("log", 0, "a", {"n": 1})
    assert lost == [True]
    assert await other.read("log") == [entry]
    assert heard == [entry]
    with pytest.raises(Conflict):
        await store.append("log", 0, "b", {})


async def test_a_database_that_does_not_answer_is_a_sentence_within_a_bound(
    cluster: Cluster, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.5)
    await fill(store, "log", "a")
    with stopped(cluster):
        began = monotonic()
        with pytest.raises(StoreError, match="can't be reached"):
            await store.append("log", 1, "b", {})
        assert monotonic() - began < 10
    monkeypatch.undo()
    entry = await store.append("log", 1, "b", {})
    assert entry.version == 2
    assert [one.id for one in await store.read("log")] == ["a", "b"]


async def test_an_append_that_was_given_up_and_done_after_all_is_told(
    cluster: Cluster, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(store, "log", "a")
    heard: list[LogEntry | None] = []
    store.watch("log", heard.append)
    monkeypatch.setattr(postgres, "PATIENCE", 0.5)
    (worker,) = [one.info.backend_pid for one in store.idle_connections]
    with stopped_processes(worker), pytest.raises(StoreError, match="can't be reached"):
        await store.append("log", 1, "b", {})
    assert heard == []
    await until(lambda: bool(heard))
    (_, late) = await store.read("log")
    assert late.id == "b"
    assert heard == [late]


async def test_who_must_know_is_told_that_the_database_is_lost_and_reached_again(
    cluster: Cluster, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.storage.postgres.TELL_AFTER", 0.2)
    told: list[bool] = []
    store.reach_changed.subscribe(told.append)
    with stopped(cluster):
        appending = asyncio.ensure_future(store.append("log", 0, "a", {}))
        await until(lambda: told == [False])
        assert not appending.done(), "it is told while the server still tries"
    assert (await appending).version == 1
    await until(lambda: told == [False, True])
    assert len(await store.read("log")) == 1


async def test_a_loss_that_passes_at_once_is_told_to_nobody(
    cluster: Cluster, store: PostgresStore, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[bool] = []
    store.reach_changed.subscribe(told.append)
    end_sessions(cluster)
    await fill(store, "log", "a")
    await until(lambda: "there again" in caplog.text)
    assert told == []


async def test_who_waits_no_longer_leaves_the_append_to_the_store(store: Store) -> None:
    waiting = asyncio.ensure_future(store.append("log", 0, "a", {}))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    await store.close()


async def test_the_store_is_refused_where_a_power_cut_would_lose_actions(cluster: Cluster) -> None:
    with pytest.raises(StoreError, match="synchronous_commit is off"):
        await PostgresStore.open(cluster.new_url(synchronous_commit="off"))
    local = cluster.new_url(synchronous_commit="local")
    await (await PostgresStore.open(local)).close()
    named = pytest.raises(StoreError, match="synchronous standbys are configured")
    with setting(cluster, "synchronous_standby_names", "somebody"), named:
        await PostgresStore.open(local)
    for name in ("fsync", "full_page_writes"):
        with setting(cluster, name, "off"), pytest.raises(StoreError, match=f"{name} is off"):
            await PostgresStore.open(local)


async def test_an_open_connection_keeps_the_promise_when_the_settings_change(
    cluster: Cluster, store: PostgresStore
) -> None:
    with setting(cluster, "synchronous_commit", "off"):
        (found,) = await store.fetch("SELECT current_setting('synchronous_commit')")
    assert found == ("on",)


async def test_an_entry_has_the_time_of_the_clock_of_the_database(
    url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 0.0)
    before = clock_of(url)
    (entry,) = await fill(store, "log", "a")
    assert before <= entry.at <= clock_of(url)


async def test_a_database_of_another_encoding_is_refused(cluster: Cluster) -> None:
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE latin ENCODING LATIN1 TEMPLATE template0")
    with pytest.raises(StoreError, match="create it with UTF8"):
        await PostgresStore.open(cluster.url().replace("/postgres?", "/latin?"))


async def test_servers_that_open_a_new_store_at_once_all_have_it(url: str) -> None:
    stores = await asyncio.gather(*[PostgresStore.open(url) for _ in range(4)])
    for version, one in enumerate(stores):
        await one.append("log", version, f"{version}", {})
        await one.close()


async def test_a_server_older_than_the_tables_refuses_them(store: Store, url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE store_version SET version = %s", (VERSION + 1,))
    with pytest.raises(StoreError, match="newer version of the program"):
        await PostgresStore.open(url)


async def test_a_check_refuses_what_opening_would_and_makes_nothing(url: str) -> None:
    await check_place(url)
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT to_regclass('entries')").fetchone()
    assert row == (None,)
    await (await PostgresStore.open(url)).close()
    await check_place(url)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE store_version SET version = %s", (VERSION + 1,))
    with pytest.raises(StoreError, match="newer version of the program"):
        await check_place(url)
    with pytest.raises(StoreError, match="can't be reached"):
        await check_place("postgresql://ada@/house?host=/nowhere")


async def test_nobody_has_the_store_alone_while_it_is_in_use(store: Store, url: str) -> None:
    with pytest.raises(StoreError, match="in use"):
        await PostgresStore.open(url, alone=True)
    await store.close()
    alone = await PostgresStore.open(url, alone=True)
    with pytest.raises(StoreError, match="closed to others"):
        await PostgresStore.open(url)
    await fill(alone, "log", "a")
    await alone.close()


async def test_what_was_rewritten_is_no_longer_in_the_files_of_the_table(
    cluster: Cluster, store: PostgresStore, url: str
) -> None:
    await store.append("log", 0, "a", {"text": "remember-my-words"})
    assert b"remember-my-words" in table_file(cluster, url)
    await store.rewrite("remember-my-words", lambda log, body: {"text": ""})
    assert b"remember-my-words" not in table_file(cluster, url)


@pytest.mark.slow
async def test_the_visits_of_somebody_who_is_forgotten_or_renamed_are_forgotten(
    store: PostgresStore, url: str
) -> None:
    with psycopg.connect(url) as connection:
        for name in ("Ada", "bea"):
            connection.execute("INSERT INTO visits VALUES ('gone', %s, '{}', 1)", (name,))
    await store.rewrite("ada", lambda log, body: body)
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT name FROM visits").fetchall() == [("bea",)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong",
    ["postgresql://ada:secret@/house?host=/nowhere", "postgresql://ada:secret@host:no/house"],
)
async def test_no_error_names_a_password(wrong: str) -> None:
    with pytest.raises(StoreError) as refused:
        await PostgresStore.open(wrong)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("password", ["p@SECRET", "p@SEC/RET", "SEC/RET", "SECRET/", "p?@SECRET"])
def test_a_password_that_is_not_escaped_is_refused_and_not_shown(password: str) -> None:
    with pytest.raises(StoreError, match="%40") as refused:
        describe_place(f"postgresql://house:{password}@127.0.0.1:1/x")
    assert "SEC" not in str(refused.value)
    assert describe_place("postgresql://house:p%40%2F@127.0.0.1:1/x").endswith(
        "house@127.0.0.1:1/x"
    )


def test_a_place_is_shown_without_its_password() -> None:
    shown = describe_place("postgresql://ada:secret@db.example:5433/house?sslmode=require")
    assert shown == "postgresql://ada@db.example:5433/house"


def end_sessions(cluster: Cluster) -> None:
    """End all sessions but one's own, as a restart of the database would."""
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
        )


def end_session(connection: Connection) -> None:
    """Cut a connection."""
    postgres_session.hang_up(connection)


def clock_of(url: str) -> int:
    """Return the time by the clock of the database: Unix time in milliseconds."""
    with psycopg.connect(url) as connection:
        row = connection.execute(f"SELECT {postgres.NOW}").fetchone()
    assert row is not None
    return int(row[0])


@contextmanager
def setting(cluster: Cluster, name: str, value: str) -> Iterator[None]:
    """Give the whole database a setting within this context."""
    with psycopg.connect(cluster.url(synchronous_commit="local"), autocommit=True) as connection:
        change = sql.SQL("ALTER SYSTEM SET {} = {}").format(
            sql.Identifier(name), sql.Literal(value)
        )
        connection.execute(change)
        connection.execute("SELECT pg_reload_conf()")
        _wait_for(cluster, name, value)
        try:
            yield
        finally:
            connection.execute(sql.SQL("ALTER SYSTEM RESET {}").format(sql.Identifier(name)))
            connection.execute("SELECT pg_reload_conf()")
            _wait_for(cluster, name, "" if name == "synchronous_standby_names" else "on")


def _wait_for(cluster: Cluster, name: str, value: str) -> None:
    """Wait until new sessions have a setting."""
    end = monotonic() + 30
    while True:
        with psycopg.connect(cluster.url()) as connection:
            row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
        if row == (value,):
            return
        assert monotonic() < end
        sleep(0.02)


def table_file(cluster: Cluster, url: str) -> bytes:
    """Return the file in which PostgreSQL keeps the entries."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        row = connection.execute("SELECT pg_relation_filepath('entries')").fetchone()
    assert row is not None
    return (cluster.data / f"{row[0]}").read_bytes()
