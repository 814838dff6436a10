"""The sessions: how a screen plays a game, the same wherever the game is kept."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from msgspec.structs import replace

from regicide_tui.games.base import IllegalAction, Seat, Value
from regicide_tui.play.match import DRAW, resignation
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import TableView


class Session(Protocol):
    """A game that a screen shows and acts in. `table` shows the result of each action."""

    @property
    def table(self) -> TableView:
        """The game as it stands now."""
        ...

    @property
    def local_table(self) -> Table | None:
        """The table with all cards, if this process owns it; None at a table of a server."""
        ...

    @property
    def ended(self) -> bool:
        """Whether no action can be taken now: the game is over, or a lesson waits for the learner.

        A lesson waits for its learner to read on or to take an action back, and then goes on.
        """
        ...

    async def submit(self, seat: Seat | None, action: Value) -> None:
        """Take an action for a seat; None is the seat that must act. Raises `IllegalAction`."""
        ...

    async def submit_for_all(self, action: Value) -> None:
        """Take an action for each seat that must act here, until no action can be taken.

        It counts as one change. Raises `IllegalAction`.
        """
        ...

    async def undo(self) -> None:
        """Take the last action back, or ask the others to agree. Raises `IllegalAction`."""
        ...

    async def redo(self) -> None:
        """Take an undone action again, if there is one."""
        ...

    async def resign(self, seat: Seat) -> None:
        """Give a game of two up for a seat (D-21). Raises `IllegalAction`."""
        ...

    async def agree_on_draw(self) -> None:
        """Agree to end a game of two as a draw (D-21). Raises `IllegalAction`."""
        ...


async def _at_once() -> None:
    """Wait for nothing: this game is not saved."""


def _nowhere(_: Table) -> None:
    """Keep nothing: this game is not saved."""


class LocalSession:
    """A game that this process owns. It puts each next table in place, and gives it to `keep`.

    Each change waits for `wait_until_saved`: in the app, until the change before is saved, or for
    one second if the disk does not answer within it.
    """

    def __init__(
        self,
        table: Table,
        keep: Callable[[Table], None] = _nowhere,
        wait_until_saved: Callable[[], Awaitable[None]] = _at_once,
    ) -> None:
        self.table = table
        self.keep = keep
        self.wait_until_saved = wait_until_saved
        self._advised: tuple[Value, Value] | None = None
        """The state for which the last hint was given, and what it advised."""

    @property
    def local_table(self) -> Table:
        """The table with all cards."""
        return self.table

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.table.outcome is not None

    async def submit(self, seat: Seat | None, action: Value) -> None:
        """Take an action for a seat; None is the seat that must act. Raises `IllegalAction`."""
        await self.wait_until_saved()
        self._take(seat, action)

    async def submit_for_all(self, action: Value) -> None:
        """Take an action for each seat that must act, until no action can be taken.

        It counts as one change. Raises `IllegalAction`.
        """
        await self.wait_until_saved()
        while not self.ended:
            self._take(None, action)

    def _take(self, seat: Seat | None, action: Value) -> None:
        """Take an action at the table. Raises `IllegalAction`."""
        before = self.table
        after = before.take(seat, action)
        if self._advised == (before.history.state, after.history.moves[-1].action):
            after = after.follow_hint()
        self._put(after)

    def _put(self, table: Table) -> None:
        """Put the next table in place, and keep it, if it differs."""
        if table is not self.table:
            self.table = table
            self.keep(table)

    def count_hint(self, advised: Value) -> None:
        """Count a hint that was given, and mark the action that it advised if it is taken now."""
        state, game = self.table.history.state, self.table.game
        self._advised = state, game.canonical(state, game.in_order(advised))
        self._put(replace(self.table, hints=self.table.hints + 1))

    async def undo(self) -> None:
        """Take back the last action of a person, and what bots have answered."""
        await self.wait_until_saved()
        self._put(self.table.undo())

    async def redo(self) -> None:
        """Take the last undone action again, and what bots answered."""
        await self.wait_until_saved()
        self._put(self.table.redo())

    async def resign(self, seat: Seat) -> None:
        """Give a game of two up for a seat (D-21)."""
        await self.wait_until_saved()
        self._put(self.table.call_off(resignation(seat)))

    async def agree_on_draw(self) -> None:
        """End a game of two as a draw, to which both have agreed (D-21)."""
        await self.wait_until_saved()
        self._put(self.table.call_off(DRAW))


class ReplaySession(LocalSession):
    """A game that is only looked at: undo and redo go one action back and on."""

    def __init__(self, table: Table, at: int = 0) -> None:
        super().__init__(table)
        self.saved = table
        """The game as it was given, wherever the replay stands."""
        self.length = len(table.history.moves)
        self.go_to(at)

    @property
    def cursor(self) -> int:
        """After how many actions the replay stands."""
        return self.table.moves

    @property
    def at_end(self) -> bool:
        """Whether no action follows."""
        return self.cursor == self.length

    def go_to(self, cursor: int) -> None:
        """Go to after this number of actions, as far as there are any."""
        self.table = self.table.at(cursor)

    async def submit(self, seat: Seat | None, action: Value) -> None:
        """Refuse: nothing is played in a replay. Raises `IllegalAction`."""
        raise IllegalAction("game_over", "A replay can't be changed.")

    async def submit_for_all(self, action: Value) -> None:
        """Refuse, as `submit` does."""
        raise IllegalAction("game_over", "A replay can't be changed.")

    async def undo(self) -> None:
        """Go one action back."""
        self.go_to(self.cursor - 1)

    async def redo(self) -> None:
        """Go one action on."""
        self.go_to(self.cursor + 1)

    async def resign(self, seat: Seat) -> None:
        """Refuse, as `submit` does."""
        raise IllegalAction("game_over", "A replay can't be changed.")

    async def agree_on_draw(self) -> None:
        """Refuse, as `submit` does."""
        raise IllegalAction("game_over", "A replay can't be changed.")
