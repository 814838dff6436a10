"""What every store must do. A store passes by a class of tests that inherits this one.

class TestSqlite(Conformance):
    @pytest.fixture
    async def store(self, tmp_path): ...

    @pytest.fixture
    async def other(self, store, tmp_path): ...
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from time import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from regicide_tui.games.base import Json
from regicide_tui.server.storage.store import (
    Conflict,
    LogEntry,
    Snapshot,
    Store,
    StoredEntry,
    StoreError,
)
from tests.loose import loose

texts = st.text(st.characters(codec="utf-8"), max_size=20)
bodies = st.dictionaries(texts, st.none() | st.booleans() | st.integers(-9, 9) | texts, max_size=3)


async def fill(store: Store, log: str, names: Iterable[str], after: int = 0) -> list[LogEntry]:
    """Append entries of these names, one after the other."""
    return [
        await store.append(log, version, name, {"name": name})
        for version, name in enumerate(names, after)
    ]


async def pieces_of(
    *entries: tuple[str, StoredEntry],
) -> AsyncIterator[tuple[str, list[StoredEntry]]]:
    """Return entries of logs, one by one, as `Store.fill` takes them."""
    for log, entry in entries:
        yield log, [entry]


class Conformance:
    """The statements. The class that inherits them has two fixtures.

    `store` is an empty store, and `other` another one at the same place, as another server has it.
    """

    async def test_a_log_begins_empty(self, store: Store) -> None:
        assert await store.read("table/1") == []

    async def test_what_was_appended_is_read_in_order(self, store: Store) -> None:
        entries = await fill(store, "table/1", "abc")
        assert [entry.version for entry in entries] == [1, 2, 3]
        assert [entry.body["name"] for entry in entries] == [*"abc"]
        assert await store.read("table/1") == entries

    async def test_a_log_can_be_cut_to_its_newest_entries(self, store: Store) -> None:
        entries = await fill(store, "lobby", "abcde")
        others = await fill(store, "table/1", "abc")
        await store.cut("lobby", 2)
        assert await store.read("lobby") == entries[-2:]
        assert await store.read("table/1") == others
        await store.cut("lobby", 9)
        await store.cut("unknown", 2)
        (after,) = await fill(store, "lobby", "f", after=5)
        assert await store.read("lobby") == [*entries[-2:], after]

    async def test_one_reads_on_from_a_version(self, store: Store) -> None:
        entries = await fill(store, "table/1", "abc")
        assert await store.read("table/1", 2) == entries[2:]
        assert await store.read("table/1", 3) == []

    async def test_one_reads_a_piece_of_a_log(self, store: Store) -> None:
        entries = await fill(store, "table/1", "abcde")
        assert await store.read("table/1", 1, 2) == entries[1:3]
        assert await store.read("table/1", 3, 9) == entries[3:]
        assert await store.read("table/1", 5, 2) == []

    async def test_logs_know_nothing_of_each_other(self, store: Store) -> None:
        await fill(store, "table/1", "abc")
        (other,) = await fill(store, "table/10", "a")
        assert await store.read("table/10") == [other]

    # Each store has a class of its own, which runs the same examples.
    @settings(
        suppress_health_check=[
            HealthCheck.function_scoped_fixture,
            HealthCheck.differing_executors,
        ],
        max_examples=25,
    )
    @given(bodies)
    async def test_any_body_is_kept_as_it_is(self, store: Store, body: dict[str, object]) -> None:
        known = await store.read("bodies")
        entry = await store.append("bodies", len(known), f"{len(known)}", loose(body))
        assert entry.body == body
        assert (await store.read("bodies"))[-1] == entry

    @pytest.mark.parametrize("after", [0, 1, 3, -1])
    async def test_who_does_not_know_the_last_version_appends_nothing(
        self, store: Store, after: int
    ) -> None:
        entries = await fill(store, "table/1", "ab")
        with pytest.raises(Conflict):
            await store.append("table/1", after, "c", {})
        assert await store.read("table/1") == entries

    async def test_of_two_at_once_one_appends(self, store: Store) -> None:
        tries = [store.append("table/1", 0, name, {}) for name in "abcdefgh"]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        appended = [one for one in answers if isinstance(one, LogEntry)]
        assert sum(isinstance(one, Conflict) for one in answers) == 7
        assert await store.read("table/1") == appended

    async def test_the_same_entry_again_is_the_entry_there_is(self, store: Store) -> None:
        first, _ = await fill(store, "table/1", "ab")
        heard: list[LogEntry | None] = []
        store.watch("table/1", heard.append)
        assert await store.append("table/1", 0, "a", {"name": "another"}) == first
        assert await store.append("table/1", 2, "a", {}) == first
        assert len(await store.read("table/1")) == 2
        assert heard == []

    async def test_an_id_may_be_used_in_another_log(self, store: Store) -> None:
        await fill(store, "table/1", "a")
        assert (await store.append("table/2", 0, "a", {})).version == 1

    async def test_who_watches_a_log_is_told_of_it_alone(self, store: Store) -> None:
        heard: list[LogEntry | None] = []
        store.watch("table/1", heard.append)
        await fill(store, "table/2", "a")
        assert heard == []
        for version, name in enumerate("ab"):
            entry = await store.append("table/1", version, name, {"name": name})
            assert heard[version:] == [entry], "it is told before the append returns"

    async def test_who_is_told_can_read_it(self, store: Store) -> None:
        read: list[asyncio.Task[list[LogEntry]]] = []
        store.watch("log", lambda _: read.append(asyncio.ensure_future(store.read("log"))))
        (entry,) = await fill(store, "log", "a")
        assert await read[0] == [entry]

    async def test_who_watches_no_longer_is_not_told(self, store: Store) -> None:
        heard: list[LogEntry | None] = []
        end = store.watch("log", heard.append)
        others: list[LogEntry | None] = []
        store.watch("log", others.append)
        end()
        end()
        entries = await fill(store, "log", "a")
        assert (heard, others) == ([], entries)

    async def test_a_conflict_is_not_told(self, store: Store) -> None:
        heard: list[LogEntry | None] = []
        store.watch("log", heard.append)
        with pytest.raises(Conflict):
            await store.append("log", 4, "a", {})
        assert heard == []

    async def test_a_snapshot_stands_while_its_log_is_as_it_was(self, store: Store) -> None:
        await fill(store, "log", "abc")
        assert await store.snapshots() == {}
        await store.keep_snapshots({"log": Snapshot(3, b"abc")})
        assert await store.snapshots() == {"log": Snapshot(3, b"abc")}
        await fill(store, "log", "d", after=3)
        assert await store.snapshots() == {}

    async def test_a_snapshot_takes_the_place_of_the_one_before(self, store: Store) -> None:
        await fill(store, "log", "a")
        await fill(store, "other", "a")
        await store.keep_snapshots({"log": Snapshot(1, b"x"), "other": Snapshot(1, b"y")})
        await store.keep_snapshots({"log": Snapshot(1, b"z"), "other": None, "none": None})
        assert await store.snapshots() == {"log": Snapshot(1, b"z")}

    async def test_a_snapshot_of_another_version_than_the_newest_is_not_kept(
        self, store: Store
    ) -> None:
        await fill(store, "log", "abc")
        others = {"log": Snapshot(2, b"old"), "none": Snapshot(0, b""), "no": Snapshot(1, b"")}
        await store.keep_snapshots(others)
        await store.keep_snapshots({"log": Snapshot(4, b"newer")})
        assert await store.snapshots() == {}

    async def test_of_two_stores_at_once_one_appends(self, store: Store, other: Store) -> None:
        for version in range(10):
            tries = [
                one.append("log", version, f"{version} {name}", {})
                for name, one in (("a", store), ("b", other))
            ]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(one).__name__ for one in answers) == ["Conflict", "LogEntry"]

    async def test_who_tries_again_with_the_same_id_appends_once(
        self, store: Store, other: Store
    ) -> None:
        tries = [one.append("log", 0, "a", {}) for one in (store, other, store, other)]
        (first, *others) = await asyncio.gather(*tries)
        assert others == [first] * 3
        assert await other.read("log") == [first]

    async def test_what_one_store_appends_the_other_reads(self, store: Store, other: Store) -> None:
        entries = await fill(store, "log", "ab")
        entries += await fill(other, "log", "c", after=2)
        assert await store.read("log") == await other.read("log") == entries

    async def test_an_entry_has_the_time_at_which_it_was_appended(self, store: Store) -> None:
        before = time() * 1000 - 1
        (entry,) = await fill(store, "log", "a")
        assert before <= entry.at <= time() * 1000 + 1

    async def test_a_closed_store_does_nothing(self, store: Store) -> None:
        await store.close()
        with pytest.raises(StoreError):
            await store.read("log")


class MaintenanceConformance(Conformance):
    """The statements about stores that the operator's commands read and change as a whole."""

    async def test_the_logs_are_those_with_entries(self, store: Store) -> None:
        assert await store.logs() == []
        for log in ("table/2", "house", "table/10"):
            await fill(store, log, "ab")
        await store.cut("house", 0)
        assert await store.logs() == ["table/10", "table/2"]

    async def test_entries_are_read_as_they_are_stored(self, store: Store) -> None:
        _one, two, _three = await fill(store, "log", "abc")
        assert await store.read_stored("log", 1, 1) == [StoredEntry(2, "b", two.at, '{"name":"b"}')]
        assert [entry.id for entry in await store.read_stored("log", 1)] == ["b", "c"]

    async def test_a_store_is_filled_with_entries_as_they_are(self, store: Store) -> None:
        given = [StoredEntry(7, "a", 12, '{"n": 1 }'), StoredEntry(8, "b", 3, "damaged")]
        await store.fill(pieces_of(*[("log", one) for one in given], ("other", given[0])))
        assert await store.read_stored("log") == given
        assert [one.body for one in await store.read("log")] == [{"n": 1}, {}]
        assert await store.read("other") == [LogEntry(7, "a", 12, {"n": 1})]
        assert (await store.append("log", 8, "c", {})).version == 9

    async def test_a_store_is_filled_with_all_entries_or_with_none(self, store: Store) -> None:
        one = StoredEntry(1, "a", 12, "{}")
        with pytest.raises(StoreError):
            await store.fill(pieces_of(("log", one), ("other", one), ("log", one)))
        assert await store.logs() == []
        await fill(store, "log", "a")

    async def test_all_entries_with_a_text_are_rewritten(self, store: Store) -> None:
        await fill(store, "log", ["Ada", "Bea"])
        await store.append("other", 0, "a", {"whom": "ada"})
        await store.keep_snapshots({"log": Snapshot(2, b"of Ada")})
        asked: list[str] = []

        def change(log: str, body: Mapping[str, Json]) -> Mapping[str, Json]:
            asked.append(log)
            return dict.fromkeys(body, "gone")

        await store.rewrite("Ada", change)
        assert [entry.body for entry in await store.read("log")] == [
            {"name": "gone"},
            {"name": "Bea"},
        ]
        assert [entry.body for entry in await store.read("other")] == [{"whom": "gone"}]
        assert sorted(asked) == ["log", "other"]
        assert await store.snapshots() == {}
