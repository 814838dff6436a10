"""Finished games for tests of reviews."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from regicide_tui import games
from regicide_tui.play import history
from regicide_tui.play.table import Table
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.services import Services
from tests.server.gatherings import begin, first_action
from tests.server.visitors import Person, visiting
from tests.server.waiting import until

ADA, BEA, CYD, DEE = "ada", "bea", "cyd", "dee"
GAMES = ("regicide", "duel", "king_of_the_dead")


@cache
def finished_game(game: str = "regicide", seed: str = "5eed") -> Table:
    """Return a game of ada and bea that was played at random to its end."""
    rules = games.find(game)
    table = Table(history.begin(rules, history.Start(game, 2, seed, {})), (ADA, BEA))
    luck = random.Random(seed)
    while table.outcome is None:
        table = table.take(None, luck.choice(rules.legal_actions(table.view(table.to_act))))
    return table


def a_legal_action(table: Table, number: int = 0) -> str:
    """Return an action that can be taken now, as text."""
    legal = table.game.legal_actions(table.view(table.to_act))
    return table.game.format(legal[number % len(legal)])


async def finish(services: Services, table: str) -> None:
    """Play the game of a table to its end."""
    while services.tables.find(table).playing:
        by, action = first_action(services.tables.whole(table))
        await services.commands.do(table, by, commands.Act(action))
    await until(lambda: table not in services.tables)


def ends_next(state: TableState) -> bool:
    """Tell whether the next action at a table ends its game."""
    table = state.game
    assert table is not None
    legal = table.game.legal_actions(table.view(table.to_act))
    return table.take(None, legal[0]).outcome is not None


async def play_to_the_last_action(services: Services, table: str) -> None:
    """Play the game of a table until one more action ends it."""
    while not ends_next(state := services.tables.whole(table)):
        by, action = first_action(state)
        await services.commands.do(table, by, commands.Act(action))


@asynccontextmanager
async def after_a_game(
    services: Services, game: str = "regicide", word: str = "", **more: Any
) -> AsyncIterator[tuple[str, Person, Person]]:
    """Let ada and bea end a game, and read its result. They come for its last action."""
    table = await begin(services, game, word)
    await play_to_the_last_action(services, table)
    async with visiting(services, ADA, BEA, **more) as [ada, bea]:
        await finish(services, table)
        for one in (ada, bea):
            await one.sees("Another game", "Review the game")
        yield table, ada, bea


async def go_together(ada: Person, bea: Person) -> None:
    """Go from the result to the review; ada leads."""
    await ada.press("V")
    await ada.sees("you lead, nobody follows", "Replay")
    await bea.sees("ada is reviewing the game: press V to join.")
    await bea.press("V")
    await bea.sees("ada leads, you follow")
    await ada.sees("you lead, bea follows")
