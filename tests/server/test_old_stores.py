"""The stores written before the redesign: what is shown of them is what was shown then."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import fields

from regicide_tui.games import names
from regicide_tui.server.model.boards.book import BoardEntry
from regicide_tui.server.model.boards.series import read_series
from regicide_tui.server.model.order import Kind
from regicide_tui.server.model.table.event import Event
from regicide_tui.server.storage.copying import sum_up
from regicide_tui.server.storage.opening import StorePlace, open_store
from regicide_tui.server.storage.store import MaintainedStore
from tests.loose import loose
from tests.server.old_stores import load, unpack, what_was_shown
from tests.server.postgres import Cluster
from tests.server.shown import shown

KINDS = {
    *("accounts", "boards", "house", "lobby", "moderation", "notes", "pars", "preferences"),
    "table",
}
"""The names of logs, or what stands before the first slash of them."""


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> StorePlace:
    """A copy of each of the old stores."""
    if request.param == "sqlite":
        return unpack(tmp_path)
    cluster: Cluster = request.getfixturevalue("cluster")
    return load(cluster)


@asynccontextmanager
async def opened(place: StorePlace) -> AsyncIterator[MaintainedStore]:
    """Open a store as the server does."""
    store = await open_store(place)
    yield store
    await store.close()


async def sums(store: MaintainedStore) -> dict[str, object]:
    """Return the checksum of each log of a store."""
    return {log: await sum_up(store, log) for log in await store.logs()}


async def test_what_is_shown_of_an_old_store_is_what_was_shown_then(place: StorePlace) -> None:
    expected = what_was_shown()
    async with opened(place) as store:
        found = await shown(store, expected["now"])
    assert found.keys() | {"now"} == expected.keys()
    for part, value in found.items():
        assert value == expected[part], part


async def test_to_look_at_an_old_store_changes_none_of_its_logs(place: StorePlace) -> None:
    async with opened(place) as store:
        before = await sums(store)
        await shown(store, what_was_shown()["now"])
        assert await sums(store) == before


async def test_both_old_stores_have_the_same_logs(cluster: Cluster, tmp_path: Path) -> None:
    async with opened(unpack(tmp_path)) as one, opened(load(cluster)) as other:
        assert await sums(one) == await sums(other)


async def test_old_stores_have_snapshots_of_all_open_tables(place: StorePlace) -> None:
    async with opened(place) as store:
        found = await store.snapshots()
    assert found.keys() == {f"table/{table}" for table in what_was_shown()["tables"]}


async def test_old_stores_have_logs_and_entries_of_every_kind(tmp_path: Path) -> None:
    async with opened(unpack(tmp_path)) as store:
        logs = {log: await store.read(log) for log in await store.logs()}
    assert {log.partition("/")[0] for log in logs} == KINDS
    records = [loose(one.body) for log in logs if log.startswith("table/") for one in logs[log]]
    assert {record["version"] for record in records} == {2, 3, 4}
    events = {event["event"] for record in records for event in record["events"]}
    assert events == {kind.__name__ for kind in Event.__subclasses__()}
    assert {fact for one in logs["boards"] for fact in one.body} == {
        field.name for field in fields(BoardEntry)
    }
    assert {one.body["kind"] for one in logs["moderation"]} == {kind.value for kind in Kind}
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
    kinds = {read_series(board["name"].split()[0]) for board in found["boards"]}
    assert {one.kind for one in kinds if one is not None} == {"day", "house", "round"}
    assert any(board["played_by"] for board in found["boards"])
    results = [one for board in found["boards"] for one in board["results"]]
    assert {(one["won"], one["counts"]) for one in results} >= {(True, True), (False, False)}
    reasons = {one["outcome"]["reason"] for one in tables if one["outcome"]}
    assert reasons >= {"resigned", "drawn", "out_of_time", "all_enemies_defeated", "most_points"}
