"""Brings somebody to a table of a series: to their own, to one that waits, or to a new one."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

from regicide_tui.server.model.boards.board import GAME, Series
from regicide_tui.server.model.boards.tournament import Tournament
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.boards import Boards


class SeatingTables(Protocol):
    """What seating needs of the hub."""

    boards: Boards

    @property
    def now(self) -> int:
        """Unix time in milliseconds."""
        ...

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
    wait there. In a round of a tournament nobody waits alone while others wait, too. Raises
    `Refused`, `StoreError`.
    """
    async with _lock(hub, series):
        own = find_own_table(hub.tables, series, by)
        if own and not _is_alone_beside_others(hub, own, series, by):
            return own
        if own:
            await hub.do(own, by, commands.Stand())
        hub.boards.check_opening(series.name, by)
        if waiting := _find_waiting_table(hub, series, by):
            await hub.do(waiting, by, commands.Sit(hub.tables[waiting].seats.index("")))
            return waiting
        asked = commands.Open(GAME, series.players, {}, series=series.name)
        opened = await hub.open_table(by, asked, address)
        if series.players == 1:
            await hub.do(opened, by, commands.StartGame())
        return opened


async def withdraw(hub: SeatingTables, tournament: Tournament, by: str) -> None:
    """Let somebody take part in a tournament no more; free the seat at which they wait in it.

    A game that has begun goes on. Raises `Refused`, `StoreError`.
    """
    series = tournament.series_of(tournament.round_at(hub.now))
    async with _lock(hub, series):
        await hub.boards.withdraw(tournament.id, by)
        own = find_own_table(hub.tables, series, by)
        if own and hub.tables[own].waiting:
            await hub.do(own, by, commands.Stand())


def _lock(hub: SeatingTables, series: Series) -> asyncio.Lock:
    """Return the lock of all who go to tables of a series."""
    return hub.boards.seating.setdefault(series.name, asyncio.Lock())


def _is_alone_beside_others(hub: SeatingTables, own: str, series: Series, name: str) -> bool:
    """Tell whether somebody waits alone in a round of a tournament, and others wait elsewhere."""
    state = hub.tables[own]
    is_alone = series.is_of_tournament and state.waiting and state.people == (name,)
    return is_alone and bool(_find_waiting_table(hub, series, name))


def _find_waiting_table(hub: SeatingTables, series: Series, name: str) -> str:
    """Return a table of a series where people wait for somebody to sit down, or nothing.

    Nobody is led back to a table that they have left: its host may not start its game.
    """

    def waits(state: TableState) -> bool:
        is_open = state.waiting and state.free > 0 and not state.password
        fits = state.series == series.name and state.seat_of(name) is None
        left = (*state.sent_away, *state.stood_up)
        return is_open and fits and name not in left and hub.is_attended(state)

    return next((table for table, state in hub.tables.items() if waits(state)), "")
