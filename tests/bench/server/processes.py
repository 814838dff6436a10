"""How many people one server can handle, and two on one database, on all cores of this machine.

    python -m tests.bench.server.processes PEOPLE [SERVERS...]        measures and prints

PEOPLE people sit at tables of four in the real program, and each presses a key every four seconds.
HAProxy is in front, and PostgreSQL behind. Servers and clients share the cores, so the output shows
the processor time of each: the servers' cost of a key, and the clients' share. That excludes the
time that a process waits for a core, which the clients' own delay shows.
"""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.postgres import PostgresStore
from tests.bench.server.apps import KEY, name_of, seat
from tests.bench.server.people import Person, press_for, together
from tests.bench.server.ticker import Ticker, late
from tests.chaos.network import Port
from tests.chaos.servers import ServerProcess, balancing, missing_programs, running
from tests.server.postgres import Cluster, new_cluster

PAUSE, TIMES, ROUNDS = 4.0, 6, 3
"""Seconds between two keys of one person, keys per person in a round, and rounds."""
_AT_ONCE = 4
_SETTINGS = """
drain_seconds = 0
pars = false
[limits]
connections = 10_000
connections_by_address = 10_000
logins_a_minute = 10_000
new_names_by_address = 10_000
"""
_DATABASE = "PostgreSQL"


class Running(NamedTuple):
    """The real program with all its processes, and its balancer's port."""

    servers: Sequence[ServerProcess]
    cluster: Cluster
    port: int

    def seconds(self) -> Mapping[str, float]:
        """Return the processor time of each server and of the database."""
        database = sum(_seconds_of(pid) for pid in (self.cluster.pid, *self.cluster.children))
        return {
            **{f"{one.number}": _seconds_of(one.pid) for one in self.servers},
            _DATABASE: database,
        }


def _seconds_of(pid: int) -> float:
    """Return the processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def serving(servers: int, people: int) -> AsyncIterator[Running]:
    """Run this many servers, with tables for this many people."""
    hosts = [Port(number) for number in range(1, servers + 1)]
    with tempfile.TemporaryDirectory() as name, new_cluster() as cluster:
        url, folder = cluster.url(), Path(name)
        store = await PostgresStore.open(url)
        accounts = Accounts(store)
        for number in range(people):
            await accounts.add_key(name_of(number), key_line(KEY))
        await (await seat(store, people)).close()
        await store.close()
        with (
            running(hosts, [url] * servers, folder, _SETTINGS) as processes,
            balancing(hosts, folder) as port,
        ):
            yield Running(processes, cluster, port)


async def measure(servers: int, number: int) -> dict[str, object]:
    """Return the results with this many servers and people."""
    async with serving(servers, number) as server:
        people = [Person(one, server.port, compress=bool(one % 2)) for one in range(number)]
        await together([person.come() for person in people], _AT_ONCE)
        await asyncio.sleep(PAUSE)
        rounds = [await _measure_round(server, people) for _ in range(ROUNDS)]
        await together([person.go() for person in people], _AT_ONCE)
    best = min(rounds, key=lambda found: found["key to paint, ms, p95"])
    return {
        "servers": servers,
        "people": number,
        **best,
        "p95 of each round": [found["key to paint, ms, p95"] for found in rounds],
        "load of the machine": round(os.getloadavg()[0], 1),
    }


async def _measure_round(server: Running, people: list[Person]) -> dict[str, float]:
    ticker = Ticker()
    ticking = asyncio.ensure_future(ticker.run())
    before, mine, began = server.seconds(), process_time(), perf_counter()
    answers = await press_for(people, PAUSE, TIMES)
    took = perf_counter() - began
    after, mine = server.seconds(), process_time() - mine
    ticking.cancel()
    delays, first = ticker.take(), [answer.first for answer in answers]
    used = {one: after[one] - before[one] for one in before}
    database = used.pop(_DATABASE)
    return {
        "key to paint, ms, median": late(first, 0.5),
        "key to paint, ms, p95": late(first),
        "processor time of the servers a key, ms": round(1000 * sum(used.values()) / len(first), 2),
        "share of a core of the busiest server, %": round(100 * max(used.values()) / took, 1),
        "share of a core of all servers, %": round(100 * sum(used.values()) / took, 1),
        "share of a core of the database, %": round(100 * database / took, 1),
        "share of a core of the clients, %": round(100 * mine / took, 1),
        "the clients' own delay, ms, p95": late(delays),
    }


def main() -> None:
    """Measure and print."""
    if missing := missing_programs():
        sys.exit(missing)
    people, *servers = map(int, sys.argv[1:])
    for one in servers or [1, 2]:
        print(json.dumps(asyncio.run(measure(one, people)), indent=1))


if __name__ == "__main__":
    main()
