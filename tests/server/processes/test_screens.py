"""What people see at a server of several processes: no difference to a server of one."""

from regicide_tui.server.model.table import commands
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.scenarios.setups import serving
from tests.server.visitors import visiting


async def test_an_action_at_one_process_is_painted_at_the_other(url: str) -> None:
    async with serving(url) as server:
        one, two = server.processes
        table = await begin(one.services)
        await server.settle()
        async with visiting(one.services, ADA) as [ada], visiting(two.services, BEA) as [bea]:
            await ada.sees_no("bea is away")
            by, action = first_action(one.services.tables.whole(table))
            (process, other) = (one, bea) if by == ADA else (two, ada)
            played = f"{by} plays" if "yield" not in action else f"{by} yields"
            assert played not in other.window.written
            await process.services.commands.do(table, by, commands.Act(action))
            await other.sees(played)
            await bea.press("m")
            await ada.sees("bea is in the lobby")
            await bea.drop()
            await ada.sees("bea is away")
            bea.come()
            await bea.comes_back()


async def test_a_newer_window_at_another_process_ends_the_older_one(url: str) -> None:
    async with serving(url) as server:
        one, two = server.processes
        async with visiting(one.services, ADA) as [first]:
            async with visiting(two.services, ADA) as [second]:
                assert await first.goes() == "You connected in another window."
                await second.sees("Welcome, ada.")
                assert one.services.presence.names == (ADA,)
            first.come()
            await first.sees("Welcome, ada.")


async def test_the_lobby_shows_tables_and_words_of_the_other_process(url: str) -> None:
    async with serving(url) as server:
        one, two = server.processes
        async with visiting(one.services, ADA) as [ada], visiting(two.services, BEA) as [bea]:
            await ada.sees("bea")
            await one.services.joining.open_table(ADA, commands.Open("duel", 2, {}))
            await bea.sees("Join Regicide Duel")
            await bea.press("t", *"hello", "enter")
            await ada.sees("hello")
