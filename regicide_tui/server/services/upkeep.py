"""The upkeep: what is done each minute at tables to which nobody comes, and with what is kept."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.model.table.state import EMPTY, TableState
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.games_in_memory import GamesInMemory
from regicide_tui.server.services.waiting_tables import WaitingTables
from regicide_tui.server.storage.store import StoreError

SERVER = "(server)"
"""Who does in the logs what no person does. Nobody can have this name."""
SECONDS = 60.0
"""Seconds between two rounds of upkeep: overdue tables are closed, snapshots are kept."""
_SNAPSHOT_SECONDS = 30.0
"""The most seconds spent on snapshots in one round of upkeep."""
_TIMER = "upkeep"
"""The key of the timer for the next round of upkeep."""


class UpkeptTables(Protocol):
    """What is needed of the hub."""

    @property
    def now(self) -> int:
        """Unix time in milliseconds."""
        ...

    @property
    def tables(self) -> Mapping[str, TableState]:
        """All tables that are not over, by their ids."""
        ...

    def owns(self, table: str) -> bool:
        """Tell whether this worker does at a table what nobody asks for."""
        ...

    async def read_in_turn(self, table: str) -> None:
        """Read the log of a table once no other one is read. Raises `StoreError`."""
        ...

    async def do(self, table: str, by: str, command: commands.TableCommand) -> TableState:
        """Run a command at a table. Raises `Refused`, `StoreError`."""
        ...

    def report(self, error: BaseException, **facts: object) -> None:
        """Write an error of background work into the journal."""
        ...


class Upkeep:
    """Closes waiting tables to which nobody comes, and ends games to which nobody comes back."""

    def __init__(
        self,
        tables: UpkeptTables,
        waiting_tables: WaitingTables,
        boards: Boards,
        games: GamesInMemory,
        tasks: BackgroundTasks,
        journal: Journal,
    ) -> None:
        self._tables, self._waiting_tables, self._boards = tables, waiting_tables, boards
        self._games, self._tasks, self._journal = games, tasks, journal

    async def run(self) -> None:
        """Do all of it now, and schedule the next round."""
        try:
            await self.close_overdue_tables()
            await self.close_late_tables()
            await self.replace_absent_hosts()
            await self.end_forgotten_games()
            await self._games.keep_snapshots(_SNAPSHOT_SECONDS)
            await self._games.put_away()
        except StoreError as error:
            self._tables.report(error)
        finally:
            self._tasks.schedule(_TIMER, SECONDS, self.run)

    async def close_overdue_tables(self) -> None:
        """Close the waiting tables to which nobody has come for long. Raises `StoreError`."""
        overdue = self._waiting_tables.overdue(self._tables.now)
        for table in filter(self._tables.owns, overdue):
            await self.close_abandoned(table)

    async def close_abandoned(self, table: str) -> None:
        """Close a waiting table, unless somebody has come meanwhile. Raises `StoreError`."""
        with suppress(Refused):
            host = self._tables.tables.get(table, EMPTY).host
            await self._tables.do(table, host, commands.Abandon())

    async def close_late_tables(self) -> None:
        """Close the waiting tables whose deal is played no more: its day or its round is over.

        Raises `StoreError`.
        """
        for table, state in [*self._tables.tables.items()]:
            late = state.series and self._boards.why_too_late(state.series)
            if late and state.waiting and self._tables.owns(table):
                with suppress(Refused):  # its people have left
                    await self._tables.do(table, SERVER, commands.CloseLate())

    async def replace_absent_hosts(self) -> None:
        """Let somebody who is there be the host of each waiting table whose host left long ago.

        Raises `StoreError`.
        """
        without_host = self._waiting_tables.without_host(self._tables.now)
        for table in filter(self._tables.owns, without_host):
            with suppress(Refused):  # the host has come back, or the others have left
                await self._tables.do(table, SERVER, commands.PassHost())

    async def end_forgotten_games(self) -> None:
        """End the games without a winner to which nobody has come back for long.

        Raises `StoreError`.
        """
        forgotten = self._waiting_tables.forgotten(self._tables.now)
        for table in filter(self._tables.owns, forgotten):
            with suppress(Refused):  # somebody has come back
                await self._tables.read_in_turn(table)
                await self._tables.do(table, SERVER, commands.EndForgotten())
                self._journal.note("forgotten game", table=table)
