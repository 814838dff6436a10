"""The tables that are set aside because their logs can't be read."""

from contextlib import suppress

from msgspec.structs import replace

from regicide_tui.games.base import Value
from regicide_tui.server.base.tasks import Signal
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.common import Common
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import UPDATED, NewerEntry, StoreError

_UNREADABLE = "This table can't be used: its log can't be read. The server keeps the log."


class SetAside(Value, frozen=True):
    """A table that is closed to players because its log can't be read. The log is kept.

    The game is empty if it is unknown. `outdated` means that a newer version of the program uses
    the table, so this server must be updated.
    """

    game: str
    players: int
    people: tuple[str, ...]
    outdated: bool = False


class TablesSetAside(dict[str, SetAside]):
    """The tables that are set aside now, by id."""

    def __init__(self, common: Common) -> None:
        super().__init__()
        self.outdated = Signal[[]](common.report)
        """Sent when a newer version of the program uses a table that was open here."""
        self._common = common

    def list_of(self, name: str) -> dict[str, SetAside]:
        """Return a player's set-aside tables, by id."""
        return {table: one for table, one in self.items() if name in one.people}

    def refusal(self, table: str) -> Refused:
        """Return the refusal for a table that is not open, whether or not it is set aside."""
        if (aside := self.get(table)) is None:
            return Refused("That table no longer exists.")
        return Refused(UPDATED if aside.outdated else _UNREADABLE)

    async def add(
        self, table: str, projection: LogProjection[TableState], error: Exception
    ) -> bool:
        """Set a table aside, with everyone who acted there; return whether it is outdated.

        Its seats may also be damaged, so names are read from the log where possible.
        """
        facts, people = projection.value.facts, dict.fromkeys(projection.value.facts.people)
        outdated = isinstance(error, NewerEntry)
        aside = self[table] = SetAside(facts.game, facts.players, facts.people, outdated)
        with suppress(StoreError):
            for entry in await self._common.store.read(projection.log):
                if isinstance(name := entry.body.get("by"), str) and not is_bot(name):
                    people[name] = None
        self[table] = replace(aside, people=(*people,))
        why = error if isinstance(error, StoreError) else type(error).__name__
        self._common.journal.note("set aside", table=table, people=", ".join(people), why=why)
        return outdated
