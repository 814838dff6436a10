"""The store in an SQLite file."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Timer
from time import monotonic

import pytest

from regicide_tui.server.storage import sqlite as sqlite_module
from regicide_tui.server.storage import sqlite_file
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.sqlite_file import TABLES, VERSION
from regicide_tui.server.storage.store import LogEntry, Store, StoreError
from tests.server.conformance import MaintenanceConformance, fill
from tests.server.waiting import until

WRITER = """
import asyncio, sys
from pathlib import Path
from regicide_tui.server.storage.sqlite import SqliteStore

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    version = 0
    while True:
        version = (await store.append("log", version, f"{version}", {"n": version})).version
        print(version, flush=True)

asyncio.run(main())
"""


@pytest.fixture
async def other(store: Store, path: Path) -> AsyncIterator[Store]:
    """Another store in the same file."""
    other = SqliteStore(path)
    yield other
    await other.close()


class TestSqlite(MaintenanceConformance):
    """It does what every store must do."""


async def test_after_another_process_has_written_all_logs_are_to_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_module, "LOOK_SECONDS", 0.01)
    store, other = SqliteStore(path), SqliteStore(path)
    heard: list[LogEntry | None] = []
    store.watch("log", heard.append)
    (first,) = await fill(store, "log", "a")
    await fill(other, "log", "b", after=1)
    await until(lambda: heard == [first, None])
    (third,) = await fill(store, "log", "c", after=2)
    assert heard == [first, None, third]
    await fill(other, "another log", "a")
    await until(lambda: heard == [first, None, third, None])
    await store.close()
    await other.close()


async def test_a_log_goes_on_after_a_restart(path: Path) -> None:
    first = SqliteStore(path)
    entries = await fill(first, "log", "ab")
    await first.close()
    second = SqliteStore(path)
    entries += await fill(second, "log", "c", after=2)
    assert await second.read("log") == entries
    await second.close()


async def test_a_writer_that_is_killed_loses_nothing_it_has_answered(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        answered = [int(writer.stdout.readline()) for _ in range(50)]
        writer.kill()
        answered += [int(line) for line in writer.stdout if line.endswith("\n")]
    store = SqliteStore(path)
    versions = [entry.version for entry in await store.read("log")]
    assert versions[: len(answered)] == answered
    assert versions in (answered, [*answered, answered[-1] + 1]), "at most one more was under way"
    await store.close()


async def test_what_waits_is_kept_before_the_end(path: Path) -> None:
    store = SqliteStore(path)
    tries = [asyncio.ensure_future(store.append(f"{n}", 0, "a", {})) for n in range(300)]
    await asyncio.sleep(0)
    await store.close()
    assert [entry.version for entry in await asyncio.gather(*tries)] == [1] * 300
    with pytest.raises(StoreError):
        await store.read("0")


async def test_a_full_disk_is_told_and_nothing_is_half_kept(path: Path) -> None:
    store = SqliteStore(path)
    await fill(store, "log", "a")
    with sqlite3.connect(path) as other:
        (pages,) = other.execute("PRAGMA page_count").fetchone()
    await store.do(lambda base: base.execute(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(StoreError, match="full"):
        await store.append("log", 1, "b", {"text": "x" * 100_000})
    assert [entry.id for entry in await store.read("log")] == ["a"]
    await store.close()


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as base:
        base.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_what_is_no_store_is_refused(path: Path) -> None:
    path.write_text("Bring the cards." * 100)
    with pytest.raises(StoreError, match=r"house\.db"):
        SqliteStore(path)


@pytest.mark.skipif(sqlite3.sqlite_version_info < (3, 37), reason="this SQLite has no such tables")
async def test_a_new_file_keeps_nothing_of_another_type(path: Path) -> None:
    await SqliteStore(path).close()
    with sqlite3.connect(path) as base, pytest.raises(sqlite3.IntegrityError):
        base.execute("INSERT INTO entries VALUES ('log', 'one', 'a', 0, '{}')")


@pytest.mark.parametrize("strict", [True, False])
async def test_a_file_that_was_restored_from_a_dump_is_read(path: Path, strict: bool) -> None:
    store = SqliteStore(path)
    entries = await fill(store, "log", "ab")
    await store.close()
    with sqlite3.connect(path) as base:
        dump = "\n".join(base.iterdump())
    base.close()
    restored = path.with_name("restored.db")
    with sqlite3.connect(restored) as base:
        base.executescript(dump if strict else dump.replace(", STRICT", "").replace("STRICT", ""))
    base.close()
    again = SqliteStore(restored)
    assert await again.read("log") == entries
    await fill(again, "log", "c", after=2)
    await again.close()


@pytest.mark.parametrize("version", ["0", "-1", "'one'", "9223372036854775807", "1.5"])
@pytest.mark.parametrize("strict", [True, False])
async def test_no_entry_without_a_valid_version_can_be_in_a_file(
    path: Path, version: str, strict: bool
) -> None:
    with sqlite3.connect(path) as base:
        base.execute(TABLES if strict else TABLES.replace(", STRICT", ""))
        with pytest.raises(sqlite3.IntegrityError):
            base.execute(f"INSERT INTO entries VALUES ('log', {version}, 'a', 0, '{{}}')")
    base.close()


def test_tables_of_another_shape_are_no_store(path: Path) -> None:
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE entries (log TEXT)")
    base.close()
    with pytest.raises(StoreError, match="already exists"):
        SqliteStore(path)


_OPENED_AT_ONCE = """
import sys
from pathlib import Path
from regicide_tui.server.storage.sqlite import SqliteStore
sys.stdin.readline()
SqliteStore(Path(sys.argv[1]))
print("opened")
"""


@pytest.mark.slow
def test_processes_that_open_a_new_store_at_once_all_have_it(path: Path) -> None:
    command = [sys.executable, "-c", _OPENED_AT_ONCE, f"{path}"]
    pipe = subprocess.PIPE
    openers = [
        subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT)
        for _ in range(4)
    ]
    for one in openers:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    assert [one.communicate(timeout=60)[0] for one in openers] == ["opened\n"] * 4


async def test_a_store_that_another_made_at_that_moment_is_taken_as_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process has made the tables after this one has looked for them."""
    looked: list[int] = []
    others: list[SqliteStore] = []
    read = sqlite_file.read_version

    def version(base: sqlite3.Connection) -> int:
        known = read(base)
        if not looked:
            looked.append(known)
            monkeypatch.setattr(sqlite_file, "read_version", read)
            others.append(SqliteStore(path))
        return known

    monkeypatch.setattr(sqlite_file, "read_version", version)
    store = SqliteStore(path)
    assert looked == [0]
    await fill(store, "log", "a")
    for one in (store, *others):
        await one.close()


async def test_who_opens_a_store_that_another_process_just_makes_waits_for_it(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    other.execute("CREATE TABLE held (x)")
    letting_go = Timer(0.3, other.rollback)
    letting_go.start()
    store = SqliteStore(path)
    await fill(store, "log", "a")
    await store.close()
    letting_go.join()
    other.close()


async def test_whoever_only_reads_does_not_wait_for_another_process_that_writes(path: Path) -> None:
    store = SqliteStore(path)
    (entry,) = await fill(store, "log", "a")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    async with asyncio.timeout(sqlite_file.PATIENCE / 2):
        assert await store.read("log") == [entry]
    other.close()
    await store.close()


async def test_all_who_wait_for_a_database_that_stays_locked_get_one_wait_in_all(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "PATIENCE", 0.3)
    store = SqliteStore(path)
    await fill(store, "log", "a")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = monotonic()
    waiting = [store.append(f"log {number}", 0, "a", {}) for number in range(100)]
    failed = await asyncio.gather(*waiting, return_exceptions=True)
    assert {type(one) for one in failed} == {StoreError}
    assert monotonic() - began < 3
    other.execute("ROLLBACK")
    other.close()
    await fill(store, "log", "b", after=1)
    await store.close()
