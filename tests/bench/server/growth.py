"""What an action costs the process that takes it, each other process, and the store.

    python -m tests.bench.server.growth [ACTIONS [PROCESSES...]]        measures and prints

The "processes" are services in a single process, on one PostgreSQL. The processor time of an action
with two of them minus that with one is therefore what the second one needs to learn about it. The
presence rows are measured with 3,000 visitors, of whom 25 move each second. The stores append
entries and read the last one of a log, one after the other and eight at once.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import perf_counter, process_time, time

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.postgres_processes import PostgresProcesses
from regicide_tui.server.storage.processes import VisitFacts
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store
from tests.server.gatherings import begin, first_action
from tests.server.postgres import MISSING, Cluster, find_programs, new_cluster
from tests.server.waiting import Time

_AT_ONCE = 8
_PROCESSES = (1, 2, 5)
_VISITORS, _MOVES, _WATCHED = 3000, 25, 10.0
"""All processes' visitors, how many of them move each second, and for how many seconds."""


@asynccontextmanager
async def _opened(url: str, number: int, time: Time) -> AsyncIterator[Sequence[Services]]:
    """Open the services of this many processes on one database."""
    async with AsyncExitStack() as closing:
        found = []
        for _ in range(number):
            store = await PostgresStore.open(url)
            closing.push_async_callback(store.close)
            processes = PostgresProcesses(store, lambda: int(time() * 1000), _fail)
            closing.push_async_callback(processes.close)
            services = Services(store, clock=time, processes=processes)
            await processes.open()
            await services.open()
            closing.push_async_callback(services.close)
            found.append(services)
        yield found


def _fail(error: BaseException) -> None:
    raise error


async def _all_know(processes: Sequence[Services], table: str) -> None:
    """Wait until all processes know everything that has happened at a table."""
    first, *others = processes
    while any(one.tables.get(table) != first.tables.get(table) for one in others):
        await asyncio.sleep(0.0005)
    for one in processes:
        await one.idle()


async def _play(processes: Sequence[Services], time: Time, actions: int) -> float:
    """Take actions at the first process, game after game; return milliseconds per action."""
    first, *_ = processes
    table = await begin(first)
    await _all_know(processes, table)
    began = process_time()
    for _ in range(actions):
        if table not in first.tables or first.tables[table].over:
            time.now += 120  # to stay below the limit on new tables
            table = await begin(first)
        who, action = first_action(first.tables.whole(table))
        await first.commands.do(table, who, commands.Act(action))
        await _all_know(processes, table)
    return (process_time() - began) / actions * 1000


async def _watch_rows(url: str, number: int, seconds: float) -> float:
    """Return the share of a core, in percent, that each process needs for the rows of all visits.

    All processes have the same number of visitors, who together move `_MOVES` times a second.
    """
    async with AsyncExitStack() as closing:
        processes = []
        for _ in range(number):
            store = await PostgresStore.open(url)
            closing.push_async_callback(store.close)
            one = PostgresProcesses(store, _now, _fail)
            closing.push_async_callback(one.close)
            await one.open()
            processes.append(one)
        for visitor in range(_VISITORS):
            processes[visitor % number].note(f"player-{visitor}", VisitFacts(_now(), visitor))
        while any(len({*one.names}) < _VISITORS for one in processes):
            await asyncio.sleep(0.1)
        began, cost = perf_counter(), process_time()
        for move in range(round(seconds * _MOVES)):
            visitor = move % _VISITORS
            facts = VisitFacts(_now(), visitor, f"table-{move}", address="192.0.2.1")
            processes[visitor % number].note(f"player-{visitor}", facts)
            await asyncio.sleep(max(0.0, began + move / _MOVES - perf_counter()))
        return (process_time() - cost) / (perf_counter() - began) / number * 100


def _now() -> int:
    return int(time() * 1000)


async def _append(store: Store, entries: int) -> tuple[float, float]:
    """Return the appends per second, one after the other, and with eight logs at once."""

    async def fill(log: str, count: int) -> None:
        for version in range(count):
            await store.append(log, version, f"{version}", {"by": "ada", "text": "x" * 200})

    return await _rates(fill, entries)


async def _read(store: Store, entries: int) -> tuple[float, float]:
    """Return the reads per second of the last entry, from the logs that `_append` has filled."""

    async def look(log: str, count: int) -> None:
        for _ in range(count):
            await store.read(log, after=entries - 1)

    return await _rates(look, entries)


async def _rates(do: Callable[[str, int], Awaitable[None]], entries: int) -> tuple[float, float]:
    """Return the calls of `do` per second, one after the other and eight at once."""
    began = perf_counter()
    await do("one", entries)
    alone = entries / (perf_counter() - began)
    began = perf_counter()
    await asyncio.gather(*[do(f"log {number}", entries) for number in range(_AT_ONCE)])
    return round(alone), round(_AT_ONCE * entries / (perf_counter() - began))


async def _measure_stores(cluster: Cluster, entries: int) -> dict[str, object]:
    """Return the rates of appends and reads of both stores."""
    found: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder:
        stores: dict[str, Store] = {
            "file": SqliteStore(Path(folder) / "house.db"),
            "PostgreSQL": await PostgresStore.open(cluster.new_url()),
        }
        for name, store in stores.items():
            found[f"appends a second, {name}: alone, at once"] = await _append(store, entries)
            found[f"reads a second, {name}: alone, at once"] = await _read(store, entries)
            await store.close()
    return found


async def measure(actions: int, *processes: int) -> dict[str, object]:
    """Return all results."""
    found: dict[str, object] = {}
    with new_cluster() as cluster:
        for number in processes or _PROCESSES:
            time = Time(1e6)
            async with _opened(cluster.new_url(), number, time) as opened:
                found[f"an action with {number} processes, ms"] = await _play(opened, time, actions)
        for number in processes or _PROCESSES:
            share = await _watch_rows(cluster.new_url(), number, _WATCHED)
            found[f"share of a core for the rows, each of {number} processes, %"] = round(share, 2)
        found |= await _measure_stores(cluster, actions)
    return found


if __name__ == "__main__":
    if find_programs() is None:
        sys.exit(MISSING)
    print(json.dumps(asyncio.run(measure(*map(int, sys.argv[1:] or ["300"]))), indent=2))
