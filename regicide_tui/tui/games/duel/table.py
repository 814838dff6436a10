"""The table at which a duel is played."""

from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.tui.games.duel.keys import agreeing, resigning
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.screens.tables.table import TableScreen


class DuelTable(TableScreen):
    """A table with the two endings that the rules do not know (D-21).

    Each is asked for first: the same key once more does it, any other key goes on.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.RESIGN, c.AGREE)))
    model: DuelModel

    async def action_resign(self) -> None:
        """Give the duel up."""
        if self.sits and self._asked(resigning(self.model, self.look.keymap)):
            await self.give_up()
            self._changed(acted=True)

    async def action_agree(self) -> None:
        """End the duel as a draw."""
        if self.sits and self._asked(agreeing(self.model, self.look.keymap)):
            await self.agree_on_draw()
            self._changed(acted=True)

    def _asked(self, question: str) -> bool:
        """Tell whether this question stands there already; else ask it."""
        if self.model.notice.text == question:
            return True
        self.notify_player(question, verbatim=True)
        return False
