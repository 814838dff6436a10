"""The time of the server, unaffected by jumps of the system clock."""

import time
from collections.abc import Callable


def steady_clock(
    wall: Callable[[], float] = time.time, passed: Callable[[], float] = time.monotonic
) -> Callable[[], float]:
    """Return a clock of Unix time: the time of its creation plus the time passed since then.

    The system clock may be set back or forward. With this clock, no player gains or loses time.
    """
    first = wall() - passed()
    return lambda: first + passed()


def milliseconds(clock: Callable[[], float]) -> Callable[[], int]:
    """Return a function for the time of a clock in whole milliseconds, for tables and visits."""
    return lambda: int(clock() * 1000)
