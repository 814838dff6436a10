"""Access to whole games of the store, after their end and for people who may look."""

from dataclasses import dataclass

from regicide_tui.server.model.review.access import may_review
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.tables import Tables


@dataclass(eq=False, repr=False)
class FinishedGames:
    """The finished games."""

    _tables: Tables
    _boards: Boards

    async def read(self, table: str, name: str) -> TableState:
        """Return a finished table, for a person who may look. Raises `Refused`, `StoreError`."""
        state = await self._tables.read_state(table)
        facts = state.facts
        if not facts.seats:
            raise Refused("There is no such game here, or it is no longer stored.")
        if not facts.over:
            raise Refused("That game is still in progress.")
        if refusal := may_review(name, facts) or self._boards.may_look(facts.board, name):
            raise refusal
        return state
