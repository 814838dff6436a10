"""The register of the server: which tables are open, and the results of finished games."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from regicide_tui.games.base import Json
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.boards.results import Results
from regicide_tui.server.model.register import NothingNew, Register
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.storage.projection import follow
from regicide_tui.server.storage.store import LogEntry, Store


class OpenRegister:
    """The register as this process knows it. What others write there is read soon."""

    def __init__(self, store: Store, tasks: BackgroundTasks) -> None:
        self._store, self._tasks = store, tasks
        self._log = Register.project(store, tasks.report)

    async def open(self) -> list[str]:
        """Return the open tables. Raises `StoreError`."""
        register = await self._log.catch_up()
        register.changed.clear()
        return [*register.open]

    def follow(self, note: Callable[[str, bool], Awaitable[None]]) -> Callable[[], None]:
        """Call this with each table that is opened or closed anywhere, and whether it is open.

        Return what ends that.
        """

        async def catch_up(entry: LogEntry | None) -> None:
            register = await self._log.catch_up(entry)
            while register.changed:
                table = next(iter(register.changed))
                await note(table, table in register.open)
                register.changed.pop(table, None)

        return follow(self._store, Register.log, self._tasks, catch_up)

    def __contains__(self, table: object) -> bool:
        """Tell whether a table is open."""
        return table in self._log.value.open

    @property
    def is_outdated(self) -> bool:
        """Whether a newer version of the program goes on with the register."""
        return self._log.is_outdated

    @property
    def open_tables(self) -> list[str]:
        """The tables that are open."""
        return [*self._log.value.open]

    @property
    def results(self) -> Results:
        """The results of finished games."""
        return self._log.value.results

    async def note_open(self, table: str) -> None:
        """Note that a table is open. Raises `StoreError`."""
        with suppress(NothingNew):
            await self._log.append(lambda register: register.open_table(table))

    async def note_closed(self, table: str, state: TableFacts) -> None:
        """Note that a table is over, with the result of its game. Raises `StoreError`.

        A game that was abandoned has no result, nor has that of a guest.
        """
        body: dict[str, Json] = {"closed": table}
        if state.begun and not (state.closed or state.of_guest):
            outcome = state.outcome
            winners = [state.seats[seat] for seat in outcome.winners] if outcome else []
            reason = outcome.reason if outcome else "ended"
            body |= {"game": state.game, "seats": state.seats, "winners": winners, "reason": reason}
            body |= {"private": True} if state.private else {}
        with suppress(NothingNew):
            await self._log.append(lambda register: register.close_table(table, body))
