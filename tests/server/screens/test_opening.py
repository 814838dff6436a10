"""A screen of the server may be closed at any moment while it is still being opened."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.screens.lobby import LobbyScreen
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.visitors import Person, visiting
from tests.server.waiting import until

_TURNS = (*range(12), *range(12, 40, 4))
"""After how many turns of the loop a screen is closed: most of it happens in the first ones."""


async def _open_table(services: Services) -> str:
    return await services.joining.open_table(ADA, commands.Open("duel", 2, {}))


async def _closes_at_any_turn(person: Person, open_it: Callable[[], object]) -> None:
    app = person.app
    with app._context():
        for turns in _TURNS:
            before = app.screen
            open_it()
            assert app.screen is not before
            for _ in range(turns):
                await asyncio.sleep(0)
            while app.screen is not before:
                app.pop_screen()


@pytest.mark.processes
@pytest.mark.parametrize("name", ["", "finished", "players"])
async def test_what_the_lobby_opens_may_be_closed_at_any_turn(
    services: Services, name: str
) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.sees("Open a table")
        lobby = ada.app.screen
        assert isinstance(lobby, LobbyScreen)
        opens = partial(lobby.action_page, name) if name else lobby.action_new
        await _closes_at_any_turn(ada, opens)
        await ada.press("down")
        await ada.sees("Open a table")


@pytest.mark.processes
@pytest.mark.parametrize("make", [_open_table, begin])
async def test_a_table_may_be_left_at_any_turn(
    services: Services, make: Callable[[Services], Awaitable[str]]
) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.sees("Open a table")
        table = await make(services)
        await _closes_at_any_turn(ada, lambda: ada.app.show_table(table))
        await ada.press("down")
        await ada.sees("Open a table")


@pytest.mark.processes
@pytest.mark.parametrize("name", ["talk", "full_log"])
async def test_what_a_table_opens_may_be_closed_at_any_turn(services: Services, name: str) -> None:
    async with visiting(services, ADA) as [ada]:
        table = await begin(services)
        with ada.app._context():
            ada.app.show_table(table)
        await ada.sees("turn 1")
        await _closes_at_any_turn(ada, getattr(ada.app.screen, f"action_{name}"))
        await ada.press("down")
        await ada.sees("turn 1")


@pytest.mark.parametrize("refused", [False, True])
async def test_a_table_may_be_left_while_an_action_is_being_kept(
    services: Services, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    begun, let_go, do = asyncio.Event(), asyncio.Event(), services.commands.do

    async def slow(table: str, by: str, command: commands.Command) -> TableFacts:
        begun.set()
        await let_go.wait()
        if refused:
            raise Refused("It can't be done.")
        return await do(table, by, command)

    async with visiting(services, ADA, BEA) as people:
        table = await begin(services)
        by, _ = first_action(services.tables.whole(table))
        acting = next(one for one in people if one.name == by)
        app = acting.app
        with app._context():
            app.show_table(table)
            await acting.sees("turn 1")
            monkeypatch.setattr(services.commands, "do", slow)
            screen = app.screen
            screen.call_later(screen.run_action, "confirm")
            await begun.wait()
            left = app.pop_screen()
            await until(lambda: screen not in app.screen_stack)
            let_go.set()
            await left
        await acting.press("down")
        await acting.sees("Open a table")
