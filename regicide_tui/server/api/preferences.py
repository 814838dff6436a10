"""The preferences of one visitor."""

from collections.abc import Sequence

from regicide_tui.games.base import Json
from regicide_tui.server.api.part import Part
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.settings import VisitorSettings
from regicide_tui.server.model.table.command import refusing
from regicide_tui.server.services.preferences import MOST_IGNORED


class Preferences(Part):
    """The preferences of one visitor."""

    most_ignored = MOST_IGNORED
    """The maximum names that a visitor can ignore."""

    @property
    def settings(self) -> VisitorSettings:
        """The visitor's settings."""
        return self._services.preferences.settings_of(self._name)

    @refusing
    async def choose(self, key: str, value: Json) -> None:
        """Save a setting with the visitor's name, unless they are a guest. Raises `Refused`."""
        if not is_guest(self._name):
            await self._services.preferences.choose(self._name, key, value)

    @property
    def ignored(self) -> Sequence[str]:
        """The people whom the visitor ignores."""
        return [*self._services.preferences.ignored_by(self._name)]

    @refusing
    async def ignore(self, other: str, ignores: bool) -> None:
        """Note whether the visitor ignores another name. Raises `Refused`."""
        await self._services.preferences.ignore(self._name, other, ignores)
