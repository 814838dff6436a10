"""The app of a visitor, as far as it must differ from one at a terminal of this machine."""

from typing import Any, Protocol

from rich.console import RenderableType
from textual.app import App
from textual.screen import Screen

from regicide_tui.server.door import Visitor
from regicide_tui.server.driver import LineDriver
from regicide_tui.server.journal import Journal
from regicide_tui.server.line import SshLine


class Keeper(Protocol):
    """Who keeps the journal."""

    journal: Journal


class Guest(App[str]):
    """An app at the end of a line. Whatever goes wrong in it ends it alone."""

    def __init__(self, house: Keeper, visitor: Visitor, line: SshLine, **more: Any) -> None:
        self.line = line
        super().__init__(driver_class=LineDriver, **more)
        self.visitor = visitor
        self._journal = house.journal
        self._missed = False
        line.drained = self._catch_up

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Write what is to be seen, but only while the client reads."""
        if self.line.clogged:
            self._missed = True
        else:
            super()._display(screen, renderable)

    def _catch_up(self) -> None:
        """Show everything, because something was not written."""
        if self._missed and self.is_running:
            self._missed = False
            self.screen.refresh(layout=True)

    def _fatal_error(self) -> None:
        """End politely: what went wrong is for the journal, without a hand in it."""
        error = self._exception or RuntimeError("unknown")
        number = self._journal.incident(error, name=self.visitor.name)
        self._return_value = (
            f"That should not have happened (incident {number}). Your games are kept: come back."
        )
        self._close_messages_no_wait()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing: it would open on the server."""

    def deliver_text(self, *_: Any, **__: Any) -> None:
        """Deliver nothing: it would be written on the server."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Deliver nothing: it would be written on the server."""
