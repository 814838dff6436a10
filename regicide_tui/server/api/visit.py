"""The visit of one person: they come, go to tables and to the lobby, and leave."""

from regicide_tui.server.services.presence import Leave
from regicide_tui.server.services.services import Services


class Visit:
    """Where one visitor is."""

    def __init__(self, services: Services, name: str, address: str = "") -> None:
        self._services, self._name, self._address = services, name, address
        self._end: Leave = lambda reason: None
        self.table = ""
        """The table that is open; nothing for the lobby."""
        self.left_before = 0
        """When the last visit ended, in Unix time in milliseconds.

        0 if that is unknown, or if the visitor was here until this visit began.
        """

    def come(self, end: Leave) -> None:
        """Begin the visit; an earlier one of this name ends. `end` ends the app, with a reason.

        What the earlier window showed counts as seen.
        """
        self._end = end
        presence = self._services.presence
        shown = presence.facts_of(self._name).table
        self.left_before = 0 if self._name in presence else presence.left_at(self._name)
        presence.arrive(self._name, end, self._address)
        self._services.seat_notes.note_seen(shown, self._name)

    def go_to(self, table: str) -> None:
        """Go to a table; nothing is the lobby."""
        self._note_seen()
        self.table = table
        self._services.presence.go_to(self._name, self._end, table)

    def leave(self) -> None:
        """End the visit."""
        self._note_seen()
        self._services.presence.leave(self._name, self._end)

    def enter_review(self, table: str) -> None:
        """Go to the review of a finished game."""
        self._services.presence.go_to_review(self._name, self._end, table)

    def leave_review(self) -> None:
        """Leave the review."""
        self._services.presence.go_to_review(self._name, self._end, "")

    def crash(self) -> None:
        """Note that the app has crashed at the table that is open."""
        self._services.seat_notes.note_crash(self.table, self._name)

    def has_crashed(self, table: str) -> bool:
        """Tell whether the app crashed on the visitor's last visit of a table."""
        return self._services.seat_notes.has_crashed(table, self._name)

    def go_to_game(self, table: str) -> int:
        """Go to a table; return how many actions of its game the visitor has seen.

        A crash there is forgotten, because the visitor has gone there again.
        """
        if self.table == table:
            self._note_seen()
        seen = self._services.seat_notes.moves_seen(table, self._name)
        self.go_to(table)
        self._services.seat_notes.forget_crash(table, self._name)
        return seen

    def _note_seen(self) -> None:
        """Note how much of the game the visitor has seen at the table that is open.

        An app that another window has replaced shows nothing new.
        """
        if self._services.presence.facts_of(self._name).table == self.table:
            self._services.seat_notes.note_seen(self.table, self._name)
