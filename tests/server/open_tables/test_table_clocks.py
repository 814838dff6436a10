"""The clocks of the tables: they stand after a restart, and a game is over with its time."""

from pathlib import Path

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.services.hub import Hub
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin
from tests.server.test_hub import Time, until


async def _opened_again(path: Path, time: Time) -> tuple[Hub, SqliteStore, str]:
    """Return a server that was opened again in the middle of a duel with a clock."""
    first = SqliteStore(path)
    hub = Hub(first, clock=time)
    await hub.open()
    table = await begin(hub, "duel", clock=(60, 0))
    await hub.close()
    await first.close()
    time.seconds += 3600
    second = SqliteStore(path)
    again = Hub(second, clock=time)
    await again.open()
    await again.read(table)
    return again, second, table


def _acting(hub: Hub, table: str) -> str:
    state = hub.tables[table]
    assert state.table is not None
    assert state.table.to_act is not None
    return state.seats[state.table.to_act]


def _left(hub: Hub, table: str) -> int:
    """Return the milliseconds of who must act."""
    return min(hub.make_handle(table, ADA).times)


async def test_after_a_restart_a_clock_stands_until_who_must_act_is_here(path: Path) -> None:
    time = Time()
    hub, store, table = await _opened_again(path, time)
    acting = _acting(hub, table)
    other = ADA if acting == BEA else BEA
    hub.arrive(other, lambda _: None)
    await hub.do(table, other, commands.Say("hello"))
    time.seconds += 100
    assert _left(hub, table) == 60_000, "whoever is to act is not here yet"
    with pytest.raises(Refused, match="There is time left"):
        await hub.do(table, other, commands.CallTime())
    hub.arrive(acting, lambda _: None)
    await until(lambda: not hub.clocks.stand_at(table))
    time.seconds += 10
    assert _left(hub, table) == 50_000
    await hub.close()
    await store.close()


async def test_after_a_restart_a_clock_stands_for_two_minutes_at_most(path: Path) -> None:
    time = Time()
    hub, store, table = await _opened_again(path, time)
    time.seconds += 120
    await hub.do(table, _acting(hub, table), commands.Say("hello"))
    time.seconds += 60
    await hub.do(table, ADA, commands.CallTime())
    await until(lambda: bool(hub.finished))
    await hub.close()
    await store.close()


async def test_when_the_time_is_over_the_game_is(store: SqliteStore) -> None:
    time = Time()
    hub = Hub(store, clock=time)
    await hub.open()
    table = await begin(hub, "duel", clock=(1, 0))
    time.seconds += 2
    await until(lambda: bool(hub.finished))
    assert hub.finished[0].winners != ()
    assert table == hub.finished[0].table


async def test_no_clock_runs_while_the_server_is_closed(path: Path) -> None:
    time = Time()
    first = SqliteStore(path)
    hub = Hub(first, clock=time)
    await hub.open()
    await begin(hub, "duel", clock=(60, 0))
    await first.close()
    time.seconds += 1000
    second = SqliteStore(path)
    again = Hub(second, clock=time)
    await again.open()
    await again.idle()
    assert not again.finished
    assert len(again.tables) == 1
    await second.close()
