"""The visit of one person: they come, go to tables and to the lobby, and leave."""

from regicide_tui.server.services.presence import Leave
from regicide_tui.server.services.services import Services


class Visit:
    """Where one visitor is. `leave` ends their app, with the reason."""

    def __init__(self, services: Services, name: str, leave: Leave) -> None:
        self._services, self._name, self._leave = services, name, leave
        self.table = ""
        """The table that is open; nothing for the lobby."""

    def come(self) -> None:
        """Begin the visit; an earlier one of this name ends."""
        self._services.presence.arrive(self._name, self._leave)

    def go_to(self, table: str) -> None:
        """Go to a table; nothing is the lobby."""
        self._note_seen()
        self.table = table
        self._services.presence.go_to(self._name, self._leave, table)

    def leave(self) -> None:
        """End the visit."""
        self._note_seen()
        self._services.presence.leave(self._name, self._leave)

    def crash(self) -> None:
        """Note that the app has crashed at the table that is open."""
        self._services.seat_notes.note_crash(self.table, self._name)

    def moves_seen(self, table: str) -> int:
        """Return how many actions of a game the visitor has seen who comes to its table."""
        if self.table == table:
            self._note_seen()
        return self._services.seat_notes.moves_seen(table, self._name)

    def _note_seen(self) -> None:
        """Note how much of the game the visitor has seen at the table that is open.

        An app that another window has replaced shows nothing new.
        """
        if self._services.presence.table_of(self._name) == self.table:
            self._services.seat_notes.note_seen(self.table, self._name)
