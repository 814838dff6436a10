"""The table at which Regicide is played."""

from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.games.regicide.actions import Flip, Yield
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.screens.tables.table import TableScreen


class RegicideTable(TableScreen):
    """A table with the two actions that need no cards."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.YIELD, c.FLIP)))

    async def action_yield_turn(self) -> None:
        """Yield."""
        await self.act(Yield())

    async def action_flip(self) -> None:
        """Flip a solo Jester."""
        await self.act(Flip())
