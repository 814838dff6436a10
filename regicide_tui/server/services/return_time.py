"""When the server was opened, and who may still come back before others go on without them."""

from collections.abc import Callable

from regicide_tui.server.services.presence import Presence
from regicide_tui.server.storage.peers import Peers

RETURN_SECONDS = 120.0
"""Seconds for which absent players may come back before the others may go on without them."""
_HOUSE, _OPENED = "house", "opened"
"""The topic and the key of the shared time at which the server was opened."""


class ReturnTime:
    """For how long absent people may come back.

    `now` returns Unix time in milliseconds. `seconds` is for how long people may come back after
    they have left, or after the server was opened.
    """

    def __init__(
        self, now: Callable[[], int], seconds: float, presence: Presence, peers: Peers
    ) -> None:
        self._now, self._presence, self._peers = now, presence, peers
        self.seconds = seconds
        self.opened_at = now()
        """When the server was opened: Unix time in milliseconds."""
        peers.on_shared(_HOUSE, lambda _, at: self.note_opening())

    def note_opening(self) -> None:
        """Note when the server was opened: when the first of its workers was."""
        known = self._peers.shared(_HOUSE).get(_OPENED)
        if isinstance(known, int):
            self.opened_at = min(known, self.opened_at)
        self._peers.share(_HOUSE, _OPENED, self.opened_at)

    @property
    def seconds_since_opening(self) -> float:
        """Seconds since the server was opened."""
        return (self._now() - self.opened_at) / 1000

    @property
    def seconds_left(self) -> float:
        """Seconds for which everybody may still come back after the server was opened."""
        return self.seconds - self.seconds_since_opening

    def left_at(self, name: str) -> int:
        """Return when somebody has left, and now if they are here: Unix time in milliseconds."""
        return self._now() if name in self._presence else self._presence.left_at(name)

    def seconds_for(self, name: str) -> float:
        """Return for how long somebody who is away may still come back before others go on.

        It is 0 or less once the others need not wait any longer.
        """
        left_at = max(self.opened_at, self._presence.left_at(name))
        return self.seconds - (self._now() - left_at) / 1000
