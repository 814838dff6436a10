"""Waiting for what must happen in a server."""

import asyncio
from collections.abc import Callable

PATIENCE = 90.0
"""Seconds to wait at most: a bot's first thought can wait for its machine code."""


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
