"""The rounds of tournaments: who is awaited now, and the call when a round begins or ends."""

from collections.abc import Callable, Mapping, Sequence

from regicide_tui.server.base.signal import Signal
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.boards.rounds import Round, next_change, rounds_waiting
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.storage.store import StoreError

_TIMER = "rounds of tournaments"
"""The key of the timer for the next moment at which a round begins or ends."""


class Rounds:
    """Calls the people of tournaments when a round begins or ends, and when one was changed.

    `now` returns Unix time in milliseconds.
    """

    def __init__(
        self, tables: Tables, boards: Boards, tasks: BackgroundTasks, now: Callable[[], int]
    ) -> None:
        self.called = Signal[[Mapping[str, Sequence[str]]]](tasks.report)
        """Sent with the people who are called, by their tournaments."""
        self._tables, self._boards, self._tasks, self._now = tables, boards, tasks, now
        boards.tournament_changed.subscribe(self._note_tournament)

    def waiting(self, name: str) -> list[Round]:
        """Return the rounds of now at which somebody is awaited: they take part, and are not there.

        Who sits at a table of the round has come.
        """
        seated = [state.series for state in self._tables.facts_of(name)]
        return rounds_waiting(self._boards.book, name, seated, self._now())

    async def call(self) -> None:
        """Tell all who take part in tournaments that a round has begun or ended."""
        try:
            await self._boards.catch_up()  # the operator may have cancelled one
        except StoreError as error:
            self._tasks.report(error)
        finally:
            self.set_timer()
        self.called.send({one: [*people] for one, people in self._boards.book.joined.items()})

    def _note_tournament(self, tournament: str, names: Sequence[str]) -> None:
        """Note that a tournament was changed, and tell these people."""
        self.set_timer()
        self.called.send({tournament: names})

    def set_timer(self) -> None:
        """Set the timer for the next moment at which a round begins or ends."""
        self._tasks.unschedule(_TIMER)
        at = next_change(self._boards.book, self._now())
        if at is not None:
            self._tasks.schedule(_TIMER, (at - self._now()) / 1000 + 0.01, self.call)
