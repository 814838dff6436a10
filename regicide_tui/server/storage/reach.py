"""Whether a store is reached, for those who must know while it is not."""

from collections.abc import Callable

from regicide_tui.server.base.tasks import Timer

ReachCallback = Callable[[bool], None]
"""Called with False once a store can't be reached, and with True once it is reached again."""

TELL_AFTER = 1.0
"""Seconds after which a loss is told: most pass at the next try, and nobody notices them."""


class Reach:
    """What the jobs of a store have learned last: it is reached, or it is lost."""

    def __init__(self) -> None:
        self._callbacks: list[ReachCallback] = []
        self._timer = Timer()
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
        if not self._timer.is_set:
            self._timer.set(TELL_AFTER, self._tell_lost)

    def note_reached(self) -> None:
        """Note that a job succeeded."""
        self.end()
        if self._is_told:
            self._is_told = False
            self._tell(True)

    def end(self) -> None:
        """Tell no loss any more."""
        self._timer.cancel()

    def _tell_lost(self) -> None:
        if not self._is_told:
            self._is_told = True
            self._tell(False)

    def _tell(self, reached: bool) -> None:
        for callback in [*self._callbacks]:
            callback(reached)
