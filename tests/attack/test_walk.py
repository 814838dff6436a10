"""Whatever anybody presses anywhere in a server, no app crashes."""

import asyncio
import io
import logging
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest

from regicide_tui import games
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services import visitor_limits
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.server import Server
from tests.attack.walking import SIZES, Walker
from tests.server.dealing import deal_one_game
from tests.server.review.finished import finish
from tests.server.whole import open_house

pytestmark = pytest.mark.processes

SECONDS = float(os.environ.get("WALK_SECONDS", "300"))
"""How long the long walk takes."""
SEED = int(os.environ.get("WALK_SEED", "0"))
"""What the long walk begins with; 0 chooses a new one each time."""
REVIEWED = int(os.environ.get("WALK_KEYS", "20"))
"""The keys that each presses in a review."""
_KEPT = 6
"""The tables that are left as they are."""
NAMES = ("ada", "bea", "cyd", "dee")
TABLES = [
    (game, players, bots)
    for game in games.names()
    for players in games.find(game).player_counts
    for bots in {False, players > 1}
]


def _is_walked_always(game: str, players: int, *, bots: bool) -> bool:
    """Tell whether a table is walked at in each run, or only by the attacks.

    Each game is with the most players, one of them with bots: the number changes how the table
    looks, and bots change who acts.
    """
    most = max(games.find(game).player_counts)
    return players == most and bots == (game == "king_of_the_dead")


WALKED = [
    pytest.param(
        game,
        players,
        bots,
        marks=[] if _is_walked_always(game, players, bots=bots) else pytest.mark.attack,
    )
    for game, players, bots in TABLES
]


@asynccontextmanager
async def walked_through(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[tuple[Server, Services, io.StringIO]]:
    """Open a whole server; what went wrong in it fails the test."""
    limits = Limits(
        tables_by_player=50,
        logins_a_minute=100_000,
        new_names_by_address=100_000,
        guests_by_address=100_000,
        waiting_tables=50,
        waiting_tables_of_guest=50,
    )
    with caplog.at_level(logging.ERROR, "asyncio"):
        async with open_house(folder, names={}, limits=limits) as house:
            yield house.server, house.services, house.journal
    assert not [one for one in caplog.records if one.name == "asyncio"]


async def open_table(walker: Walker, game: str, players: int) -> None:
    """Open a table by the form."""
    await walker.press("n")
    await walker.sees("OPEN A TABLE")
    await walker.press(*["left"] * len(games.names()), *["right"] * games.names().index(game))
    await walker.sees(games.find(game).title)
    if len(games.find(game).player_counts) > 1:
        await walker.press("down", f"{players}")
    await walker.press("enter")
    await walker.sees("host of the table")


async def begin(walker: Walker, services: Services, players: int, *, bots: bool) -> None:
    """Fill the seats of the table that was opened last, and start."""
    table = [*services.tables][-1]
    for seat in range(1, players):
        if bots:
            await walker.press("b")
            await walker.sees("Which bot")
            await walker.press("1")
            await walker.sees("(bot)")
        else:
            await services.commands.do(table, NAMES[seat], commands.Sit(seat))
            await services.commands.do(table, NAMES[seat], commands.BeReady(True))
    await walker.sees("Everyone is ready.")
    await walker.press("G")
    await walker.sees("turn ")


@pytest.mark.parametrize(("game", "players", "bots"), WALKED)
async def test_every_table_that_can_be_opened_is_played_at_left_and_returned_to(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    players: int,
    bots: bool,
) -> None:
    deal_one_game(monkeypatch)  # bots alone may lose others before a visitor is back
    async with walked_through(tmp_path, caplog) as (server, services, _):
        walker = Walker(server, "ada", players, (80, 24))
        await walker.come()
        await open_table(walker, game, players)
        await begin(walker, services, players, bots=bots)
        await walker.press("m")
        await walker.sees("Return to", "Welcome")
        await walker.go()
        await walker.come()
        await walker.sees("turn")
        if "WHILE YOU WERE AWAY" in walker.page:  # bots have acted meanwhile
            await walker.press("enter")
        await walker.sees("turn ")
        await walker.wander(15)
        await walker.go()


async def start(services: Services, game: str, players: int, *, bots: bool) -> str:
    """Begin a game of ada and others, or of ada and bots."""
    table = await services.joining.open_table(NAMES[0], commands.Open(game, players, {}))
    for seat in range(1, players):
        if bots:
            await services.commands.do(table, NAMES[0], commands.SeatBot(seat, "page"))
        else:
            await services.commands.do(table, NAMES[seat], commands.Sit(seat))
            await services.commands.do(table, NAMES[seat], commands.BeReady(True))
    await services.commands.do(table, NAMES[0], commands.StartGame())
    return table


async def end(services: Services, table: str) -> None:
    """End a game, as far as it goes on: all agree, though a bot does not."""
    for name in services.tables[table].people if table in services.tables else ():
        with suppress(Refused):
            await services.commands.do(table, name, commands.Ask("end"))


async def walk(
    server: Server,
    services: Services,
    journal: io.StringIO,
    *,
    seed: int,
    steps: int,
    seconds: float,
) -> list[Walker]:
    """Let all walk at once, so many keys each before and after a game ends, for so long."""
    people = [Walker(server, name, seed + at, SIZES[at]) for at, name in enumerate(NAMES)]
    until, chance = monotonic() + seconds, random.Random(seed)
    while True:
        game, players, bots = chance.choice(TABLES)
        table = await start(services, game, players, bots=bots)
        await asyncio.gather(*[one.come() for one in people])
        await asyncio.gather(*[one.wander(steps) for one in people])
        await end(services, table)
        await asyncio.gather(*[one.wander(steps) for one in people])
        if " crash " in journal.getvalue():
            told = [f"{one.name} pressed {[*one.pressed]}\n{one.page}" for one in people]
            pytest.fail("\n".join([f"seed {seed}", journal.getvalue(), *told]))
        await asyncio.gather(*[one.go() for one in people])
        for old in [*services.tables][:-_KEPT]:
            await end(services, old)
        if monotonic() >= until:
            return people


async def test_a_short_walk_of_four_crashes_nowhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with walked_through(tmp_path, caplog) as (server, services, journal):
        await walk(server, services, journal, seed=20, steps=30, seconds=0.0)


@pytest.mark.parametrize("game", games.names())
async def test_a_walk_through_a_shared_review_crashes_nowhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    deal_one_game(monkeypatch)
    async with walked_through(tmp_path, caplog) as (server, services, _):
        table = await start(services, game, 2, bots=False)
        await finish(services, table)
        people = [
            Walker(server, name, 70 + at, SIZES[at], command=f"review {table}@{2 * at}")
            for at, name in enumerate(NAMES)
        ]
        await asyncio.gather(*[one.come() for one in people])
        await asyncio.gather(*[one.sees("Replay") for one in people[:2]])
        await asyncio.gather(*[one.wander(REVIEWED) for one in people])
        await asyncio.gather(*[one.go() for one in people])


@pytest.mark.attack
@pytest.mark.timeout(SECONDS + 600)
async def test_a_long_walk_of_four_crashes_nowhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = SEED or random.SystemRandom().randrange(1, 1 << 30)
    monkeypatch.setattr(visitor_limits, "OPENED_BY_NAME", (1_000_000, 1.0))
    async with walked_through(tmp_path, caplog) as (server, services, journal):
        people = await walk(server, services, journal, seed=seed, steps=60, seconds=SECONDS)
        visits = sum(one.visits for one in people)
        print(
            f"seed {seed}, {visits} visits, {len(services.tables.results.finished)} games finished"
        )
