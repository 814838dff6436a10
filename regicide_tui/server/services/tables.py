"""The tables of the server: their logs, from when they are opened until they are forgotten.

Nothing is decided here: `commands` runs what people want, and `automation` what is due.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from regicide_tui.server.base.signal import Signal
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.listing import TableListing
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.record import log_of, project_table
from regicide_tui.server.model.table.state import EMPTY, TableState
from regicide_tui.server.model.visit import VisitFacts
from regicide_tui.server.services.games_in_memory import GamesInMemory
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.register import OpenRegister
from regicide_tui.server.services.set_aside import TablesSetAside
from regicide_tui.server.storage.processes import Processes
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import (
    UPDATED,
    BadEntry,
    LogEntry,
    NewerEntry,
    Store,
    StoreError,
)

FINISHED_TABLES = 20
"""The most finished tables that are kept; people may still talk there."""


class _OpenLog:
    """The log of a table, what was told of it last, and what ends the watch over it."""

    def __init__(self, projection: LogProjection[TableState], end: Callable[[], None]) -> None:
        self.projection, self.end = projection, end
        self.told, self.version = EMPTY, -1


class Tables(Mapping[str, TableFacts]):
    """The tables whose games are not over, by their ids, and the last ones that are over.

    As a mapping it has their facts, without any card: only `whole` and the logs hold cards.
    """

    def __init__(
        self,
        store: Store,
        register: OpenRegister,
        games: GamesInMemory,
        set_aside: TablesSetAside,
        presence: Presence,
        listing: TableListing,
        tasks: BackgroundTasks,
        processes: Processes[VisitFacts],
    ) -> None:
        self.changed = Signal[[str, TableFacts, TableFacts]](tasks.report)
        """Sent with a table, and its facts before and after something happened there."""
        self.closed = Signal[[str, TableState]](tasks.report)
        """Sent with a table that is listed no more, and its last state."""
        self.register, self.games, self.set_aside = register, games, set_aside
        self.listing = listing
        self._store, self._presence, self._tasks = store, presence, tasks
        self._processes = processes
        self._open: dict[str, _OpenLog] = {}
        self.finished: dict[str, _OpenLog] = {}
        """The tables whose games have ended lately; people may still talk there."""
        self._end_following: Callable[[], None] = lambda: None
        presence.changed.subscribe(self._list_again)
        games.put_away_one.subscribe(self.tell)

    def __getitem__(self, table: str) -> TableFacts:
        return self._open[table].projection.value.facts

    def __iter__(self) -> Iterator[str]:
        return iter([*self._open])

    def __len__(self) -> int:
        return len(self._open)

    # ------------------------------------------------------------ opening and restoring

    async def open(self) -> None:
        """Restore all tables that were open when the server was closed.

        A table that can't be restored is set aside; the others are opened. What the store can't do
        now is tried again later. Raises `StoreError` if the register can't be read.

        If there is a snapshot of a table, its log is read only when somebody needs the game.
        """
        self._end_following = self.register.follow(self._note_registered)
        kept = await self.games.snapshots.read()
        for table in await self.register.open():
            await self.restore(table, *kept.get(log_of(table), ()))

    def close(self) -> None:
        """Follow the register no more."""
        self._end_following()

    async def _note_registered(self, table: str, is_open: bool) -> None:
        """List a table that another process has opened; unlist one that it has closed."""
        if is_open:
            if table not in self._open and table not in self.set_aside:
                await self.restore(table)
        elif table in self._open:
            try:
                await self._newest(self._open[table].projection)
            except StoreError as error:
                self._tasks.report(error, table=table)
            self._unlist(table)
        else:
            self.set_aside.remove(table)

    async def restore(
        self, table: str, snapshot: TableState | None = None, version: int = 0
    ) -> None:
        """Restore a table, or set it aside; try again later if the store can't read it now."""
        projection = project_table(self._store, table, snapshot, version)
        try:
            if snapshot is None:
                await self.games.make_room()
                if not (await projection.catch_up()).facts.seats:
                    with suppress(StoreError):  # the server crashed while the table was opened
                        await self.register.note_closed(table, projection.value.facts)
                    return
            if table not in self._open and table in self.register:  # else it was closed meanwhile
                self.add(table, projection)
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            await self.put_aside(table, projection, error)
            if isinstance(error, StoreError) and not isinstance(error, BadEntry):
                self._tasks.retry(f"restore {table}", lambda: self.restore(table))
        else:
            self.set_aside.remove(table)

    def add(self, table: str, projection: LogProjection[TableState]) -> None:
        """List a table, and follow its log from now on."""
        end = self._store.watch(projection.log, lambda entry: self._hear(table, projection, entry))
        self._open[table] = _OpenLog(projection, end)
        self.tell(table)
        if self._processes.others:  # another one may have written meanwhile
            self._tasks.run_soon(self.catch_up(table))

    def address_of(self, table: str) -> str:
        """Return the address of a table's host; their name while they are away."""
        host = self[table].host
        return self._presence.address_of(host) or host

    # ------------------------------------------------------------ what happens there

    def owns(self, table: str) -> bool:
        """Tell whether this process does at a table what nobody asks for."""
        return self._processes.owns(f"table {table}")

    def projection(self, table: str) -> LogProjection[TableState]:
        """Return the log of a table that is open, or was lately. Raises `Refused`."""
        found = self._open.get(table) or self.finished.get(table)
        if found is None:
            raise self.set_aside.refusal(table)
        return found.projection

    def _hear(
        self, table: str, projection: LogProjection[TableState], entry: LogEntry | None
    ) -> None:
        """Take what was done at a table; if an entry is not enough, the log is read soon."""
        with suppress(BadEntry):  # to read it says so again, and sets the table aside
            if projection.take(entry):
                self.tell(table)
                return
        self._tasks.run_soon(self.catch_up(table, entry))

    async def catch_up(self, table: str, entry: LogEntry | None = None) -> None:
        """Take what was done at a table: the entry of which the store has told, or what it has.

        What the store can't do now is tried again later.
        """
        if table in self.finished:
            with suppress(StoreError):  # whoever says something next is heard with it
                await self.finished[table].projection.catch_up(entry)
        elif table in self._open:
            projection = self._open[table].projection
            try:
                if projection.is_read:
                    await projection.catch_up(entry)
                elif await projection.has_grown(entry):
                    await self._newest(projection)
            except BadEntry as error:
                await self.put_aside(table, projection, error)
            except StoreError as error:
                self._tasks.report(error, table=table)
                self._tasks.retry(f"read {table}", lambda: self.catch_up(table))
        self.tell(table)

    def tell(self, table: str) -> None:
        """Tell what has happened at a table since this was done last."""
        found = self._open.get(table) or self.finished.get(table)
        if found is None or found.projection.value is found.told:
            return
        before, found.told = found.told, found.projection.value
        grew, found.version = found.version != found.projection.version, found.projection.version
        if table in self._open:
            self.games.note(table, found.projection)
            if grew and self.owns(table):
                self.games.note_changed(table)
            if _is_listed_differently(before.facts, found.told.facts):
                self._list(table)
        self.changed.send(table, before.facts, found.told.facts)

    def _list(self, table: str) -> None:
        """List a table by its current state."""
        if (found := self._open.get(table)) is None:
            return
        facts = found.projection.value.facts
        try:
            attended = self._presence.is_attended(facts)
            self.listing.note(table, facts, attended, self.address_of(table))
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            self._tasks.run_soon(self.put_aside(table, found.projection, error))

    def _list_again(self, name: str) -> None:
        for table in self.listing.tables_of(name):
            self._list(table)

    # ------------------------------------------------------------ reading

    def is_read(self, table: str) -> bool:
        """Tell whether the log of a table was read; also true for an unknown table."""
        return table not in self._open or self._open[table].projection.is_read

    async def read(self, table: str) -> None:
        """Read the log of a table, so that people can go there. Raises `StoreError`.

        A table whose log can't be understood is set aside.
        """
        await self.games.put_away_most()
        if (found := self._open.get(table)) is None:
            return
        try:
            await found.projection.catch_up()
        except StoreError as error:
            if not isinstance(error, BadEntry):
                raise
            await self.put_aside(table, found.projection, error)
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            await self.put_aside(table, found.projection, error)
        else:  # nothing is waited for here: whoever reads the log may go to the table at once
            self.tell(table)

    async def read_in_turn(self, table: str) -> None:
        """Read the log of a table for which no person waits. Raises `StoreError`.

        Such logs are read one after the other: many at once would hold up the others.
        """
        async with self.games.reading:
            await self.games.make_room()
            await self.read(table)

    async def read_state(self, table: str) -> TableState:
        """Return the newest state of any table; `EMPTY` without a log. Raises `StoreError`."""
        found = self.finished.get(table)
        return await (found.projection if found else project_table(self._store, table)).catch_up()

    async def _newest(self, projection: LogProjection[TableState]) -> TableState:
        """Return the newest state; unread logs are read one after the other."""
        if projection.is_read:
            return await projection.catch_up()
        async with self.games.reading:
            await self.games.make_room()
            return await projection.catch_up()

    def find_finished(self, table: str) -> TableFacts | None:
        """Return a table whose game has ended lately; None if it is not at hand."""
        found = self.finished.get(table)
        return found.projection.value.facts if found is not None else None

    def whole(self, table: str) -> TableState:
        """Return an open table with its game and its secrets; `EMPTY` for any other one."""
        found = self._open.get(table)
        return found.projection.value if found is not None else EMPTY

    def find(self, table: str) -> TableFacts:
        """Return an open table; `EMPTY` for any other one."""
        return self.whole(table).facts

    def facts_of(self, name: str) -> list[TableFacts]:
        """Return the tables at which somebody sits."""
        return [self[table] for table in self.listing.tables_of(name)]

    # ------------------------------------------------------------ closing

    async def close_finished(self, table: str) -> None:
        """Note in the register that a table is over, and unlist it. Raises `StoreError`."""
        await self.register.note_closed(table, self[table])
        self._unlist(table)

    def _unlist(self, table: str) -> None:
        """Take a table off the list that is closed; people may still talk there."""
        if (found := self._remove(table)) is None:  # it was set aside meanwhile
            return
        state = found.projection.value
        if state.facts.of_guest:  # many guests must not end the talk at tables of others
            found.end()
        else:
            self.finished[table] = found
            if len(self.finished) > FINISHED_TABLES:
                self.finished.pop(next(iter(self.finished))).end()
        self.closed.send(table, state)

    def _remove(self, table: str) -> _OpenLog | None:
        """Take a table off the list, and return its log."""
        if (found := self._open.pop(table, None)) is None:
            return None
        if self.owns(table):
            self.games.snapshots.note(found.projection.log)
        self.listing.forget(table)
        self.games.forget(table)
        return found

    async def put_aside(
        self, table: str, projection: LogProjection[TableState], error: Exception
    ) -> None:
        """Set a table aside whose log can't be read; its players see that in the lobby.

        The log stays as it is, and is read again when the server is opened again. If a newer
        version of the program goes on there, those who are at the table are sent to it.
        """
        found = self._remove(table)
        was_open = found is not None
        if (found := found or self.finished.pop(table, None)) is not None:
            found.end()
        if table in self.set_aside:
            return
        outdated = isinstance(error, NewerEntry)
        await self.set_aside.add(table, projection, error, outdated=outdated)
        if not isinstance(error, StoreError):
            self._tasks.report(error, table=table)
        if outdated and was_open:
            self.set_aside.outdated.send()
            for leave in self._presence.visits_at(table):
                leave(UPDATED)
        self.closed.send(table, projection.value)


def _is_listed_differently(before: TableFacts, after: TableFacts) -> bool:
    """Tell whether the lobby may list a table in another place: an action changes nothing there."""
    return (before.seats, before.host, before.begun, before.over) != (
        after.seats,
        after.host,
        after.begun,
        after.over,
    )
