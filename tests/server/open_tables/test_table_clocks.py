"""The clocks of the tables: they stand after a restart, and a game is over with its time."""

from pathlib import Path

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin, clocks_stand_at, enter_table, first_action
from tests.server.test_hub import Time, until


async def _opened_again(path: Path, time: Time) -> tuple[Services, SqliteStore, str]:
    """Return a server that was opened again in the middle of a duel with a clock."""
    first = SqliteStore(path)
    services = make_services(first, clock=time)
    await services.open()
    table = await begin(services, "duel", clock=(60, 0))
    await services.close()
    await first.close()
    time.seconds += 3600
    second = SqliteStore(path)
    again = make_services(second, clock=time)
    await again.open()
    await again.tables.read(table)
    return again, second, table


def _acting(services: Services, table: str) -> str:
    return first_action(services.tables.whole(table))[0]


def _left(services: Services, table: str) -> int:
    """Return the milliseconds of who must act."""
    return min(enter_table(services, table, ADA).times)


async def test_after_a_restart_a_clock_stands_until_who_must_act_is_here(path: Path) -> None:
    time = Time()
    services, store, table = await _opened_again(path, time)
    acting = _acting(services, table)
    other = ADA if acting == BEA else BEA
    services.presence.arrive(other, lambda _: None)
    await services.commands.do(table, other, commands.Say("hello"))
    time.seconds += 100
    assert _left(services, table) == 60_000, "whoever is to act is not here yet"
    with pytest.raises(Refused, match="There is time left"):
        await services.commands.do(table, other, commands.CallTime())
    services.presence.arrive(acting, lambda _: None)
    await until(lambda: not clocks_stand_at(services, table))
    time.seconds += 10
    assert _left(services, table) == 50_000
    await services.close()
    await store.close()


async def test_after_a_restart_a_clock_stands_for_two_minutes_at_most(path: Path) -> None:
    time = Time()
    services, store, table = await _opened_again(path, time)
    time.seconds += 120
    await services.commands.do(table, _acting(services, table), commands.Say("hello"))
    time.seconds += 60
    await services.commands.do(table, ADA, commands.CallTime())
    await until(lambda: bool(services.tables.results.finished))
    await services.close()
    await store.close()


async def test_when_the_time_is_over_the_game_is(store: SqliteStore) -> None:
    time = Time()
    services = make_services(store, clock=time)
    await services.open()
    table = await begin(services, "duel", clock=(1, 0))
    time.seconds += 2
    await until(lambda: bool(services.tables.results.finished))
    assert services.tables.results.finished[0].winners != ()
    assert table == services.tables.results.finished[0].table


async def test_no_clock_runs_while_the_server_is_closed(path: Path) -> None:
    time = Time()
    first = SqliteStore(path)
    services = make_services(first, clock=time)
    await services.open()
    await begin(services, "duel", clock=(60, 0))
    await first.close()
    time.seconds += 1000
    second = SqliteStore(path)
    again = make_services(second, clock=time)
    await again.open()
    await again.idle()
    assert not again.tables.results.finished
    assert len(again.tables) == 1
    await second.close()
