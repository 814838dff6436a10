"""A table of bots fills up when people come."""

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, BEA
from tests.server.visitors import visiting
from tests.server.waiting import until


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
