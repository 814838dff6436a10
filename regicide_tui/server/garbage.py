"""When garbage is collected, so that nobody has to wait for it.

A collection takes a few milliseconds for each app it looks through. So what lives is frozen every
half second, which hides it from collections, and each looks only at what is new. What ends later is
then hidden as well. Nearly all of that is freed without a collection (`guest.py`, `cycles.py`); for
the rest everything is looked through from time to time, the more seldom the more are here.
"""

import asyncio
import gc
import sys
from collections.abc import Callable
from time import monotonic

_SECONDS = 0.5
_NEW = 50_000
"""Objects more than before that make Python look through the new ones by itself."""
_LEAST_SECONDS, _SECONDS_FOR_EACH = 60.0, 20.0
_HIDDEN, _OF_EACH = 500_000, 25_000
"""Blocks of memory more than at the last look with which one does not wait, beside those of each
app that has come since: to look through them keeps everybody waiting the longer, the more they are.
An app at a table has 12,000 blocks."""
_LONGEST_WAIT = 10
"""So many times as long is waited for a quiet moment."""


class GarbageCollector:
    """Collects garbage while a house is open."""

    def __init__(self, visitors: Callable[[], int], steps: Callable[[], int]) -> None:
        """`here` counts who is here, `steps` what their apps have ever done."""
        self._visitors = visitors
        self._steps = steps
        self._seen_steps = 0
        self._looked_at = monotonic()
        self._blocks_then, self._visitors_then = sys.getallocatedblocks(), visitors()
        """How many blocks lived, and who was here, when everything was looked through last."""
        self._task = asyncio.ensure_future(self._collect_repeatedly())

    def end(self) -> None:
        """Leave it to Python again."""
        self._task.cancel()

    async def _collect_repeatedly(self) -> None:
        thresholds = gc.get_threshold()
        gc.set_threshold(_NEW, 20, 100)
        try:
            while True:
                self._collect()
                await asyncio.sleep(_SECONDS)
        finally:
            gc.set_threshold(*thresholds)
            gc.unfreeze()

    def _collect(self) -> None:
        quiet, self._seen_steps = self._steps() == self._seen_steps, self._steps()
        visitors, seconds = self._visitors(), monotonic() - self._looked_at
        # Counting what is frozen would walk through all of it: 80 ms for a hundred apps.
        much = is_much(sys.getallocatedblocks(), self._blocks_then, visitors - self._visitors_then)
        look = much or time_to_look(visitors, seconds, quiet=quiet)
        if look:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        if look:
            self._looked_at, self._visitors_then = monotonic(), visitors
            self._blocks_then = sys.getallocatedblocks()


def is_much(blocks: int, blocks_then: int, arrived: int) -> bool:
    """Tell whether much may be hidden among so many blocks of memory.

    So many lived at the last look, and so many apps have come since.
    """
    return blocks > blocks_then + max(0, arrived) * _OF_EACH + _HIDDEN


def time_to_look(visitors: int, seconds: float, *, quiet: bool) -> bool:
    """Tell whether to look through everything, by who is here and how long ago that was.

    A moment is waited for at which nobody does anything, but not for ever.
    """
    least = max(_LEAST_SECONDS, visitors * _SECONDS_FOR_EACH)
    return seconds >= (least if quiet else least * _LONGEST_WAIT)
