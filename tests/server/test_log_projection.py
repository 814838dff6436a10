"""A value that is what a log makes of it."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Body, LogEntry

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


class Taken(Exception):
    """A name is in the log already."""


def _add_name(names: tuple[str, ...], entry: LogEntry) -> tuple[str, ...]:
    return (*names, str(entry.body["name"]))


def _decide(name: str) -> Callable[[tuple[str, ...]], Body]:
    """Return what adds a name to a list that has at most two, each of them once."""

    def decide(names: tuple[str, ...]) -> Body:
        if name in names or len(names) == 2:
            raise Taken
        return {"name": name}

    return decide


@pytest.fixture
def jobs(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The jobs of the store."""
    jobs: list[str] = []
    for kind in ("append", "read"):
        job = getattr(store, kind)

        async def do(*what: Any, kind: str = kind, job: Any = job) -> Any:
            jobs.append(kind)
            return await job(*what)

        monkeypatch.setattr(store, kind, do)
    return jobs


def project(store: SqliteStore) -> LogProjection[tuple[str, ...]]:
    """Return the projection of a log of names."""
    return LogProjection(store, "log", (), _add_name)


async def test_what_is_appended_after_the_known_version_is_one_job(
    store: SqliteStore, jobs: list[str]
) -> None:
    projection = project(store)
    await projection.catch_up()
    jobs.clear()
    assert await projection.append(_decide("ada")) == ("ada",)
    assert await projection.append(_decide("bea")) == ("ada", "bea")
    assert jobs == ["append", "append"]


async def test_of_two_that_append_at_once_the_slower_one_reads_and_decides_again(
    store: SqliteStore, jobs: list[str]
) -> None:
    one, two = project(store), project(store)
    await one.append(_decide("ada"))
    assert await two.append(_decide("bea")) == ("ada", "bea")
    assert jobs == ["append", "append", "read", "append"]
    with pytest.raises(Taken):
        await one.append(_decide("cyd"))
    assert one.value == ("ada", "bea")


async def test_a_refusal_counts_only_for_the_newest_value(
    store: SqliteStore, jobs: list[str]
) -> None:
    stale, other = project(store), project(store)
    await stale.append(_decide("ada"))
    await other.append(_decide("bea"))
    decided: list[tuple[str, ...]] = []

    def leave(names: tuple[str, ...]) -> Body:
        decided.append(names)
        if names != ("ada", "bea"):
            raise Taken
        return {"name": "cyd"}

    jobs.clear()
    assert await stale.append(leave) == ("ada", "bea", "cyd")
    assert decided == [("ada",), ("ada", "bea")]
    assert jobs == ["read", "append"]


async def test_an_entry_of_which_the_store_has_told_is_taken_once_without_a_read(
    store: SqliteStore, jobs: list[str]
) -> None:
    projection, other = project(store), project(store)
    await projection.catch_up()
    entries = [
        await store.append("log", at, f"{at}", {"name": name}) for at, name in enumerate("abcd")
    ]
    jobs.clear()
    for entry in (entries[0], entries[0], entries[1], entries[0]):
        await projection.catch_up(entry)
    assert (projection.value, jobs) == (("a", "b"), [])
    assert await projection.catch_up(entries[3]) == (*"abcd",)
    assert await projection.catch_up(entries[2]) == (*"abcd",)
    assert jobs == ["read"], "an entry was missing"
    assert await other.catch_up(None) == (*"abcd",)


async def test_an_entry_that_was_told_while_the_log_is_read_is_taken_once(
    store: SqliteStore,
) -> None:
    projection = project(store)
    (entry,) = [await store.append("log", 0, "a", {"name": "a"})]
    await asyncio.gather(projection.catch_up(), projection.catch_up(entry), projection.catch_up())
    assert projection.value == ("a",)


async def test_a_snapshot_knows_whether_its_log_has_grown(store: SqliteStore) -> None:
    await store.append("log", 0, "a", {})
    projection = LogProjection[list[str]](
        store, "log", [], _add, snapshot=["a"], snapshot_version=1
    )
    assert not await projection.has_grown(None)
    await store.append("log", 1, "b", {})
    assert await projection.has_grown(None)
    await projection.catch_up()
    assert not await projection.has_grown(None)
    assert projection.put_away(["a", "b"])
    assert not await projection.has_grown(None)
    entry = await store.append("log", 2, "c", {})
    assert await projection.has_grown(None)
    assert await projection.has_grown(entry)
    await projection.catch_up()
    assert not await projection.has_grown(entry)


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
