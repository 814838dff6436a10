"""Runs what is due at tables: `model/table/due.py` says what, and when.

A table whose game is over is closed without a command.
"""

import asyncio

from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.commands import Close, Why
from regicide_tui.server.model.table.due import Due, Facts, due
from regicide_tui.server.model.table.state import SERVER
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.commands import Commands
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.storage.store import StoreError

SECONDS = 60.0
"""Seconds between two rounds, which look for too many waiting tables and store snapshots."""
_SNAPSHOT_SECONDS = 30.0
"""The maximum seconds spent on snapshots in one round."""
_TIMER = "automation"
"""The key of the timer for the next round."""
_AT_ONCE = 100
"""The tables examined in one step of a round; other work runs in between."""
_TO_CLOSE = Due(0, SERVER, Close(Why.ABANDONED))
"""Due where a game is over: the table is closed, without a log entry."""


class Automation:
    """Looks at a table after each change of it or of its people, and sets a timer.

    It handles the tables that this process owns.
    """

    def __init__(
        self, common: Common, tables: Tables, presence: Presence, commands: Commands, boards: Boards
    ) -> None:
        self._tables, self._presence, self._commands = tables, presence, commands
        self._boards, self._tasks, self._journal = boards, common.tasks, common.journal
        self._limits, self._now = common.settings, common.now
        self._is_open = False
        self._busy: set[str] = set()
        """The tables where work is in progress."""
        self._owned: set[str] = set()
        """The tables that this process owned when a process last joined or left."""
        self._surplus: frozenset[str] = frozenset()
        """The longest waiting tables when too many tables waited."""
        tables.changed.subscribe(lambda table, before, after: self._look_at(table))
        tables.closed.subscribe(lambda table, state: self._tasks.unschedule(table))
        boards.changed.subscribe(self._look_at_boards)
        common.processes.living_changed.subscribe(self._take_over)

    async def run(self) -> None:
        """Do everything due at all tables, store snapshots, and schedule the next round."""
        await self._do_all_due()
        await self._tasks.attempt(self._tables.games.keep_snapshots(_SNAPSHOT_SECONDS))
        await self._tables.games.put_away()
        self._tasks.schedule(_TIMER, SECONDS, self.run)

    async def open(self) -> None:
        """Do everything that became due while no server ran, and handle the tables from now on."""
        self._is_open = True
        await self._do_all_due()
        self._tasks.run_soon(self.run())

    async def _do_all_due(self) -> None:
        self._surplus = self._find_surplus()
        for number, table in enumerate(self._tables):
            await self.do_due(table)
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)

    async def do_due(self, table: str) -> None:
        """Do everything due at a table now; what the store can't do is retried later."""
        if table in self._busy:  # the current work looks again
            return
        self._busy.add(table)
        try:
            while await self._do_next(table):
                pass
        except (Refused, StoreError) as error:
            if isinstance(error, StoreError):
                self._tasks.report(error, table=table)
            self._tasks.retry(table, lambda: self.do_due(table))
            return
        finally:
            self._busy.discard(table)
        self._look_at(table)

    # ------------------------------------------------------------ when to look

    def _look_at(self, table: str) -> None:
        """Soon do what is due at a table, or set its timer."""
        if not self._is_open or table in self._busy:
            return
        self._tasks.unschedule(table)
        found, now = self._due(table), self._now()
        if found is not None and found.at <= now:
            self._tasks.run_soon(self.do_due(table))
        elif found is not None:
            self._tasks.schedule(table, (found.at - now) / 1000 + 0.01, lambda: self.do_due(table))

    def _look_at_boards(self) -> None:
        for table, state in self._tables.items():
            if state.series:
                self._look_at(table)

    def _take_over(self) -> None:
        """Handle the tables that this process owns now, and no others."""
        before, self._owned = self._owned, set(filter(self._tables.owns, self._tables))
        for table in self._tables:
            self._look_at(table)
        new = filter(self._tables.is_read, self._owned - before)
        self._tables.games.changed |= dict.fromkeys(new)

    # ------------------------------------------------------------ what is due

    def _due(self, table: str) -> Due | None:
        """Return what is due next at a table of this process; for a finished table, to close it."""
        state = self._tables.get(table)
        if state is None or not self._tables.owns(table):
            return None
        if state.over:
            return _TO_CLOSE
        people = self._presence.people_at(table, state)
        closes_at = self._boards.closes_at(state.series) if state.series else None
        facts = Facts(people, self._limits, closes_at, table in self._surplus)
        return due(state, facts, self._now())

    async def _do_next(self, table: str) -> bool:
        """Do one thing that is due at a table; return whether there may be more.

        Raises `Refused`, `StoreError`.
        """
        found = self._due(table)
        if found is None or found.at > self._now():
            return False
        if not self._tables.is_read(table):
            await self._tables.read(table, in_turn=True)
        elif found is _TO_CLOSE:
            await self._boards.note_over(table, self._tables[table])
            if table in self._tables:
                await self._tables.close_finished(table)
        else:
            state = self._tables[table]
            try:
                await self._commands.do(table, found.by, found.command)
            except Refused:
                if self._tables.get(table) is state:  # it is not due after all
                    raise
            else:
                if found.command == Close(Why.FORGOTTEN):
                    self._journal.note("forgotten game", table=table)
        return True

    def _find_surplus(self) -> frozenset[str]:
        """Return the excess waiting tables: those whose people left first."""
        waiting = [table for table, state in self._tables.items() if state.waiting]
        too_many = len(waiting) - self._limits.waiting_tables_in_all
        return frozenset(self._commands.tables_left(waiting)[:too_many] if too_many > 0 else ())
