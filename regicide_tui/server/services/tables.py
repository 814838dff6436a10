"""The tables of the server: their logs, from when they are opened until they are dropped.

Decisions are made elsewhere: in `commands` for people, in `automation` for due work.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext, suppress
from weakref import WeakSet

from regicide_tui.server.base.tasks import Signal
from regicide_tui.server.model.boards.results import Results
from regicide_tui.server.model.listing import TableListing
from regicide_tui.server.model.register import Register
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.record import log_of, project_table
from regicide_tui.server.model.table.state import EMPTY, TableState
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.games_in_memory import GamesInMemory, read_snapshots
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.set_aside import TablesSetAside
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import UPDATED, BadEntry, LogEntry, StoreError

FINISHED_TABLES = 20
"""The maximum number of kept finished tables; people may still chat there."""


class _OpenLog:
    """The log of a table, its last announced facts, and the function to stop following it."""

    def __init__(self, projection: LogProjection[TableState], end: Callable[[], None]) -> None:
        self.projection, self.end = projection, end
        self.told, self.version = EMPTY.facts, -1


class Tables(Mapping[str, TableFacts]):
    """The tables whose games aren't over, by id, and the latest finished ones.

    As a mapping, it contains their facts, without cards: only `whole` and the logs have cards.
    """

    def __init__(self, common: Common, presence: Presence, listing: TableListing) -> None:
        self.changed = Signal[[str, TableFacts, TableFacts]](common.report)
        """Sent with a table, and its facts before and after a change.

        They are the same if one of its players has come, left or moved.
        """
        self.closed = Signal[[str, TableState]](common.report)
        """Sent with a table that is no longer listed, and its last state."""
        self.register = Register.project(common.store, common.report)
        """The open tables, and the results of finished games."""
        self._open: dict[str, _OpenLog] = {}
        self.games = GamesInMemory(common.store, presence, self._find_open)
        self.set_aside = TablesSetAside(common)
        self.listing = listing
        self._common, self._presence, self._tasks = common, presence, common.tasks
        self.finished: dict[str, _OpenLog] = {}
        """The recently finished tables; people may still chat there."""
        self.owns = common.processes.owns
        """Returns whether this process does the background work for a table."""
        presence.changed.subscribe(self._list_again)

    def __getitem__(self, table: str) -> TableFacts:
        return self._open[table].projection.value.facts

    def __iter__(self) -> Iterator[str]:
        return iter([*self._open])

    def __len__(self) -> int:
        return len(self._open)

    @property
    def results(self) -> Results:
        """The results of finished games."""
        return self.register.value.results

    # ------------------------------------------------------------ opening and restoring

    async def open(self) -> None:
        """Restore all tables that were open when the server was closed.

        A table that can't be restored is set aside; the others are opened. What the store can't do
        now is retried later. Raises `StoreError` if the register can't be read.

        If there is a snapshot of a table, its log is read only when someone needs the game.
        """
        self.register.follow(self._tasks, lambda: self._tasks.run_soon(self._note_registered()))
        kept = await read_snapshots(self._common.store)
        register = await self.register.catch_up()
        register.changed.clear()
        for table in [*register.open]:
            await self.restore(table, *kept.get(log_of(table), ()))

    async def note_open(self, table: str) -> None:
        """Note in the register that a table is open. Raises `StoreError`."""
        await self.register.append(lambda register: register.open_table(table))

    async def _note_registered(self) -> None:
        """List tables that other processes opened; unlist those that they closed."""
        register = self.register.value
        while register.changed:
            table = next(iter(register.changed))
            if table not in register.open:
                if table in self._open:
                    await self._tasks.attempt(self.read(table, in_turn=True))
                    self._unlist(table)
                self.set_aside.pop(table, None)
            elif table not in self._open and table not in self.set_aside:
                await self.restore(table)
            register.changed.pop(table, None)

    async def restore(
        self, table: str, snapshot: TableState | None = None, version: int = 0
    ) -> None:
        """Restore a table, or set it aside; retry later if the store can't read it now."""
        projection = project_table(self._common.store, table, snapshot, version)
        try:
            if snapshot is None:
                await self.games.make_room()
                facts = (await projection.catch_up()).facts
                if not facts.seats:  # the server crashed while opening the table
                    await self.register.append(lambda register: register.close_table(table, facts))
                    return
            if table not in self._open and table in self.register.value.open:
                self.add(table, projection)
        except StoreError as error:
            await self._put_aside(table, projection, error)
            if not isinstance(error, BadEntry):
                self._tasks.retry(f"restore {table}", lambda: self.restore(table))
        else:
            self.set_aside.pop(table, None)

    def add(self, table: str, projection: LogProjection[TableState]) -> None:
        """List a table, and follow its log from now on."""

        def hear(entry: LogEntry | None) -> None:
            """Take a new entry; if that isn't enough, read the log soon."""
            with suppress(BadEntry):  # reading it fails again and sets the table aside
                if projection.take(entry):
                    self.tell(table)
                    return
            self._tasks.run_soon(self.catch_up(table, entry))

        self._open[table] = _OpenLog(projection, self._common.store.watch(projection.log, hear))
        self.tell(table)
        if self._common.processes.others:  # another process may have written since
            self._tasks.run_soon(self.catch_up(table))

    def address_of(self, table: str) -> str:
        """Return the address of a table's host; their name while they are away."""
        host = self[table].host
        return self._presence.facts_of(host).address or host

    # ------------------------------------------------------------ changes

    def projection(self, table: str) -> LogProjection[TableState]:
        """Return the log of a table that is open or was recently. Raises `Refused`."""
        found = self._open.get(table) or self.finished.get(table)
        if found is None:
            raise self.set_aside.refusal(table)
        return found.projection

    def _find_open(self, table: str) -> LogProjection[TableState] | None:
        found = self._open.get(table)
        return found.projection if found is not None else None

    async def catch_up(self, table: str, entry: LogEntry | None = None) -> None:
        """Read what happened at a table: the announced entry, or new entries in the store.

        What the store can't do now is retried later.
        """
        found = self._open.get(table) or self.finished.get(table)
        if found is None:
            return
        try:
            if found.projection.is_read:
                await found.projection.catch_up(entry)
            elif await found.projection.has_grown(entry):
                await self.read(table, in_turn=True)
        except StoreError as error:
            if table in self.finished:  # it is read with the next message
                return
            if isinstance(error, BadEntry):
                await self.put_aside(table, error)
            else:
                self._tasks.report(error, table=table)
                self._tasks.retry(f"read {table}", lambda: self.catch_up(table))
        self.tell(table)

    def tell(self, table: str) -> None:
        """Announce what has happened at a table since the last time."""
        found = self._open.get(table) or self.finished.get(table)
        if found is None:
            return
        before, now = found.told, found.projection.value.facts
        grew = found.version != found.projection.version
        if before is now and not grew:
            return
        found.told, found.version = now, found.projection.version
        if table in self._open:
            if found.projection.is_read and found.projection.value.game is not None:
                self.games.handles.setdefault(table, WeakSet())
            if grew and found.projection.is_read and self.owns(table):
                self.games.changed[table] = None
            if before.listed_by != now.listed_by:
                self._list(table)
        self.changed.send(table, before, now)

    def _list(self, table: str) -> None:
        """List a table by its current state."""
        if (facts := self.get(table)) is None:
            return
        try:
            attended = self._presence.is_attended(facts)
            self.listing.note(table, facts, attended, self.address_of(table))
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            self._tasks.run_soon(self.put_aside(table, error))

    def _list_again(self, name: str) -> None:
        for table in self.listing.tables_of(name):
            self._list(table)
            self.changed.send(table, self[table], self[table])

    # ------------------------------------------------------------ reading

    def is_read(self, table: str) -> bool:
        """Return whether the log of a table has been read; also true for an unknown table."""
        return table not in self._open or self._open[table].projection.is_read

    async def read(self, table: str, *, in_turn: bool = False) -> None:
        """Read the log of a table, so that people can go there. Raises `StoreError`.

        If no person waits for them, logs are read `in_turn`: many at once would delay others.
        A table whose log can't be understood is set aside.
        """
        async with self.games.reading if in_turn else nullcontext():
            await self.games.make_room(keep=in_turn)
            if (found := self._open.get(table)) is None:
                return
            try:
                await found.projection.catch_up()
            except BadEntry as error:
                await self.put_aside(table, error)
            else:  # without waiting: after reading the log, people may go to the table at once
                self.tell(table)

    async def read_state(self, table: str) -> TableState:
        """Return the newest state of any table; `EMPTY` without a log. Raises `StoreError`."""
        found = self.finished.get(table)
        projection = found.projection if found else project_table(self._common.store, table)
        return await projection.catch_up()

    def find_finished(self, table: str) -> TableFacts | None:
        """Return a recently finished table, or None."""
        found = self.finished.get(table)
        return found.projection.value.facts if found is not None else None

    def whole(self, table: str) -> TableState:
        """Return an open table with its game and its secrets; `EMPTY` for any other."""
        found = self._open.get(table)
        return found.projection.value if found is not None else EMPTY

    def find(self, table: str) -> TableFacts:
        """Return an open table; `EMPTY` for any other."""
        return self.whole(table).facts

    def facts_of(self, name: str) -> list[TableFacts]:
        """Return the tables at which a player sits."""
        return [self[table] for table in self.listing.tables_of(name)]

    # ------------------------------------------------------------ closing

    async def close_finished(self, table: str) -> None:
        """Note in the register that a table is over, and unlist it. Raises `StoreError`."""
        facts = self[table]
        await self.register.append(lambda register: register.close_table(table, facts))
        self._unlist(table)

    def _unlist(self, table: str) -> None:
        """Unlist a closed table; people may still chat there."""
        if (found := self._remove(table)) is None:  # it has been set aside
            return
        state = found.projection.value
        if state.facts.of_guest:  # many guests must not end the chat at tables of others
            found.end()
        else:
            self.finished[table] = found
            if len(self.finished) > FINISHED_TABLES:
                self.finished.pop(next(iter(self.finished))).end()
        self.closed.send(table, state)

    def _remove(self, table: str) -> _OpenLog | None:
        """Unlist a table and return its log."""
        found = self._open.pop(table, None)
        if found is not None:
            if self.owns(table):
                self.games.changed[table] = None
            self.listing.forget(table)
            self.games.handles.pop(table, None)
        return found

    async def put_aside(self, table: str, error: Exception) -> None:
        """Set a table aside whose log can't be read; its players see that in the lobby.

        The log stays as it is and is read again at the next start of the server. If a newer
        version of the program uses it, people at the table are sent there.
        """
        was_open = table in self._open
        if (found := self._remove(table) or self.finished.pop(table, None)) is None:
            return
        found.end()
        outdated = await self._put_aside(table, found.projection, error)
        if outdated and was_open:
            self.set_aside.outdated.send()
            for leave in self._presence.visits_at(table):
                leave(UPDATED)

    async def _put_aside(
        self, table: str, projection: LogProjection[TableState], error: Exception
    ) -> bool:
        """Set a table aside; return whether a newer version of the program uses it."""
        if table in self.set_aside:
            return False
        if not isinstance(error, StoreError):
            self._tasks.report(error, table=table)
        outdated = await self.set_aside.add(table, projection, error)
        self.closed.send(table, projection.value)
        return outdated
