"""What the server does at a table because its people have come or gone, without being asked."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.model.table.info import Where
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.table_clocks import TableClocks


class AttendedTables(Protocol):
    """What is needed of the hub."""

    def is_attended(self, state: TableState) -> bool:
        """Tell whether anybody of a table is here."""
        ...

    def absent(self, state: TableState) -> Sequence[str]:
        """Return the people of a table who are not here."""
        ...

    async def do(self, table: str, by: str, command: commands.TableCommand) -> TableState:
        """Run a command at a table. Raises `Refused`, `StoreError`."""
        ...


class TableCare:
    """Frees the seats of guests who have gone, and gives seats back to players who have come."""

    def __init__(self, tables: AttendedTables, presence: Presence, clocks: TableClocks) -> None:
        self._tables, self._presence, self._clocks = tables, presence, clocks

    def is_needed(self, table: str, state: TableState) -> bool:
        """Tell whether the server must do something at a table now, so that its log is needed."""
        return (
            state.over
            or self._is_abandoned(state)
            or bool(self._guests_to_remove(state))
            or bool(self._seats_to_return(table, state))
            or self._clocks.may_restart(state)
        )

    async def remove_absent_guests(self, table: str, state: TableState) -> None:
        """Free the seats of absent guests before the game; close a game without anybody else.

        Raises `StoreError`.
        """
        with suppress(Refused):  # another command came first
            if self._is_abandoned(state):
                await self._tables.do(table, state.host, commands.Abandon())
            for name in self._guests_to_remove(state):
                await self._tables.do(table, name, commands.Stand())

    def _is_abandoned(self, state: TableState) -> bool:
        """Tell whether a game goes on to which nobody can come back."""
        return (
            state.playing
            and all(map(is_guest, state.people))
            and not self._tables.is_attended(state)
            and not any(map(self._presence.is_lost, state.people))
        )

    def _guests_to_remove(self, state: TableState) -> list[str]:
        """Return the absent guests who sit at a table before its game."""
        absent = self._tables.absent(state) if state.waiting else ()
        return [name for name in absent if is_guest(name) and not self._presence.is_lost(name)]

    async def return_seats(self, table: str, state: TableState) -> None:
        """Give players who are back their seats again, instead of bots. Raises `StoreError`."""
        for name in self._seats_to_return(table, state):
            with suppress(Refused):  # they have done it themselves meanwhile
                await self._tables.do(table, name, commands.Return())

    def _seats_to_return(self, table: str, state: TableState) -> list[str]:
        """Return the players who are here and for whom a bot plays.

        By correspondence, who comes to the server may have come for something else.
        """
        seats = zip(state.seats, state.bots, strict=True) if state.playing else ()
        return [name for name, bot in seats if bot and self._has_returned(table, state, name)]

    def _has_returned(self, table: str, state: TableState, name: str) -> bool:
        if state.days:
            return self._presence.place_at(table, name).where is Where.HERE
        return name in self._presence
