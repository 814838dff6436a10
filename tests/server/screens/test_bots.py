"""Bots in the server, as people meet them on their screens."""

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.visitors import Person, visiting


async def sits_alone(person: Person, other: str, services: Services) -> None:
    """Go to a table from which the other player is away, and look what can be said there."""
    await begin(services)
    await person.goes_to("Go on with Regicide for 2")
    await person.sees(f"{other} is away")
    await person.press("t")


async def test_who_opens_a_table_seats_bots_and_plays_with_them(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        table = await services.joining.open_table(ADA, commands.Open("regicide", 3, {}))
        await ada.goes_to("Wait for Regicide for 3")
        await ada.sees("Seat a bot", "on the last free seat")
        await ada.press("b")
        await ada.sees("Which bot should sit down?", "Page", "a cautious page")
        await ada.press("1")
        await ada.sees("3  Pip (bot)", "a page", "Send a bot away")
        await ada.press("x")
        await ada.sees("3  a free seat")
        await ada.press("b", "1")
        await ada.sees("3  Pip (bot)")
        await ada.press("b", "1")
        await ada.sees("2  Wat (bot)", "All are ready.")
        await ada.press("G")
        await ada.sees("Pip (bot)", "enter play")
        await ada.press("1", "enter")
        await ada.until(
            lambda: (now := services.tables.whole(table).game) is not None and now.moves > 0
        )


async def test_once_all_seats_are_taken_enter_starts_the_game(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await services.joining.open_table(ADA, commands.Open("regicide", 2, {}))
        await ada.goes_to("Wait for Regicide for 2")
        await ada.sees("Seat a bot")
        await ada.press("down", "enter")
        await ada.sees("Which bot should sit down?")
        await ada.press("1")
        await ada.sees("All are ready.")
        await ada.press("enter")
        await ada.sees("Tavern", "Discard")


async def test_the_host_lets_a_bot_play_for_who_is_away(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await sits_alone(ada, BEA, services)
        await ada.sees("Let a bot play", "for bea, until they come back")
        await ada.press("b")
        await ada.sees("a bot plays for bea")
        async with visiting(services, BEA) as [bea]:
            await bea.sees("turn 1", "t talk")
            await ada.sees_no("plays for bea")


async def test_the_log_says_which_actions_a_bot_took_for_somebody(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        table = await begin(services, "duel")
        await services.commands.do(table, ADA, commands.StandIn())
        if (action := first_action(services.tables.whole(table)))[0] == ADA:
            await services.commands.do(table, ADA, commands.Act(action[1]))
        await ada.goes_to("Go on with Regicide Duel")
        await ada.sees("bea's bot ")
        async with visiting(services, BEA) as [bea]:
            await bea.sees("bea's bot ")


async def test_all_who_are_there_ask_for_a_bot(services: Services) -> None:
    async with visiting(services, BEA) as [bea]:
        await sits_alone(bea, ADA, services)
        await bea.sees("Ask for a bot")
        await bea.press("b")
        await bea.sees("a bot plays for ada")
