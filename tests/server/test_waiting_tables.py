"""Tables whose games have not begun: they are closed once nobody comes, or to make room."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.record import log_of
from regicide_tui.server.services import automation
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import StoreError
from tests.server.gatherings import ADA, BEA, begin, enter_table
from tests.server.test_hub import Time, until

DUEL = commands.Open("duel", 2, {})
MINUTE, HOUR = 60, 3600
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def stay(_: str) -> None:
    """Do nothing when asked to leave."""


@pytest.fixture
def time() -> Time:
    """The time of the server."""
    return Time()


@pytest.fixture
async def services(store: SqliteStore, time: Time) -> AsyncIterator[Services]:
    """An open server with room for a few waiting tables."""
    services = make_services(
        store,
        clock=time,
        settings=Limits(waiting_tables_in_all=4, waiting_tables_by_address=2, waiting_hours=24),
    )
    await services.open()
    yield services
    await services.close()


async def tidied(services: Services) -> set[str]:
    """Return the tables that are left once those to which nobody comes are closed."""
    await services.automation.run()
    await until(lambda: not any(state.closed for state in services.tables.values()))
    return {*services.tables}


async def test_a_table_to_which_nobody_comes_for_a_day_is_closed(
    services: Services, time: Time
) -> None:
    table = await services.joining.open_table(ADA, DUEL)
    playing = await begin(services)
    time.seconds += 24 * HOUR - 1
    assert await tidied(services) == {table, playing}
    time.seconds += 1
    assert await tidied(services) == {playing}
    with pytest.raises(Refused, match="no longer exists"):
        enter_table(services, table, ADA)
    assert not services.tables.results.finished, "nothing was played there"


async def test_a_day_begins_when_the_last_of_its_people_leaves(
    services: Services, time: Time
) -> None:
    table = await services.joining.open_table(ADA, DUEL)
    services.presence.arrive(ADA, stay)
    time.seconds += 48 * HOUR
    assert await tidied(services) == {table}
    services.presence.leave(ADA, stay)
    time.seconds += 23 * HOUR
    assert await tidied(services) == {table}
    time.seconds += HOUR
    assert not await tidied(services)


async def test_after_a_restart_everybody_has_ten_minutes_to_come_back(
    path: Path, time: Time
) -> None:
    first = SqliteStore(path)
    services = make_services(first, clock=time)
    opened = [await services.joining.open_table(name, DUEL) for name in (ADA, BEA)]
    await first.close()
    time.seconds += 25 * HOUR
    second = SqliteStore(path)
    again = make_services(second, clock=time)
    await again.open()
    assert await tidied(again) == {*opened}
    again.presence.arrive(ADA, stay)
    time.seconds += 10 * MINUTE
    assert await tidied(again) == {opened[0]}
    await again.close()
    await second.close()


@pytest.mark.parametrize("ahead", [11 * MINUTE, 24 * HOUR, 10 * 365 * 24 * HOUR])
async def test_tables_opened_while_the_clock_was_ahead_keep_nobody_out(
    path: Path, time: Time, ahead: float
) -> None:
    right = time.seconds
    first = SqliteStore(path)
    time.seconds += ahead
    services = make_services(first, clock=time)
    await services.joining.open_table(ADA, DUEL)
    await first.close()
    time.seconds = right
    second = SqliteStore(path)
    again = make_services(second, clock=time, settings=Limits(waiting_tables_in_all=1))
    await again.open()
    time.seconds += 10 * MINUTE
    opened = await again.joining.open_table(BEA, DUEL)
    assert await tidied(again) == {opened}
    await again.close()
    await second.close()


async def test_a_server_that_opens_with_too_many_waiting_tables_closes_those_left_first(
    path: Path, time: Time
) -> None:
    first = SqliteStore(path)
    services = make_services(first, clock=time)
    opened = []
    for number in range(6):
        opened.append(await services.joining.open_table(f"{ADA}-{number}", DUEL))
        time.seconds += 10 * MINUTE
    await first.close()
    second = SqliteStore(path)
    again = make_services(second, clock=time, settings=Limits(waiting_tables_in_all=4))
    await again.open()
    assert await tidied(again) == {*opened}, "who sat there may just be coming back"
    time.seconds += 10 * MINUTE
    assert await tidied(again) == {*opened[2:]}
    await again.close()
    await second.close()


async def test_after_a_restart_nobody_loses_a_table_to_who_comes_back_first(
    path: Path, time: Time
) -> None:
    first = SqliteStore(path)
    services = make_services(first, clock=time)
    mine = await services.joining.open_table(ADA, DUEL)
    services.presence.arrive(ADA, stay)
    time.seconds += 11 * MINUTE
    await first.close()
    second = SqliteStore(path)
    again = make_services(second, clock=time, settings=Limits(waiting_tables_in_all=1))
    await again.open()
    with pytest.raises(Refused, match="Too many tables wait"):
        await again.joining.open_table(BEA, DUEL)
    again.presence.arrive(ADA, stay)
    time.seconds += 10 * MINUTE
    with pytest.raises(Refused, match="Too many tables wait"):
        await again.joining.open_table(BEA, DUEL)
    assert {*again.tables} == {mine}
    await again.close()
    await second.close()


async def test_an_open_server_looks_for_such_tables_by_itself(
    services: Services, time: Time, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automation, "SECONDS", 0.001)
    await services.open()
    await services.joining.open_table(ADA, DUEL)
    append, failed = store.append, list[str]()

    async def full_once(log: str, *entry: object) -> object:
        if not failed:
            failed.append(log)
            raise StoreError("the disk is full")
        return await append(log, *entry)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "append", full_once)
    time.seconds += 24 * HOUR
    await until(lambda: not services.tables)
    assert failed


async def test_the_table_left_first_makes_room_for_another_one(
    services: Services, time: Time
) -> None:
    opened = []
    for number in range(4):
        opened.append(await services.joining.open_table(f"{ADA}-{number}", DUEL))
        time.seconds += 5 * MINUTE
    services.presence.arrive(f"{ADA}-0", stay)
    new = await services.joining.open_table(BEA, DUEL)
    await until(lambda: {*services.tables} == {opened[0], *opened[2:], new})


async def test_no_table_is_closed_for_one_that_can_not_be_stored(
    services: Services, time: Time, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = [await services.joining.open_table(f"{ADA}-{number}", DUEL) for number in range(4)]
    time.seconds += 10 * MINUTE
    append, entries = store.append, list[str]()

    async def one_more(log: str, *entry: object) -> object:
        entries.append(log)
        if len(entries) > 1:
            raise StoreError("the disk is full")
        return await append(log, *entry)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "append", one_more)
    with pytest.raises(StoreError, match="the disk is full"):
        await services.joining.open_table(BEA, DUEL)
    assert [*services.tables] == opened
    assert not any(state.closed for state in services.tables.values())


async def test_a_table_that_can_not_be_closed_now_keeps_nobody_from_opening_another(
    services: Services, time: Time, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await services.joining.open_table(ADA, DUEL)
    time.seconds += MINUTE
    for number in range(3):
        await services.joining.open_table(f"{ADA}-{number}", DUEL)
    time.seconds += 10 * MINUTE
    append = store.append

    async def not_there(log: str, *entry: object) -> object:
        if log == log_of(first):
            raise StoreError("the disk is full")
        return await append(log, *entry)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "append", not_there)
    new = await services.joining.open_table(BEA, DUEL)
    assert new in services.tables
    assert first in services.tables
    monkeypatch.setattr(store, "append", append)
    time.seconds += 10 * MINUTE
    await services.automation.run()
    await until(lambda: first not in services.tables)
    assert new in services.tables


async def test_if_somebody_comes_back_to_the_table_that_was_to_make_room_no_other_is_opened(
    services: Services, time: Time, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await services.joining.open_table(ADA, DUEL)
    time.seconds += MINUTE
    others = [await services.joining.open_table(f"{ADA}-{number}", DUEL) for number in range(3)]
    time.seconds += 10 * MINUTE
    append = store.append

    async def meanwhile(log: str, *entry: object) -> object:
        services.presence.arrive(ADA, stay)
        return await append(log, *entry)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "append", meanwhile)
    with pytest.raises(Refused, match="needed again"):
        await services.joining.open_table(BEA, DUEL)
    await until(lambda: {*services.tables} == {first, *others})


async def test_where_nobody_was_away_for_ten_minutes_no_table_is_closed_for_another(
    services: Services, time: Time
) -> None:
    opened = [await services.joining.open_table(f"{ADA}-{number}", DUEL) for number in range(4)]
    playing = opened[0]
    time.seconds += 10 * MINUTE - 1
    with pytest.raises(Refused, match="Too many tables wait"):
        await services.joining.open_table(BEA, DUEL)
    await services.commands.do(playing, BEA, commands.Sit(1))
    await services.commands.do(playing, BEA, commands.BeReady(True))
    await services.commands.do(playing, f"{ADA}-0", commands.StartGame())
    assert await services.joining.open_table(BEA, DUEL) in services.tables, (
        "a game that goes on takes no such room"
    )


async def test_so_many_from_one_address_may_wait_at_tables(services: Services) -> None:
    for name, address in ((ADA, HERE), (BEA, HERE), ("cyd", ELSEWHERE)):
        services.presence.arrive(name, stay, address)
        await services.joining.open_table(name, DUEL, address)
    with pytest.raises(Refused, match="from your address"):
        await services.joining.open_table("dee", DUEL, HERE)
    services.presence.leave(BEA, stay)
    await services.joining.open_table("dee", DUEL, HERE)
    assert len(services.tables) == 4


async def test_what_is_refused_anyway_closes_no_table(services: Services, time: Time) -> None:
    for number in range(4):
        await services.joining.open_table(f"{ADA}-{number}", DUEL)
    time.seconds += HOUR
    with pytest.raises(Refused, match="no such game"):
        await services.joining.open_table(BEA, commands.Open("poker", 2, {}))
    assert len(await tidied(services)) == 4


async def test_several_who_open_tables_at_once_do_not_get_more_room(services: Services) -> None:
    tries = [services.joining.open_table(f"{ADA}-{number}", DUEL) for number in range(8)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in done) == 4
    assert len(services.tables) == 4
