"""A server of several workers in one process: each has its services and a door to one store."""

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
from tests.server.storage.conformance import fail
from tests.server.storage.memory import MemoryProcesses, Rows
from tests.server.test_hub import Time
from tests.server.workers.sharing import SharedStore

_STEPS = 20
"""The steps of the loop in which nothing may be under way before a server counts as settled."""


class House:
    """The workers of a server. They have one clock, which is set by hand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows = Rows()
        self.time = Time()
        self.shared = SharedStore(path, self.time)
        self.workers: list[Worker] = []
        self.numbers = count()

    async def open_worker(self, **more: Any) -> "Worker":
        """Let another worker join the others."""
        worker = Worker(self, **more)
        self.workers.append(worker)
        await worker.processes.open()
        await worker.services.open()
        await self.settle()
        return worker

    async def settle(self) -> None:
        """Wait until nothing is under way at any worker."""
        calm = 0
        while calm < _STEPS:
            await asyncio.sleep(0)
            calm += 1
            if any(worker.is_busy for worker in self.workers):
                await asyncio.sleep(0.001)
                calm = 0

    async def close(self) -> None:
        """Close all workers."""
        for worker in [*self.workers]:
            await worker.close()
        await self.shared.store.close()


class Worker:
    """One worker: its services, and what they need."""

    def __init__(self, house: House, **more: Any) -> None:
        self._house = house
        self.processes = MemoryProcesses[VisitFacts](
            house.rows, lambda: int(house.time() * 1000), fail
        )
        self.processes.me = f"worker {next(house.numbers)}"  # the same owners in each run
        self.store = house.shared.door()
        self.journal = io.StringIO()
        options: dict[str, Any] = {"pause": 0, "return_seconds": 0, "clock": house.time} | more
        self.services = make_services(
            self.store, journal=Journal(self.journal), processes=self.processes, **options
        )

    @property
    def is_busy(self) -> bool:
        """Whether anything is still done."""
        return len(self.services.tasks) > 0 or self.processes.is_busy or self.store.is_busy

    def owns(self, table: str) -> bool:
        """Tell whether this worker does at a table what nobody asks for."""
        return self.processes.owns(f"table {table}")

    async def die(self) -> None:
        """End like a process that is killed: nothing is said, and nothing is stored any more."""
        self._house.workers.remove(self)
        self.processes.die()
        await self._end()

    async def close(self) -> None:
        """End in good order."""
        self._house.workers.remove(self)
        await self.services.close()
        await self.processes.close()
        await self.store.close()

    async def _end(self) -> None:
        await self.store.close()
        await self.services.close()


@asynccontextmanager
async def housing(path: Path, number: int = 2, **more: Any) -> AsyncIterator[House]:
    """Open a server of some workers, and close it."""
    house = House(path)
    for _ in range(number):
        await house.open_worker(**more)
    try:
        yield house
    finally:
        await house.close()


async def until(house: House, condition: Callable[[], bool]) -> None:
    """Wait until something is so, while the workers do what they have to do."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)
