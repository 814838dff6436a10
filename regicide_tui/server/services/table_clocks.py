"""The clocks of the tables: which of them stand after a restart, and whose time is over."""

from collections.abc import Coroutine, Mapping
from typing import Protocol

from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.model.table.state import TableState, time_left
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.return_time import ReturnTime
from regicide_tui.server.storage.store import StoreError

_LEAST_TIME = 60 * 60.0
"""The least seconds that a player by correspondence has after the server was opened again: nobody
shall lose because it was closed."""
_WRONG = 60_000
"""Milliseconds by which the time of an entry may lie ahead; several machines differ a little."""


class TablesWithClocks(Protocol):
    """What is needed of the hub."""

    @property
    def now(self) -> int:
        """Unix time in milliseconds."""
        ...

    @property
    def tables(self) -> Mapping[str, TableState]:
        """All tables that are not over, by their ids."""
        ...

    def is_read(self, table: str) -> bool:
        """Tell whether the log of a table was read; also true for an unknown table."""
        ...

    async def read_in_turn(self, table: str) -> None:
        """Read the log of a table once no other one is read. Raises `StoreError`."""
        ...

    async def do(self, table: str, by: str, command: commands.TableCommand) -> TableState:
        """Run a command at a table. Raises `Refused`, `StoreError`."""
        ...

    def update(self, table: str) -> Coroutine[object, None, None]:
        """Do what a table needs now."""
        ...

    def retry_later(self, table: str, error: StoreError) -> None:
        """Update a table later, because the store failed now."""
        ...


class TableClocks:
    """Tells which clocks stand, and notes that the time of a player is over."""

    def __init__(
        self,
        tables: TablesWithClocks,
        presence: Presence,
        return_time: ReturnTime,
        tasks: BackgroundTasks,
    ) -> None:
        self._tables, self._presence = tables, presence
        self._return_time, self._tasks = return_time, tasks

    def stand_at(self, table: str) -> bool:
        """Tell whether the clocks of a table stand since the server was opened again."""
        state = self._tables.tables.get(table)
        return state is not None and self.stand(state)

    def stand(self, state: TableState) -> bool:
        """Tell whether clocks stand since the server was opened again; days count as they pass.

        So do the clocks of an entry that lies ahead, because the time of the machine was wrong.
        """
        if not state.playing or state.clock is None or state.days:
            return False
        return state.since < self._return_time.opened_at or state.since > self._tables.now + _WRONG

    def may_restart(self, state: TableState) -> bool:
        """Tell whether the clocks of a table stand, and the acting player can be here.

        After a restart that is when they are back, or have had the time to come back.
        """
        if not self.stand(state):
            return False
        seat = state.to_act
        is_here = seat is not None and state.seats[seat] in self._presence
        return is_here or self._return_time.seconds_left <= 0

    def set_timer(self, table: str, state: TableState) -> None:
        """Set the timer for the moment at which the acting player's time is over.

        If the clocks stand, it is for the moment at which they may start again.
        """
        self._tasks.unschedule(table)
        if self.stand(state):
            seconds = max(0.0, self._return_time.seconds_left)
            self._tasks.schedule(table, seconds + 0.01, lambda: self._tables.update(table))
            return
        if not state.left or state.to_act is None:
            return
        seconds = time_left(state, self._tables.now)[state.to_act] / 1000
        if state.days:
            seconds = max(seconds, _LEAST_TIME - self._return_time.seconds_since_opening)
        self._tasks.schedule(table, seconds + 0.01, lambda: self.call_time(table, state.host))

    async def call_time(self, table: str, by: str) -> None:
        """Note that the time of the acting player is over, unless they have acted just in time.

        What the store can't do now is tried again later.
        """
        try:
            if not self._tables.is_read(table):
                await self._tables.read_in_turn(table)
            await self._tables.do(table, by, commands.CallTime())
        except Refused:  # an action came just in time
            pass
        except StoreError as error:
            self._tables.retry_later(table, error)
