"""What each name prefers, in the store: notices on the desktop, and whom they ignore."""

from collections.abc import Callable, Collection

from msgspec import convert

from regicide_tui.games.base import Value
from regicide_tui.server.storage.projection import Body, LogProjection
from regicide_tui.server.storage.store import BadEntry, LogEntry, Store

LOG = "preferences"
MOST_IGNORED = 100
"""The most names that somebody ignores."""


class TooManyIgnored(Exception):
    """Somebody ignores as many names as they may."""

    def __init__(self) -> None:
        super().__init__(f"You ignore {MOST_IGNORED} names already. Hear one of them again first.")


class _Entry(Value, frozen=True):
    """An entry of the log: a name wants notices or doesn't, or ignores somebody or hears them.

    Only one of `notices` and `ignored` is set; the older entries have notices alone.
    """

    name: str
    notices: bool | None = None
    ignored: str = ""
    ignores: bool = True


class _Wishes:
    """The preferences of all names. Entries change it in place."""

    def __init__(self) -> None:
        self.silent: set[str] = set()
        """The names that want no notices."""
        self.ignored: dict[str, dict[str, None]] = {}
        """Whom each name ignores, in the order in which they were ignored."""

    def ignored_by(self, name: str) -> Collection[str]:
        return self.ignored.get(name, {}).keys()


class Preferences:
    """The preferences of all names; without an entry a name gets notices, and ignores nobody.

    `on_bad_entry` is called with damaged entries.
    """

    def __init__(
        self, store: Store, on_bad_entry: Callable[[BadEntry], None] = lambda bad: None
    ) -> None:
        self._wishes = LogProjection(store, LOG, _Wishes(), _apply, on_bad_entry)

    async def wants_notices(self, name: str) -> bool:
        """Tell whether somebody wants notices on the desktop. Raises `StoreError`."""
        return name not in (await self._wishes.catch_up()).silent

    async def want_notices(self, name: str, wanted: bool) -> None:
        """Note whether somebody wants notices on the desktop. Raises `StoreError`."""
        if wanted != await self.wants_notices(name):
            await self._wishes.append(lambda _: {"name": name, "notices": wanted})

    async def read(self) -> None:
        """Read the log, so that `ignored_by` knows it. Raises `StoreError`."""
        await self._wishes.catch_up()

    def ignored_by(self, name: str) -> Collection[str]:
        """Return whom somebody ignores, as the log was when it was read last."""
        return self._wishes.value.ignored_by(name)

    async def ignore(self, name: str, other: str, ignores: bool) -> None:
        """Note whether somebody ignores another name. Raises `StoreError`, `TooManyIgnored`."""

        def decide(wishes: _Wishes) -> Body:
            if ignores and len(wishes.ignored_by(name)) >= MOST_IGNORED:
                raise TooManyIgnored
            return {"name": name, "ignored": other, "ignores": ignores}

        await self.read()
        if ignores != (other in self.ignored_by(name)):
            await self._wishes.append(decide)


def _apply(wishes: _Wishes, entry: LogEntry) -> _Wishes:
    """Apply an entry to the wishes, in place. Raises `ValueError`."""
    wish = convert(entry.body, _Entry)
    if wish.notices is not None:
        (wishes.silent.discard if wish.notices else wishes.silent.add)(wish.name)
    if wish.ignored:
        others = wishes.ignored.setdefault(wish.name, {})
        others.pop(wish.ignored, None)
        if wish.ignores:
            others[wish.ignored] = None
    return wishes
