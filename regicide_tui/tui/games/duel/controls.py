"""What keys do at a table of Regicide Duel."""

from collections.abc import Mapping

from regicide_tui.tui.games.duel.commands import COMMANDS
from regicide_tui.tui.games.duel.keys import agreeing, resigning
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.screens.table import Doing, TableControls


class DuelControls(TableControls):
    """The keys of a hand, and the two endings that the rules do not know (D-21).

    Each ending must be confirmed by the same key; any other key drops it, and `confirm` then does
    nothing else.
    """

    bound = COMMANDS.commands
    not_in_practice = (c.RESIGN, c.AGREE)

    @property
    def actions(self) -> Mapping[str, Doing]:
        """The handlers of the game's commands."""
        return {"resign": self._resign, "agree": self._agree}

    async def _resign(self) -> None:
        """Resign."""
        if self.table.is_playing and self.table.asked(
            resigning(self._model, self.table.look.keymap)
        ):
            await self.table.give_up()

    async def _agree(self) -> None:
        """End the duel as a draw."""
        keymap, offered = self.table.look.keymap, self.table.is_offered_a_draw
        if self.table.is_playing and self.table.asked(
            agreeing(self._model, keymap, offered=offered)
        ):
            await self.table.agree_on_draw()

    @property
    def _model(self) -> DuelModel:
        model = self.table.model
        assert isinstance(model, DuelModel)
        return model
