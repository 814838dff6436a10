"""What the server remembers of the people at a table, as long as it is open.

All workers remember the same.
"""

from regicide_tui.server.model.table.state import moves_until_own
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.storage.peers import Peers

_SEEN, _CRASHED = "seen", "crashed"
"""The topics of the shared values. Each key is a table and a name."""


class SeatNotes:
    """How many actions people had seen when they left their table, and whose app crashed there."""

    def __init__(self, tables: Tables, peers: Peers) -> None:
        self._tables, self._peers = tables, peers
        tables.closed.subscribe(lambda table, state: self._forget(table))

    def note_seen(self, table: str, name: str) -> None:
        """Note how much of the game somebody has seen who leaves their table."""
        state = self._tables.whole(table)
        if state.game is not None and state.facts.seat_of(name) is not None:
            self._peers.share(_SEEN, f"{table} {name}", state.game.moves)

    def moves_seen(self, table: str, name: str) -> int:
        """Return how many actions somebody has seen who comes to a table at which they sit.

        After a restart of the server those until their own last action count.
        """
        moves = self._peers.shared(_SEEN).get(f"{table} {name}")
        return moves if isinstance(moves, int) else moves_until_own(self._tables.whole(table), name)

    def note_crash(self, table: str, name: str) -> None:
        """Note that somebody's app crashed at a table."""
        if table in self._tables:
            self._peers.share(_CRASHED, f"{table} {name}", True)

    def forget_crash(self, table: str, name: str) -> None:
        """Forget a crash, because the person goes to the table again."""
        self._peers.share(_CRASHED, f"{table} {name}", None)

    def has_crashed(self, table: str, name: str) -> bool:
        """Tell whether somebody's app crashed on their last visit of a table."""
        return f"{table} {name}" in self._peers.shared(_CRASHED)

    def _forget(self, table: str) -> None:
        """Forget the people of a table that is over; the other workers do so by themselves."""
        for topic in (_SEEN, _CRASHED):
            for key in [*self._peers.shared(topic)]:
                if key.startswith(f"{table} "):
                    self._peers.forget(topic, key)
