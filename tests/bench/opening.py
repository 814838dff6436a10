"""How long a server takes to open, by its number of tables: `python -m tests.bench.opening`.

The tables are those of `tests/data/logs`, of every version of the log: waiting, playing with and
without clocks and bots, and finished. Each opening runs in a new process, like a real start.
"""

import asyncio
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from itertools import cycle
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore

LOGS = Path(__file__).parents[1] / "data" / "logs"
TABLES = 10_000
_OPENINGS = 3
"""The first one finds only logs; the others also find the data that earlier ones have stored."""
_INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?)"

Log = Mapping[str, Any]


def known_logs() -> list[Log]:
    """Return the logs that the tables cycle through, without those of tables with only guests."""
    files = sorted(LOGS.glob("version_*.json"))
    found = [log for file in files for log in json.loads(file.read_text())]
    return [log for log in found if not any("guest" in name for name in log["table"]["seats"])]


def is_over(log: Log) -> bool:
    """Return whether the game at a log's table is over."""
    table = log["table"]
    return bool(table["ended"] or table["closed"] or table["outcome"])


async def make_database(path: Path, tables: int) -> None:
    """Create a server's database with this many open tables, and finished ones among them."""
    await SqliteStore(path).close()
    with sqlite3.connect(path) as base:
        base.executemany(_INSERT, _entries(tables))


def _entries(tables: int) -> Iterator[tuple[str, int, str, int, str]]:
    register: list[Mapping[str, Any]] = []
    count = 0
    for number, log in enumerate(cycle(known_logs())):
        name = f"{number:010x}"
        for version, body in enumerate(log["entries"], 1):
            yield f"table/{name}", version, f"{number}-{version}", 0, _named(body, number)
        register.append({"opened": name})
        if is_over(log):
            register.append({"closed": name, **_result(log["table"])})
        elif (count := count + 1) == tables:
            break
    for version, body in enumerate(register, 1):
        yield "house", version, f"{version}", 0, json.dumps(body)


def _named(body: Mapping[str, Any], number: int) -> str:
    """Return an entry with different people at each table."""
    text = json.dumps(body, separators=(",", ":"))
    for name in ("ada", "Bea", "cyd", "dan"):
        text = text.replace(f'"{name}"', f'"{name}-{number // 5}"')
    return text


def _result(table: Mapping[str, Any]) -> Mapping[str, Any]:
    if table["closed"]:
        return {}
    winners, reason = table["outcome"] or ([], "ended")
    seats = table["seats"]
    told = {"game": table["game"], "seats": seats, "reason": reason}
    return {**told, "winners": [seats[seat] for seat in winners]}


async def open_server(path: Path) -> Mapping[str, Any]:
    """Open the services as a server does, and close them; return the measurements."""
    began = perf_counter()
    store = SqliteStore(path)
    services = Services(store)
    await services.open()
    opened = perf_counter() - began
    found = len(services.tables), services.tables.results.count
    busy = process_time()
    await services.tables.games.keep_snapshots(60.0)
    await services.close()
    await store.close()
    return {
        "open tables": found[0],
        "finished games": found[1],
        "opened in, s": round(opened, 2),
        "the same in time of the processor, s": round(busy, 2),
        "memory at most, MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def main(tables: int) -> None:
    """Print the measurements of several openings of one server."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"
        asyncio.run(make_database(path, tables))
        print(f"{path.stat().st_size / 1e6:.0f} MB on the disk")
        for _ in range(_OPENINGS):
            subprocess.run([sys.executable, "-m", "tests.bench.opening", str(path)], check=True)


if __name__ == "__main__":
    argument = sys.argv[1] if len(sys.argv) > 1 else str(TABLES)
    if argument.isdigit():
        main(int(argument))
    else:
        print(json.dumps(asyncio.run(open_server(Path(argument)))))
