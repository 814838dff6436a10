"""What somebody hears who comes back to a table: what happened meanwhile."""

import re
from pathlib import Path

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.state import moves_until_own
from regicide_tui.server.screens.meanwhile import MeanwhileScreen
from regicide_tui.server.screens.table import RemoteTable
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.visitors import Person, visiting
from tests.server.waiting import until


async def act(services: Services, table: str) -> str:
    """Take the first legal action; return who did."""
    name, action = first_action(services.tables.whole(table))
    await services.commands.do(table, name, commands.Act(action))
    return name


async def begin_and_let_a_bot_play(services: Services) -> str:
    """Begin a game in which a bot plays for bea until it is ada's turn; return the table."""
    table = await begin(services, "king_of_the_dead")
    while services.tables[table].waits_for(ADA):
        await act(services, table)
    services.presence.arrive(ADA, lambda _: None)
    await services.commands.do(table, ADA, commands.StandIn())
    await until(lambda: services.tables[table].waits_for(ADA), seconds=60)
    return table


async def test_a_short_story_is_told_in_a_sentence(services: Services) -> None:
    table = await begin(services, "duel")
    acting = first_action(services.tables.whole(table))[0]
    waiting = BEA if acting == ADA else ADA
    async with visiting(services, waiting) as [person]:
        await person.press("m")
        await person.sees("Welcome,")
        action = first_action(services.tables.whole(table))[1]
        await services.commands.do(table, acting, commands.Act(action))
        await person.press("1")
        await person.sees("Meanwhile:", f"{acting} ")


async def test_the_actions_of_a_short_story_are_told_apart(services: Services) -> None:
    table = await begin(services)
    acting = first_action(services.tables.whole(table))[0]
    waiting = BEA if acting == ADA else ADA
    async with visiting(services, waiting, size=(120, 40)) as [person]:
        await person.press("m")
        await person.sees("Welcome,")
        while services.tables[table].waits_for(acting):
            await act(services, table)
        await person.press("1")
        await person.sees("Meanwhile:")
        assert re.search(rf"Meanwhile: {acting} plays [^;]*; {acting} ", person.window.text)


async def test_what_one_has_seen_before_is_not_told(services: Services) -> None:
    table = await begin(services, "duel")
    acting = first_action(services.tables.whole(table))[0]
    waiting = BEA if acting == ADA else ADA
    async with visiting(services, waiting) as [person]:
        await act(services, table)
        await person.sees(f"{acting} plays")
        await person.press("m")
        await person.sees("Welcome,")
        await person.press("1")
        await person.sees("turn ", "THE LOG" if person.window.size[0] > 100 else "plays")
        assert "Meanwhile" not in person.window.written


async def test_what_a_bot_did_for_one_is_told_on_a_page(services: Services) -> None:
    await begin_and_let_a_bot_play(services)
    bea = Person(services, BEA)
    bea.come()
    await bea.sees("WHILE YOU WERE AWAY", "bea's bot")
    await bea.press("escape")
    await bea.sees("turn ")
    await bea.press("m")
    await bea.sees("Welcome,")
    await bea.press("1")
    await bea.sees("turn ")
    assert "WHILE YOU WERE AWAY" not in bea.window.text
    await bea.drop()


async def test_the_page_says_whose_turn_it_is_and_enter_leads_to_the_table(
    services: Services,
) -> None:
    table = await begin_and_let_a_bot_play(services)
    bea = Person(services, BEA)
    bea.come()
    await bea.sees("WHILE YOU WERE AWAY", "ada has the turn.", "enter table")
    while services.tables[table].waits_for(ADA):
        await act(services, table)
    await bea.sees("WHILE YOU WERE AWAY", "It is your turn.")
    await bea.press("enter")
    await bea.sees("turn ")
    assert "WHILE YOU WERE AWAY" not in bea.window.text
    await bea.drop()


async def test_news_come_while_the_page_opens(services: Services) -> None:
    await begin(services, "king_of_the_dead")
    async with visiting(services, BEA) as [bea]:
        table = bea.app.screen
        assert isinstance(table, RemoteTable)
        page = MeanwhileScreen(bea.app.look, (), table.event_describer(), "ada has the turn.")

        def open_and_tell() -> None:
            bea.app.push_screen(page)
            page.show_turn("It is your turn.")  # nothing is on the page yet

        bea.app.call_later(open_and_tell)
        await bea.sees("WHILE YOU WERE AWAY", "It is your turn.")


async def test_news_of_the_table_come_after_the_page_is_gone(services: Services) -> None:
    table = await begin_and_let_a_bot_play(services)
    bea = Person(services, BEA)
    bea.come()
    await bea.sees("WHILE YOU WERE AWAY")
    page = bea.app.screen
    await bea.press("enter")
    await bea.sees("ada is to play")
    await until(lambda: "look" not in vars(page))  # it is taken apart
    while services.tables[table].waits_for(ADA):
        await act(services, table)
    await bea.sees_no("ada is to play")
    assert "incident" not in bea.window.text
    await bea.drop()


async def test_after_a_restart_it_is_told_from_one_s_own_last_action_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    services = make_services(store, pause=0)
    await services.open()
    table = await begin(services, "duel")
    first = await act(services, table)
    other = BEA if first == ADA else ADA
    while services.tables[table].waits_for(other):
        await act(services, table)
    await services.close()
    again = make_services(store, pause=0)
    await again.open()
    person = Person(again, first)
    person.come()
    told = re.compile(f"(Meanwhile:|WHILE YOU WERE AWAY).*{other} ", re.DOTALL)
    await person.until(lambda: told.search(person.window.text) is not None)
    await person.drop()
    await again.close()
    await store.close()


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


async def test_who_watches_hears_nothing_of_that(services: Services) -> None:
    table = await begin(services, "duel")
    await act(services, table)
    async with visiting(services, "cyd") as [cyd]:
        await cyd.goes_to("Watch Regicide Duel")
        await cyd.sees("watching")
        assert "Meanwhile" not in cyd.window.written
