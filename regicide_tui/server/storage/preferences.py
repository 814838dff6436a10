"""What each name prefers, in the store: whether the desktop shows notices."""

from collections.abc import Callable

from msgspec import convert

from regicide_tui.games.base import Value
from regicide_tui.server.storage.store import BadEntry, LogEntry, Store
from regicide_tui.server.tables.log_projection import LogProjection


class _Entry(Value, frozen=True):
    """An entry of the log: a name wants notices on the desktop, or doesn't."""

    name: str
    notices: bool


class Preferences:
    """The preferences of all names; without an entry a name gets notices.

    `on_bad_entry` is called with damaged entries.
    """

    def __init__(
        self, store: Store, on_bad_entry: Callable[[BadEntry], None] = lambda bad: None
    ) -> None:
        self._silent = LogProjection[dict[str, None]](
            store, "preferences", {}, _apply, on_bad_entry
        )

    async def wants_notices(self, name: str) -> bool:
        """Tell whether somebody wants notices on the desktop. Raises `StoreError`."""
        return name not in await self._silent.catch_up()

    async def want_notices(self, name: str, wanted: bool) -> None:
        """Note whether somebody wants notices on the desktop. Raises `StoreError`."""
        if wanted != await self.wants_notices(name):
            await self._silent.append(lambda _: {"name": name, "notices": wanted})


def _apply(silent: dict[str, None], entry: LogEntry) -> dict[str, None]:
    """Apply an entry to the names that want no notices, in place. Raises `ValueError`."""
    wish = convert(entry.body, _Entry)
    if wish.notices:
        silent.pop(wish.name, None)
    else:
        silent[wish.name] = None
    return silent
