"""What somebody hears who comes back to a table: what happened meanwhile."""

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.state import moves_until_own
from regicide_tui.server.screens.meanwhile import MeanwhileScreen
from regicide_tui.server.screens.table import RemoteTable
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.visitors import visiting
from tests.server.waiting import until


async def act(services: Services, table: str) -> str:
    """Take the first legal action; return who did."""
    name, action = first_action(services.tables.whole(table))
    await services.commands.do(table, name, commands.Act(action))
    return name


async def test_news_come_while_the_page_opens(services: Services) -> None:
    await begin(services, "king_of_the_dead")
    async with visiting(services, BEA) as [bea]:
        table = bea.app.screen
        assert isinstance(table, RemoteTable)
        page = MeanwhileScreen(bea.app.look, (), table.event_describer(), "It is ada's turn.")

        def open_and_tell() -> None:
            bea.app.push_screen(page)
            page.show_turn("It is your turn.")  # nothing is on the page yet

        bea.app.call_later(open_and_tell)
        await bea.sees("WHILE YOU WERE AWAY", "It is your turn.")


async def test_one_s_own_last_action_is_none_that_a_bot_took(services: Services) -> None:
    table = await begin(services, "duel")
    assert [moves_until_own(services.tables.whole(table), name) for name in (ADA, BEA, "cyd")] == [
        0,
        0,
        0,
    ]
    first = await act(services, table)
    other = BEA if first == ADA else ADA
    assert moves_until_own(services.tables.whole(table), first) == 1
    assert moves_until_own(services.tables.whole(table), other) == 0
    services.presence.arrive(first, lambda _: None)
    await services.commands.do(table, ADA, commands.StandIn())
    await until(lambda: services.tables[table].waits_for(first), seconds=60)
    assert moves_until_own(services.tables.whole(table), other) == 0
