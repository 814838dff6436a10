"""The faults and their times. The same seed gives the same faults."""

import asyncio
import signal
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tests.chaos.servers import ServerProcess
from tests.server.postgres import Cluster

_PAUSE = (4.0, 10.0)
"""Seconds between two faults, in which everyone can reconnect."""
_DOWN = (0.2, 3.0)
"""Seconds for which a process is down."""
_STOPPED = (1.0, 8.0)
"""Seconds for which a process is stopped, or a link is cut."""

KILL, STOP, CUT, CRASH, DRAIN = _KINDS = (
    "kill a server",
    "stop a server",
    "cut a server's link",
    "kill PostgreSQL",
    "drain a server",
)


class Fault(NamedTuple):
    """A fault: its kind and server, the pause before it, and its duration in seconds."""

    kind: str
    server: int
    pause: float
    seconds: float


def plan_fault(rng: Random, servers: Sequence[ServerProcess]) -> Fault:
    """Return the next fault."""
    kinds = (
        _KINDS
        if all(one.host.has_links for one in servers)
        else [kind for kind in _KINDS if kind != CUT]
    )
    kind = rng.choice(kinds)
    seconds = rng.uniform(*(_STOPPED if kind in (STOP, CUT) else _DOWN))
    return Fault(kind, rng.randrange(len(servers)), rng.uniform(*_PAUSE), seconds)


class Faults:
    """Causes faults, one after the other. `done` counts them."""

    def __init__(self, servers: Sequence[ServerProcess], database: Cluster, seed: str) -> None:
        self.done: Counter[str] = Counter()
        self._servers, self._database = servers, database
        self._rng = Random(seed)

    async def run(self, over: asyncio.Event) -> None:
        """Cause faults until `over` is set, then repair everything."""
        while not over.is_set():
            fault = plan_fault(self._rng, self._servers)
            await _wait(over, fault.pause)
            if not over.is_set():
                await self._happen(fault)
                self.done[fault.kind] += 1

    async def _happen(self, fault: Fault) -> None:
        server = self._servers[fault.server]
        if fault.kind in (KILL, DRAIN):
            await asyncio.to_thread(server.kill if fault.kind == KILL else server.close)
            await asyncio.sleep(fault.seconds)
            await asyncio.to_thread(server.start)
        elif fault.kind == STOP:
            server.send(signal.SIGSTOP)
            await asyncio.sleep(fault.seconds)
            server.send(signal.SIGCONT)
        elif fault.kind == CUT:
            await asyncio.to_thread(server.host.cut)
            await asyncio.sleep(fault.seconds)
            await asyncio.to_thread(server.host.mend)
        else:
            await asyncio.to_thread(self._database.kill)
            await asyncio.sleep(fault.seconds)
            await asyncio.to_thread(self._database.start)


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
