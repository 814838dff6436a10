"""The tables that are set aside: their logs can't be read, so nobody can go there."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from msgspec.structs import replace

from regicide_tui.games.base import Value
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.signal import Signal
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import UPDATED, LogEntry, Store, StoreError

_UNREADABLE = "This table can't be used: its log can't be read. The server keeps the log."


class SetAside(Value):
    """A table that is closed to players because its log can't be read. The log is kept.

    The game is empty if it is unknown. `outdated` says that a newer version of the program goes on
    with the table, so this server has to be updated.
    """

    game: str
    players: int
    people: tuple[str, ...]
    outdated: bool = False


class TablesSetAside:
    """The tables of the server that are set aside now."""

    def __init__(self, store: Store, journal: Journal, report: Callable[..., None]) -> None:
        self.outdated = Signal[[]](report)
        """Sent when a newer version of the program goes on at a table that was open here."""
        self._store, self._journal = store, journal
        self._tables: dict[str, SetAside] = {}

    def __contains__(self, table: object) -> bool:
        return table in self._tables

    def list_of(self, name: str) -> dict[str, SetAside]:
        """Return the set-aside tables of somebody, by their ids."""
        return {table: one for table, one in self._tables.items() if name in one.people}

    def refusal(self, table: str) -> Refused:
        """Return the refusal for a table that is not open, whether or not it is set aside."""
        aside = self._tables.get(table)
        if aside is None:
            return Refused("That table no longer exists.")
        return Refused(UPDATED if aside.outdated else _UNREADABLE)

    async def add(
        self,
        table: str,
        projection: LogProjection[TableState],
        error: Exception,
        *,
        outdated: bool,
    ) -> None:
        """Set a table aside, with all people who did anything there.

        Its seats may be damaged as well, so the log is read for their names, if it can be.
        """
        facts = projection.value.facts
        aside = SetAside(facts.game, facts.players, facts.people, outdated)
        self._tables[table] = aside
        with suppress(StoreError):
            named = _people_in(await self._store.read(projection.log))
            everybody = tuple(dict.fromkeys((*facts.people, *named)))
            aside = self._tables[table] = replace(aside, people=everybody)
        people = ", ".join(aside.people)
        why = error if isinstance(error, StoreError) else type(error).__name__
        self._journal.note("set aside", table=table, people=people, why=why)

    def remove(self, table: str) -> bool:
        """Note that a table can be read again, or is closed; tell whether it was set aside."""
        return self._tables.pop(table, None) is not None


def _people_in(entries: Iterable[LogEntry]) -> tuple[str, ...]:
    """Return the people who did anything at a table, according to its log."""
    found = [entry.body.get("by") for entry in entries]
    return tuple([name for name in found if isinstance(name, str) and not is_bot(name)])
