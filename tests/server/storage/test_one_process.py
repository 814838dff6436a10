"""The process of a server that has no others."""

import pytest

from regicide_tui.server.storage.processes import OneProcess
from tests.server.storage.conformance import NOW, Clock, Conformance, Connect, Process, fail


@pytest.fixture
def connect() -> Connect:
    """What returns the process."""

    async def make(now: int = NOW) -> Process:
        clock = Clock(now)
        return Process(OneProcess(clock, fail), clock)

    return make


class TestOneProcess(Conformance):
    """It does what a process must do."""
