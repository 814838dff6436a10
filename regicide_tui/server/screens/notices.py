"""What a visitor's terminal shows outside of its window, as far as the visitor wants it."""

from contextlib import suppress
from time import monotonic

from regicide_tui.server.api.preferences import Preferences
from regicide_tui.server.apps.desktop import Desktop
from regicide_tui.server.apps.driver import Line
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.visitor import Visitor


class Notices:
    """The title of a visitor's terminal, and notices on the desktop."""

    def __init__(self, line: Line, visitor: Visitor, preferences: Preferences) -> None:
        self._desktop = Desktop(line.write, visitor.term, visitor.environment, monotonic)
        self._preferences = preferences
        self._is_shown = self._desktop.shows_notices and not visitor.guest
        self.wanted = True
        """Whether the visitor's desktop may show notices; known once the store was read."""
        self.show_title = self._desktop.show_title

    @property
    def offered(self) -> bool | None:
        """Whether notices are wanted; None if the terminal is not known to show any."""
        return self.wanted if self._is_shown else None

    async def read(self) -> None:
        """Read what the visitor wants; if that can't be, it stays as for everybody."""
        with suppress(Refused):
            self.wanted = await self._preferences.wants_notices()

    async def want(self, wanted: bool) -> None:
        """Note whether the desktop may show notices. Raises `Refused`."""
        await self._preferences.want_notices(wanted)
        self.wanted = wanted

    def notify(self, sentence: str) -> None:
        """Show a notice, if the visitor wants any."""
        if self.wanted:
            self._desktop.notify(sentence)
