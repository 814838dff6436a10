"""What tests of boards share: a clock, tables of boards, and whole games."""

import asyncio
import random

from regicide_tui.server.model.boards.series import Series
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.services.pars import ParProcess
from regicide_tui.server.services.services import Services
from regicide_tui.simulate.pars.messages import ALL_CARDS, ParAnswer, ParQuestion
from tests.server.gatherings import legal_actions
from tests.server.waiting import until

NOW = 1_795_400_000.0
"""A quarter past two in the night of 2026-11-23, in UTC: Unix time in seconds."""


class QuickPlayer(ParProcess):
    """Plays no game for a par, and says at once how it would end: every second one is won."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[ParQuestion] = []
        self.closed = False

    async def play(self, asked: ParQuestion) -> ParAnswer:
        """Return how a game ends."""
        await asyncio.sleep(0)
        self.asked.append(asked)
        won = asked.number == ALL_CARDS or asked.number % 2 == 0
        return ParAnswer(True, won, "gold" if won and asked.players == 1 else "")

    def close(self) -> None:
        """Note that the server closes."""
        self.closed = True


async def come(services: Services, *names: str) -> None:
    """Let people come to the server."""
    for name in names:
        services.presence.arrive(name, lambda _: None)


async def begin_board(services: Services, series: Series, *names: str) -> str:
    """Let people play a board of a series together; return the table."""
    host, *others = names
    players = services.boards.book.players_of(series)
    asked = commands.Open("regicide", players, {}, series=series.name)
    table = await services.joining.open_table(host, asked)
    for seat, name in enumerate(others, 1):
        await services.commands.do(table, name, commands.Sit(seat))
        await services.commands.do(table, name, commands.BeReady(True))
    await services.commands.do(table, host, commands.StartGame())
    return table


async def play(services: Services, table: str) -> None:
    """Play any actions until the game is over, and noted."""
    luck = random.Random(7)
    while (state := services.tables.get(table)) is not None and state.playing:
        by, legal = legal_actions(services.tables.whole(table))
        await services.commands.do(table, by, commands.Act(luck.choice(legal)))
    await noted(services, table)


async def noted(services: Services, table: str) -> None:
    """Wait until the end of a game is in the register."""
    await until(lambda: table not in services.tables)


def state_of(services: Services, table: str) -> TableFacts:
    """Return a table."""
    return services.tables[table]


def seed_of(services: Services, table: str) -> str:
    """Return the seed of the game at a table."""
    saved = services.tables.whole(table).game
    assert saved is not None
    return saved.history.start.seed
