"""What an action costs the worker that takes it, each other worker, and the store.

    python -m tests.bench.server.growth [ACTIONS]        measures and prints

One, two and three workers are hubs in one process, with a file and a doorbell between them. So the
processor time of an action with two workers, less that with one, is what the second one needs to
learn of it. The stores append entries and read the last one of a log, one after the other and eight
at once.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter, process_time

from regicide_tui.server.model.table import commands
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store
from tests.server.gatherings import begin, first_action
from tests.server.postgres import find_programs, new_cluster
from tests.server.workers.houses import House, housing

_AT_ONCE = 8


async def _play(house: House, actions: int) -> float:
    """Take so many actions at the first worker, game after game; return milliseconds for each."""
    services = house.workers[0].services
    table = await begin(services)
    await house.settle()
    began = process_time()
    for _ in range(actions):
        if table not in services.tables or services.tables[table].over:
            house.time.seconds += 120  # so that nobody opens too many tables
            table = await begin(services)
        who, action = first_action(services.tables[table])
        await services.commands.do(table, who, commands.Act(action))
        await house.settle()
    return (process_time() - began) / actions * 1000


async def _append(store: Store, entries: int) -> tuple[float, float]:
    """Return the appends a second, one after the other, and with eight logs at once."""

    async def fill(log: str, count: int) -> None:
        for version in range(count):
            await store.append(log, version, f"{version}", {"by": "ada", "text": "x" * 200})

    return await _rates(fill, entries)


async def _read(store: Store, entries: int) -> tuple[float, float]:
    """Return the same for reads of the last entry of the logs that `_append` has filled."""

    async def look(log: str, count: int) -> None:
        for _ in range(count):
            await store.read(log, after=entries - 1)

    return await _rates(look, entries)


async def _rates(do: Callable[[str, int], Awaitable[None]], entries: int) -> tuple[float, float]:
    """Return how often something is done a second, one after the other and eight at once."""
    began = perf_counter()
    await do("one", entries)
    alone = entries / (perf_counter() - began)
    began = perf_counter()
    await asyncio.gather(*[do(f"log {number}", entries) for number in range(_AT_ONCE)])
    return round(alone), round(_AT_ONCE * entries / (perf_counter() - began))


async def measure(actions: int) -> dict[str, object]:
    """Return all figures."""
    found: dict[str, object] = {}
    for workers in (1, 2, 3):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "house.db"
            async with housing(place, workers) as house:
                found[f"an action with {workers} workers, ms"] = await _play(house, actions)
            found["bytes of the file for an action"] = place.stat().st_size // actions
    with tempfile.TemporaryDirectory() as folder:
        store: Store = SqliteStore(Path(folder) / "house.db")
        found["appends a second, file: alone, at once"] = await _append(store, actions)
        found["reads a second, file: alone, at once"] = await _read(store, actions)
        await store.close()
    if find_programs() is not None:
        from regicide_tui.server.storage.postgres import PostgresStore

        with new_cluster() as cluster:
            store = await PostgresStore.open(cluster.url())
            found["appends a second, PostgreSQL: alone, at once"] = await _append(store, actions)
            found["reads a second, PostgreSQL: alone, at once"] = await _read(store, actions)
            await store.close()
    return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(*map(int, sys.argv[1:] or ["300"]))), indent=2))
