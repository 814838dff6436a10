"""A table of bots fills up when people come."""

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.services import Services, make_services
from tests.server.gatherings import ADA, BEA, begin
from tests.server.visitors import visiting
from tests.server.waiting import until

CYD = "cyd"


async def with_bots(services: Services, game: str = "regicide", word: str = "") -> str:
    """Open a table of ada and two bots (one at a duel), and begin."""
    players = 2 if game == "duel" else 3
    table = await services.joining.open_table(ADA, commands.Open(game, players, {}, word))
    for seat in range(1, players):
        await services.commands.do(table, ADA, commands.SeatBot(seat, "page"))
    await services.commands.do(table, ADA, commands.StartGame())
    return table


async def test_with_one_key_one_plays_with_bots(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.sees("Play with bots", "Regicide for 3, now")
        await ada.press("b")
        await ada.sees("turn ", "(bot)")
        [state] = services.tables.values()
        assert state.playing
        assert state.people == (ADA,)


async def test_who_comes_takes_the_seat_of_a_bot_and_sees_its_hand(services: Services) -> None:
    table = await with_bots(services)
    bot = services.tables[table].seats[1]
    async with visiting(services, ADA, BEA) as [ada, bea]:
        # the table waits for ada: no action of a bot takes the place of what she is told
        await ada.until(lambda: services.tables[table].to_act == 0)
        await bea.goes_to("Join Regicide for 3", "instead of a bot")
        await bea.sees("watching", "I sit down")
        await bea.press("I")
        await bea.sees_no("watching")
        await bea.until(lambda: "I sit down" not in bea.window.text)
        state = services.tables[table]
        assert state.seats[1] == BEA
        assert state.bots[1] == ""
        assert bot not in state.seats
        await ada.sees(f"bea plays on for {bot}.")
        assert "WHILE YOU WERE AWAY" not in bea.window.written


async def test_what_the_bot_did_before_stays_the_bot_s(services: Services) -> None:
    services.presence.arrive(ADA, lambda _: None)
    table = await with_bots(services)
    await until(
        lambda: services.tables[table].over or services.tables[table].to_act == 0, seconds=60
    )  # the bots may have acted before
    moves = services.tables.whole(table).game
    assert moves is not None
    state = await services.commands.do(table, BEA, commands.TakeOver(1))
    assert set(state.stood_in.values()) <= {1}
    assert all(move < moves.moves for move in state.stood_in)


async def test_after_a_restart_the_seat_is_still_theirs(services: Services) -> None:
    table = await with_bots(services)
    await services.commands.do(table, BEA, commands.TakeOver(2))
    again = make_services(services.store, pause=0)
    await again.open()
    await again.tables.read(table)
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
    services: Services, by: str, seat: int, why: str
) -> None:
    table = await with_bots(services)
    with pytest.raises(Refused, match=why):
        await services.commands.do(table, by, commands.TakeOver(seat))


async def test_at_a_game_of_rivals_nobody_takes_a_seat(services: Services) -> None:
    table = await with_bots(services, "duel")
    with pytest.raises(Refused, match="No bot sits there"):
        await services.commands.do(table, BEA, commands.TakeOver(1))


async def test_the_seat_of_an_absent_player_is_not_taken(services: Services) -> None:
    table = await begin(services)
    services.presence.arrive(ADA, lambda _: None)
    await services.commands.do(table, ADA, commands.StandIn())
    with pytest.raises(Refused, match="No bot sits there"):
        await services.commands.do(table, CYD, commands.TakeOver(1))


async def test_at_a_private_table_one_needs_the_password(services: Services) -> None:
    table = await with_bots(services, word="harbour")
    with pytest.raises(Refused, match="private"):
        await services.commands.do(table, BEA, commands.TakeOver(1, "harbor"))
    state = await services.commands.do(table, BEA, commands.TakeOver(1, "harbour"))
    assert state.seats[1] == BEA
