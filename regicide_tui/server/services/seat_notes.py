"""What the server remembers of the people at a table, as long as it is open.

All workers remember the same.
"""

from regicide_tui.server.storage.peers import Peers

_SEEN, _CRASHED = "seen", "crashed"
"""The topics of the shared values. Each key is a table and a name."""


class SeatNotes:
    """How many actions people had seen when they left their table, and whose app crashed there."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    def note_seen(self, table: str, name: str, moves: int) -> None:
        """Note how many actions somebody has seen."""
        self._peers.share(_SEEN, f"{table} {name}", moves)

    def seen(self, table: str, name: str) -> int | None:
        """Return how many actions somebody has seen, or None."""
        moves = self._peers.shared(_SEEN).get(f"{table} {name}")
        return moves if isinstance(moves, int) else None

    def note_crash(self, table: str, name: str) -> None:
        """Note that somebody's app crashed at a table."""
        self._peers.share(_CRASHED, f"{table} {name}", True)

    def forget_crash(self, table: str, name: str) -> None:
        """Forget a crash, because the person goes to the table again."""
        self._peers.share(_CRASHED, f"{table} {name}", None)

    def has_crashed(self, table: str, name: str) -> bool:
        """Tell whether somebody's app crashed on their last visit of a table."""
        return f"{table} {name}" in self._peers.shared(_CRASHED)

    def forget(self, table: str) -> None:
        """Forget the people of a table that is over; the other workers do so by themselves."""
        for topic in (_SEEN, _CRASHED):
            for key in [*self._peers.shared(topic)]:
                if key.startswith(f"{table} "):
                    self._peers.forget(topic, key)
