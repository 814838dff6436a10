"""What keys do at a table of Regicide."""

from collections.abc import Mapping

from regicide_tui.games.regicide.actions import Flip, Yield
from regicide_tui.tui.games.regicide.commands import COMMANDS
from regicide_tui.tui.table.controls import Doing, TableControls


class RegicideControls(TableControls):
    """The keys of a hand, and the two actions that need no cards."""

    bound = COMMANDS.commands

    @property
    def actions(self) -> Mapping[str, Doing]:
        """The handlers of the game's commands."""
        return {
            "yield_turn": lambda: self.table.act(Yield()),
            "flip": lambda: self.table.act(Flip()),
        }
