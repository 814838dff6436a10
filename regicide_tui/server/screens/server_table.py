"""The base of tables whose game is on the server."""

from regicide_tui.server.screens.visitor_app import VisitorScreen
from regicide_tui.tui.screens.table import TableScreen


class ServerTable(TableScreen, VisitorScreen):
    """A table without saves and redo."""

    no_hints = "There are no hints on a server."

    async def action_redo(self) -> None:
        """Do nothing: undone actions are forgotten."""

    def action_hint(self) -> None:
        """Say that there are no hints."""
        self.notify_player(self.no_hints)

    def action_save(self) -> None:
        """Do nothing: the server saves the game."""
