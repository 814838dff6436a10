"""What the tables have in common at which somebody plays: the server has the game."""

from regicide_tui.server.screens.visitor_app import VisitorScreen
from regicide_tui.tui.screens.table import TableScreen


class ServerTable(TableScreen, VisitorScreen):
    """A table that nobody saves, and where nothing that was taken back can be redone."""

    no_hints = "There are no hints on a server."

    async def action_redo(self) -> None:
        """Do nothing: what was taken back is forgotten."""

    def action_hint(self) -> None:
        """Say that there are no hints."""
        self.notify_player(self.no_hints)

    def action_save(self) -> None:
        """Do nothing: the server saves the game."""
