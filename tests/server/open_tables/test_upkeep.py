"""Tables whose people have left: another host, and the end of games to which nobody comes back."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.apply import log_of
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.services import upkeep
from regicide_tui.server.services.hub import Hub
from regicide_tui.server.services.upkeep import SERVER
from regicide_tui.server.services.waiting_tables import Bounds
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


def make_hub(store: SqliteStore, time: Time, journal: io.StringIO) -> Hub:
    """Return a server at which a host may be away for half an hour, and a game stand for ten days.

    A table that waits is kept for a long time.
    """
    bounds = Bounds(hours=1000, host_minutes=30, game_days=10)
    return Hub(store, clock=time, pause=0, bounds=bounds, journal=Journal(journal))


@pytest.fixture
async def hub(store: SqliteStore, time: Time, journal: io.StringIO) -> AsyncIterator[Hub]:
    """An open server."""
    hub = make_hub(store, time, journal)
    await hub.open()
    yield hub
    await hub.close()


async def ada_hosts(hub: Hub) -> str:
    """Open a table of ada at which bea sits; both are there."""
    hub.arrive(ADA, ada_leaves)
    hub.arrive(BEA, bea_leaves)
    table = await hub.open_table(ADA, DUEL)
    await hub.do(table, BEA, commands.Sit(1))
    return table


async def test_a_table_passes_to_who_is_there_once_its_host_was_away_for_long(
    hub: Hub, time: Time
) -> None:
    table = await ada_hosts(hub)
    time.seconds += 31 * MINUTE
    hub.leave(ADA, ada_leaves)
    time.seconds += 29 * MINUTE
    await hub.upkeep.replace_absent_hosts()
    assert hub.tables[table].host == ADA, "the time counts from when the host left"
    time.seconds += MINUTE
    await hub.upkeep.replace_absent_hosts()
    assert hub.tables[table].host == BEA
    assert hub.tables[table].seats == (ADA, BEA), "the seat stays"
    await hub.do(table, BEA, commands.FreeSeat(0))
    await hub.do(table, BEA, commands.SeatBot(0, "page"))
    await hub.do(table, BEA, commands.StartGame())
    assert hub.tables[table].playing


async def test_the_new_host_sees_that_they_can_start(hub: Hub, time: Time) -> None:
    table = await hub.open_table(ADA, DUEL)
    await hub.do(table, BEA, commands.Sit(1))
    async with visiting(hub, BEA) as (bea,):
        await bea.goes_to("Wait for Regicide Duel")
        await bea.sees("Ready", "host of the table, away")
        time.seconds += 30 * MINUTE
        await hub.upkeep.replace_absent_hosts()
        await bea.sees("Start", "Free the seat of ada")


async def test_a_host_who_is_somewhere_in_the_house_stays_host(hub: Hub, time: Time) -> None:
    table = await ada_hosts(hub)
    time.seconds += DAY
    await hub.upkeep.replace_absent_hosts()
    assert hub.tables[table].host == ADA
    hub.leave(ADA, ada_leaves)
    hub.leave(BEA, bea_leaves)
    time.seconds += DAY
    await hub.upkeep.replace_absent_hosts()
    assert hub.tables[table].host == ADA, "nobody else is there"


async def test_after_a_restart_a_host_has_as_long_to_come_back(
    store: SqliteStore, hub: Hub, time: Time, journal: io.StringIO
) -> None:
    table = await ada_hosts(hub)
    await hub.close()
    later = make_hub(store, time, journal)
    await later.open()
    later.arrive(BEA, bea_leaves)
    time.seconds += 29 * MINUTE
    await later.upkeep.replace_absent_hosts()
    assert later.tables[table].host == ADA
    time.seconds += MINUTE
    await later.upkeep.replace_absent_hosts()
    assert later.tables[table].host == BEA
    await later.close()


async def test_a_game_to_which_nobody_comes_back_ends_without_a_winner(
    store: SqliteStore, hub: Hub, time: Time, journal: io.StringIO
) -> None:
    table = await begin(hub, "duel")
    time.seconds += 10 * DAY - 1
    await hub.upkeep.end_forgotten_games()
    assert hub.tables[table].playing
    time.seconds += 1
    await hub.upkeep.end_forgotten_games()
    await until(lambda: table not in hub.tables)
    (result,) = hub.finished
    assert (result.reason, result.winners) == ("ended", ())
    last = (await store.read(log_of(table)))[-1].body
    assert last["by"] == SERVER
    assert last["events"] == [{"event": "GameEnded"}]
    assert f"forgotten game table='{table}'" in journal.getvalue()


async def test_an_action_and_a_visit_both_keep_a_game(hub: Hub, time: Time) -> None:
    table = await begin(hub, "duel")
    time.seconds += 9 * DAY
    name, action = first_action(hub.tables[table])
    await hub.do(table, name, commands.Act(action))
    time.seconds += 9 * DAY
    hub.arrive(ADA, ada_leaves)
    time.seconds += 20 * DAY
    await hub.upkeep.end_forgotten_games()
    assert hub.tables[table].playing, "somebody is there"
    hub.leave(ADA, ada_leaves)
    time.seconds += 9 * DAY
    await hub.upkeep.end_forgotten_games()
    assert hub.tables[table].playing
    time.seconds += DAY
    await hub.upkeep.end_forgotten_games()
    await until(lambda: table not in hub.tables)


async def test_a_server_that_was_closed_for_long_gives_everybody_an_hour(
    tmp_path: Path, time: Time, journal: io.StringIO
) -> None:
    store = SqliteStore(tmp_path / "other.db")
    hub = make_hub(store, time, journal)
    await hub.open()
    table = await begin(hub, "duel")
    await hub.close()
    time.seconds += 100 * DAY
    later = make_hub(store, time, journal)
    await later.open()
    time.seconds += HOUR - 1
    await later.upkeep.end_forgotten_games()
    assert later.tables[table].playing
    time.seconds += 1
    await later.upkeep.end_forgotten_games()
    await until(lambda: table not in later.tables)
    await later.close()
    await store.close()


async def test_a_game_by_correspondence_has_its_own_days(hub: Hub, time: Time) -> None:
    table = await begin_by_correspondence(hub, days=14)
    time.seconds += 13 * DAY
    await hub.upkeep.end_forgotten_games()
    assert hub.tables[table].playing
    with pytest.raises(Refused, match="can come back"):
        await hub.do(table, SERVER, commands.EndForgotten())


async def test_the_server_ends_no_game_of_somebody_who_is_there(hub: Hub) -> None:
    table = await begin(hub, "duel")
    hub.arrive(BEA, bea_leaves)
    with pytest.raises(Refused, match="can come back"):
        await hub.do(table, SERVER, commands.EndForgotten())
    with pytest.raises(Refused, match="has started"):
        await hub.do(table, SERVER, commands.PassHost())


async def test_nobody_becomes_host_while_the_host_is_there(hub: Hub) -> None:
    table = await ada_hosts(hub)
    with pytest.raises(Refused, match="The host is here"):
        await hub.do(table, SERVER, commands.PassHost())


async def test_a_clock_that_was_wrong_ends_no_game(
    store: SqliteStore, hub: Hub, time: Time, journal: io.StringIO
) -> None:
    table = await begin(hub, "duel")
    await hub.close()
    time.seconds -= 100 * DAY
    later = make_hub(store, time, journal)
    await later.open()
    time.seconds += 2 * HOUR
    await later.upkeep.end_forgotten_games()
    assert later.tables[table].playing
    await later.close()


async def test_the_upkeep_looks_after_both(
    store: SqliteStore, time: Time, journal: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "SECONDS", 0.01)
    hub = make_hub(store, time, journal)
    await hub.open()
    game = await begin(hub, "duel")
    waiting = await hub.open_table(ADA, DUEL)
    await hub.do(waiting, "cyd", commands.Sit(1))
    hub.arrive("cyd", bea_leaves)
    time.seconds += 10 * DAY
    await until(lambda: game not in hub.tables)
    await until(lambda: hub.tables[waiting].host == "cyd")
    await hub.close()
