"""What the server remembers of the people at a table: it is said of their visits."""

from msgspec.structs import replace

from regicide_tui.server.model.table.state import moves_until_own
from regicide_tui.server.model.visit import VisitFacts
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
            moves = state.game.moves
            self._presence.change(name, lambda facts: self._with_seen(facts, table, moves))

    def _with_seen(self, facts: VisitFacts, table: str, moves: int) -> VisitFacts:
        known = {one: seen for one, seen in facts.seen.items() if one in self._tables}
        return replace(facts, seen=known | {table: moves})

    def moves_seen(self, table: str, name: str) -> int:
        """Return how many actions somebody has seen who comes to a table at which they sit.

        If that is unknown, those until their own last action count.
        """
        moves = self._presence.last_facts_of(name).seen.get(table)
        return moves if moves is not None else moves_until_own(self._tables.whole(table), name)

    def note_crash(self, table: str, name: str) -> None:
        """Note that somebody's app crashed at a table."""
        if table in self._tables:
            self._presence.change(
                name, lambda facts: replace(facts, crashed=(*self._without(facts, table), table))
            )

    def forget_crash(self, table: str, name: str) -> None:
        """Forget a crash, because the person goes to the table again."""
        if self.has_crashed(table, name):
            self._presence.change(
                name, lambda facts: replace(facts, crashed=self._without(facts, table))
            )

    def has_crashed(self, table: str, name: str) -> bool:
        """Tell whether somebody's app crashed on their last visit of a table."""
        return table in self._presence.last_facts_of(name).crashed

    def _without(self, facts: VisitFacts, table: str) -> tuple[str, ...]:
        """Return the open tables at which an app crashed, without this one."""
        return tuple([one for one in facts.crashed if one != table and one in self._tables])
