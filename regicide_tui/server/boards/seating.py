"""Brings somebody to a table of a series: to their own, to one that waits, or to a new one."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

from regicide_tui.server.boards.board import GAME, Series
from regicide_tui.server.boards.boards import Boards
from regicide_tui.server.tables import commands
from regicide_tui.server.tables.state import TableState


class SeatingTables(Protocol):
    """What seating needs of the hub."""

    boards: Boards

    @property
    def tables(self) -> Mapping[str, TableState]:
        """All tables that are not over, by their ids."""
        ...

    def is_attended(self, state: TableState) -> bool:
        """Tell whether anybody of a table is here."""
        ...

    async def open_table(self, by: str, command: commands.Open, address: str = "") -> str:
        """Open a table; return its id. Raises `Refused`, `StoreError`."""
        ...

    async def do(self, table: str, by: str, command: commands.TableCommand) -> TableState:
        """Run a command at a table. Raises `Refused`, `StoreError`."""
        ...


def find_own_table(tables: Mapping[str, TableState], series: Series, name: str) -> str:
    """Return the table of a series at which somebody sits, or nothing."""
    found = (
        table
        for table, state in tables.items()
        if state.series == series.name and not state.over and state.seat_of(name) is not None
    )
    return next(found, "")


async def take_seat(hub: SeatingTables, series: Series, by: str, address: str = "") -> str:
    """Return the table of a series at which somebody plays from now on.

    Somebody who plays alone begins at once. Others sit down where people wait, or open a table and
    wait there. Raises `Refused`, `StoreError`.
    """
    lock = hub.boards.seating.setdefault(series.name, asyncio.Lock())
    async with lock:
        if own := find_own_table(hub.tables, series, by):
            return own
        hub.boards.check_opening(series.name, by)
        for table, state in hub.tables.items():
            if _waits(state, series, by) and hub.is_attended(state):
                await hub.do(table, by, commands.Sit(state.seats.index("")))
                return table
        asked = commands.Open(GAME, series.players, {}, series=series.name)
        opened = await hub.open_table(by, asked, address)
        if series.players == 1:
            await hub.do(opened, by, commands.StartGame())
        return opened


def _waits(state: TableState, series: Series, name: str) -> bool:
    """Tell whether somebody may sit down at a table of this series."""
    is_open = state.waiting and state.free > 0 and not state.password
    return state.series == series.name and is_open and name not in state.sent_away
