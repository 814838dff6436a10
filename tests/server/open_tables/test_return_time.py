"""How long absent people may come back before the others do without them."""

from pathlib import Path

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.services.hub import Hub
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin
from tests.server.test_hub import Time, go


@pytest.mark.parametrize(
    "command",
    [
        commands.End(),
        commands.StandIn(),
        commands.Ask(commands.END),
        commands.Ask(commands.STAND_IN),
    ],
)
async def test_who_has_only_just_left_may_come_back_before_the_others_do_without_them(
    store: SqliteStore, command: commands.TableCommand
) -> None:
    time = Time()
    hub = Hub(store, clock=time)
    await hub.open()
    time.seconds += 600
    table = await begin(hub, "duel")
    hub.arrive(ADA, lambda _: None)
    hub.arrive(BEA, go)
    hub.leave(BEA, go)
    time.seconds += 50
    with pytest.raises(Refused, match=r"bea left only just now: wait 70 seconds\."):
        await hub.do(table, ADA, command)
    time.seconds += 69
    with pytest.raises(Refused, match=r"bea left only just now: wait 1 second\."):
        await hub.do(table, ADA, command)
    time.seconds += 1
    state = await hub.do(table, ADA, command)
    assert state.ended or state.bots[1]
    await hub.close()


async def test_who_was_away_again_and_again_is_waited_for_each_time(store: SqliteStore) -> None:
    time = Time()
    hub = Hub(store, clock=time)
    await hub.open()
    table = await begin(hub, "duel")
    hub.arrive(ADA, lambda _: None)
    for _ in range(3):
        time.seconds += 600
        hub.arrive(BEA, go)
        hub.leave(BEA, go)
        with pytest.raises(Refused, match="only just"):
            await hub.do(table, ADA, commands.End())
    await hub.close()


async def test_after_a_restart_everybody_has_two_minutes_to_come_back(path: Path) -> None:
    time = Time()
    first = SqliteStore(path)
    hub = Hub(first, clock=time)
    await hub.open()
    table = await begin(hub, "duel")
    await hub.close()
    await first.close()
    time.seconds += 3600
    second = SqliteStore(path)
    again = Hub(second, clock=time)
    await again.open()
    again.arrive(ADA, lambda _: None)
    with pytest.raises(Refused, match="only just"):
        await again.do(table, ADA, commands.End())
    time.seconds += 120
    assert (await again.do(table, ADA, commands.End())).ended
    await again.close()
    await second.close()
