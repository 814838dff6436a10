"""Collect garbage at moments at which nobody has to wait for it.

A collection takes a few milliseconds for each app. So all living objects are frozen every half
second: collections skip frozen objects and look only at new ones. At hundreds of busy apps even
that takes 50 ms, so while there is no garbage among the new objects, they are looked at ever more
seldom. Garbage among frozen objects is hidden, too. Nearly all of it is freed without a collection
(`ssh_app.py`, `cycles.py`). For the rest, a full collection looks at everything from time to time,
more seldom the more visitors there are.
"""

import asyncio
import gc
import sys
from collections.abc import Callable
from time import monotonic

SECONDS = 0.5
_NEW = 50_000
"""New objects after which Python collects among them by itself."""
_LEAST_SECONDS, _SECONDS_FOR_EACH = 60.0, 20.0
HIDDEN, _OF_EACH = 500_000, 25_000
"""More new blocks of memory than these cause a full collection at once: `HIDDEN`, and `_OF_EACH`
for each new app. The more blocks there are, the longer a full collection holds up everybody. An app
at a table has 12,000 blocks."""
_SOME = 1_000
"""So many objects of garbage among the new ones are a reason to look again at once."""
_LONGEST_REST = 31
"""New objects are frozen this many times in a row, at most, without a look at them."""
_LONGEST_WAIT = 10
"""A full collection waits for a quiet moment this many times as long as its usual interval."""


class GarbageCollector:
    """Collects garbage while the server is open."""

    def __init__(self, visitors: Callable[[], int], steps: Callable[[], int]) -> None:
        """`visitors` returns their number, `steps` the number of steps of all apps so far."""
        self._visitors = visitors
        self._steps = steps
        self._seen_steps = 0
        self._rests, self._rest = 0, 0
        """How often new objects were frozen since the last look at them, and may be till the next.
        """
        self._seen_visitors = visitors()
        self._looked_at = monotonic()
        self._blocks_then, self._visitors_then = sys.getallocatedblocks(), visitors()
        """The blocks of memory and the visitors at the last full collection."""
        self.task = asyncio.ensure_future(self._collect_repeatedly())

    def end(self) -> None:
        """Stop, and leave collections to Python again."""
        self.task.cancel()

    async def _collect_repeatedly(self) -> None:
        thresholds = gc.get_threshold()
        gc.set_threshold(_NEW, 20, 100)
        try:
            while True:
                self.collect()
                await asyncio.sleep(SECONDS)
        finally:
            gc.set_threshold(*thresholds)
            gc.unfreeze()

    def collect(self) -> None:
        """Collect what is due now, and freeze what lives."""
        quiet, self._seen_steps = self._steps() == self._seen_steps, self._steps()
        visitors, seconds = self._visitors(), monotonic() - self._looked_at
        # Counting the frozen objects would walk through all of them: 80 ms for a hundred apps.
        much = is_much(sys.getallocatedblocks(), self._blocks_then, visitors - self._visitors_then)
        look = much or time_to_look(visitors, seconds, quiet=quiet)
        if look:
            gc.unfreeze()
        if look or self._rests >= self._rest or visitors < self._seen_visitors:
            some = gc.collect() > _SOME
            self._rests, self._rest = 0, 0 if some else min(2 * self._rest + 1, _LONGEST_REST)
        else:
            self._rests += 1
        gc.freeze()
        self._seen_visitors = visitors
        if look:
            self._looked_at, self._visitors_then = monotonic(), visitors
            self._blocks_then = sys.getallocatedblocks()


def is_much(blocks: int, blocks_then: int, arrived: int) -> bool:
    """Tell whether much garbage may be hidden among the blocks of memory.

    `blocks_then` lived at the last full collection; `arrived` apps have come since.
    """
    return blocks > blocks_then + max(0, arrived) * _OF_EACH + HIDDEN


def time_to_look(visitors: int, seconds: float, *, quiet: bool) -> bool:
    """Tell whether a full collection is due, `seconds` after the last one.

    It waits for a quiet moment, but not for ever.
    """
    least = max(_LEAST_SECONDS, visitors * _SECONDS_FOR_EACH)
    return seconds >= (least if quiet else least * _LONGEST_WAIT)
