"""Tables whose people have left: another host, and the end of games to which nobody comes back."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.event import SERVER
from regicide_tui.server.model.table.record import log_of
from regicide_tui.server.services import automation
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.test_correspondence import begin as begin_by_correspondence
from tests.server.test_hub import Time
from tests.server.visitors import visiting
from tests.server.waiting import until

DUEL = commands.Open("duel", 2, {})
MINUTE, HOUR, DAY = 60, 3600, 86_400


def ada_leaves(_: str) -> None:
    """Do nothing when asked to leave."""


def bea_leaves(_: str) -> None:
    """Do nothing when asked to leave."""


@pytest.fixture
def time() -> Time:
    """The time of the server, which is set by hand."""
    return Time()


@pytest.fixture
def journal() -> io.StringIO:
    """What the server notes."""
    return io.StringIO()


def make_hub(store: SqliteStore, time: Time, journal: io.StringIO) -> Services:
    """Return a server at which a host may be away for half an hour, and a game stand for ten days.

    A table that waits is kept for a long time.
    """
    settings = Limits(waiting_hours=1000, host_minutes=30, forgotten_days=10)
    return make_services(
        store, clock=time, pause=0, settings=settings, journal=Journal(journal.write)
    )


@pytest.fixture
async def services(store: SqliteStore, time: Time, journal: io.StringIO) -> AsyncIterator[Services]:
    """An open server."""
    services = make_hub(store, time, journal)
    await services.open()
    yield services
    await services.close()


async def ada_hosts(services: Services) -> str:
    """Open a table of ada at which bea sits; both are there."""
    services.presence.arrive(ADA, ada_leaves)
    services.presence.arrive(BEA, bea_leaves)
    table = await services.joining.open_table(ADA, DUEL)
    await services.commands.do(table, BEA, commands.Sit(1))
    return table


async def test_a_table_passes_to_who_is_there_once_its_host_was_away_for_long(
    services: Services, time: Time
) -> None:
    table = await ada_hosts(services)
    time.seconds += 31 * MINUTE
    services.presence.leave(ADA, ada_leaves)
    time.seconds += 29 * MINUTE
    await services.automation.run()
    assert services.tables[table].host == ADA, "the time counts from when the host left"
    time.seconds += MINUTE
    await services.automation.run()
    assert services.tables[table].host == BEA
    assert services.tables[table].seats == (ADA, BEA), "the seat stays"
    await services.commands.do(table, BEA, commands.FreeSeat(0))
    await services.commands.do(table, BEA, commands.SeatBot(0, "page"))
    await services.commands.do(table, BEA, commands.StartGame())
    assert services.tables[table].playing


async def test_the_new_host_sees_that_they_can_start(services: Services, time: Time) -> None:
    table = await services.joining.open_table(ADA, DUEL)
    await services.commands.do(table, BEA, commands.Sit(1))
    async with visiting(services, BEA) as (bea,):
        await bea.goes_to("Wait for Regicide Duel")
        await bea.sees("Ready", "host of the table, away")
        time.seconds += 30 * MINUTE
        await services.automation.run()
        await bea.sees("Start", "Free the seat of ada")


async def test_a_host_who_is_somewhere_in_the_house_stays_host(
    services: Services, time: Time
) -> None:
    table = await ada_hosts(services)
    time.seconds += DAY
    await services.automation.run()
    assert services.tables[table].host == ADA
    services.presence.leave(ADA, ada_leaves)
    services.presence.leave(BEA, bea_leaves)
    time.seconds += DAY
    await services.automation.run()
    assert services.tables[table].host == ADA, "nobody else is there"


async def test_after_a_restart_a_host_has_as_long_to_come_back(
    store: SqliteStore, services: Services, time: Time, journal: io.StringIO
) -> None:
    table = await ada_hosts(services)
    await services.close()
    later = make_hub(store, time, journal)
    await later.open()
    later.presence.arrive(BEA, bea_leaves)
    time.seconds += 29 * MINUTE
    await later.automation.run()
    assert later.tables[table].host == ADA
    time.seconds += MINUTE
    await later.automation.run()
    assert later.tables[table].host == BEA
    await later.close()


async def test_a_game_to_which_nobody_comes_back_ends_without_a_winner(
    store: SqliteStore, services: Services, time: Time, journal: io.StringIO
) -> None:
    table = await begin(services, "duel")
    time.seconds += 10 * DAY - 1
    await services.automation.run()
    assert services.tables[table].playing
    time.seconds += 1
    await services.automation.run()
    await until(lambda: table not in services.tables)
    (result,) = services.tables.results.finished
    assert (result.reason, result.winners) == ("ended", ())
    last = (await store.read(log_of(table)))[-1].body
    assert last["by"] == SERVER
    assert last["events"] == [{"event": "GameEnded"}]
    assert f"forgotten game table='{table}'" in journal.getvalue()


async def test_an_action_and_a_visit_both_keep_a_game(services: Services, time: Time) -> None:
    table = await begin(services, "duel")
    time.seconds += 9 * DAY
    name, action = first_action(services.tables.whole(table))
    await services.commands.do(table, name, commands.Act(action))
    time.seconds += 9 * DAY
    services.presence.arrive(ADA, ada_leaves)
    time.seconds += 20 * DAY
    await services.automation.run()
    assert services.tables[table].playing, "somebody is there"
    services.presence.leave(ADA, ada_leaves)
    time.seconds += 9 * DAY
    await services.automation.run()
    assert services.tables[table].playing
    time.seconds += DAY
    await services.automation.run()
    await until(lambda: table not in services.tables)


async def test_a_server_that_was_closed_for_long_gives_everybody_an_hour(
    tmp_path: Path, time: Time, journal: io.StringIO
) -> None:
    store = SqliteStore(tmp_path / "other.db")
    services = make_hub(store, time, journal)
    await services.open()
    table = await begin(services, "duel")
    await services.close()
    time.seconds += 100 * DAY
    later = make_hub(store, time, journal)
    await later.open()
    time.seconds += HOUR - 1
    await later.automation.run()
    assert later.tables[table].playing
    time.seconds += 1
    await later.automation.run()
    await until(lambda: table not in later.tables)
    await later.close()
    await store.close()


async def test_a_game_by_correspondence_has_its_own_days(services: Services, time: Time) -> None:
    table = await begin_by_correspondence(services, days=14)
    time.seconds += 13 * DAY
    await services.automation.run()
    assert services.tables[table].playing
    with pytest.raises(Refused, match="can come back"):
        await services.commands.do(table, SERVER, commands.Close(commands.Why.FORGOTTEN))


async def test_the_server_ends_no_game_of_somebody_who_is_there(services: Services) -> None:
    table = await begin(services, "duel")
    services.presence.arrive(BEA, bea_leaves)
    with pytest.raises(Refused, match="can come back"):
        await services.commands.do(table, SERVER, commands.Close(commands.Why.FORGOTTEN))
    with pytest.raises(Refused, match="has started"):
        await services.commands.do(table, SERVER, commands.PassHost())


async def test_nobody_becomes_host_while_the_host_is_there(services: Services) -> None:
    table = await ada_hosts(services)
    with pytest.raises(Refused, match="The host is here"):
        await services.commands.do(table, SERVER, commands.PassHost())


async def test_a_clock_that_was_wrong_ends_no_game(
    store: SqliteStore, services: Services, time: Time, journal: io.StringIO
) -> None:
    table = await begin(services, "duel")
    await services.close()
    time.seconds -= 100 * DAY
    later = make_hub(store, time, journal)
    await later.open()
    time.seconds += 2 * HOUR
    await later.automation.run()
    assert later.tables[table].playing
    await later.close()


async def test_the_upkeep_looks_after_both(
    store: SqliteStore, time: Time, journal: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automation, "SECONDS", 0.01)
    services = make_hub(store, time, journal)
    await services.open()
    game = await begin(services, "duel")
    waiting = await services.joining.open_table(ADA, DUEL)
    await services.commands.do(waiting, "cyd", commands.Sit(1))
    services.presence.arrive("cyd", bea_leaves)
    time.seconds += 10 * DAY
    await until(lambda: game not in services.tables)
    await until(lambda: services.tables[waiting].host == "cyd")
    await services.close()
