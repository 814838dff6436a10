"""What the server's screens need of their app."""

from collections.abc import Callable
from typing import Protocol

from regicide_tui.play.table import Table
from regicide_tui.server.api.api import Api
from regicide_tui.server.apps.driver import Line
from regicide_tui.server.apps.news import News
from regicide_tui.server.model.visitor import Visitor


class VisitorApp(Protocol):
    """The app of one visitor, as its screens see it: the visitor, the tables, other screens."""

    api: Api
    news: News
    visitor: Visitor
    line: Line
    game: str
    """The game that the visitor looked at last."""

    wants_notices: bool
    """Whether the visitor's desktop may show notices."""

    @property
    def shows_notices(self) -> bool:
        """Whether the visitor's terminal is known to show notices on the desktop."""
        ...

    async def want_notices(self, wanted: bool) -> None:
        """Note whether the desktop may show notices. Raises `Refused`."""
        ...

    def call_player(self, sentence: str) -> None:
        """Ring the bell, and show a sentence on the desktop if the visitor likes that."""
        ...

    def show_lobby(self, sentence: str = "") -> None:
        """Go to the lobby."""
        ...

    def show_table(self, table: str, password: str = "") -> None:
        """Go to a table, before its game or in it."""
        ...

    def get_name(self) -> None:
        """Let a guest choose a name, or tell them how to make a key."""
        ...

    def say_what_waits(self) -> None:
        """Say the news that no screen could show so far."""
        ...

    def show_replay(self, saved: Table, table: str = "") -> None:
        """Step through a finished game; the table leads to its review."""
        ...

    async def show_review(self, table: str, moment: int | None = None) -> None:
        """Go to the shared review of a finished game. Raises `Refused`."""
        ...

    def show_transcript(self, saved: Table) -> None:
        """Show a finished game as text."""
        ...

    def ask_text(self, question: str, take: Callable[[str], None]) -> None:
        """Ask the visitor for a text, make it harmless, and pass it on."""
        ...
