"""The lobby: which tables somebody is offered there, and its chat."""

from collections.abc import Iterator, Sequence
from itertools import chain

from regicide_tui.server.base.signal import Signal
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.visitor_table import VisitorTable, seen_by
from regicide_tui.server.services.chat import LOBBY, LOBBY_KEPT, Chat, Message
from regicide_tui.server.services.preferences import Preferences
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.projection import follow
from regicide_tui.server.storage.store import LogEntry, Store, StoreError


class Lobby:
    """What is offered and said in the lobby."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        presence: Presence,
        limits: VisitorLimits,
        preferences: Preferences,
        tasks: BackgroundTasks,
    ) -> None:
        self.said = Signal[[]](tasks.report)
        """Sent when somebody has said something."""
        self._tables, self._presence = tables, presence
        self._limits, self._preferences, self._tasks = limits, preferences, tasks
        self._chat = Chat(store, LOBBY, LOBBY_KEPT)
        self._end_following = follow(store, LOBBY, tasks, self._hear)

    async def open(self) -> None:
        """Read what was said last; what the store can't read now is not shown."""
        try:
            await self._chat.catch_up()
        except StoreError as error:
            self._tasks.report(error)

    async def close(self) -> None:
        """Store what was said; what the store can't keep now is lost."""
        self._end_following()
        try:
            await self._chat.save()
        except StoreError as error:
            self._tasks.report(error)

    # ------------------------------------------------------------ the chat

    def say(self, by: str, text: str, address: str = "") -> None:
        """Send a message to the chat of the lobby. Raises `Refused` after too many."""
        self._limits.count_message(by, address)
        self._chat.add(by, text)
        self._tasks.run_soon(self._chat.save())
        self.said.send()

    @property
    def chat(self) -> Sequence[Message]:
        """The last messages in the lobby, the newest last."""
        return self._chat

    def chat_for(self, name: str) -> tuple[Message, ...]:
        """Return the chat of the lobby without the messages of those whom somebody ignores."""
        ignored = self._preferences.ignored_by(name)
        return tuple([one for one in self._chat if one[0] not in ignored])

    async def _hear(self, entry: LogEntry | None) -> None:
        """Take what was said at other processes. Raises `StoreError`."""
        if await self._chat.catch_up(entry):
            self.said.send()

    # ------------------------------------------------------------ the tables

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
        return seen_by(name, state, self._presence.places(table, state.facts))

    def shown_to(self, name: str) -> TableFacts | None:
        """Return the table that somebody has open, perhaps with its game over; None for none."""
        table = self._presence.table_of(name)
        return self._tables.get(table) or self._tables.find_finished(table)

    def _try_to_describe(self, table: str, name: str) -> VisitorTable | None:
        """Return what somebody sees of a table; set the table aside soon if it can't be shown."""
        if table not in self._tables:
            return None
        try:
            return self.describe(table, name)
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            projection = self._tables.projection(table)
            self._tasks.run_soon(self._tables.put_aside(table, projection, error))
            return None


def _is_wanted(seen: VisitorTable, prefix: str) -> bool:
    """Tell whether a table is listed. A search never reveals the players of a private game."""
    if not prefix:
        return True
    hidden = seen.private and seen.begun and seen.seat is None
    return not hidden and any(name.casefold().startswith(prefix) for name in seen.names)
