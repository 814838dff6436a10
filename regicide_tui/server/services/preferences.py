"""The preferences of each name in the store: settings and ignored names."""

from collections.abc import Collection

from msgspec import convert

from regicide_tui.games.base import Json, Value
from regicide_tui.server.base.tasks import Signal
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.settings import VisitorSettings, known_in, settings_of
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.projection import LogValue
from regicide_tui.server.storage.store import Body, LogEntry

MOST_IGNORED = 100
"""The maximum number of names that a player ignores."""


class _Entry(Value):
    """An entry of the log: a name ignores another or stops, or has chosen a setting.

    The setting is a separate field, named by its key.
    """

    name: str
    ignored: str = ""
    ignores: bool = True


class Wishes(LogValue):
    """The preferences of all names."""

    log = "preferences"

    def __init__(self) -> None:
        self.chosen: dict[str, dict[str, Json]] = {}
        """The settings chosen by each name."""
        self.ignored: dict[str, dict[str, None]] = {}
        """The names that each name ignores, in order of time."""

    def settings_of(self, name: str) -> VisitorSettings:
        """Return the settings of a name."""
        return settings_of(self.chosen.get(name, {}))

    def ignored_by(self, name: str) -> Collection[str]:
        """Return the names that a name ignores."""
        return self.ignored.get(name, {}).keys()

    def take(self, entry: LogEntry) -> None:
        """Apply an entry."""
        wish = convert(entry.body, _Entry)
        if known := known_in(entry.body):
            self.chosen.setdefault(wish.name, {}).update(known)
        if wish.ignored:
            others = self.ignored.setdefault(wish.name, {})
            others.pop(wish.ignored, None)
            if wish.ignores:
                others[wish.ignored] = None


class Preferences:
    """The preferences of all names; by default, a name has default settings and ignores nobody."""

    def __init__(self, common: Common, limits: VisitorLimits) -> None:
        self.changed = Signal[[]](common.report)
        """Sent after a change by any process."""
        self._wishes = Wishes.project(common.store, common.report)
        self._limits, self._tasks = limits, common.tasks
        self._wishes.follow(common.tasks, self.changed.send)

    async def open(self) -> None:
        """Read the log for the other services; if the store can't, preferences are missing."""
        await self._tasks.attempt(self._wishes.catch_up())

    def settings_of(self, name: str) -> VisitorSettings:
        """Return the settings of a player."""
        return self._wishes.value.settings_of(name)

    async def choose(self, name: str, key: str, value: Json) -> None:
        """Note a player's setting. Raises `Refused`, `StoreError`."""
        self._limits.count_preference(name)
        await self._wishes.append(
            lambda wishes: (
                {"name": name, key: value}
                if getattr(wishes.settings_of(name), key) != value
                else None
            )
        )

    def ignored_by(self, name: str) -> Collection[str]:
        """Return the names that a player ignores: their messages are hidden."""
        return self._wishes.value.ignored_by(name)

    async def ignore(self, name: str, other: str, ignores: bool) -> None:
        """Note whether a player ignores another name. Raises `Refused`, `StoreError`."""
        if is_guest(name) or name == other:
            raise Refused("Only players with a name can ignore others.")
        self._limits.count_preference(name)

        def decide(wishes: Wishes) -> Body | None:
            if ignores == (other in wishes.ignored_by(name)):
                return None
            if ignores and len(wishes.ignored_by(name)) >= MOST_IGNORED:
                raise Refused(
                    f"You already ignore {MOST_IGNORED} names. Stop ignoring one of them first."
                )
            return {"name": name, "ignored": other, "ignores": ignores}

        await self._wishes.append(decide)
