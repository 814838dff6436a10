"""How long absent people may come back before the others do without them."""

from pathlib import Path

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.services import make_services
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
    store: SqliteStore, command: commands.Command
) -> None:
    time = Time()
    services = make_services(store, clock=time)
    await services.open()
    time.seconds += 600
    table = await begin(services, "duel")
    services.presence.arrive(ADA, lambda _: None)
    services.presence.arrive(BEA, go)
    services.presence.leave(BEA, go)
    time.seconds += 50
    with pytest.raises(Refused, match=r"bea left only just now: wait 70 seconds\."):
        await services.commands.do(table, ADA, command)
    time.seconds += 69
    with pytest.raises(Refused, match=r"bea left only just now: wait 1 second\."):
        await services.commands.do(table, ADA, command)
    time.seconds += 1
    state = await services.commands.do(table, ADA, command)
    assert state.ended or state.bots[1]
    await services.close()


async def test_who_was_away_again_and_again_is_waited_for_each_time(store: SqliteStore) -> None:
    time = Time()
    services = make_services(store, clock=time)
    await services.open()
    table = await begin(services, "duel")
    services.presence.arrive(ADA, lambda _: None)
    for _ in range(3):
        time.seconds += 600
        services.presence.arrive(BEA, go)
        services.presence.leave(BEA, go)
        with pytest.raises(Refused, match="only just"):
            await services.commands.do(table, ADA, commands.End())
    await services.close()


async def test_after_a_restart_everybody_has_two_minutes_to_come_back(path: Path) -> None:
    time = Time()
    first = SqliteStore(path)
    services = make_services(first, clock=time)
    await services.open()
    table = await begin(services, "duel")
    await services.close()
    await first.close()
    time.seconds += 3600
    second = SqliteStore(path)
    again = make_services(second, clock=time)
    await again.open()
    again.presence.arrive(ADA, lambda _: None)
    with pytest.raises(Refused, match="only just"):
        await again.commands.do(table, ADA, commands.End())
    time.seconds += 120
    assert (await again.commands.do(table, ADA, commands.End())).ended
    await again.close()
    await second.close()
