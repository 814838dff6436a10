"""Whatever fails under the store: its thread lives, everybody is answered, nothing is half kept."""

import asyncio
import errno
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Conflict, LogEntry, StoreError

PATIENCE = 5.0
ERRORS: tuple[Callable[[], Exception], ...] = (
    lambda: sqlite3.OperationalError("disk I/O error"),
    lambda: sqlite3.OperationalError("database or disk is full"),
    lambda: OSError(errno.EIO, "Input/output error"),
    lambda: OSError(errno.ENOSPC, "No space left on device"),
    MemoryError,
    lambda: ValueError("unexpected"),
)
_connect = sqlite3.connect


class Faults:
    """Lets the call number `at` to the database fail, before or after it is done."""

    def __init__(self) -> None:
        self.calls = 0
        self.at = -1
        self.late = False
        self.lasting = False
        self.error: Callable[[], Exception] = MemoryError

    def plan(self, at: int, error: Callable[[], Exception], *, late: bool = False) -> None:
        """Count from now on, and fail at this call."""
        self.calls, self.at, self.late, self.error = 0, at, late, error

    def call(self, work: Callable[..., Any], *args: Any) -> Any:
        """Do something, unless it is to fail."""
        self.calls += 1
        fails = self.calls == self.at or (self.lasting and self.calls > self.at > 0)
        if fails and not self.late:
            raise self.error()
        done = work(*args)
        if fails:
            raise self.error()
        return done


def _faulty(faults: Faults) -> type[sqlite3.Connection]:
    class Cursor(sqlite3.Cursor):
        def fetchone(self) -> Any:
            return faults.call(super().fetchone)

        def fetchall(self) -> Any:
            return faults.call(super().fetchall)

        def __next__(self) -> Any:
            return faults.call(super().__next__)

    class Connection(sqlite3.Connection):
        def execute(self, *args: Any) -> Any:
            return faults.call(self.cursor(Cursor).execute, *args)

        def rollback(self) -> None:
            faults.call(super().rollback)

    return Connection


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    """Return the faults of the store that is opened next."""
    faults = Faults()
    kind = _faulty(faults)
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: _connect(*a, factory=kind, **k))
    return faults


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    """Open a store; it must close in time."""
    store = SqliteStore(path)
    yield store
    async with asyncio.timeout(PATIENCE):
        await store.close()
    assert not [one for one in threading.enumerate() if one.name.startswith("store")]


async def answered(*doing: Any) -> list[Any]:
    """Wait for all; each is answered in time, with a result, a conflict or a `StoreError`."""
    async with asyncio.timeout(PATIENCE):
        found = await asyncio.gather(*doing, return_exceptions=True)
    strange = [one for one in found if isinstance(one, BaseException)]
    assert all(isinstance(one, StoreError | Conflict) for one in strange), strange
    return found


async def _everything(store: SqliteStore, log: str) -> list[Any]:
    return await answered(
        store.append(log, 0, "a", {"n": 1}),
        store.append(log, 1, "b", {"n": 2}),
        store.append(log, 0, "c", {"n": 3}),
        store.append(f"{log}/other", 0, "a", {}),
        store.read(log),
        store.snapshots(),
        store.keep_snapshots({log: None}),
    )


@pytest.mark.slow
@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error()).__name__)
async def test_a_fault_at_any_call_is_answered_and_leaves_what_was_told(
    tmp_path: Path, faults: Faults, error: Callable[[], Exception], late: bool
) -> None:
    async with opened(tmp_path / "house.db") as store:
        await _everything(store, "counted")
        faults.plan(-1, error)
        await _everything(store, "counted too")
        steps = faults.calls
        assert steps > 10
        for at in range(1, steps + 1):
            log = f"log {at}"
            faults.plan(at, error, late=late)
            found = await _everything(store, log)
            faults.plan(-1, error)
            kept = await store.read(log)
            told = [one for one in found[:2] if isinstance(one, LogEntry)]
            assert told == kept[: len(told)], "whatever was answered is kept"
            assert [one.version for one in kept] == [*range(1, len(kept) + 1)]
            assert not isinstance(await store.append("after", at - 1, f"{at}", {}), Exception)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error()).__name__)
