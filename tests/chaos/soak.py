"""A long evening on two servers with one database: drops, resizes, floods, and killed servers.

    python -m tests.chaos.soak [--seed S] [--people P] [--minutes M]

The exit code is 1 if any condition of the chaos test isn't met at the end, if a journal has a
traceback, or if the total memory of all servers has grown by more than a tenth.
"""

import argparse
import asyncio
import json
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

import asyncssh
import psutil

from tests.chaos.network import Port
from tests.chaos.players import Habits
from tests.chaos.playing import come_back, judge, living, make_players, prepare
from tests.chaos.servers import ServerProcess, balancing, missing_programs, running
from tests.server.postgres import new_cluster

_HABITS = Habits(pause=4.0, drops=0.02, resizes=0.05, floods=0.02)
_SERVERS = 2
_LOOK = 5.0
"""Seconds between two measurements of the memory."""
_KILL = (40.0, 80.0)
"""Seconds between two kills of a server."""
_GROWTH = 1.1
"""The maximum ratio of the memory in the last quarter to that in the second one."""


def memory_of(servers: Sequence[ServerProcess]) -> float:
    """Return the memory of the servers and their child processes, in MB."""
    found = 0
    for server in servers:
        whole = psutil.Process(server.pid)
        for process in (whole, *whole.children(recursive=True)):
            try:
                found += process.memory_info().rss
            except psutil.NoSuchProcess:  # it has just ended
                continue
    return found / 1e6


async def watch(
    servers: Sequence[ServerProcess], rng: Random, seconds: float
) -> tuple[list[float], int]:
    """Kill a server now and then; return the measured memory, and the number of kills."""
    memory, killed, end = [], 0, monotonic() + seconds
    next_kill = monotonic() + rng.uniform(*_KILL)
    while monotonic() < end:
        await asyncio.sleep(_LOOK)
        memory.append(memory_of(servers))
        if monotonic() > next_kill:
            server = rng.choice(servers)
            await asyncio.to_thread(server.kill)
            server.start()
            killed += 1
            next_kill = monotonic() + rng.uniform(*_KILL)
    return memory, killed


def growth_of(memory: Sequence[float]) -> float:
    """Return the ratio of the memory in an evening's last quarter to that in its second one."""
    quarter = max(1, len(memory) // 4)
    return median(memory[-quarter:]) / median(memory[quarter : 2 * quarter] or memory[:1])


async def run(given: argparse.Namespace, folder: Path) -> tuple[dict[str, object], bool]:
    """Return the results, and whether all conditions are met."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    hosts = [Port(number) for number in range(1, _SERVERS + 1)]
    with new_cluster() as cluster:
        url = cluster.url()
        tables = await prepare(url, given.people, key)
        with (
            running(hosts, [url] * _SERVERS, folder) as servers,
            balancing(hosts, folder) as port,
        ):
            players = make_players(tables, key, port, given.seed, _HABITS)
            async with living(players):
                memory, killed = await watch(servers, Random(given.seed), given.minutes * 60)
                away = await come_back(players)
        tracebacks = [server.number for server in servers if server.has_crashed]
        wrong = await judge(url, players)
    if away:
        wrong["not back in their seats"] = away
    growth = growth_of(memory)
    figures: dict[str, object] = {
        "seed": given.seed,
        "people": len(players),
        "minutes": given.minutes,
        "actions": sum(one.acted for one in players),
        "connections": sum(one.connections for one in players),
        "lines lost": dict(sum((one.refusals for one in players), Counter[str]())),
        "servers killed": killed,
        "memory, MB": [round(one) for one in memory[:: max(1, len(memory) // 10)]],
        "growth": round(growth, 3),
        "servers with tracebacks": tracebacks,
        "wrong": wrong,
    }
    return figures, not wrong and not tracebacks and growth <= _GROWTH


def main() -> int:
    """Read the command line, run, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.soak")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=20.0)
    given = parser.parse_args()
    if missing := missing_programs():
        print(missing)
        return 2
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # with cleanup
    with TemporaryDirectory(prefix="soak-") as folder:
        figures, holds = asyncio.run(run(given, Path(folder)))
    print(json.dumps(figures, indent=2))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
