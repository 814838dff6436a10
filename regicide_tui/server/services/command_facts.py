"""What the server adds to a command before it is decided: who is away, and the names of bots."""

from collections.abc import Callable, Sequence
from math import ceil

from msgspec.structs import replace

from regicide_tui.games.words import counted, named
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.bots import bot_name, stand_in_level
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.waiting_tables import WaitingTables


class CommandFacts:
    """Adds the facts of the server to commands.

    `seconds_for` tells for how long others must still wait for somebody who is away, in seconds.
    """

    def __init__(
        self,
        presence: Presence,
        waiting_tables: WaitingTables,
        seconds_for: Callable[[str], float],
    ) -> None:
        self._presence, self._waiting_tables = presence, waiting_tables
        self._seconds_for = seconds_for

    def absent(self, state: TableState) -> tuple[str, ...]:
        """Return the people of a table who are not here."""
        return tuple([name for name in state.people if name not in self._presence])

    def add(
        self, command: commands.TableCommand, table: str, state: TableState
    ) -> commands.TableCommand:
        """Return a command with the facts that the server adds. Raises `Refused`."""
        if isinstance(command, commands.SeatBot):
            return replace(command, name=bot_name(state, command.level))
        if isinstance(command, commands.Abandon):
            return commands.Abandon(self.absent(state), self._waiting_tables.seen(table))
        if isinstance(command, commands.PassHost | commands.EndForgotten):
            return replace(command, absent=self.absent(state))
        if isinstance(command, commands.Stand):
            return commands.Stand(self.absent(state))
        if isinstance(command, commands.End | commands.FreeSeat):
            return replace(command, absent=self._absent_for_long(command, state))
        if isinstance(command, commands.CallTime):
            return commands.CallTime(stand_in_level(state))
        if isinstance(command, commands.Ask | commands.StandIn):
            absent = self._absent_for_long(command, state)
            return replace(command, absent=absent, level=stand_in_level(state))
        return command

    def _absent_for_long(
        self, command: commands.TableCommand, state: TableState
    ) -> tuple[str, ...]:
        """Return the people who have been away so long that the others may go on without them.

        A guest never comes back. Raises `Refused` if the command must wait for others.
        """
        absent = self.absent(state)
        just_left = [name for name in absent if not is_guest(name) and self._seconds_for(name) > 0]
        if awaited := _awaited(command, state, absent, just_left):
            wait = counted(ceil(max(map(self._seconds_for, awaited))), "second")
            raise Refused(f"{named(awaited)} left only just now: wait {wait}.")
        return tuple([name for name in absent if name not in just_left])


def _awaited(
    command: commands.TableCommand,
    state: TableState,
    absent: Sequence[str],
    just_left: Sequence[str],
) -> Sequence[str]:
    """Return the people for whom a command must wait, of those who left only just now."""
    match command:
        case commands.FreeSeat(seat) if seat in range(state.players):
            return [name for name in just_left if name == state.seats[seat]]
        case commands.End() | commands.StandIn():
            return just_left if len(just_left) == len(absent) else ()
        case commands.Ask(what, answers=None) if what in (commands.END, commands.STAND_IN):
            return just_left
        case _:
            return ()
