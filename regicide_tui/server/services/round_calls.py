"""The rounds of tournaments: who is awaited now, and the call when a round begins or ends."""

from collections.abc import Sequence
from typing import Protocol

from regicide_tui.server.apps.listeners import Listeners
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.boards.rounds import Round, next_change, rounds_waiting
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.upkeep import Upkeep
from regicide_tui.server.storage.store import StoreError

_TIMER = "rounds of tournaments"
"""The key of the timer for the next moment at which a round begins or ends."""


class TablesOfPeople(Protocol):
    """What is needed of the hub."""

    @property
    def now(self) -> int:
        """Unix time in milliseconds."""
        ...

    def states_of(self, name: str) -> list[TableState]:
        """Return the current states of the tables at which somebody sits."""
        ...

    def report(self, error: BaseException, **facts: object) -> None:
        """Write an error of background work into the journal."""
        ...


class RoundCalls:
    """Calls the people of tournaments when a round begins or ends, and when one was changed."""

    def __init__(
        self,
        tables: TablesOfPeople,
        boards: Boards,
        upkeep: Upkeep,
        listeners: Listeners,
        tasks: BackgroundTasks,
    ) -> None:
        self._tables, self._boards, self._upkeep = tables, boards, upkeep
        self._listeners, self._tasks = listeners, tasks
        boards.on_tournament = self._note_tournament

    def waiting(self, name: str) -> list[Round]:
        """Return the rounds of now at which somebody is awaited: they take part, and are not there.

        Who sits at a table of the round has come.
        """
        seated = [state.series for state in self._tables.states_of(name)]
        return rounds_waiting(self._boards.book, name, seated, self._tables.now)

    async def call(self) -> None:
        """Tell all who take part in tournaments that a round has begun or ended."""
        try:
            await self._boards.catch_up()  # the operator may have cancelled one
            await self._upkeep.close_late_tables()
        except StoreError as error:
            self._tables.report(error)
        finally:
            self.set_timer()
        book = self._boards.book
        self._listeners.notify({one: [*people] for one, people in book.joined.items()})

    def _note_tournament(self, tournament: str, names: Sequence[str]) -> None:
        """Note that a tournament was changed, and tell these people."""
        self.set_timer()
        self._listeners.notify({tournament: names})

    def set_timer(self) -> None:
        """Set the timer for the next moment at which a round begins or ends."""
        self._tasks.unschedule(_TIMER)
        at = next_change(self._boards.book, self._tables.now)
        if at is not None:
            self._tasks.schedule(_TIMER, (at - self._tables.now) / 1000 + 0.01, self.call)
