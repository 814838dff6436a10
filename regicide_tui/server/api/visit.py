"""The visit of one person: they arrive, go to tables and to the lobby, and leave."""

from regicide_tui.server.model.table.state import moves_until_own
from regicide_tui.server.services.presence import Leave
from regicide_tui.server.services.services import Services


class Visit:
    """Where one visitor is."""

    def __init__(self, services: Services, name: str, address: str = "") -> None:
        self._services, self._name, self._address = services, name, address
        self._end: Leave = lambda reason: None
        self.table = ""
        """The open table; empty for the lobby."""
        self.left_before = 0
        """When the last visit ended, in Unix time in milliseconds.

        0 if that is unknown, or if the visitor was here until this visit began.
        """

    def come(self, end: Leave) -> None:
        """Start the visit; an earlier one of this name ends. `end` ends the app, with a reason.

        What the earlier window showed counts as seen.
        """
        self._end = end
        presence = self._services.presence
        shown = presence.facts_of(self._name).table
        self.left_before = 0 if self._name in presence else presence.left_at(self._name)
        presence.arrive(self._name, end, self._address)
        self._note_seen(shown)

    def go_to(self, table: str) -> None:
        """Go to a table; an empty id is the lobby."""
        self._note_left()
        self.table = table
        self._services.presence.go_to(self._name, self._end, table)

    def leave(self) -> None:
        """End the visit."""
        self._note_left()
        self._services.presence.leave(self._name, self._end)

    def enter_review(self, table: str) -> None:
        """Go to the review of a finished game."""
        self._services.presence.go_to_review(self._name, self._end, table)

    def leave_review(self) -> None:
        """Leave the review."""
        self._services.presence.go_to_review(self._name, self._end, "")

    def crash(self) -> None:
        """Note that the app has crashed at the open table."""
        if self.table in self._services.tables:
            crashed = (*self._crashed_elsewhere, self.table)
            self._services.presence.change(self._name, crashed=crashed)

    def has_crashed(self, table: str) -> bool:
        """Return whether the app crashed on the visitor's last visit to a table."""
        return table in self._services.presence.last_facts_of(self._name).crashed

    def go_to_game(self, table: str) -> int:
        """Go to a table; return how many actions of its game the visitor has seen.

        A crash there is forgotten, because the visitor has returned there.
        """
        if self.table == table:
            self._note_left()
        seen = self.moves_seen(table)
        self.go_to(table)
        self._services.presence.change(self._name, crashed=self._crashed_elsewhere)
        return seen

    def moves_seen(self, table: str) -> int:
        """Return how many actions the visitor has seen at a table where they sit.

        If that is unknown, the actions up to their own last one count.
        """
        moves = self._services.presence.last_facts_of(self._name).seen.get(table)
        if moves is not None:
            return moves
        return moves_until_own(self._services.tables.whole(table), self._name)

    @property
    def _crashed_elsewhere(self) -> tuple[str, ...]:
        """The other open tables where the app crashed on the last visit."""
        crashed = self._services.presence.facts_of(self._name).crashed
        return tuple([one for one in crashed if one != self.table and one in self._services.tables])

    def _note_left(self) -> None:
        """Note how much of the game at the open table the visitor has seen.

        An app that another window has replaced shows nothing new.
        """
        if self._services.presence.facts_of(self._name).table == self.table:
            self._note_seen(self.table)

    def _note_seen(self, table: str) -> None:
        """Note how much of the game the visitor has seen when they leave their table."""
        tables, presence = self._services.tables, self._services.presence
        state = tables.whole(table)
        if state.game is not None and state.facts.seat_of(self._name) is not None:
            seen = presence.facts_of(self._name).seen
            known = {one: moves for one, moves in seen.items() if one in tables}
            presence.change(self._name, seen=known | {table: state.game.moves})
