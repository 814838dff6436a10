"""What somebody hears of the tables at which they sit, and which they don't look at."""

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services
from regicide_tui.tui.screens.tables.home import HomeTable
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.visitors import Person, visiting


async def act_as(services: Services, table: str, name: str) -> None:
    """Let somebody act until it is another's turn."""
    while (action := first_action(services.tables.whole(table)))[0] == name:
        await services.commands.do(table, name, commands.Act(action[1]))


async def goes_to_the_lobby(person: Person) -> None:
    await person.press("m")
    await person.sees("Welcome,")


@pytest.fixture
async def table(services: Services) -> str:
    """Return a table of King of the Dead at which it is bea's turn."""
    table = await begin(services, "king_of_the_dead")
    await act_as(services, table, ADA)
    return table


async def test_in_the_lobby_one_hears_that_it_is_one_s_turn(services: Services, table: str) -> None:
    async with visiting(services, ADA) as [ada]:
        await goes_to_the_lobby(ada)
        await act_as(services, table, BEA)
        await ada.sees("It is your turn: King of the Dead with bea.")
        assert "\a" in ada.window.written


async def test_at_another_table_one_hears_it_too(services: Services, table: str) -> None:
    async with visiting(services, ADA) as [ada]:
        other = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
        ada.app.call_later(ada.app.show_table, other)
        await ada.sees("Waiting for somebody to sit down.")
        await act_as(services, table, BEA)
        await ada.sees("It is your turn: King of the Dead with bea.")


async def test_in_the_lobby_one_hears_what_is_asked_at_one_s_table(
    services: Services, table: str
) -> None:
    async with visiting(services, ADA) as [ada]:
        await goes_to_the_lobby(ada)
        services.presence.arrive(BEA, lambda _: None)
        await services.commands.do(table, BEA, commands.Ask(commands.END))
        await ada.sees("bea asks to end the game without a winner", "King of the Dead with bea.")
        assert "\a" in ada.window.written


async def test_in_the_lobby_one_hears_of_an_offered_draw(services: Services) -> None:
    duel = await begin(services, "duel")
    async with visiting(services, ADA) as [ada]:
        await goes_to_the_lobby(ada)
        services.presence.arrive(BEA, lambda _: None)
        await services.commands.do(duel, BEA, commands.Draw())
        await ada.sees("bea offers a draw at your table: Regicide Duel")


@pytest.mark.parametrize("opening", [("p", "enter"), ("l", "enter")], ids=["puzzle", "lesson"])
async def test_at_a_puzzle_or_a_lesson_one_hears_it_too(
    services: Services, table: str, opening: tuple[str, str]
) -> None:
    async with visiting(services, ADA) as [ada]:
        await goes_to_the_lobby(ada)
        for key in opening:
            await ada.press(key)
            await ada.app.work.idle()
        await ada.until(lambda: isinstance(ada.app.screen, HomeTable))
        await act_as(services, table, BEA)
        await ada.sees("It is your turn: King of the Dead with")


async def test_at_the_table_itself_nothing_is_said_of_it(services: Services, table: str) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.sees("bea is to play")
        await act_as(services, table, BEA)
        await ada.sees("e end turn")
        assert "It is your turn" not in ada.window.text


async def test_who_types_hears_it_once_they_have_done_so(services: Services, table: str) -> None:
    async with visiting(services, ADA) as [ada]:
        await goes_to_the_lobby(ada)
        await ada.press("t", *"hel")
        await act_as(services, table, BEA)
        await ada.until(lambda: "\a" in ada.window.written)
        assert "It is your turn" not in ada.window.text
        await ada.press(*"lo", "enter")
        await ada.sees("ada: hello", "It is your turn")


async def test_what_was_so_before_is_not_said_again(services: Services, table: str) -> None:
    await act_as(services, table, BEA)
    async with visiting(services, ADA) as [ada]:
        await goes_to_the_lobby(ada)
        await services.commands.do(table, BEA, commands.Say("hello"))
        await ada.sees("your turn")
        assert "It is your turn" not in ada.window.text


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (commands.Resign(), "bea resigned. ada wins."),
        (commands.End(), "was ended"),
    ],
)
async def test_in_the_lobby_one_hears_how_a_game_has_ended(
    services: Services, command: commands.Command, told: str
) -> None:
    async with visiting(services, ADA) as [ada]:
        duel = await begin(services, "duel")
        await ada.sees("Go on with Regicide Duel")
        by = ADA if isinstance(command, commands.End) else BEA
        await services.commands.do(duel, by, command)
        await ada.sees(told)


async def test_who_loses_on_time_in_the_lobby_hears_it(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        duel = await begin(services, "duel", clock=(1, 0))  # a second is the shortest time
        for one in (ada, bea):
            await one.sees("Go on with Regicide Duel")
        loser = first_action(services.tables.whole(duel))[0]
        for one in (ada, bea):
            await one.sees(f"Time ran out for {loser}.", "wins.")


async def test_a_bot_that_plays_for_somebody_calls_nobody(services: Services, table: str) -> None:
    async with visiting(services, ADA) as [ada]:
        await goes_to_the_lobby(ada)
        await services.commands.do(table, ADA, commands.StandIn())
        await ada.sees("your turn")
        assert "bea" in services.presence.absent(services.tables[table])
