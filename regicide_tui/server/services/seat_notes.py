"""What the server remembers of the people at a table: it is said of their visits."""

from regicide_tui.server.model.table.state import moves_until_own
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.tables import Tables


class SeatNotes:
    """How many actions people had seen when they left their table, and whose app crashed there."""

    def __init__(self, tables: Tables, presence: Presence) -> None:
        self._tables, self._presence = tables, presence

    def note_seen(self, table: str, name: str) -> None:
        """Note how much of the game somebody has seen who leaves their table."""
        state = self._tables.whole(table)
        if state.game is not None and state.facts.seat_of(name) is not None:
            seen = self._presence.facts_of(name).seen
            known = {one: moves for one, moves in seen.items() if one in self._tables}
            self._presence.change(name, seen=known | {table: state.game.moves})

    def moves_seen(self, table: str, name: str) -> int:
        """Return how many actions somebody has seen who comes to a table at which they sit.

        If that is unknown, those until their own last action count.
        """
        moves = self._presence.last_facts_of(name).seen.get(table)
        return moves if moves is not None else moves_until_own(self._tables.whole(table), name)

    def note_crash(self, table: str, name: str) -> None:
        """Note that somebody's app crashed at a table."""
        if table in self._tables:
            self.forget_crash(table, name)
            crashed = self._presence.facts_of(name).crashed
            self._presence.change(name, crashed=(*crashed, table))

    def forget_crash(self, table: str, name: str) -> None:
        """Forget a crash, because the person goes to the table again."""
        crashed = self._presence.facts_of(name).crashed
        left = [one for one in crashed if one != table and one in self._tables]
        self._presence.change(name, crashed=tuple(left))

    def has_crashed(self, table: str, name: str) -> bool:
        """Tell whether somebody's app crashed on their last visit of a table."""
        return table in self._presence.last_facts_of(name).crashed
