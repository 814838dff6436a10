"""People at tables: how they start, how they return at the end, and the final checks."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle, islice
from time import monotonic

import asyncssh

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.opening import StorePlace, opened
from tests.chaos.players import Habits, Player
from tests.chaos.truth import find_gaps, find_untrue, fold_tables, read_times, shown_at

TABLES = (
    ("regicide", 4),
    ("duel", 2),
    ("king_of_the_dead", 3),
    ("regicide", 3),
    ("king_of_the_dead", 2),
    ("regicide", 2),
)
"""The games and numbers of players that the tables cycle through."""
_PATIENCE = 120.0
"""Seconds within which everyone must be back."""


def seatings(people: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the game and the names at each table, for at most this many people."""
    names = iter([f"player-{number}" for number in range(1, people + 1)])
    for game, players in cycle(TABLES):
        seated = list(islice(names, players))
        if len(seated) < players:
            return
        yield game, seated


async def prepare(place: StorePlace, people: int, key: asyncssh.SSHKey) -> list[list[str]]:
    """Give everyone an account and a seat in a running game; return the names by table."""
    tables: list[list[str]] = []
    async with opened(place) as store:
        accounts, services = Accounts(store), Services(store)
        await services.open()
        for game, names in seatings(people):
            for name in names:
                await accounts.add_key(name, key_line(key))
            host, *others = names
            table = await services.joining.open_table(host, commands.Open(game, len(names), {}))
            for seat, name in enumerate(others, 1):
                await services.commands.do(table, name, commands.Sit(seat, password=""))
                await services.commands.do(table, name, commands.BeReady(True))
            await services.commands.do(table, host, commands.StartGame())
            tables.append(names)
        await services.close()
    return tables


def make_players(
    tables: Sequence[Sequence[str]], key: asyncssh.SSHKey, port: int, seed: str, habits: Habits
) -> list[Player]:
    """Return the players at these tables."""
    return [
        Player(name, names, key, port, f"{seed} {name}", habits)
        for names in tables
        for name in names
    ]


@asynccontextmanager
async def living(players: list[Player]) -> AsyncIterator[None]:
    """Let everyone play until this context ends. Raises the error of someone who can't go on."""
    tasks = [asyncio.ensure_future(one.live()) for one in players]
    try:
        yield
    finally:
        while any(not task.done() for task in tasks):  # a wait that is just over may miss the end
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=1.0)
    for task in tasks:
        if not task.cancelled():
            task.result()


async def come_back(players: list[Player]) -> list[str]:
    """Wait until everyone is back; return the screens of those who aren't."""
    end = monotonic() + _PATIENCE
    for one in players:
        one.playing = False
    while away := [one.describe() for one in players if not one.is_back]:
        if monotonic() > end:
            return away
        await asyncio.sleep(0.5)
    return []


async def judge(place: StorePlace, players: list[Player]) -> dict[str, list[str]]:
    """Return all violations, by the violated condition."""
    wrong: dict[str, list[str]] = {}
    async with opened(place) as store:
        wrong["logs with a gap or an id twice"] = await find_gaps(store)
        states = await fold_tables(store)
        times = {table: await read_times(store, table) for table in states}
    wrong["games that don't fold"] = [
        table for table, state in states.items() if state.game is None and state.facts.begun
    ]
    begun = [table for table, state in states.items() if state.game]
    views = {
        (table, name): shown_at(states[table], name, times[table])
        for table in begun
        for name in (*states[table].facts.seats, "")
    }
    replays = [
        shown_at(states[table], name, times[table], replayed=True)
        for table in begun
        if states[table].facts.over
        for name in states[table].facts.seats
    ]
    for one in players:
        own = [table for table in begun if states[table].facts.seat_of(one.name) is not None]
        seen = [views[table, one.name] for table in own]
        # What others saw: tables that someone watched, and finished games.
        seen += [
            pages
            for (table, name), pages in views.items()
            if name != one.name and (states[table].facts.over or (table not in own and not name))
        ]
        seen += replays
        wrong[f"shown to {one.name}, and not so in a log"] = find_untrue(one.notes, seen)
    return {what: found for what, found in wrong.items() if found}