async def test_while_everything_fails_everybody_is_told_and_afterwards_all_is_as_before(
    tmp_path: Path, faults: Faults, error: Callable[[], Exception]
) -> None:
    async with opened(tmp_path / "house.db") as store:
        await store.append("log", 0, "first", {})
        faults.lasting = True
        faults.plan(1, error)
        found = await _everything(store, "failing")
        assert all(isinstance(one, StoreError) for one in found)
        faults.lasting = False
        faults.plan(-1, error)
        assert await store.read("failing") == []
        assert len(await store.read("log")) == 1
        assert (await store.append("log", 1, "second", {})).version == 2


async def test_one_job_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    def fails(base: sqlite3.Connection) -> None:
        base.execute("INSERT INTO entries VALUES ('half', 1, 'a', 0, '{}')")
        raise ValueError("unexpected")

    async with opened(tmp_path / "house.db") as store:
        doing = [store.append(f"{n}", 0, "a", {}) for n in range(5)]
        found = await answered(*doing[:3], store.do(fails), *doing[3:])
        assert [isinstance(one, StoreError) for one in found] == [*[False] * 3, True, *[False] * 2]
        assert await store.read("half") == []


async def test_a_fault_while_the_file_is_opened_is_a_sentence(
    tmp_path: Path, faults: Faults
) -> None:
    for at in range(1, 6):
        faults.plan(at, lambda: OSError(errno.EIO, "Input/output error"))
        try:
            async with opened(tmp_path / f"{at}.db"):
                break
        except StoreError as error:
            assert f"{at}.db" in str(error)
            assert "nput/output error" in str(error)
    assert at > 3


@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_told_to_be_kept_in_a_file_that_was_moved_or_deleted(
    tmp_path: Path, replaced: bool
) -> None:
    path = tmp_path / "house.db"
    async with opened(path) as store:
        await store.append("log", 0, "first", {})
        path.rename(tmp_path / "moved.db")
        if replaced:
            path.write_bytes(b"another")
        with pytest.raises(StoreError, match="its file was moved or deleted"):
            await store.append("log", 1, "second", {})
        path.unlink(missing_ok=True)
        (tmp_path / "moved.db").rename(path)
        assert (await store.append("log", 1, "second", {})).version == 2


async def test_who_asks_a_closing_store_is_answered(tmp_path: Path) -> None:
    async with opened(tmp_path / "house.db") as store:
        before = [asyncio.ensure_future(store.append(f"{n}", 0, "a", {})) for n in range(300)]
        await asyncio.sleep(0)
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0)
        found = await answered(*[store.append(f"late {n}", 0, "a", {}) for n in range(300)])
        assert all(isinstance(one, StoreError) for one in found)
        assert not [one for one in await answered(*before) if isinstance(one, StoreError)]
        await closing


async def test_what_would_end_the_thread_does_not(tmp_path: Path) -> None:
    def ends(base: sqlite3.Connection) -> None:
        raise SystemExit

    async with opened(tmp_path / "house.db") as store:
        doing = [store.append(f"{n}", 0, "a", {}) for n in range(600)]
        found = await answered(*doing[:300], store.do(ends), *doing[300:])
        assert sum(isinstance(one, StoreError) for one in found) == 1
        assert len(await store.read("0")) == 1


async def test_a_log_of_which_entries_are_known_but_not_found_is_no_endless_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path / "house.db") as store:
        await store.append("log", 0, "a", {})

        async def nothing(log: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
            return []

        monkeypatch.setattr(store, "read", nothing)
        projection: LogProjection[int] = LogProjection(store, "log", 0, lambda value, _: value + 1)
        (found,) = await answered(projection.append(lambda _: {}))
        assert "not found" in str(found)
