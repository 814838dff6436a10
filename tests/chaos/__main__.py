"""Chaos: servers on separate hosts, one PostgreSQL, a balancer, and people with SSH clients.

    python -m tests.chaos [--seed S] [--actions N] [--people P] [--servers K] [--calm]

People play all three games until enough actions are in the logs. While they play, servers and the
database are killed, servers are stopped for a while, and links to the database are cut. At the end
everything works again. If any of the following is not true then, the exit code is 1:

- Each action that someone was shown is in its log once, and everyone saw the same order.
- No log has a gap or a duplicate id, and no journal has a traceback.
- Every game still folds.
- Everyone is back in their seat.
"""

import argparse
import asyncio
import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import asyncssh

from tests.chaos.faults import Faults
from tests.chaos.network import Host, new_hosts
from tests.chaos.players import Habits, Player
from tests.chaos.playing import come_back, judge, living, make_players, prepare
from tests.chaos.servers import balancing, missing_programs, running
from tests.server.postgres import Cluster, new_cluster

_LOOK = 2.0
"""Seconds between two counts of the actions."""


@contextmanager
def database_for(hosts: list[Host]) -> Iterator[Cluster]:
    """Run a PostgreSQL that the hosts can reach."""
    with new_cluster(addresses=[host.database for host in hosts if host.database]) as cluster:
        yield cluster


async def play(players: list[Player], faults: Faults | None, actions: int, seconds: float) -> None:
    """Play until the people have taken enough actions, or the time is up."""
    over, end = asyncio.Event(), monotonic() + seconds
    failing = asyncio.ensure_future(faults.run(over)) if faults is not None else None
    while sum(one.acted for one in players) < actions and monotonic() < end:
        await asyncio.sleep(_LOOK)
        if failing is not None and failing.done():
            break
    over.set()
    if failing is not None:
        await failing


async def run(given: argparse.Namespace, folder: Path) -> tuple[dict[str, object], bool]:
    """Return the results, and whether all conditions are met."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    with new_hosts(given.servers) as hosts, database_for(hosts) as cluster:
        url = cluster.url()
        tables = await prepare(url, given.people, key)
        urls = [cluster.url(host=host.database) for host in hosts]
        with running(hosts, urls, folder) as servers, balancing(hosts, folder) as port:
            players = make_players(tables, key, port, given.seed, Habits())
            faults = None if given.calm else Faults(servers, cluster, given.seed)
            began = monotonic()
            async with living(players):
                await play(players, faults, given.actions, given.seconds)
                took = monotonic() - began
                away = await come_back(players)
            tracebacks = [one.host.address for one in servers if one.has_crashed]
        wrong = await judge(url, players)
    if away:
        wrong["not back in their seats"] = away
    if tracebacks:
        wrong["tracebacks in journals"] = tracebacks
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
        "wrong": wrong,
    }
    return figures, not wrong


def main() -> int:
    """Read the command line, run, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--actions", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3600.0, help="maximum time to play")
    parser.add_argument("--calm", action="store_true", help="run without faults")
    given = parser.parse_args()
    if missing := missing_programs():
        print(missing)
        return 2
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # with cleanup
    with TemporaryDirectory(prefix="chaos-") as folder:
        figures, holds = asyncio.run(run(given, Path(folder)))
    print(json.dumps(figures, indent=2))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
