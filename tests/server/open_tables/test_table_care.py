"""What the server does at tables of guests who have gone."""

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.hub import Hub
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin, seat_guest


async def test_a_guest_who_goes_leaves_no_seat_taken_at_which_they_can_never_play(
    hub: Hub,
) -> None:
    table = await hub.open_table(ADA, commands.Open("regicide", 3, {}))
    playing = await begin(hub)
    guest, said = "guest-bbbbbb", list[str]()
    hub.arrive(guest, said.append)
    await seat_guest(hub, table, guest, 1)
    await hub.do(table, BEA, commands.Sit(2))
    hub.leave(guest, said.append)
    hub.leave(BEA, said.append)
    await hub.idle()
    assert hub.tables[table].seats == (ADA, "", BEA)
    assert hub.tables[playing].seats == (ADA, BEA)


async def test_a_game_to_which_nobody_can_come_back_is_over(hub: Hub) -> None:
    guest, said = "guest-bbbbbb", list[str]()
    hub.arrive(guest, said.append)
    alone = await hub.open_table(guest, commands.Open("regicide", 1, {}))
    shared = await hub.open_table(ADA, commands.Open("regicide", 2, {}))
    await seat_guest(hub, shared, guest, 1)
    for table, host in ((alone, guest), (shared, ADA)):
        await hub.do(table, host, commands.StartGame())
    hub.leave(guest, said.append)
    await hub.idle()
    assert {*hub.tables} == {shared}, "ada can come back"
    assert not hub.finished, "nobody has played it to its end"


async def test_a_game_of_guests_is_over_when_the_server_opens_again(
    hub: Hub, store: SqliteStore
) -> None:
    guest = "guest-bbbbbb"
    hub.arrive(guest, lambda _: None)
    table = await hub.open_table(guest, commands.Open("regicide", 1, {}))
    await hub.do(table, guest, commands.StartGame())
    again = Hub(store, pause=0)
    await again.open()
    assert not again.tables
    await again.close()
