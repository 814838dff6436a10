"""Whatever fails while an old store is converted: there is the old one, whole, or the new one."""

import resource
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from regicide_tui.server.model.boards.book import Book
from regicide_tui.server.model.boards.series import house_series
from regicide_tui.server.operator import CommandError
from regicide_tui.server.operator.upgrade import upgrade
from regicide_tui.server.storage.opening import check_place
from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.sqlite_file import VERSION
from regicide_tui.server.storage.store import StoreError, UnconvertedStore
from tests.server.old_stores import load, unpack
from tests.server.postgres import Cluster

ENTRIES = 1301
"""The entries of the old store."""
_LAST = """INSERT INTO entries VALUES ('boards', 30, 'last', 1, '{"released":"x"}')"""
"""What a server writes that is killed then."""
_KILLED = """
import asyncio, os, sys
from pathlib import Path
from regicide_tui.server.operator import upgrade
from regicide_tui.server.storage.sqlite import SqliteStore

owner = {"settle": SqliteStore, "link": os, "replace": Path, "sync": upgrade}[sys.argv[2]]
work = getattr(owner, sys.argv[2])
def die(*args):
    if sys.argv[3] == "after":
        work(*args)
    os.kill(os.getpid(), 9)
setattr(owner, sys.argv[2], die)
asyncio.run(upgrade.upgrade(Path(sys.argv[1]).parent, Path(sys.argv[1]), print))
"""


def say_nothing(_: str) -> None:
    """Take a line of the command that nobody reads."""


def kill_writer(path: Path, *statements: str) -> None:
    """Leave a store as a server does that is killed: what was done last is only in the WAL."""
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        for one in statements:
            base.execute(one)
        files = {file: file.read_bytes() for file in (path, path.with_name(f"{path.name}-wal"))}
    for file, written in files.items():
        file.write_bytes(written)
        file.chmod(0o600)


def content(path: Path) -> tuple[int, int]:
    """Return the version and the number of entries of a file; it must be whole."""
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (version,) = base.execute("PRAGMA user_version").fetchone()
        (entries,) = base.execute("SELECT count(*) FROM entries").fetchone()
    return version, entries


def names(folder: Path) -> set[str]:
    """Return the names of the files in a folder, which only their owner can read."""
    assert {one.stat().st_mode & 0o777 for one in folder.iterdir()} == {0o600}
    return {one.name for one in folder.iterdir()} - {"lock", "house.db-shm"}


@pytest.mark.parametrize("room", [100_000, 330_000, 500_000])
async def test_a_full_disk_leaves_the_old_store_with_all_that_was_done(
    tmp_path: Path, room: int
) -> None:
    path = unpack(tmp_path)
    kill_writer(
        path,
        _LAST,
        "INSERT INTO snapshots VALUES ('none', 1, '', zeroblob(400000))",  # it grows, not the copy
    )
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        with pytest.raises(CommandError, match=r"(full|error)\. Nothing was changed"):
            await upgrade(tmp_path, path, say_nothing)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not [one for one in names(tmp_path) if "upgrade" in one]
    assert content(path) == (1, ENTRIES + 1)
    await upgrade(tmp_path, path, say_nothing)
    assert content(path) == (VERSION, ENTRIES + 1)
    assert content(tmp_path / "house.db.before-upgrade") == (1, ENTRIES + 1)


@pytest.mark.processes
@pytest.mark.parametrize(
    ("call", "when", "version"),
    [
        *(("settle", "before", 1), ("sync", "before", 1), ("link", "after", 1)),
        *(("replace", "before", 1), ("replace", "after", VERSION)),
    ],
)
async def test_an_upgrade_that_is_killed_leaves_a_whole_store_and_can_be_done_again(
    tmp_path: Path, call: str, when: str, version: int
) -> None:
    path = unpack(tmp_path)
    kill_writer(path, _LAST)
    killed = subprocess.run([sys.executable, "-c", _KILLED, f"{path}", call, when], check=False)
    assert killed.returncode == -signal.SIGKILL
    if version == 1:
        await upgrade(tmp_path, path, say_nothing)
    else:
        with pytest.raises(CommandError, match="needs no upgrade"):
            await upgrade(tmp_path, path, say_nothing)
    assert names(tmp_path) == {"house.db", "house.db.before-upgrade"}
    assert content(path) == (VERSION, ENTRIES + 1)
    assert content(tmp_path / "house.db.before-upgrade") == (1, ENTRIES + 1)


async def test_a_new_store_of_a_killed_server_is_converted_with_its_write_ahead_log_alone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    tables = "CREATE TABLE entries (log TEXT, version INTEGER, id TEXT, at INTEGER, body TEXT)"
    kill_writer(path, tables, "PRAGMA user_version = 1")
    with pytest.raises(UnconvertedStore, match=f"{path}"):
        await check_place(path)
    assert names(tmp_path) == {"house.db", "house.db-wal"}
    await upgrade(tmp_path, path, say_nothing)
    assert content(path) == (VERSION, 0)


