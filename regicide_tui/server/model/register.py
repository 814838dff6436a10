"""The register: the log that names the open tables, and the results of finished games."""

from collections.abc import Callable

from msgspec import convert

from regicide_tui import games
from regicide_tui.games.base import Json, Value
from regicide_tui.play.figures import Finished
from regicide_tui.server.model.boards.results import Results
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.facts import TableFacts, is_bot
from regicide_tui.server.storage.projection import Body, LogProjection
from regicide_tui.server.storage.store import BadEntry, LogEntry, Store

LOG = "house"


class Register:
    """The open tables, and the results of finished games.

    Entries change it in place: with a copy for each entry, ten times as many games would take a
    hundred times as long to read.
    """

    def __init__(self) -> None:
        self.open: dict[str, None] = {}
        self.changed: dict[str, None] = {}
        """The tables of the entries that were applied. Whoever knows of them removes them."""
        self.results = Results()

    def open_table(self, table: str) -> Body | None:
        """Return the entry that opens a table; None if it is open."""
        return None if table in self.open else {"opened": table}

    def close_table(self, table: str, facts: TableFacts) -> Body | None:
        """Return the entry that closes a table, with the result of its game; None if it is closed.

        A game that was abandoned has no result, nor has that of a guest.
        """
        if table not in self.open:
            return None
        body: dict[str, Json] = {"closed": table}
        if facts.begun and not (facts.closed or facts.of_guest):
            outcome = facts.outcome
            winners = [facts.seats[seat] for seat in outcome.winners] if outcome else []
            reason = outcome.reason if outcome else "ended"
            body |= {"game": facts.game, "seats": facts.seats, "winners": winners, "reason": reason}
            body |= {"private": True} if facts.private else {}
        return body


class _RegisterEntry(Value):
    """An entry of the register: a table was opened, or closed, perhaps with a result."""

    opened: str = ""
    closed: str = ""
    game: str = ""
    seats: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    reason: str = ""
    private: bool = False


def project_register(
    store: Store, on_bad_entry: Callable[[BadEntry], None]
) -> LogProjection[Register]:
    """Return the projection of the register; a bad entry is reported and has no effect."""
    return LogProjection(store, LOG, Register(), _apply, on_bad_entry)


async def list_open_tables(store: Store) -> list[str]:
    """Return the open tables of a store's register. Raises `StoreError`."""
    return [*(await project_register(store, lambda _: None).catch_up()).open]


async def remove_from_register(store: Store, table: str) -> None:
    """Remove a table from the register: no server opens it any more. Raises `StoreError`."""
    await project_register(store, lambda _: None).append(lambda _: {"closed": table})


def _apply(register: Register, entry: LogEntry) -> Register:
    """Apply an entry of the register. Raises `ValueError` if it makes no sense."""
    noted = convert(entry.body, _RegisterEntry)
    if not (noted.opened or noted.closed) or (noted.seats and not games.is_known(noted.game)):
        raise ValueError("neither a table that was opened nor one that was closed")
    table = noted.closed
    register.changed[noted.opened or table] = None
    if noted.opened:
        register.open[noted.opened] = None
    elif table in register.open:
        del register.open[table]
        if noted.seats:
            seats, winners = noted.seats, noted.winners
            over = finished(
                table, noted.game, seats, winners, noted.reason, entry.at, noted.private
            )
            register.results.add(over)
    return register


def finished(
    table: str,
    game: str,
    seats: tuple[str, ...],
    winners: tuple[str, ...],
    reason: str,
    at: int,
    private: bool = False,  # in the order of the entry
) -> Finished:
    """Return a finished game. Bots and guests have no figures: their names are not their own."""
    people = tuple([name for name in seats if not (is_bot(name) or is_guest(name))])
    return Finished(table, game, seats, people, winners, reason, at, private)
