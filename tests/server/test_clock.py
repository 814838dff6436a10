"""The clock of the server: jumps of the system's clock cost nobody time, and give none."""

import asyncio
import time

import pytest

from regicide_tui.server.base.clock import steady_clock
from regicide_tui.server.model.table import commands
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import begin, first_action, opened
from tests.server.waiting import until

JUMPS = [-1e6, -3600.0, 3600.0, 1e6]


class Jumping:
    """The system's clock, which somebody sets."""

    def __init__(self) -> None:
        self.off = 0.0
        self._true = time.time

    def __call__(self) -> float:
        return self._true() + self.off


def test_it_begins_with_the_time_of_the_system_and_goes_by_what_passes() -> None:
    wall, passed = [1000.0], [5.0]
    clock = steady_clock(lambda: wall[0], lambda: passed[0])
    assert clock() == 1000.0
    wall[0] -= 500.0
    passed[0] += 2.0
    assert clock() == 1002.0
    assert steady_clock(lambda: wall[0], lambda: passed[0])() == 500.0


@pytest.mark.parametrize("jump", JUMPS)
async def test_a_jump_of_the_clock_neither_costs_nor_gives_time_in_a_duel(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    wall = Jumping()
    monkeypatch.setattr(time, "time", wall)
    async with opened(store) as services:
        table = await begin(services, "duel", clock=(60, 0))
        wall.off = jump
        assert min(services.tables[table].time_left(services.now())) > 50_000
        by, action = first_action(services.tables.whole(table))
        state = await services.commands.do(table, by, commands.Act(action=action))
        wall.off = 0.0
        left = state.time_left(services.now())
        assert 50_000 < min(left) <= max(left) <= 60_000
        await services.idle()
        assert not services.tables.results.finished


@pytest.mark.parametrize("jump", JUMPS)
async def test_time_that_is_over_is_noted_in_spite_of_a_jump(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    wall = Jumping()
    monkeypatch.setattr(time, "time", wall)
    async with opened(store) as services:
        began = asyncio.get_running_loop().time()
        await begin(services, "duel", clock=(1, 0))  # a second is the shortest time
        wall.off = jump
        await until(lambda: bool(services.tables.results.finished))
        assert 0.9 < asyncio.get_running_loop().time() - began < 4


async def test_the_times_of_entries_do_not_go_by_jumps(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Jumping()
    monkeypatch.setattr(time, "time", wall)
    before = await store.append("log", 0, "a", {})
    wall.off = 3600.0
    after = await store.append("log", 1, "b", {})
    assert 0 <= after.at - before.at < 60_000
