"""Waiting for what must happen in a server, and time that is set by hand."""

import asyncio
from collections.abc import Callable

PATIENCE = 90.0
"""Seconds to wait at most, also on a busy machine."""


class Time:
    """A clock that is set by hand."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        """Return the time, in seconds."""
        return self.now


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
