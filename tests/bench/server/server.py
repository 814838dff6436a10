"""The server in a separate process, on one core, which reports its state.

    python -m tests.bench.server.server FOLDER APP CORE PEOPLE

It first prints its port, then one line of JSON for each line it reads, until its input ends.
"""

import asyncio
import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.ssh.server import Server
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.bench.server.apps import KEY, PREPARED, name_of
from tests.bench.server.ticker import Ticker
from tests.server.clients import new_server

_MANY = 100_000
_NAMES = 250
"""The minimum number of registered names."""


async def serve(folder: Path, app: str, people: int) -> None:
    """Open a server for this many people, and answer until the input ends."""
    limits = Limits(
        connections=_MANY,
        connections_by_address=_MANY,
        logins_a_minute=_MANY,
        new_names_by_address=_MANY,
    )
    with (folder / "journal").open("w", encoding="ascii") as journal:
        store = SqliteStore(folder / "house.db")
        tempfile.tempdir = f"{folder}"  # the apps' files are deleted with it
        make_app = await PREPARED[app](store, people)
        server = new_server(folder, store, make_app, Journal(journal.write), limits=limits)
        for number in range(max(people, _NAMES)):
            await server.reception.accounts.add_key(name_of(number), key_line(KEY))
        await server.open()
        _answer({"port": server.port})
        ticker = Ticker()
        ticking = asyncio.ensure_future(ticker.run())
        asked = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(asked), sys.stdin)
        while await asked.readline():
            _answer(_state(server, ticker))
        ticking.cancel()
        await server.close()
        await store.close()


def _state(server: Server, ticker: Ticker) -> dict[str, object]:
    """Return the server's state, and the delays of its loop since the last call."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    memory = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert memory is not None
    return {
        "people": server.reception.limiter.connections,
        "memory": int(memory[1]) / 1024,
        "cpu": time.process_time(),
        "pause": max(ticker.take(), default=0.0),
    }


def _answer(facts: dict[str, object]) -> None:
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    os.sched_setaffinity(0, {int(sys.argv[3])})
    asyncio.run(serve(Path(sys.argv[1]), sys.argv[2], int(sys.argv[4])))
