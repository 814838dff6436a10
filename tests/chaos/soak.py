"""A long evening at one server with two workers: drops, resizes, floods, and workers that die.

    python -m tests.chaos.soak [--seed S] [--people P] [--minutes M]

At the end the same must hold as after chaos, no journal may have a traceback, and the memory of all
processes together must have stayed within a tenth, or the program ends with 1.
"""

import argparse
import asyncio
import json
import os
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

from tests.chaos.players import Habits
from tests.chaos.playing import come_back, judge, living, make_players, prepare
from tests.chaos.servers import SETTINGS
from tests.server.workers.processes import HOUSE, Running, running

_HABITS = Habits(pause=4.0, drops=0.02, resizes=0.05, floods=0.02)
_LOOK = 5.0
"""Seconds between two looks at the memory."""
_KILL = (40.0, 80.0)
"""Seconds between two deaths of a worker."""
_GROWTH = 1.1
"""The most that the memory of the last quarter is of that of the second one."""


def memory_of(server: Running) -> float:
    """Return the memory of the supervisor, its workers and what they have started, in MB."""
    whole = psutil.Process(server.process.pid)
    found = 0
    for process in (whole, *whole.children(recursive=True)):
        try:
            found += process.memory_info().rss
        except psutil.NoSuchProcess:  # it has just ended
            continue
    return found / 1e6


async def watch(server: Running, rng: Random, seconds: float) -> tuple[list[float], int]:
    """Kill a worker now and then; return the memory at each look, and how many were killed."""
    memory, killed, end = [], 0, monotonic() + seconds
    next_kill = monotonic() + rng.uniform(*_KILL)
    while monotonic() < end:
        await asyncio.sleep(_LOOK)
        memory.append(memory_of(server))
        if monotonic() > next_kill:
            os.kill(rng.choice([*server.workers.values()]), signal.SIGKILL)
            killed += 1
            next_kill = monotonic() + rng.uniform(*_KILL)
    return memory, killed


def growth_of(memory: Sequence[float]) -> float:
    """Return the memory of the last quarter of an evening, as a part of that of the second one."""
    quarter = max(1, len(memory) // 4)
    return median(memory[-quarter:]) / median(memory[quarter : 2 * quarter] or memory[:1])


async def run(given: argparse.Namespace, folder: Path) -> tuple[dict[str, object], bool]:
    """Return the figures, and whether everything holds."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    place = folder / HOUSE / "house.db"
    tables = await prepare(place, given.people, key)
    settings = folder / "house.toml"
    settings.write_text(SETTINGS)
    async with running(folder, "--config", f"{settings}") as server:
        await server.says("is running")
        players = make_players(tables, key, server.port, given.seed, _HABITS)
        async with living(players):
            memory, killed = await watch(server, Random(given.seed), given.minutes * 60)
            away = await come_back(players)
        server.process.send_signal(signal.SIGTERM)
        await server.ends()
        tracebacks = sum("Traceback" in line for line in server.said)
    wrong = await judge(place, players)
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
        "workers killed": killed,
        "memory, MB": [round(one) for one in memory[:: max(1, len(memory) // 10)]],
        "growth": round(growth, 3),
        "tracebacks": tracebacks,
        "wrong": wrong,
    }
    return figures, not wrong and not tracebacks and growth <= _GROWTH


def main() -> int:
    """Read the command line, run, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.soak")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=20.0)
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # all is tidied up
    with TemporaryDirectory(prefix="soak-") as folder:
        figures, holds = asyncio.run(run(given, Path(folder)))
    print(json.dumps(figures, indent=2))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
