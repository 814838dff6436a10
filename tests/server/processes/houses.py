"""A server of several processes in one process: each has its services and a door to one store."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.visit import VisitFacts
from regicide_tui.server.services.services import make_services
from tests.server.processes.sharing import SharedStore
from tests.server.storage.conformance import fail
from tests.server.storage.memory import MemoryProcesses, Rows
from tests.server.test_hub import Time

_STEPS = 20
"""The steps of the loop in which nothing may be under way before a server counts as settled."""


class House:
    """The processes of a server. They have one clock, which is set by hand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows = Rows()
        self.time = Time()
        self.shared = SharedStore(path, self.time)
        self.processes: list[Process] = []
        self.numbers = count()

    async def open_process(self, **more: Any) -> "Process":
        """Let another process join the others."""
        process = Process(self, **more)
        self.processes.append(process)
        await process.rows.open()
        await process.services.open()
        await self.settle()
        return process

    async def settle(self) -> None:
        """Wait until nothing is under way at any process."""
        calm = 0
        while calm < _STEPS:
            await asyncio.sleep(0)
            calm += 1
            if any(process.is_busy for process in self.processes):
                await asyncio.sleep(0.001)
                calm = 0

    async def close(self) -> None:
        """Close all processes."""
        for process in [*self.processes]:
            await process.close()
        await self.shared.store.close()


class Process:
    """One process: its services, and what they need."""

    def __init__(self, house: House, **more: Any) -> None:
        self._house = house
        self.rows = MemoryProcesses[VisitFacts](house.rows, lambda: int(house.time() * 1000), fail)
        self.rows.me = f"process {next(house.numbers)}"  # the same owners in each run
        self.store = house.shared.door()
        self.journal = io.StringIO()
        options: dict[str, Any] = {"pause": 0, "return_seconds": 0, "clock": house.time} | more
        self.services = make_services(
            self.store, journal=Journal(self.journal.write), processes=self.rows, **options
        )

    @property
    def is_busy(self) -> bool:
        """Whether anything is still done."""
        return len(self.services.tasks) > 0 or self.rows.is_busy or self.store.is_busy

    def owns(self, table: str) -> bool:
        """Tell whether this process does at a table what nobody asks for."""
        return self.rows.owns(f"table {table}")

    async def die(self) -> None:
        """End like a process that is killed: nothing is said, and nothing is stored any more."""
        self._house.processes.remove(self)
        self.rows.die()
        await self._end()

    async def close(self) -> None:
        """End in good order."""
        self._house.processes.remove(self)
        await self.services.close()
        await self.rows.close()
        await self.store.close()

    async def _end(self) -> None:
        await self.store.close()
        await self.services.close()


@asynccontextmanager
async def housing(path: Path, number: int = 2, **more: Any) -> AsyncIterator[House]:
    """Open a server of some processes, and close it."""
    house = House(path)
    for _ in range(number):
        await house.open_process(**more)
    try:
        yield house
    finally:
        await house.close()


async def until(house: House, condition: Callable[[], bool]) -> None:
    """Wait until something is so, while the processes do what they have to do."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)
