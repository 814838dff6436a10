"""The next game of the same players: one table, at whatever workers they ask for it."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from itertools import count
from typing import Protocol
from weakref import WeakValueDictionary

from regicide_tui.play.match import Result, result_of
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.model.table.state import EMPTY, TableState, is_bot

ID = 5
"""The bytes of a table's id."""


class OpenedBefore(Exception):
    """The table is open already: another worker was quicker."""


class OpenTables(Protocol):
    """What is needed of the hub."""

    @property
    def tables(self) -> Mapping[str, TableState]:
        """All tables that are not over, by their ids."""
        ...

    async def read_finished(self, table: str, name: str) -> TableState:
        """Return the state of a finished table. Raises `Refused`, `StoreError`."""
        ...

    async def read_state(self, table: str) -> TableState:
        """Return the state of any table by its log; `EMPTY` without one. Raises `StoreError`."""
        ...

    async def list_opened(self, table: str) -> None:
        """List a table that has a log, if it is not listed yet. Raises `StoreError`."""
        ...

    async def open_table(
        self, by: str, command: commands.Open, address: str = "", name: str = ""
    ) -> str:
        """Open a table; return its id. Raises `OpenedBefore`, `Refused`, `StoreError`."""
        ...

    async def do(self, table: str, by: str, command: commands.TableCommand) -> TableState:
        """Run a command at a table. Raises `Refused`, `StoreError`."""
        ...


class NextGames:
    """Brings the players of a finished table together at another one."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while somebody of a table joins the next game."""

    def find(self, table: str) -> str:
        """Return the table at which the players of a table wait for their next game, or nothing."""
        waiting = (
            name
            for name, state in self._tables.tables.items()
            if state.after == table and state.waiting
        )
        return next(waiting, "")

    async def join(self, table: str, by: str, address: str = "") -> str:
        """Sit down at the table for the next game, or open it; return the table.

        Raises `Refused`, `StoreError`.
        """
        state = await self._tables.read_finished(table, by)
        if state.seat_of(by) is None:
            raise Refused("You did not play there.")
        async with self._locks.setdefault(table, asyncio.Lock()):
            return await self._join(table, state, by, address)

    async def _join(self, table: str, state: TableState, by: str, address: str) -> str:
        if not (name := self.find(table)):
            name, is_new = await self._choose_id(table)
            if is_new:
                with suppress(OpenedBefore):
                    return await self._open(name, table, state, by, address)
            await self._tables.list_opened(name)
        await self._sit(name, by)
        return name

    async def _choose_id(self, table: str) -> tuple[str, bool]:
        """Return the id of the table for the next game, and whether nobody has opened it yet.

        All workers find the same id, so only one of them opens the table. Raises `StoreError`.
        """
        for number in count():
            name = _make_id(table, number)
            state = await self._tables.read_state(name)
            if state.waiting:
                return name, not state.seats
        raise AssertionError

    async def _sit(self, name: str, by: str) -> None:
        """Let somebody sit down, if there is a free seat. Raises `Refused`, `StoreError`."""
        while (state := self._state(name)).seat_of(by) is None and state.free:
            try:
                command = commands.Sit(state.seats.index(""), state.password)
                await self._tables.do(name, by, command)
            except Refused:
                if self._state(name).seats == state.seats:
                    raise

    def _state(self, name: str) -> TableState:
        return self._tables.tables.get(name, EMPTY)

    async def _open(self, name: str, table: str, state: TableState, by: str, address: str) -> str:
        """Open a table for the next game. Raises `OpenedBefore`, `Refused`, `StoreError`."""
        by_clock = state.clock is not None and not state.days
        clock = (state.clock.seconds, state.clock.increment) if state.clock and by_clock else None
        command = commands.Open(
            state.game,
            state.players,
            state.options,
            state.password,
            clock,
            table,
            *_match_after(state),
            days=state.days,
        )
        opened = await self._tables.open_table(by, command, address, name)
        levels = [state.bots[seat] for seat, name in enumerate(state.seats) if is_bot(name)]
        for seat, level in zip(range(state.players - 1, 0, -1), levels, strict=False):
            with suppress(Refused):  # somebody was quicker, and sits there
                await self._tables.do(opened, by, commands.SeatBot(seat, level))
        return opened


def _make_id(after: str, number: int) -> str:
    """Return the id of a table for the next game after another one; number 0 is the first one."""
    return blake2b(f"{after} {number}".encode(), digest_size=ID).hexdigest()


def _match_after(state: TableState) -> tuple[tuple[str, ...], tuple[Result, ...]]:
    """Return the rivals of the match that goes on after this table, and its games; else nothing."""
    if state.saved is None or not state.rules.matches:
        return (), ()
    match, outcome = state.saved.match, state.outcome
    return state.seats, (match.after(result_of(outcome)) if outcome else match).earlier
