"""What every store must do. A store passes by a class of tests that inherits this one.

class TestSqlite(Conformance):
    @pytest.fixture
    async def store(self, tmp_path): ...
"""

import asyncio
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from regicide_tui.server.storage.store import Conflict, LogEntry, Snapshot, Store
from tests.loose import loose

texts = st.text(st.characters(codec="utf-8"), max_size=20)
bodies = st.dictionaries(texts, st.none() | st.booleans() | st.integers(-9, 9) | texts, max_size=3)


async def fill(store: Store, log: str, names: Iterable[str], after: int = 0) -> list[LogEntry]:
    """Append entries of these names, one after the other."""
    return [
        await store.append(log, version, name, {"name": name})
        for version, name in enumerate(names, after)
    ]


class Conformance:
    """The statements. `store` is a fixture of the class that inherits them: an empty store."""

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
        heard: list[str] = []
        store.watch("table/1", heard.append)
        assert await store.append("table/1", 0, "a", {"name": "another"}) == first
        assert await store.append("table/1", 2, "a", {}) == first
        assert len(await store.read("table/1")) == 2
        assert heard == []

    async def test_an_id_may_be_used_in_another_log(self, store: Store) -> None:
        await fill(store, "table/1", "a")
        assert (await store.append("table/2", 0, "a", {})).version == 1

    async def test_who_watches_a_log_is_told_of_it_alone(self, store: Store) -> None:
        heard: list[str] = []
        store.watch("table/1", heard.append)
        await fill(store, "table/2", "a")
        assert heard == []
        await fill(store, "table/1", "ab")
        assert heard == ["table/1", "table/1"]

    async def test_who_is_told_can_read_it(self, store: Store) -> None:
        read: list[asyncio.Task[list[LogEntry]]] = []
        store.watch("log", lambda log: read.append(asyncio.ensure_future(store.read(log))))
        (entry,) = await fill(store, "log", "a")
        assert await read[0] == [entry]

    async def test_who_watches_no_longer_is_not_told(self, store: Store) -> None:
        heard: list[str] = []
        end = store.watch("log", heard.append)
        others: list[str] = []
        store.watch("log", others.append)
        end()
        end()
        await fill(store, "log", "a")
        assert (heard, others) == ([], ["log"])

    async def test_a_conflict_is_not_told(self, store: Store) -> None:
        heard: list[str] = []
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
