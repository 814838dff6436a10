"""Closing tables and cancelling tournaments, by a moderator or after a ban."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from regicide_tui.server.model.boards.tournament import Tournament
from regicide_tui.server.model.order import OPERATOR, Act, Kind, Order
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.commands import Close, Why
from regicide_tui.server.services.commands import Commands
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.services.tournaments import Tournaments


@dataclass(eq=False, repr=False)
class Clearing:
    """Closes tables and cancels tournaments, each by a separate act.

    After a ban, one process does so for the banned person.
    """

    _common: Common
    _moderation: Moderation
    _tables: Tables
    _commands: Commands
    _tournaments: Tournaments
    _clearing: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        """Clear after each ban from now on."""
        self._moderation.acted.subscribe(self._clear_after)

    async def close_table(self, table: str, by: str, why: str) -> Act:
        """Close a table without a result. Raises `Refused`, `StoreError`."""
        act = await self._moderation.act(Kind.CLOSE, by, table, why)
        await self._tables.read(table)
        await self._commands.do(table, by, Close(Why.ORDER))
        return act

    async def cancel_tournament(self, tournament: Tournament, by: str, why: str) -> Act:
        """Cancel a tournament before its first round. Raises `Refused`, `StoreError`."""
        if by == OPERATOR or self._moderation.is_moderator(by):
            await self._tournaments.cancel(tournament.id)
        return await self._moderation.act(Kind.CANCEL, by, tournament.quoted, why)

    def _clear_after(self, act: Act) -> None:
        if act.kind is Kind.BAN:
            self._common.tasks.run_soon(self.clear())

    async def clear(self) -> None:
        """Close tables where only banned people wait, and cancel their tournaments.

        Tournaments and games that have started continue.
        """
        if not self._common.processes.owns(Order.log):
            return
        async with self._clearing:
            for table, state in [*self._tables.items()]:
                bans = [self._moderation.ban_of(one) for one in state.people]
                if state.waiting and bans and (ban := bans[0]) and all(bans):
                    with suppress(Refused):  # someone else was quicker
                        await self.close_table(table, self._author_of(ban), ban.why)
            for one in self._tournaments.to_begin():
                if ban := self._moderation.ban_of(one.by):
                    with suppress(Refused):
                        await self.cancel_tournament(one, self._author_of(ban), ban.why)

    def _author_of(self, ban: Act) -> str:
        """Return the author: the moderator of the ban, if they are still a moderator."""
        return ban.by if self._moderation.is_moderator(ban.by) else OPERATOR