async def test_a_file_elsewhere_is_converted_where_it_is(tmp_path: Path) -> None:
    (folder := tmp_path / "house").mkdir()
    path = unpack(tmp_path)
    (folder / "house.db").symlink_to(path)
    await upgrade(folder, folder / "house.db", say_nothing)
    assert (folder / "house.db").is_symlink()
    assert content(path) == (VERSION, ENTRIES)
    assert content(tmp_path / "house.db.before-upgrade") == (1, ENTRIES)


async def test_what_is_in_the_way_or_can_not_be_made_is_named(tmp_path: Path) -> None:
    path = unpack(tmp_path)
    for name in ("house.db.before-upgrade", "house.db.upgrade"):
        (tmp_path / name).mkdir()
        with pytest.raises(CommandError, match=name):
            await upgrade(tmp_path, path, say_nothing)
        (tmp_path / name).rmdir()
    assert names(tmp_path) == {"house.db"}


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET body = CAST(X'7BFF7D' AS TEXT) WHERE log = 'notes/0000000020'",
        "UPDATE entries SET id = CAST(X'FF' AS TEXT), body = '' WHERE log = 'pars' AND version = 5",
        "UPDATE entries SET version = -1 WHERE log = 'accounts' AND version = 3",
        "UPDATE entries SET log = CAST(X'6EFF' AS TEXT) WHERE log = 'table/0000000002'",
        """INSERT INTO entries VALUES ('boards', 30, 'x', 1, '{"made": {"id": "x", "closes": 0,
        "series": "house/2//0", "deal": {"game": "regicide", "players": 2, "options": {},
        "seed": "x"}}}')""",
        "INSERT INTO entries SELECT log, 30, 'x', at, replace(body, '0041', 'x') FROM entries "
        "WHERE log = 'boards' AND version = 11",
    ],
    ids=["body", "id", "version", "log", "board without a table", "second board of a day"],
)
async def test_a_store_with_any_damage_is_refused_and_converted_with_it(
    tmp_path: Path, change: str
) -> None:
    path = unpack(tmp_path)
    with closing(sqlite3.connect(path)) as base:
        base.execute(change)
        base.commit()
    before, said = path.read_bytes(), list[str]()
    with pytest.raises(CommandError, match="--with-faults"):
        await upgrade(tmp_path, path, said.append)
    assert said
    assert path.read_bytes() == before
    await upgrade(tmp_path, path, said.append, with_faults=True)
    assert content(path)[1] >= ENTRIES - 20
    assert not any("seed" in line or "0000000000000000" in line for line in said)


async def test_a_damaged_board_gives_its_name_to_no_other(tmp_path: Path) -> None:
    path = unpack(tmp_path)
    with closing(sqlite3.connect(path)) as base:
        base.execute("UPDATE entries SET body = replace(body, '\"people\"', '\"x\"') "
                     "WHERE log = 'boards' AND version = 1")  # fmt: skip
        base.commit()
    await upgrade(tmp_path, path, say_nothing, with_faults=True)
    store = SqliteStore(path)
    book = await Book.project(store, lambda _: None).catch_up()
    await store.close()
    series = house_series(2)
    assert book.boards_of(series)
    assert book.new_board(series) not in book.deals


async def test_the_server_of_a_database_may_use_what_another_user_has_converted(
    cluster: Cluster, tmp_path: Path
) -> None:
    url = load(cluster)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE ROLE weak LOGIN")
        for table in ("entries", "snapshots", "workers", "store_version"):
            connection.execute(f"ALTER TABLE {table} OWNER TO weak".encode())
        weak = url.replace("house@", "weak@")
        with pytest.raises(CommandError, match=r"permission denied .* Nothing was changed"):
            await upgrade(tmp_path, weak, say_nothing)
        connection.execute("CREATE TABLE entries_before_upgrade ()")
        with pytest.raises(CommandError, match="entries_before_upgrade already exists"):
            await upgrade(tmp_path, url, say_nothing)
        connection.execute("DROP TABLE entries_before_upgrade")
    await upgrade(tmp_path, url, say_nothing)
    store = await PostgresStore.open(weak)
    assert sum((await store.counts()).values()) == ENTRIES
    await store.close()


async def test_who_loses_the_database_has_changed_nothing(cluster: Cluster) -> None:
    store = await PostgresStore.open(load(cluster), alone=True, unconverted=True)
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'regicide-tui'"
        )
    with pytest.raises(StoreError, match="was lost"):
        await store.logs()
    await store.close()
