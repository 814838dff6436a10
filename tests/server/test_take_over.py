"""A table of bots fills up when people come."""

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.services.hub import Hub
from tests.server.gatherings import ADA, BEA, begin
from tests.server.visitors import visiting
from tests.server.waiting import until

CYD = "cyd"


async def with_bots(hub: Hub, game: str = "regicide", word: str = "") -> str:
    """Open a table of ada and two bots (one at a duel), and begin."""
    players = 2 if game == "duel" else 3
    table = await hub.open_table(ADA, commands.Open(game, players, {}, word))
    for seat in range(1, players):
        await hub.do(table, ADA, commands.SeatBot(seat, "page"))
    await hub.do(table, ADA, commands.StartGame())
    return table


async def test_with_one_key_one_plays_with_bots(hub: Hub) -> None:
    async with visiting(hub, ADA) as [ada]:
        await ada.sees("Play with bots", "Regicide for 3, now")
        await ada.press("b")
        await ada.sees("turn ", "(bot)")
        [state] = hub.tables.values()
        assert state.playing
        assert state.people == (ADA,)


async def test_who_comes_takes_the_seat_of_a_bot_and_sees_its_hand(hub: Hub) -> None:
    table = await with_bots(hub)
    bot = hub.tables[table].seats[1]
    async with visiting(hub, ADA, BEA) as [ada, bea]:
        # the table waits for ada: no action of a bot takes the place of what she is told
        await ada.until(lambda: hub.tables[table].to_act == 0)
        await bea.goes_to("Join Regicide for 3", "instead of a bot")
        await bea.sees("watching", "I sit down")
        await bea.press("I")
        await bea.sees_no("watching")
        await bea.until(lambda: "I sit down" not in bea.window.text)
        state = hub.tables[table]
        assert state.seats[1] == BEA
        assert state.bots[1] == ""
        assert bot not in state.seats
        await ada.sees(f"bea plays on for {bot}.")
        assert "WHILE YOU WERE AWAY" not in bea.window.written


async def test_what_the_bot_did_before_stays_the_bot_s(hub: Hub) -> None:
    hub.arrive(ADA, lambda _: None)
    table = await with_bots(hub)
    await until(
        lambda: hub.tables[table].over or hub.tables[table].to_act == 0, seconds=60
    )  # the bots may have acted before
    moves = hub.tables[table].table
    assert moves is not None
    state = await hub.do(table, BEA, commands.TakeOver(1))
    assert set(state.stood_in.values()) <= {1}
    assert all(move < moves.moves for move in state.stood_in)


async def test_after_a_restart_the_seat_is_still_theirs(hub: Hub) -> None:
    table = await with_bots(hub)
    await hub.do(table, BEA, commands.TakeOver(2))
    again = Hub(hub.store, pause=0)
    await again.open()
    await again.read(table)
    assert again.tables[table].seats[2] == BEA
    await again.close()


@pytest.mark.parametrize(
    ("by", "seat", "why"),
    [
        (BEA, 0, "No bot sits there"),
        (BEA, 7, "No bot sits there"),
        (ADA, 1, "You sit at this table"),
        ("guest-bbbbbb", 1, "Guests don't sit with people"),
    ],
)
async def test_only_the_seat_of_a_bot_is_taken_and_by_somebody_new(
    hub: Hub, by: str, seat: int, why: str
) -> None:
    table = await with_bots(hub)
    with pytest.raises(Refused, match=why):
        await hub.do(table, by, commands.TakeOver(seat))


async def test_at_a_game_of_rivals_nobody_takes_a_seat(hub: Hub) -> None:
    table = await with_bots(hub, "duel")
    with pytest.raises(Refused, match="No bot sits there"):
        await hub.do(table, BEA, commands.TakeOver(1))


async def test_the_seat_of_an_absent_player_is_not_taken(hub: Hub) -> None:
    table = await begin(hub)
    hub.arrive(ADA, lambda _: None)
    await hub.do(table, ADA, commands.StandIn())
    with pytest.raises(Refused, match="No bot sits there"):
        await hub.do(table, CYD, commands.TakeOver(1))


async def test_at_a_private_table_one_needs_the_password(hub: Hub) -> None:
    table = await with_bots(hub, word="harbour")
    with pytest.raises(Refused, match="private"):
        await hub.do(table, BEA, commands.TakeOver(1, "harbor"))
    state = await hub.do(table, BEA, commands.TakeOver(1, "harbour"))
    assert state.seats[1] == BEA
