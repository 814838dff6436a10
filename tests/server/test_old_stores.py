"""Stores from before the first release: converted, they show what they showed then."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import get_args

import psycopg
import pytest

from regicide_tui.games import names
from regicide_tui.server.model.order import Kind
from regicide_tui.server.model.table.record import AnyEvent
from regicide_tui.server.operator import CommandError
from regicide_tui.server.operator.check_store import find_faults
from regicide_tui.server.operator.upgrade import upgrade
from regicide_tui.server.storage.copying import LogSum, sum_up
from regicide_tui.server.storage.opening import StorePlace, check_place, open_store
from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store, UnconvertedStore
from tests.loose import loose
from tests.server.old_stores import load, unpack, what_was_shown
from tests.server.postgres import Cluster
from tests.server.shown import shown

KINDS = {
    *("accounts", "boards", "house", "lobby", "moderation", "notes", "pars", "preferences"),
    "table",
}
"""The names of logs, or what stands before the first slash of them."""
LATER = {"MannersChosen", "ProgramsLetIn", "SeatAsked", "SeatAskedNoMore", "Paused", "TimeGiven"}
"""The events that came after those stores."""


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> StorePlace:
    """A copy of each of the old stores."""
    if request.param == "sqlite":
        return unpack(tmp_path)
    cluster: Cluster = request.getfixturevalue("cluster")
    return load(cluster)


@asynccontextmanager
async def opened(place: StorePlace, *, unconverted: bool = False) -> AsyncIterator[Store]:
    """Open a store as the server does, or as `store upgrade` does."""
    store: Store
    if not unconverted:
        store = await open_store(place)
    elif isinstance(place, Path):
        store = SqliteStore(place, alone=True, unconverted=True)
    else:
        store = await PostgresStore.open(place, alone=True, unconverted=True)
    yield store
    await store.close()


def spoil(place: StorePlace, statement: str) -> None:
    """Change an entry of a store."""
    if isinstance(place, Path):
        with sqlite3.connect(place) as base:
            base.execute(statement)
        base.close()
    else:
        with psycopg.connect(place) as connection:
            connection.execute(statement.encode())


def say_nothing(_: str) -> None:
    """Take a line of the command that nobody reads."""


async def sums(store: Store) -> dict[str, LogSum]:
    """Return the checksum of each log of a store."""
    return {log: await sum_up(store, log) for log in await store.logs()}


@pytest.mark.slow
async def test_what_a_converted_store_shows_is_what_was_shown_then(
    place: StorePlace, tmp_path: Path
) -> None:
    await upgrade(tmp_path, place, say_nothing)
    expected = what_was_shown()
    async with opened(place) as store:
        found = await shown(store, expected["now"])
        assert found.keys() | {"now"} == expected.keys()
        for part, value in found.items():
            assert value == expected[part], part
        assert [fault async for fault in find_faults(store, await store.logs())] == []


@pytest.mark.slow
async def test_to_look_at_a_converted_store_changes_none_of_its_logs(
    place: StorePlace, tmp_path: Path
) -> None:
    await upgrade(tmp_path, place, say_nothing)
    async with opened(place) as store:
        before = await sums(store)
        await shown(store, what_was_shown()["now"])
        assert await sums(store) == before


async def test_an_old_store_is_refused_until_it_is_converted_once(
    place: StorePlace, tmp_path: Path
) -> None:
    for refused in (open_store(place), check_place(place)):
        with pytest.raises(UnconvertedStore, match="store upgrade' with the --store or --config"):
            await refused
    await upgrade(tmp_path, place, say_nothing)
    await check_place(place)
    with pytest.raises(CommandError, match="needs no upgrade"):
        await upgrade(tmp_path, place, say_nothing)


async def test_what_was_there_before_the_upgrade_is_kept(place: StorePlace, tmp_path: Path) -> None:
    async with opened(place, unconverted=True) as store:
        before = await sums(store)
    said: list[str] = []
    await upgrade(tmp_path, place, said.append)
    if isinstance(place, Path):
        kept = tmp_path / "house.db.before-upgrade"
        assert f"{kept}" in said[-1]
        async with opened(kept, unconverted=True) as store:
            assert await sums(store) == before
        assert {one.name for one in tmp_path.iterdir()} >= {"house.db", kept.name}
        assert not (tmp_path / "house.db.upgrade").exists()
    else:
        assert "entries_before_upgrade" in said[-1]
        with psycopg.connect(place) as connection:
            rows = connection.execute("SELECT log, count(*) FROM entries_before_upgrade GROUP BY 1")
            counts: dict[str, int] = dict(rows.fetchall())
        assert counts == {log: one.entries for log, one in before.items()}


@pytest.mark.slow
async def test_a_damaged_entry_is_named_and_costs_its_table_alone(
    place: StorePlace, tmp_path: Path
) -> None:
    table = min(what_was_shown()["tables"])
    spoil(
        place, f"UPDATE entries SET body = 'nonsense' WHERE log = 'table/{table}' AND version = 2"
    )
    said: list[str] = []
    with pytest.raises(CommandError, match="--with-faults"):
        await upgrade(tmp_path, place, said.append)
    assert [table in line for line in said] == [True]
    with pytest.raises(UnconvertedStore):
        await open_store(place)
    await upgrade(tmp_path, place, said.append, with_faults=True)
    async with opened(place) as store:
        faults = [fault async for fault in find_faults(store, await store.logs())]
    assert [table in fault for fault in faults] == [True]


async def test_both_old_stores_have_the_same_logs(cluster: Cluster, tmp_path: Path) -> None:
    async with (
        opened(unpack(tmp_path), unconverted=True) as one,
        opened(load(cluster), unconverted=True) as other,
    ):
        assert await sums(one) == await sums(other)


async def test_old_stores_have_logs_and_entries_of_every_kind(tmp_path: Path) -> None:
    async with opened(unpack(tmp_path), unconverted=True) as store:
        logs = {log: await store.read(log) for log in await store.logs()}
    assert {log.partition("/")[0] for log in logs} == KINDS
    records = [loose(one.body) for log in logs if log.startswith("table/") for one in logs[log]]
    assert {record["version"] for record in records} == {2, 3, 4}
    events = {event["event"] for record in records for event in record["events"]}
    assert events == {kind.__name__ for kind in get_args(AnyEvent)} - LATER
    assert {fact for one in logs["boards"] for fact in one.body} == {
        *("made", "dealt", "released", "watched", "over"),
        *("opened", "joined", "withdrew", "cancelled"),
    }
    assert {one.body["kind"] for one in logs["moderation"]} == {
        kind.value
        for kind in Kind
        if kind is not Kind.CANCEL  # it came with 1.0.0
    }
    assert {key for one in logs["accounts"] for key in one.body} == {"name", "add", "drop"}
    assert {key for one in logs["preferences"] for key in one.body} == {
        *("name", "notices", "ignored", "ignores"),
    }
    notes = [one.body["text"] for log in logs if log.startswith("notes/") for one in logs[log]]
    assert "" in notes, "somebody who wrote a note is forgotten"
    assert logs["lobby"][0].version > 1, "the beginning of the chat was cut off"


def test_old_stores_have_tables_of_every_kind() -> None:
    found = what_was_shown()
    tables = [*found["tables"].values(), *found["closed"].values()]
    games = {(one["game"], one["is"]) for one in tables}
    assert games >= {(game, how) for game in names() for how in ("waiting", "playing", "over")}
    open_ones = [one for one in tables if one["is"] == "playing"]
    for fact in ("clock", "days", "question", "draws", "stood_in", "board", "rivals", "options"):
        assert any(one[fact] for one in open_ones), fact
    kinds = {board["name"].partition("/")[0] for board in found["boards"]}
    assert kinds == {"day", "house", "round"}
    assert any(board["played_by"] for board in found["boards"])
    results = [one for board in found["boards"] for one in board["results"]]
    assert {(one["won"], one["counts"]) for one in results} >= {(True, True), (False, False)}
    reasons = {one["outcome"]["reason"] for one in tables if one["outcome"]}
    assert reasons >= {"resigned", "drawn", "out_of_time", "all_enemies_defeated", "most_points"}
