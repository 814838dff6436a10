"""Who is on the server, at which table they are, and since when."""

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.info import Place, Where
from regicide_tui.server.screens.table import RemoteTable
from regicide_tui.server.services.hub import Hub
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin
from tests.server.test_hub import Time
from tests.server.visitors import visiting


def leave(_: str) -> None:
    """End a visit."""


def leave_other(_: str) -> None:
    """End another visit."""


def test_somebody_is_away_in_the_lobby_or_at_a_table_since_a_time() -> None:
    now = [1000]
    presence = Presence(lambda: now[0])
    assert presence.place_at("one", ADA) == Place(Where.AWAY)
    presence.arrive(ADA, leave)
    assert presence.place_at("one", ADA) == Place(Where.LOBBY, 1000)
    now[0] = 2000
    assert presence.go_to(ADA, leave, "one")
    assert presence.place_at("one", ADA) == Place(Where.HERE, 2000)
    assert presence.place_at("other", ADA) == Place(Where.ELSEWHERE, 2000)
    now[0] = 3000
    assert not presence.go_to(ADA, leave, "one")
    assert presence.place_at("one", ADA) == Place(Where.HERE, 2000)
    assert presence.leave(ADA, leave, remember=True)
    assert presence.place_at("one", ADA) == Place(Where.AWAY, 3000)


def test_only_the_newest_window_of_a_name_says_where_they_are() -> None:
    presence = Presence(lambda: 1000)
    presence.arrive(ADA, leave)
    assert presence.arrive(ADA, leave_other) is leave
    assert not presence.go_to(ADA, leave, "one")
    assert not presence.leave(ADA, leave, remember=True)
    assert presence.place_at("one", ADA).where is Where.LOBBY
    assert presence.go_to(ADA, leave_other, "one")


def test_nobody_remembers_when_somebody_left_who_has_no_seat() -> None:
    presence = Presence(lambda: 1000)
    presence.arrive(ADA, leave)
    presence.leave(ADA, leave, remember=False)
    assert presence.left_at(ADA) == 0
    assert ADA not in presence
    assert presence.names == ()


async def test_at_the_table_one_sees_where_the_others_are(hub: Hub) -> None:
    table = await begin(hub)
    async with visiting(hub, ADA) as [ada]:
        await ada.sees("bea is away")
        async with visiting(hub, BEA) as [bea]:
            await ada.sees_no("bea is away")
            await bea.press("m")
            await ada.sees("bea is in the lobby")
            other = await begin(hub, "duel")
            bea.app.call_later(bea.app.show_table, other)
            await ada.sees("bea is at another table")
            bea.app.call_later(bea.app.show_table, table)
            await ada.sees_no("bea is at")
            await ada.press("m")
            await bea.sees("ada is in the lobby")
            await bea.press("t")
            await bea.sees("ada is in the lobby")


async def test_at_the_table_one_sees_for_how_long_somebody_has_been_away(
    store: SqliteStore,
) -> None:
    time = Time()
    hub = Hub(store, clock=time)
    await hub.open()
    await begin(hub)
    async with visiting(hub, ADA, BEA) as [ada, bea]:
        await bea.press("m")
        await ada.sees("bea is in the lobby")
        time.seconds += 185
        screen = ada.app.screen
        assert isinstance(screen, RemoteTable)
        screen.tick()  # the timer's own half a minute is not waited for
        await ada.sees("bea is in the lobby (3 min)")
    await hub.close()


async def test_before_the_game_one_sees_where_the_others_are(hub: Hub) -> None:
    table = await hub.open_table(ADA, commands.Open("regicide", 3, {}))
    await hub.do(table, BEA, commands.Sit(1))
    async with visiting(hub, ADA, BEA) as [ada, bea]:
        ada.app.call_later(ada.app.show_table, table)
        await ada.sees("in the lobby")
        bea.app.call_later(bea.app.show_table, table)
        await ada.sees_no("in the lobby")
        await bea.drop()
        await ada.sees("away")
        bea.come()
        await ada.sees("in the lobby")


async def test_before_the_game_one_sees_who_looks_at_the_table(hub: Hub) -> None:
    table = await hub.open_table(ADA, commands.Open("regicide", 3, {}))
    async with visiting(hub, ADA, BEA, "cyd") as [ada, bea, cyd]:
        ada.app.call_later(ada.app.show_table, table)
        await ada.sees("Waiting for somebody to sit down.")
        bea.app.call_later(bea.app.show_table, table)
        await ada.sees("bea looks at the table.")
        assert "looks at the table" not in bea.window.text
        cyd.app.call_later(cyd.app.show_table, table)
        await ada.sees("bea and cyd look at the table.")
        await bea.sees("cyd looks at the table.")
        await bea.press("1", "2")
        await ada.sees("cyd looks at the table.")
        await cyd.press("m")
        await ada.sees_no("at the table.")


async def test_a_guest_who_looks_at_the_table_is_not_named(hub: Hub) -> None:
    table = await hub.open_table(ADA, commands.Open("regicide", 3, {}))

    def gone(_: str) -> None:
        """Nobody is there to be told."""

    for name in ("guest-7kq2mz", BEA):
        hub.arrive(name, gone)
        hub.go_to(name, gone, table)
    assert hub.spectators_of(table) == [BEA]
