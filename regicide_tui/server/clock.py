"""The time of the server: no jump of the system's clock moves it while the process lives."""

import time
from collections.abc import Callable


def steady_clock(
    wall: Callable[[], float] = time.time, passed: Callable[[], float] = time.monotonic
) -> Callable[[], float]:
    """Return a clock that gives Unix time: as it was when the clock was made, and what has passed.

    The system's clock may be set back or forth. By this one nobody gains or loses time for that.
    """
    first = wall() - passed()
    return lambda: first + passed()
