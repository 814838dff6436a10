"""Whether a store is reached, for those who must know while it is not."""

import asyncio
from collections.abc import Callable

ReachCallback = Callable[[bool], None]
"""Called with False once a store can't be reached, and with True once it is reached again."""

TELL_AFTER = 1.0
"""Seconds after which a loss is told: most pass at the next try, and nobody notices them."""


class Reach:
    """What the jobs of a store have learned last: it is reached, or it is lost."""

    def __init__(self) -> None:
        self._callbacks: list[ReachCallback] = []
        self._timer: asyncio.TimerHandle | None = None
        self._is_told = False
        """Whether the loss was told."""

    def watch(self, callback: ReachCallback) -> Callable[[], None]:
        """See `Store.watch_reach`."""
        self._callbacks.append(callback)

        def end() -> None:
            if callback in self._callbacks:
                self._callbacks.remove(callback)

        return end

    def note_lost(self) -> None:
        """Note that a job failed; tell it unless another job succeeds soon."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TELL_AFTER, self._tell_lost)

    def note_reached(self) -> None:
        """Note that a job succeeded."""
        self.end()
        if self._is_told:
            self._is_told = False
            self._tell(True)

    def end(self) -> None:
        """Tell no loss any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tell_lost(self) -> None:
        if not self._is_told:
            self._is_told = True
            self._tell(False)

    def _tell(self, reached: bool) -> None:
        for callback in [*self._callbacks]:
            callback(reached)
