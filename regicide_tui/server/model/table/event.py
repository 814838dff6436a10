"""What happened at a table, as its log stores it: the base of the events of all families.

An event is a fact: it says what changed, not what was asked for. So it is applied without the
checks of the commands, which may have changed when the log is read again. Only the rules of the
game are asked again: `ActionTaken` holds the notation of an action, and applying it plays that
action.

Old kinds of events are never removed, and never get another meaning. Their names and fields are
those of the log.
"""

from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import asdict

from regicide_tui.games.base import Value
from regicide_tui.server.model.table.state import TableState

SERVER = "(server)"
"""Who does in the logs what no person does. Nobody can have this name."""
VERSION = 5
"""The version of records. Those of versions 2 to 4 are from before the first release."""

Seat = Annotated[int, Meta(ge=0, lt=16)]


class Event(Value, tag_field="event", tag=True):
    """The base of all events."""

    ends: ClassVar[bool] = False
    """Whether it ends a game, so that also a full log takes it."""

    def apply(self, table: TableState, record: "Record") -> TableState:
        """Return the table after this event, which is one of those of a record.

        Without a method of its own, an event holds facts of the table. If it does not fit the
        table, this may raise anything.
        """
        return table.with_facts(**asdict(self))


class TimedEvent(Event, kw_only=True):
    """The base of the events after which the players have other times left."""

    left: tuple[int, ...] = ()
    """Each seat's time in milliseconds; empty without a clock."""


Events = tuple[Event, ...]


class Record(Value):
    """Events that happened together: `at` is Unix time in milliseconds, `by` who caused them."""

    by: str
    at: Annotated[int, Meta(ge=0, le=2**53)]
    events: Events
    version: int = VERSION


def without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return names without one of them."""
    return tuple([one for one in names if one != name])
