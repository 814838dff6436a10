"""The time of the server. A jump of the system's clock doesn't move it."""

import time
from collections.abc import Callable


def steady_clock(
    wall: Callable[[], float] = time.time, passed: Callable[[], float] = time.monotonic
) -> Callable[[], float]:
    """Return a clock of Unix time: the time at which it was made, and the time passed since.

    The system's clock may be set back or forth. By this clock nobody gains or loses time.
    """
    first = wall() - passed()
    return lambda: first + passed()


def milliseconds(clock: Callable[[], float]) -> Callable[[], int]:
    """Return what tells the time of a clock in whole milliseconds, as tables and visits have it."""
    return lambda: int(clock() * 1000)
