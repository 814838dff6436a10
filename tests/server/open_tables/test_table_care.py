"""What the server does at tables of guests who have gone."""

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin, seat_guest


async def test_a_guest_who_goes_leaves_no_seat_taken_at_which_they_can_never_play(
    services: Services,
) -> None:
    table = await services.joining.open_table(ADA, commands.Open("regicide", 3, {}))
    playing = await begin(services)
    guest, said = "guest-bbbbbb", list[str]()
    services.presence.arrive(guest, said.append)
    await seat_guest(services, table, guest, 1)
    await services.commands.do(table, BEA, commands.Sit(2))
    services.presence.leave(guest, said.append)
    services.presence.leave(BEA, said.append)
    await services.idle()
    assert services.tables[table].seats == (ADA, "", BEA)
    assert services.tables[playing].seats == (ADA, BEA)


async def test_a_game_to_which_nobody_can_come_back_is_over(services: Services) -> None:
    guest, said = "guest-bbbbbb", list[str]()
    services.presence.arrive(guest, said.append)
    alone = await services.joining.open_table(guest, commands.Open("regicide", 1, {}))
    shared = await services.joining.open_table(ADA, commands.Open("regicide", 2, {}))
    await seat_guest(services, shared, guest, 1)
    for table, host in ((alone, guest), (shared, ADA)):
        await services.commands.do(table, host, commands.StartGame())
    services.presence.leave(guest, said.append)
    await services.idle()
    assert {*services.tables} == {shared}, "ada can come back"
    assert not services.tables.results.finished, "nobody has played it to its end"


async def test_a_game_of_guests_is_over_when_the_server_opens_again(
    services: Services, store: SqliteStore
) -> None:
    guest = "guest-bbbbbb"
    services.presence.arrive(guest, lambda _: None)
    table = await services.joining.open_table(guest, commands.Open("regicide", 1, {}))
    await services.commands.do(table, guest, commands.StartGame())
    again = make_services(store, pause=0)
    await again.open()
    assert not again.tables
    await again.close()
