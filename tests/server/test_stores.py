"""The operator's commands for stores: copy, check, backup."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from regicide_tui.server.base.config import BadConfig, Config
from regicide_tui.server.model.order import OPERATOR, Kind
from regicide_tui.server.model.table.commands import Act, Resign
from regicide_tui.server.operator import CommandError, commands
from regicide_tui.server.operator.settings import read_settings
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.chats import LOBBY, LOBBY_KEPT, Chat
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.copying import sum_up
from regicide_tui.server.storage.opening import StorePlace, find_store, note_place, open_store
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store, StoreError
from tests.server.gatherings import ADA, begin, first_action, preferences_in
from tests.server.operating import operate, typed
from tests.server.postgres import Cluster
from tests.server.spoiling import write

KEY = "ssh-ed25519 AAAA"


async def play(store: Store) -> list[str]:
    """Let a server fill a store with logs of many kinds; return the tables."""
    services = Services(store, pause=0, return_seconds=0)
    await services.open()
    tables = [
        await begin(services, "duel"),
        await begin(services),
        await begin(services, "king_of_the_dead"),
    ]
    for table in tables:
        name, action = first_action(services.tables.whole(table))
        await services.commands.do(table, name, Act(action))
    await services.commands.do(tables[0], ADA, Resign())
    await services.close()
    for log in (LOBBY, f"watchers/{tables[1]}"):
        chat = Chat(store, log, LOBBY_KEPT)
        await chat.add(ADA, "Hello.")
    await Accounts(store).add_key(ADA, KEY)
    await preferences_in(store).choose(ADA, "notices", False)
    await Moderation(Common(store)).act(Kind.MUTE, OPERATOR, ADA)
    return tables


async def sums(place: StorePlace) -> dict[str, object]:
    """Return the checksum of each log of a store."""
    store = await open_store(place)
    found: dict[str, object] = {log: await sum_up(store, log) for log in await store.logs()}
    await store.close()
    return found


async def run(*words: object) -> list[str]:
    """Run the command of the operator; return the lines that it prints."""
    return (await operate(Path("no house"), "store", *words)).splitlines()


async def test_a_store_is_copied_to_a_database_and_back_and_is_equal(
    cluster: Cluster, path: Path, tmp_path: Path
) -> None:
    store = SqliteStore(path)
    await play(store)
    await store.append("table/damaged", 0, "a", {})
    await store.close()
    write(path, "table/damaged", 1, b"nonsense")
    url, back = cluster.new_url(), tmp_path / "back.db"
    there, here = await run("copy", path, url), await run("copy", url, back)
    expected = await sums(path)
    assert await sums(url) == await sums(back) == expected
    assert there == here
    assert len(there) == len(expected) + 1


async def test_nothing_is_copied_into_a_store_that_has_logs(
    cluster: Cluster, path: Path, tmp_path: Path
) -> None:
    for place in (path, tmp_path / "other.db"):
        store = SqliteStore(place)
        await store.append("log", 0, "a", {})
        await store.close()
    with pytest.raises(CommandError, match="Copy into an empty store"):
        await run("copy", path, tmp_path / "other.db")
    with pytest.raises(CommandError, match="There is no file"):
        await run("copy", tmp_path / "none.db", tmp_path / "new.db")
    with pytest.raises(CommandError, match="could read the password"):
        await run("copy", path, "postgresql://house:secret@db.example/house")
    assert not (tmp_path / "none.db").exists()


async def test_nothing_is_copied_while_a_server_uses_the_store(
    cluster: Cluster, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.storage.sqlite_file.PATIENCE", 0.1)
    url = cluster.new_url()
    for used, free in ((path, url), (url, tmp_path / "new.db")):
        store = await open_store(used)
        await store.append("log", 0, "a", {})
        with pytest.raises(CommandError, match="in use"):
            await run("copy", used, free)
        await store.close()


async def test_a_log_that_can_not_be_copied_as_it_is_stops_the_copy(
    cluster: Cluster, path: Path
) -> None:
    store = SqliteStore(path)
    await store.append("first", 0, "a", {})
    await store.append("log", 0, "a", {})
    await store.close()
    write(path, "log", 1, b"\xff")
    url = cluster.new_url()
    with pytest.raises(CommandError, match="Entry 1 of the log 'log'"):
        await run("copy", path, url)
    assert await sums(url) == {}


async def test_a_check_finds_no_fault_in_what_a_server_stores_and_changes_nothing(
    cluster: Cluster, path: Path
) -> None:
    for place in (path, cluster.new_url()):
        store = await open_store(place)
        await play(store)
        before = await sums(place)
        said = await run("check", place)
        assert f"no faults, logs {len(before)}." in said[0]
        assert await sums(place) == before
        await store.close()


async def test_a_check_says_what_is_wrong_where(path: Path) -> None:
    store = SqliteStore(path)
    first, second, _ = await play(store)
    await store.append("house", len(await store.read("house")), "x", {"opened": "lost"})
    await store.append("accounts", 1, "x", {"nonsense": 1})
    await store.append("riddle", 0, "x", {})
    await store.close()
    write(path, f"table/{first}", 2, b"nonsense")
    base = sqlite3.connect(path)
    base.execute("DELETE FROM entries WHERE log = ? AND version = 2", (f"table/{second}",))
    base.commit()
    base.close()
    said: list[str] = []
    with pytest.raises(CommandError, match="faults 5"):
        await commands.answer(typed("store", "check", path), path.parent, said.append)
    assert sorted(said) == sorted(
        [
            "Entry 2 of the log 'accounts' can't be understood: it is damaged (ValueError).",
            "the register: the table lost is open, but it has no log.",
            "riddle: this version of the program doesn't know this kind of log.",
            f"Entry 2 of the log 'table/{first}' can't be understood: "
            "it is damaged (ValidationError).",
            f"Entry 2 of the log 'table/{second}' can't be understood: it is missing.",
        ]
    )


async def test_a_backup_is_made_while_a_server_writes(path: Path, tmp_path: Path) -> None:
    store, target = SqliteStore(path), tmp_path / "copy.db"
    entries = [await store.append("log", version, f"{version}", {}) for version in range(5)]
    writing = [asyncio.ensure_future(store.append(f"{n}", 0, "a", {})) for n in range(300)]
    assert "copy.db is a copy of" in await operate(path.parent, "store", "backup", target)
    await asyncio.gather(*writing)
    await store.close()
    copied = SqliteStore(target)
    assert await copied.read("log") == entries
    await copied.close()
    assert target.stat().st_mode & 0o077 == 0
    assert not [*tmp_path.glob("*.partial*")]


async def test_a_backup_replaces_no_file(path: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no file"):
        await operate(path.parent, "store", "backup", tmp_path / "copy.db")
    path.touch()
    with pytest.raises(CommandError, match="already exists"):
        await operate(path.parent, "store", "backup", path)


async def test_no_old_file_is_backed_up_where_the_store_is_in_a_database(
    path: Path, tmp_path: Path
) -> None:
    path.touch()
    note_place(path.parent, "postgresql://house@db.example/house")
    with pytest.raises(CommandError, match=r"postgresql://house@db\.example/house.*pg_dump"):
        await operate(path.parent, "store", "backup", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_people_are_listed_forgotten_and_renamed_in_a_database(
    cluster: Cluster, tmp_path: Path
) -> None:
    url = cluster.new_url()

    async def users(*words: str) -> str:
        return await operate(tmp_path, "users", "--store", url, *words)

    store = await open_store(url)
    await Accounts(store).add_key(ADA, KEY)
    await store.close()
    assert await users() == f"ada  {KEY}"
    assert "ada is now Zoe" in await users("--rename", "ada", "Zoe")
    assert "Zoe is forgotten" in await users("--forget", "Zoe")
    with pytest.raises(CommandError, match="Nobody has the name Zoe"):
        await users("--forget", "Zoe")


def test_the_settings_say_where_the_store_is(tmp_path: Path) -> None:
    url = "postgresql://house@db.example/house"
    assert find_store(tmp_path, Config().store) == tmp_path / "house.db"
    assert find_store(tmp_path, Config(store=url).store) == url
    assert find_store(tmp_path, read_settings(typed("serve", "--store", url)).store) == url
    with pytest.raises(BadConfig, match="store must be a URL"):
        Config(store="house.db")
    for command in ("serve", "users"):
        with pytest.raises(BadConfig, match="could read the password"):
            read_settings(typed(command, "--store", "postgresql://house:secret@db.example/house"))
    with pytest.raises(BadConfig, match="could read the password"):
        read_settings(typed("serve", "--store", "postgresql://db.example/house?sslpassword=secret"))


def test_whoever_forgets_where_the_store_is_does_not_begin_with_an_empty_one(
    tmp_path: Path,
) -> None:
    url = "postgresql://house:secret@db.example/house"
    note_place(tmp_path, tmp_path / "house.db")
    assert find_store(tmp_path, "") == tmp_path / "house.db"
    note_place(tmp_path, url)
    assert find_store(tmp_path, url) == url
    with pytest.raises(StoreError, match="give it with --store"):
        find_store(tmp_path, "")
    (tmp_path / "store").unlink()
    assert find_store(tmp_path, "") == tmp_path / "house.db"
