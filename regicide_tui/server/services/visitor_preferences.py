"""What visitors prefer: notices on the desktop, and whom they ignore."""

from collections.abc import Collection

from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.services.preferences import Preferences, TooManyIgnored
from regicide_tui.server.services.visitor_limits import VisitorLimits


class VisitorPreferences:
    """The preferences in the store, with the rules by which visitors may change them."""

    def __init__(self, preferences: Preferences, limits: VisitorLimits) -> None:
        self._preferences, self._limits = preferences, limits

    async def read(self) -> None:
        """Read the log, so that `ignored_by` knows it. Raises `StoreError`."""
        await self._preferences.read()

    async def wants_notices(self, name: str) -> bool:
        """Tell whether somebody wants notices on the desktop. Raises `StoreError`."""
        return await self._preferences.wants_notices(name)

    async def want_notices(self, name: str, wanted: bool) -> None:
        """Note whether somebody wants notices on the desktop. Raises `Refused`, `StoreError`."""
        self._limits.count_preference(name)
        await self._preferences.want_notices(name, wanted)

    def ignored_by(self, name: str) -> Collection[str]:
        """Return whom somebody ignores: they are shown none of what these people write."""
        return self._preferences.ignored_by(name)

    async def ignore(self, name: str, other: str, ignores: bool) -> None:
        """Note whether somebody ignores another name. Raises `Refused`, `StoreError`."""
        if is_guest(name) or name == other:
            raise Refused("Only somebody with a name can ignore others.")
        self._limits.count_preference(name)
        try:
            await self._preferences.ignore(name, other, ignores)
        except TooManyIgnored as error:
            raise Refused(str(error)) from None
