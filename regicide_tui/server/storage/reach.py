"""Whether a store can be reached, for those affected while it can't."""

from regicide_tui.server.base.tasks import Signal, Timer

TELL_AFTER = 1.0
"""Seconds after which a loss is announced: most end at the next try, unnoticed."""


class Reach:
    """The latest finding of a store's jobs: it is reached or lost.

    `changed` is sent with False once the loss is announced, and with True after that.
    """

    def __init__(self, changed: Signal[[bool]]) -> None:
        self._changed = changed
        self._timer = Timer()
        self._is_told = False
        """Whether the loss was announced."""

    def note_lost(self) -> None:
        """Note that a job failed; announce it unless another job succeeds soon."""
        if not self._timer.is_set:
            self._timer.set(TELL_AFTER, self._tell_lost)

    def note_reached(self) -> None:
        """Note that a job succeeded."""
        self.end()
        if self._is_told:
            self._is_told = False
            self._changed.send(True)

    def end(self) -> None:
        """Stop announcing losses."""
        self._timer.cancel()

    def _tell_lost(self) -> None:
        if not self._is_told:
            self._is_told = True
            self._changed.send(False)
