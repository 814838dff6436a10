"""The lobby: which tables somebody is offered there."""

from collections.abc import Iterator
from itertools import chain

from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.table.visitor_table import VisitorTable, seen_by
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.tables import Tables


class Lobby:
    """What is offered in the lobby."""

    def __init__(
        self, tables: Tables, presence: Presence, moderation: Moderation, tasks: BackgroundTasks
    ) -> None:
        self._tables, self._presence = tables, presence
        self._moderation, self._tasks = moderation, tasks

    def offered(self, name: str, wanted: str = "") -> Iterator[tuple[str, VisitorTable]]:
        """Yield what somebody sees of each table in the lobby: their own tables, then the others.

        With `wanted`, only the tables of players whose names begin so. A search never reveals the
        players of a private game. A table that can't be shown is left out, and is set aside soon.
        """
        listing = self._tables.listing
        newest = [*reversed(listing.tables_of(name))]
        own = dict.fromkeys(sorted(newest, key=lambda one: not self._tables[one].waits_for(name)))
        others = (table for table in listing.offered() if table not in own)
        prefix = wanted.casefold()
        candidates = listing.tables_of_names(prefix) if wanted else None
        for table in chain(own, others):
            if candidates is None or table in candidates:
                seen = self._try_to_describe(table, name)
                if seen is not None and not seen.over and _is_wanted(seen, prefix):
                    yield table, seen

    def own_tables(self, name: str) -> list[tuple[str, VisitorTable]]:
        """Return what somebody sees of the tables at which they sit, the newest last.

        A table that can't be shown is left out, and is set aside soon.
        """
        tables = self._tables.listing.tables_of(name)
        found = [(table, self._try_to_describe(table, name)) for table in tables]
        return [(table, seen) for table, seen in found if seen is not None]

    def describe(self, table: str, name: str) -> VisitorTable:
        """Return what somebody sees of a table in the lobby."""
        state = self._tables.whole(table)
        reader = Reader(name, self._moderation.moderators)
        facts, presence = state.facts, self._presence
        asked = facts.asking and name in facts.seats
        watching = presence.spectators_of(table, facts.seats) if asked else ()
        return seen_by(reader, state, presence.places(table, facts), spectators=watching)

    def _try_to_describe(self, table: str, name: str) -> VisitorTable | None:
        """Return what somebody sees of a table; set the table aside soon if it can't be shown."""
        if table not in self._tables:
            return None
        try:
            return self.describe(table, name)
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            self._tasks.run_soon(self._tables.put_aside(table, error))
            return None


def _is_wanted(seen: VisitorTable, prefix: str) -> bool:
    """Tell whether a table is listed. A search never reveals the players of a private game."""
    if not prefix:
        return True
    hidden = seen.private and seen.begun and seen.seat is None
    return not hidden and any(name.casefold().startswith(prefix) for name in seen.names)
