"""What happened at a table, as its log stores it: the base of the events of all families.

An event is a fact: it says what changed, not what was asked for. So it is applied without the
checks of the commands, which may have changed when the log is read again. Only the rules of the
game are asked again: `ActionTaken` holds the notation of an action, and applying it plays that
action.

Old kinds of events are never removed, and never get another meaning. Their names and fields are
those of the log.
"""

from typing import Annotated

from msgspec import Meta

from regicide_tui.games.base import Value
from regicide_tui.play.table import Table
from regicide_tui.server.model.table.state import TableState

SERVER = "(server)"
"""Who does in the logs what no person does. Nobody can have this name."""
VERSION = 5
"""The version of records. Those of versions 2 to 4 are from before the first release."""

Seat = Annotated[int, Meta(ge=0, lt=16)]


class UnknownRecord(Exception):
    """An entry of a log that this program can't read, with a sentence that says why."""


class Event(Value, tag_field="event", tag=True):
    """The base of all events."""

    def apply(self, table: TableState, record: "Record") -> TableState:
        """Return the table after this event, which is one of those of a record.

        If the event does not fit the table, this may raise anything.
        """
        raise NotImplementedError


Events = tuple[Event, ...]


class Record(Value):
    """Events that happened together: `at` is Unix time in milliseconds, `by` who caused them."""

    by: str
    at: Annotated[int, Meta(ge=0, le=2**53)]
    events: Events
    version: int = VERSION


def running_game(table: TableState) -> Table:
    """Return the game of a table. Raises `UnknownRecord` before it."""
    if table.game is None:
        raise UnknownRecord("no game goes on where it stands")
    return table.game


def changed(values: tuple[str, ...], seat: Seat, value: str) -> tuple[str, ...]:
    """Return the values of all seats with another one. Raises `UnknownRecord` without the seat."""
    if seat >= len(values):
        raise UnknownRecord("it names a seat that is not there")
    return (*values[:seat], value, *values[seat + 1 :])


def without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return names without one of them."""
    return tuple([one for one in names if one != name])
