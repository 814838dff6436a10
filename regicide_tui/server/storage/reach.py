"""Whether a store is reached, for those who must know while it is not."""

from regicide_tui.server.base.tasks import Signal, Timer

TELL_AFTER = 1.0
"""Seconds after which a loss is told: most pass at the next try, and nobody notices them."""


class Reach:
    """What the jobs of a store have learned last: it is reached, or it is lost.

    `changed` is sent with False once the loss is told, and with True after that.
    """

    def __init__(self, changed: Signal[[bool]]) -> None:
        self._changed = changed
        self._timer = Timer()
        self._is_told = False
        """Whether the loss was told."""

    def note_lost(self) -> None:
        """Note that a job failed; tell it unless another job succeeds soon."""
        if not self._timer.is_set:
            self._timer.set(TELL_AFTER, self._tell_lost)

    def note_reached(self) -> None:
        """Note that a job succeeded."""
        self.end()
        if self._is_told:
            self._is_told = False
            self._changed.send(True)

    def end(self) -> None:
        """Tell no loss any more."""
        self._timer.cancel()

    def _tell_lost(self) -> None:
        if not self._is_told:
            self._is_told = True
            self._changed.send(False)
