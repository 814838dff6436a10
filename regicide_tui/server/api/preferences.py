"""What one visitor prefers."""

from collections.abc import Sequence

from regicide_tui.server.model.table.command import refusing
from regicide_tui.server.services.preferences import MOST_IGNORED
from regicide_tui.server.services.services import Services


class Preferences:
    """The preferences of one visitor."""

    most_ignored = MOST_IGNORED
    """The most names that somebody ignores."""

    def __init__(self, services: Services, name: str) -> None:
        self._preferences, self._name = services.preferences, name

    @refusing
    async def wants_notices(self) -> bool:
        """Tell whether the visitor wants notices on the desktop. Raises `Refused`."""
        return await self._preferences.wants_notices(self._name)

    @refusing
    async def want_notices(self, wanted: bool) -> None:
        """Note whether the visitor wants notices on the desktop. Raises `Refused`."""
        await self._preferences.want_notices(self._name, wanted)

    @property
    def ignored(self) -> Sequence[str]:
        """Whom the visitor ignores."""
        return [*self._preferences.ignored_by(self._name)]

    @refusing
    async def ignore(self, other: str, ignores: bool) -> None:
        """Note whether the visitor ignores another name. Raises `Refused`."""
        await self._preferences.ignore(self._name, other, ignores)
