"""What keys do at a table of Regicide."""

from collections.abc import Mapping

from regicide_tui.games.base import Value, of_kind
from regicide_tui.games.regicide.state import Choose, Flip, Yield
from regicide_tui.tui.games.regicide.commands import COMMANDS
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.screens.table import Doing, TableControls
from regicide_tui.tui.table.table_model import Notice


class RegicideControls(TableControls):
    """The keys of a hand, the two actions that need no cards, and wishes."""

    bound = COMMANDS.commands

    def select_action(self, action: Value, notice: Notice) -> None:
        """Pick the cards of an action, or point at the player that it chooses."""
        if isinstance(action, Choose):
            self.table.point(action.seat, (), notice)
        else:
            super().select_action(action, notice)

    @property
    def actions(self) -> Mapping[str, Doing]:
        """The handlers of the game's commands."""
        return {
            "yield_turn": lambda: self.table.act(Yield()),
            "flip": lambda: self.table.act(Flip()),
            "wish": self._wish,
        }

    async def _wish(self, wish: int) -> None:
        """Say whether the viewer would like to go next, if somebody else chooses that now (R-9)."""
        if of_kind(RegicideModel, self.table.model).may_wish:
            await self.table.wish(wish=bool(wish))
        else:
            self.table.notify_player("You can say this only while others choose who is next.")
