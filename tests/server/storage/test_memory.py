"""The processes of the tests do what processes must do."""

import pytest

from tests.server.storage.conformance import (
    NOW,
    Clock,
    ConformanceOfSeveral,
    Connect,
    Facts,
    Kill,
    Process,
    fail,
)
from tests.server.storage.memory import MemoryProcesses, Rows


@pytest.fixture
def connect() -> Connect:
    """What makes another process."""
    rows = Rows()

    async def make(now: int = NOW) -> Process:
        clock = Clock(now)
        return Process(MemoryProcesses[Facts](rows, clock, fail), clock)

    return make


@pytest.fixture
def kill() -> Kill:
    """What ends a process without a word."""

    def die(one: Process) -> None:
        assert isinstance(one.processes, MemoryProcesses)
        one.processes.die()

    return die


class TestMemory(ConformanceOfSeveral):
    """They do what processes must do."""
