"""A value that is what a log makes of it."""

import asyncio
import sqlite3
from typing import Any

import pytest

from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import LogEntry

LONG = 4500


def _add(names: list[str], entry: LogEntry) -> list[str]:
    return [*names, entry.id] if entry.version % 1000 == 0 else names


async def test_a_long_log_is_read_in_pieces(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces: list[int] = []
    read = store.read

    async def watched(*what: Any) -> list[LogEntry]:
        found = await read(*what)
        pieces.append(len(found))
        return found

    await asyncio.gather(*[store.append("log", at, f"{at}", {}) for at in range(LONG)])
    monkeypatch.setattr(store, "read", watched)
    projection = LogProjection[list[str]](store, "log", [], _add)
    assert await projection.catch_up() == ["999", "1999", "2999", "3999"]
    assert projection.version == sum(pieces) == LONG
    assert max(pieces) <= 2000


async def test_a_snapshot_knows_whether_its_log_has_grown(store: SqliteStore) -> None:
    await store.append("log", 0, "a", {})
    projection = LogProjection[list[str]](
        store, "log", [], _add, snapshot=["a"], snapshot_version=1
    )
    assert not await projection.has_grown()
    await store.append("log", 1, "b", {})
    assert await projection.has_grown()
    await projection.catch_up()
    assert not await projection.has_grown()
    assert projection.put_away(["a", "b"])
    assert not await projection.has_grown()
    await store.append("log", 2, "c", {})
    assert await projection.has_grown()


async def test_behind_a_gap_that_is_passed_over_the_log_is_read_to_its_end(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints: list[str] = []
    monkeypatch.setattr("regicide_tui.server.storage.projection.PIECE", 2)
    await asyncio.gather(*[store.append("log", at, f"{at}", {}) for at in range(9)])
    await store.do(lambda base: base.execute("DELETE FROM entries WHERE version IN (3, 4, 5)"))
    projection = LogProjection[list[str]](
        store,
        "log",
        [],
        lambda ids, entry: [*ids, entry.id],
        lambda bad: complaints.append(f"{bad}"),
    )
    assert await projection.catch_up() == ["0", "1", "5", "6", "7", "8"]
    assert len(complaints) == 1


async def test_entries_without_a_version_end_no_reading_and_are_taken_once(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.storage.projection.PIECE", 2)
    await asyncio.gather(*[store.append("log", at, f"{at}", {}) for at in range(9)])

    def spoil(base: sqlite3.Connection) -> None:
        base.execute("UPDATE entries SET version = -version WHERE version IN (1, 2, 3)")
        base.execute("UPDATE entries SET version = 1 << 60 WHERE version = 9")

    await store.do(spoil)
    projection = LogProjection[set[str]](
        store, "log", set(), lambda ids, entry: {*ids, entry.id}, lambda _: None
    )
    assert await projection.catch_up() == {f"{at}" for at in range(9)}
    assert projection.version == 8
