"""The delays of an event loop, measured by a task that should run every ten milliseconds."""

import asyncio
from time import perf_counter

_STEP = 0.01


class Ticker:
    """Notes how late it wakes up, in milliseconds."""

    def __init__(self) -> None:
        self.delays: list[float] = []

    async def run(self) -> None:
        """Tick until cancelled."""
        while True:
            asked = perf_counter() + _STEP
            await asyncio.sleep(_STEP)
            self.delays.append((perf_counter() - asked) * 1000)

    def take(self) -> list[float]:
        """Return the delays since the last call."""
        taken, self.delays = self.delays, []
        return taken


def late(values: list[float], share: float = 0.95) -> float:
    """Return a quantile of the values, rounded; 0 if there are none."""
    if not values:
        return 0.0
    return round(sorted(values)[round(share * (len(values) - 1))], 1)
