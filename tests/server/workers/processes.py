"""A real server with several workers, in processes of its own."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

from regicide_tui.server.running import status
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.services import make_services
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.clients import KEY, OTHER_KEY
from tests.server.gatherings import ADA, BEA, begin
from tests.server.waiting import PATIENCE
from tests.terminal.terminal import PROGRAM, environment

HOUSE = "house"
"""The folder of the server in the folder of the data."""


class Running:
    """A running server."""

    def __init__(self, folder: Path, process: asyncio.subprocess.Process) -> None:
        self.folder = folder
        self.process = process
        self.said: list[str] = []
        """The lines on its standard output, and those of its journal."""
        self._reading: list[asyncio.Task[None]] = []
        self._news = asyncio.Event()

    @property
    def port(self) -> int:
        """The port for visitors."""
        (found,) = [one[1] for line in self.said if (one := re.search(r"-p (\d+) NAME", line))]
        return int(found)

    @property
    def workers(self) -> dict[int, int]:
        """The process of each worker, as the journal says: the newest one."""
        found: dict[int, int] = {}
        for line in self.said:
            if one := re.search(r"worker serves worker=(\d+) process=(\d+)", line):
                found[int(one[1])] = int(one[2])
        return found

    def worker_of(self, name: str) -> int:
        """Return the number of the worker to which a name has come last."""
        pattern = rf" came worker=(\d+) name='{name}'"
        *_, last = [one[1] for line in self.said if (one := re.search(pattern, line))]
        return int(last)

    async def says(self, *words: str, times: int = 1) -> None:
        """Wait until that many lines have all these words."""
        async with asyncio.timeout(PATIENCE):
            while sum(all(word in line for word in words) for line in self.said) < times:
                self._news.clear()
                await self._news.wait()

    async def status(self) -> Mapping[str, object]:
        """Return what `serve --status` prints."""
        return await status.ask_status(self.folder / HOUSE)

    async def scrape(self) -> Mapping[str, float]:
        """Return the samples that Prometheus reads."""
        (where,) = [one[1] for line in self.said if (one := re.search(r"(http:\S+)", line))]

        def fetch() -> str:
            with urlopen(where, timeout=PATIENCE) as reply:
                return f"{reply.read().decode()}"

        lines = (await asyncio.to_thread(fetch)).splitlines()
        pairs = [line.rsplit(" ", 1) for line in lines if not line.startswith("#")]
        return {name: float(value) for name, value in pairs}

    async def ends(self) -> int:
        """Wait until the supervisor has ended; return its exit code."""
        async with asyncio.timeout(PATIENCE):
            code = await self.process.wait()
            await asyncio.wait(self._reading)  # until the last worker has ended, too
            return code

    def read(self) -> None:
        """Read what it says from now on."""
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            self._reading.append(asyncio.ensure_future(self._read(pipe)))

    async def _read(self, pipe: asyncio.StreamReader) -> None:
        while line := await pipe.readline():
            self.said.append(line.decode())
            self._news.set()


@asynccontextmanager
async def running(
    folder: Path, *options: str, variables: Mapping[str, str] | None = None
) -> AsyncIterator[Running]:
    """Run a server with two workers; whatever happens, nothing of it is left."""
    process = await asyncio.create_subprocess_exec(
        *(*PROGRAM, "serve", "--port", "0", "--workers", "2", *options),
        env=environment(folder, **(variables or {})),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    server = Running(folder, process)
    server.read()
    try:
        yield server
    finally:
        if process.returncode is None:  # a test has failed
            for number in (process.pid, *server.workers.values()):
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
        await server.ends()


async def prepare(folder: Path) -> str:
    """Make accounts for ada and bea, and a table at which both play; return the table."""
    (folder / HOUSE).mkdir(mode=0o700)
    store = SqliteStore(folder / HOUSE / "house.db")
    accounts = Accounts(store)
    for name, key in ((ADA, KEY), (BEA, OTHER_KEY)):
        await accounts.add_key(name, key_line(key))
    services = make_services(store)
    await services.open()
    table = await begin(services)
    await services.close()
    await store.close()
    return table
