"""How much visitors may open, say and try in a while."""

import pytest

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, enter_table
from tests.server.test_hub import Time, until


async def _opens_and_leaves(services: Services, name: str, address: str = "") -> None:
    table = await services.joining.open_table(name, commands.Open("duel", 2, {}), address)
    await services.commands.do(table, name, commands.Stand())
    await until(lambda: table not in services.tables)


async def test_one_opens_so_many_tables_at_once_and_then_one_a_minute(store: SqliteStore) -> None:
    time = Time()
    services = make_services(store, clock=time)
    await services.open()
    for _ in range(20):
        await _opens_and_leaves(services, ADA)
    known = len(await store.read("house"))
    with pytest.raises(Refused, match="Try again in 61 s"):
        await _opens_and_leaves(services, ADA)
    assert len(await store.read("house")) == known
    await _opens_and_leaves(services, BEA)
    time.seconds += 60
    await _opens_and_leaves(services, ADA)
    with pytest.raises(Refused, match="Too many tables"):
        await _opens_and_leaves(services, ADA)


async def test_from_an_address_so_many_tables_are_opened_at_once_and_then_three_a_minute(
    store: SqliteStore,
) -> None:
    time = Time()
    services = make_services(store, clock=time, settings=Limits(new_tables_by_address=2))
    await services.open()
    for name in (ADA, BEA):
        await _opens_and_leaves(services, name, "192.0.2.1")
    await _opens_and_leaves(services, "cyd", "192.0.2.1")  # who has opened none is not refused
    with pytest.raises(Refused, match="Try again in 21 s"):
        await _opens_and_leaves(services, "cyd", "192.0.2.1")
    await _opens_and_leaves(services, "cyd", "192.0.2.2")
    time.seconds += 20
    await _opens_and_leaves(services, "cyd", "192.0.2.1")


async def test_a_table_that_is_refused_for_another_reason_is_not_counted(
    store: SqliteStore,
) -> None:
    services = make_services(store, clock=Time(), settings=Limits(new_tables_by_address=1))
    for _ in range(30):
        with pytest.raises(Refused):
            await services.joining.open_table(ADA, commands.Open("poker", 2, {}), "192.0.2.1")
    await services.joining.open_table(ADA, commands.Open("duel", 2, {}), "192.0.2.1")


async def test_one_says_so_much_in_the_lobby_at_once_and_then_a_sentence_every_three_seconds(
    store: SqliteStore,
) -> None:
    time = Time()
    services = make_services(store, clock=time)
    for number in range(10):
        services.chats.say(ADA, f"{number}")
    with pytest.raises(Refused, match="Try again in 4 s"):
        services.chats.say(ADA, "10")
    services.chats.say(BEA, "Hello.")
    time.seconds += 3
    services.chats.say(ADA, "11")
    assert [*services.chats.lobby][-3:] == [(ADA, "9"), (BEA, "Hello."), (ADA, "11")]


async def test_from_an_address_so_much_is_said_at_once_and_then_a_sentence_a_second(
    store: SqliteStore,
) -> None:
    time = Time()
    services = make_services(store, clock=time)
    for number in range(30):
        services.chats.say(f"{ADA}-{number}", "Hello.", "192.0.2.1")
    services.chats.say(BEA, "Hello.", "192.0.2.1")  # who has said nothing is not refused
    with pytest.raises(Refused, match="Try again in 2 s"):
        services.chats.say(BEA, "Hello.", "192.0.2.1")
    services.chats.say("cyd", "Hello.", "192.0.2.2")
    time.seconds += 1
    services.chats.say(BEA, "Hello.", "192.0.2.1")


async def test_who_tries_words_must_wait_longer_and_longer(store: SqliteStore) -> None:
    time = Time()
    services = make_services(store, clock=time)
    await services.open()
    table = await services.joining.open_table(
        ADA, commands.Open("duel", 2, {}, password="golden-bell-1234")
    )
    for _ in range(6):
        with pytest.raises(Refused, match="password is wrong"):
            enter_table(services, table, BEA, "golden-bell-4321")
    for word in ("golden-bell-4321", "golden-bell-1234"):
        with pytest.raises(Refused, match=r"Try again in 3 s"):
            enter_table(services, table, BEA, word)
    assert (
        enter_table(services, table, "cyd", "golden-bell-1234").id
        == enter_table(services, table, ADA).id
        == table
    )
    time.seconds += 2
    assert enter_table(services, table, BEA, "golden-bell-1234").id == table
    with pytest.raises(Refused, match="password is wrong"):
        enter_table(services, table, BEA, "golden-bell-4321")
    with pytest.raises(Refused, match="Try again in 5 s"):
        enter_table(services, table, BEA, "golden-bell-4321")


async def test_guests_of_one_address_are_one_who_tries_words(store: SqliteStore) -> None:
    services = make_services(store, clock=Time())
    await services.open()
    table = await services.joining.open_table(
        ADA, commands.Open("duel", 2, {}, password="golden-bell-1234")
    )
    for number in range(6):
        with pytest.raises(Refused, match="password is wrong"):
            enter_table(services, table, f"guest-{number}", "x", limit_key="192.0.2.1")
    with pytest.raises(Refused, match="Try again"):
        enter_table(services, table, "guest-7", "x", limit_key="192.0.2.1")
    with pytest.raises(Refused, match="password is wrong"):
        enter_table(services, table, "guest-8", "x", limit_key="192.0.2.2")
