"""A disk that is full keeps nobody out of what is there; only what is done may be refused."""

import asyncio
import io
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import to_builtins

from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.names import Account
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.playing import Resigned
from regicide_tui.server.model.table.state import Record
from regicide_tui.server.running import process
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import StoreError, sentence
from tests.loose import loose
from tests.server.gatherings import ADA, BEA, api_of, begin, enter_table, first_action, opened
from tests.server.waiting import Time, until


@pytest.fixture
def time() -> Time:
    """A clock that stands."""
    return Time(1000.0)


@contextmanager
def full_disk() -> Iterator[None]:
    """Let nothing be written into any file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_server_on_a_full_disk_opens_and_all_its_tables_can_be_seen(
    path: Path, time: Time
) -> None:
    async with opened(path, clock=time) as services:
        tables = {await begin(services, "duel", clock=(60, 0)), await begin(services)}
    time.now += 1000
    with full_disk():
        async with opened(path, clock=time) as services:
            assert {*services.tables} == {*dict(api_of(services, ADA).tables.offered())} == tables
            for table in tables:
                await services.tables.read(table)
                assert enter_table(services, table, ADA).table is not None
                by, action = first_action(services.tables.whole(table))
                with pytest.raises(StoreError):
                    await services.commands.do(table, by, commands.Act(action=action))


@pytest.mark.processes
async def test_a_bot_goes_on_once_there_is_room(
    path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.base.tasks.AGAIN", 0.01)
    journal = io.StringIO()
    async with opened(path, journal, clock=time) as services:
        table = await begin(services)
        services.presence.arrive(ADA, lambda _: None)
        while first_action(services.tables.whole(table))[0] == ADA:
            await services.commands.do(
                table, ADA, commands.Act(first_action(services.tables.whole(table))[1])
            )
        await services.commands.do(table, ADA, commands.StandIn())
        with full_disk():
            await until(lambda: "failed=" in journal.getvalue(), seconds=60)  # a process begins
            assert services.tables[table].acting_bot is not None
        # A process begun on the full disk may not answer: then the simplest player does in 20 s.
        await until(lambda: services.tables[table].acting_bot is None, seconds=60)


async def test_games_that_are_over_and_tables_that_were_half_opened_hold_up_no_server(
    path: Path, time: Time
) -> None:
    store = SqliteStore(path)
    services = Services(store, clock=time, journal=Journal(io.StringIO().write))
    await services.open()
    table = await begin(services, "duel")
    await store.append("house", 1, "half", {"opened": "half"})
    over = to_builtins(Record(ADA, services.now(), (Resigned(0),)))
    version = len(await store.read(f"table/{table}"))
    await store.close()  # it falls before the end is noted
    store = SqliteStore(path)
    await store.append(f"table/{table}", version, "over", loose(over))
    await store.close()
    with full_disk():
        async with opened(path, clock=time) as services:
            assert [*services.tables] == [table]
            assert enter_table(services, table, BEA).finished_game is not None
            with pytest.raises((Refused, StoreError)):
                await services.commands.do(table, BEA, commands.Resign())
    async with opened(path, clock=time) as services:
        assert [*services.tables] == []
        assert len(services.tables.results.finished) == 1


def test_what_can_not_be_kept_is_refused_without_the_words_of_the_store() -> None:
    failed = StoreError('connection to server at "10.0.0.7", port 5432 failed')
    assert sentence(failed) == "The server can't save that now. Try again in a while."
    assert sentence(Refused("It is bea's turn.")) == "It is bea's turn."


async def test_a_known_name_comes_in(path: Path) -> None:
    store = SqliteStore(path)
    await Accounts(store).choose(ADA, "a key")
    await store.close()
    with full_disk():
        store = SqliteStore(path)
        accounts = Accounts(store)
        assert await accounts.opened_by("a key") == Account(ADA, ("a key",))
        with pytest.raises(StoreError):
            await accounts.choose(BEA, "another key")
        await store.close()


async def test_a_table_that_can_not_be_read_is_set_aside_alone(
    path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path, clock=time) as services:
        bad, good = await begin(services, "duel"), await begin(services)
    store = SqliteStore(path)
    await store.keep_snapshots({f"table/{bad}": None})
    read = store.read

    async def fails(log: str, after: int = 0, most: int | None = None) -> object:
        if log == f"table/{bad}":
            raise StoreError("disk I/O error")
        return await read(log, after, most)

    monkeypatch.setattr(store, "read", fails)
    journal = io.StringIO()
    async with opened(store, journal, clock=time) as services:
        assert [*services.tables] == [good]
        assert f"table='{bad}'" in journal.getvalue()
        assert "disk I/O error" in journal.getvalue()
        with pytest.raises(Refused, match="can't be used"):
            enter_table(services, bad, ADA)
    await asyncio.wait_for(store.close(), 5)


async def test_a_server_that_can_not_say_how_it_is_opens_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    async def at_once(*_: object) -> None:
        """Wait for no signal."""

    monkeypatch.setattr(asyncio, "start_unix_server", fails)
    monkeypatch.setattr(process, "StopSignals", lambda _: None)
    monkeypatch.setattr(process, "wait_for_signal", at_once)
    said: list[str] = []
    await process.serve(tmp_path, Config(port=0), said.append)
    assert [one.split(":")[0] for one in said if "running" in one] == ["The server is running"]
