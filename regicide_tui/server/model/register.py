"""The register: the log that names the open tables, and the results of finished games."""

from msgspec import convert

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.play.ratings import Finished
from regicide_tui.server.model.boards.results import Results
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.facts import TableFacts, is_bot
from regicide_tui.server.storage.projection import LogValue
from regicide_tui.server.storage.store import Content, LogEntry, Store


class Register(LogValue):
    """The open tables, and the results of finished games."""

    log = "house"

    def __init__(self) -> None:
        self.open: dict[str, None] = {}
        self.changed: dict[str, None] = {}
        """The tables of the applied entries, until a reader removes them."""
        self.results = Results()

    def open_table(self, table: str) -> Content | None:
        """Return the entry that opens a table; None if it is already open."""
        return None if table in self.open else {"opened": table}

    def close_table(self, table: str, facts: TableFacts) -> Content | None:
        """Return the entry that closes a table, with the result of its game; None if it is closed.

        Abandoned games and guests' games have no result.
        """
        if table not in self.open:
            return None
        if facts.begun and not (facts.closed or facts.of_guest):
            outcome = facts.outcome
            return RegisterEntry(
                closed=table,
                game=facts.game,
                seats=facts.seats,
                winners=tuple([facts.seats[one] for one in outcome.winners]) if outcome else (),
                reason=outcome.reason if outcome else "ended",
                private=facts.private,
                medal=(outcome.medal or "") if outcome else "",
                standing=facts.standing.words,
            )
        return {"closed": table}

    def take(self, entry: LogEntry) -> None:
        """Open or close a table, and count its game if it is over."""
        noted = convert(entry.body, RegisterEntry)
        if not (noted.opened or noted.closed) or (noted.seats and not games.is_known(noted.game)):
            raise ValueError("neither a table that was opened nor one that was closed")
        self.changed[noted.opened or noted.closed] = None
        if noted.opened:
            self.open[noted.opened] = None
        elif noted.closed in self.open:
            del self.open[noted.closed]
            if noted.seats:
                self.results.add(noted.finished_at(entry.at))


class RegisterEntry(Value, omit_defaults=True):
    """An entry of the register: a table was opened or closed, perhaps with a result."""

    opened: str = ""
    closed: str = ""
    game: str = ""
    seats: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    reason: str = ""
    private: bool = False
    medal: str = ""
    standing: str = ""

    def finished_at(self, at: int) -> Finished:
        """Return the finished game of the entry.

        Bots and guests have no statistics: their names aren't their own.
        """
        return Finished(
            self.closed,
            self.game,
            self.seats,
            tuple([name for name in self.seats if not (is_bot(name) or is_guest(name))]),
            self.winners,
            self.reason,
            at,
            self.private,
            self.medal,
            self.standing,
        )


async def list_open_tables(store: Store) -> list[str]:
    """Return the open tables of a store's register. Raises `StoreError`."""
    return [*(await Register.project(store, lambda _: None).catch_up()).open]


async def remove_from_register(store: Store, table: str) -> None:
    """Remove a table from the register, so that no server opens it. Raises `StoreError`."""
    await Register.project(store, lambda _: None).append(lambda _: {"closed": table})
