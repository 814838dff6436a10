"""How many people a server carries with one worker and with two, on all cores of this machine.

    python -m tests.bench.server.workers PEOPLE [WORKERS...]        measures and prints

So many people sit in fours at tables of the real program, and each presses a key every four
seconds. Server and clients share the cores, so the processor time of each is shown: what a key
costs the server, and what the clients took. The time that a process waits for a core is not its
own; the clients' own delay says how much of that there was.
"""

import asyncio
import json
import os
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter, process_time

from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.bench.server.apps import KEY, name_of, seat
from tests.bench.server.people import Person, press_for, together
from tests.bench.server.ticker import Ticker, late

PAUSE, TIMES, ROUNDS = 4.0, 6, 3
"""Seconds between two keys of a person, keys of a person in a round, and rounds."""
_AT_ONCE = 4
_SETTINGS = """
port = 0
drain_seconds = 0
pars = false
workers = {workers}
[limits]
connections = 10_000
connections_by_address = 10_000
logins_a_minute = 10_000
new_names_by_address = 10_000
"""


class Running:
    """The real program, with all its processes."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.port = port

    def seconds(self) -> Mapping[str, float]:
        """Return the processor time of the first process, and of each of its children."""
        first = self._process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return {f"{pid}": _seconds_of(f"{pid}") for pid in (first, *children)}


def _seconds_of(pid: str) -> float:
    """Return the processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def serving(workers: int, people: int) -> AsyncIterator[Running]:
    """Run the program with so many workers, and tables for so many people."""
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder) / "house"
        house.mkdir(mode=0o700)
        store = SqliteStore(house / "house.db")
        accounts = Accounts(store)
        for number in range(people):
            await accounts.add_key(name_of(number), key_line(KEY))
        await (await seat(store, people)).close()
        await store.close()
        (Path(folder) / "house.toml").write_text(_SETTINGS.format(workers=workers))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "regicide_tui", "serve", "--config", f"{folder}/house.toml"),
            env={**os.environ, "REGICIDE_TUI_DATA_DIR": folder},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # Linux may share the cores among sessions first
        )
        assert process.stdout is not None
        found = re.search(rb"-p (\d+) NAME", await process.stdout.readline())
        assert found is not None
        try:
            yield Running(process, int(found[1]))
        finally:
            process.terminate()
            await process.wait()


async def measure(workers: int, number: int) -> dict[str, object]:
    """Return the figures of so many people at so many workers."""
    async with serving(workers, number) as server:
        people = [Person(one, server.port, compress=bool(one % 2)) for one in range(number)]
        await together([person.come() for person in people], _AT_ONCE)
        await asyncio.sleep(PAUSE)
        rounds = [await _measure_round(server, people) for _ in range(ROUNDS)]
        await together([person.go() for person in people], _AT_ONCE)
    best = min(rounds, key=lambda found: found["key to paint, ms, p95"])
    return {
        "workers": workers,
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
    used = {pid: after[pid] - before[pid] for pid in before if pid in after}
    return {
        "key to paint, ms, median": late(first, 0.5),
        "key to paint, ms, p95": late(first),
        "processor time of the server a key, ms": round(1000 * sum(used.values()) / len(first), 2),
        "share of a core of the busiest process, %": round(100 * max(used.values()) / took, 1),
        "share of a core of the whole server, %": round(100 * sum(used.values()) / took, 1),
        "share of a core of the clients, %": round(100 * mine / took, 1),
        "the clients' own delay, ms, p95": late(delays),
    }


def main() -> None:
    """Measure and print."""
    people, *workers = map(int, sys.argv[1:])
    for one in workers or [1, 2]:
        print(json.dumps(asyncio.run(measure(one, people)), indent=1))


if __name__ == "__main__":
    main()
