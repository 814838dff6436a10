"""The lobby: which tables somebody is offered there, and its chat."""

from collections.abc import Iterator, Sequence
from itertools import chain

from regicide_tui.server.base.signal import Signal
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.info import TableInfo, as_seen_by, make_table_info
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.lobby_chat import LOG, LobbyChat, Message
from regicide_tui.server.services.preferences import Preferences
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.following import follow
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
        self._chat = LobbyChat(store)
        self._infos: dict[str, tuple[TableState, TableInfo]] = {}
        """For each table its last state, and the info of a spectator about it."""
        self._end_following = follow(store, LOG, tasks, self._hear)
        tables.changed.subscribe(lambda table, before, after: self._forget_info(table))
        tables.closed.subscribe(lambda table, state: self._forget_info(table))

    async def open(self) -> None:
        """Read what was said last; what the store can't read now is not shown."""
        try:
            await self._chat.open()
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
        return self._chat.messages

    def chat_for(self, name: str) -> tuple[Message, ...]:
        """Return the chat of the lobby without the messages of those whom somebody ignores."""
        ignored = self._preferences.ignored_by(name)
        return tuple([one for one in self._chat.messages if one[0] not in ignored])

    async def _hear(self, entry: LogEntry | None) -> None:
        """Take what was said at other workers. Raises `StoreError`."""
        before = self._chat.heard
        await self._chat.catch_up(entry)
        if self._chat.heard != before:
            self.said.send()

    # ------------------------------------------------------------ the tables

    def offered(self, name: str, wanted: str = "") -> Iterator[tuple[str, TableInfo]]:
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
                info = self._try_to_describe(table, name)
                if info is not None and not info.over and _is_wanted(info, prefix):
                    yield table, info

    def own_tables(self, name: str) -> list[tuple[str, TableInfo]]:
        """Return what somebody sees of the tables at which they sit, the newest last.

        A table that can't be shown is left out, and is set aside soon.
        """
        tables = self._tables.listing.tables_of(name)
        found = [(table, self._try_to_describe(table, name)) for table in tables]
        return [(table, info) for table, info in found if info is not None]

    def describe(self, table: str, name: str) -> TableInfo:
        """Return what somebody sees of a table in the lobby."""
        state = self._tables.whole(table)
        known, places = self._infos.get(table), self._presence.places(table, state.facts)
        if known is None or known[0] is not state or known[1].places != places:
            known = self._infos[table] = state, make_table_info(state, "", places)
        return as_seen_by(known[1], state, name) if name in state.facts.seats else known[1]

    def shown_to(self, name: str) -> TableFacts | None:
        """Return the table that somebody has open, perhaps with its game over; None for none."""
        table = self._presence.table_of(name)
        return self._tables.get(table) or self._tables.find_finished(table)

    def _try_to_describe(self, table: str, name: str) -> TableInfo | None:
        """Return what somebody sees of a table; set the table aside soon if it can't be shown."""
        if table not in self._tables:
            return None
        try:
            return self.describe(table, name)
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            projection = self._tables.projection(table)
            self._tasks.run_soon(self._tables.put_aside(table, projection, error))
            return None

    def _forget_info(self, table: str) -> None:
        self._infos.pop(table, None)


def _is_wanted(info: TableInfo, prefix: str) -> bool:
    """Tell whether a table is listed. A search never reveals the players of a private game."""
    if not prefix:
        return True
    hidden = info.private and info.begun and info.seat is None
    return not hidden and any(name.casefold().startswith(prefix) for name in info.names)
