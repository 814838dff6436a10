"""A table of bots fills up when people come."""

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, BEA
from tests.server.waiting import until


async def with_bots(services: Services, game: str = "regicide", word: str = "") -> str:
    """Open a table of ada and two bots (one at a duel), and begin."""
    players = 2 if game == "duel" else 3
    table = await services.joining.open_table(ADA, commands.Open(game, players, {}, word))
    for seat in range(1, players):
        await services.commands.do(table, ADA, commands.SeatBot(seat, "page"))
    await services.commands.do(table, ADA, commands.StartGame())
    return table


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
