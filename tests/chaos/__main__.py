"""Chaos: servers on hosts of their own, one PostgreSQL, a balancer, and people with SSH clients.

    python -m tests.chaos [--seed S] [--actions N] [--people P] [--servers K] [--calm]

People of all three games play until so many actions are in the logs. Meanwhile servers and the
database are killed, servers are stopped for a while, and links to the database are cut. At the end
everything works again, and then all of this must hold, or the program ends with 1:

- each action that somebody was shown is in its log once, and all saw the same order;
- no log has a gap, or an id twice;
- every game still folds;
- everybody is back in their seat.
"""

import argparse
import asyncio
import json
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import asyncssh

from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.accounts import Accounts
from regicide_tui.server.storage.opening import opened
from regicide_tui.server.tables import commands
from regicide_tui.server.tables.hub import Hub
from tests.chaos.faults import Faults
from tests.chaos.network import MISSING, Host, can_make_hosts, new_hosts
from tests.chaos.players import Player
from tests.chaos.servers import balancing, running
from tests.chaos.truth import find_gaps, find_untrue, fold_tables, shown_at
from tests.server.postgres import Cluster, new_cluster

TABLES = (
    ("regicide", 4),
    ("duel", 2),
    ("king_of_the_dead", 3),
    ("regicide", 3),
    ("king_of_the_dead", 2),
    ("regicide", 2),
)
"""The games and numbers of players of the tables, again and again."""
_LOOK = 2.0
"""Seconds between two looks at how many actions there are."""
_PATIENCE = 120.0
"""Seconds in which everybody must be back."""


def seatings(people: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the game and the names at each table, for so many people at most."""
    names = iter([f"player-{number}" for number in range(1, people + 1)])
    for game, players in cycle(TABLES):
        seated = list(islice(names, players))
        if len(seated) < players:
            return
        yield game, seated


async def prepare(url: str, people: int, key: asyncssh.SSHKey) -> list[list[str]]:
    """Give everybody an account and a seat at a game that has begun; return the names by table."""
    tables: list[list[str]] = []
    async with opened(url) as store:
        accounts, hub = Accounts(store), Hub(store)
        await hub.open()
        for game, names in seatings(people):
            for name in names:
                await accounts.add_key(name, key_line(key))
            host, *others = names
            table = await hub.open_table(host, commands.Open(game, len(names), {}))
            for seat, name in enumerate(others, 1):
                await hub.do(table, name, commands.Sit(seat, password=""))
                await hub.do(table, name, commands.BeReady(True))
            await hub.do(table, host, commands.StartGame())
            tables.append(names)
        await hub.close()
    return tables


@contextmanager
def database_for(hosts: list[Host]) -> Iterator[Cluster]:
    """Run a PostgreSQL that the hosts reach."""
    with new_cluster(addresses=[host.database for host in hosts]) as cluster:
        yield cluster


@asynccontextmanager
async def living(players: list[Player]) -> AsyncIterator[None]:
    """Let everybody play until this context ends."""
    tasks = [asyncio.ensure_future(one.live()) for one in players]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def play(players: list[Player], faults: Faults | None, actions: int, seconds: float) -> None:
    """Play until the people have taken so many actions, or so many seconds have passed."""
    over, end = asyncio.Event(), monotonic() + seconds
    failing = asyncio.ensure_future(faults.run(over)) if faults is not None else None
    while sum(one.acted for one in players) < actions and monotonic() < end:
        await asyncio.sleep(_LOOK)
        if failing is not None and failing.done():
            break
    over.set()
    if failing is not None:
        await failing


async def come_back(players: list[Player]) -> list[str]:
    """Wait until everybody is back; return the names of those who are not."""
    end = monotonic() + _PATIENCE
    for one in players:
        one.playing = False
    while away := [one.name for one in players if not one.is_back]:
        if monotonic() > end:
            return away
        await asyncio.sleep(0.5)
    return []


async def judge(url: str, players: list[Player]) -> dict[str, list[str]]:
    """Return what does not hold, by what should."""
    wrong: dict[str, list[str]] = {}
    async with opened(url) as store:
        wrong["logs with a gap or an id twice"] = await find_gaps(store)
        states = await fold_tables(store)
    wrong["games that don't fold"] = [
        table for table, state in states.items() if state.saved is None and state.begun
    ]
    for one in players:
        own = [state for state in states.values() if one.name in state.people and state.saved]
        untrue = find_untrue(one.notes, [shown_at(state, one.name) for state in own])
        wrong[f"shown to {one.name}, and not so in a log"] = untrue
    return {what: found for what, found in wrong.items() if found}


async def run(given: argparse.Namespace, folder: Path) -> tuple[dict[str, object], bool]:
    """Return the figures, and whether everything holds."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    with new_hosts(given.servers) as hosts, database_for(hosts) as cluster:
        url = cluster.url()
        tables = await prepare(url, given.people, key)
        urls = [cluster.url(host=host.database) for host in hosts]
        with running(hosts, urls, folder) as servers, balancing(hosts, folder) as port:
            players = [
                Player(name, names, key, port, f"{given.seed} {name}")
                for names in tables
                for name in names
            ]
            faults = None if given.calm else Faults(servers, cluster, given.seed)
            began = monotonic()
            async with living(players):
                await play(players, faults, given.actions, given.seconds)
                took = monotonic() - began
                away = await come_back(players)
            tracebacks = sum(one.journal.read_text().count("Traceback") for one in servers)
        wrong = await judge(url, players)
    if away:
        wrong["not back in their seats"] = away
    figures: dict[str, object] = {
        "seed": given.seed,
        "people": len(players),
        "servers": given.servers,
        "seconds": round(took),
        "actions": sum(one.acted for one in players),
        "connections": sum(one.connections for one in players),
        "lines lost": dict(sum((one.refusals for one in players), Counter[str]())),
        "faults": dict(faults.done) if faults is not None else {},
        "looks at a log": sum(len(one.notes) for one in players),
        "tracebacks in journals": tracebacks,
        "wrong": wrong,
    }
    return figures, not wrong


def main() -> int:
    """Read the command line, run, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--actions", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3600.0, help="the longest time to play")
    parser.add_argument("--calm", action="store_true", help="without faults")
    given = parser.parse_args()
    if not can_make_hosts():
        print(MISSING)
        return 2
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # all is tidied up
    with TemporaryDirectory(prefix="chaos-") as folder:
        figures, holds = asyncio.run(run(given, Path(folder)))
    print(json.dumps(figures, indent=2))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
