"""Sessions: how a screen plays a game, wherever the game is kept."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from regicide_tui.games.base import IllegalAction, Seat, Value
from regicide_tui.games.words import read_by
from regicide_tui.play.history import DRAW, Result, resignation
from regicide_tui.play.table import Table, TableView


class Session(ABC):
    """A game that a screen shows and acts in; this base refuses every change, as a replay does."""

    @property
    @abstractmethod
    def seat(self) -> Seat | None:
        """The seat whose hand is always open at this screen, or None."""

    @abstractmethod
    def seen_from(self, viewer: Seat | None) -> TableView:
        """Return the game as a seat, or a spectator, may know it now."""

    @property
    def local_table(self) -> Table | None:
        """The table with all cards, if this process has it; None at a table of a server."""
        return None

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether no action can be taken now: the game is over, or a lesson waits for the learner.

        A lesson waits for its learner to read on or to undo an action, and then continues.
        """

    async def submit(self, seat: Seat | None, action: Value) -> None:
        """Take an action for a seat; None is the seat that must act. Raises `IllegalAction`."""
        raise _refusal()

    async def submit_for_all(self, action: Value) -> None:
        """Take an action for each seat that must act here, until no action can be taken.

        It counts as one change. Raises `IllegalAction`.
        """
        raise _refusal()

    async def undo(self) -> None:
        """Undo the last action, or ask the others to agree. Raises `IllegalAction`."""
        raise _refusal()

    async def redo(self) -> None:
        """Redo an undone action, if there is one. Raises `IllegalAction`."""
        raise _refusal()

    async def resign(self, seat: Seat) -> None:
        """Resign a game of two for a seat (D-21). Raises `IllegalAction`."""
        raise _refusal()

    async def agree_on_draw(self) -> None:
        """Agree to end a game of two as a draw (D-21). Raises `IllegalAction`."""
        raise _refusal()


def _refusal() -> IllegalAction:
    return IllegalAction("bad_request", "Nothing can be changed here.")


class TableSession(Session):
    """A session that holds the table with all cards; all its players act at this screen.

    A player named `reader` is the only one who looks at this screen, and is called `YOU`. Without
    a reader, the players share the screen.
    """

    def __init__(self, table: Table, reader: str = "") -> None:
        self.table, self._reader = table, reader

    @property
    def table(self) -> Table:
        """The current table with all cards."""
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table = table
        self._views: dict[Seat | None, TableView] = {}

    @property
    def local_table(self) -> Table:
        """The table with all cards."""
        return self._table

    @property
    def seat(self) -> Seat | None:
        """The seat of the only person at this screen, or None."""
        return self._table.seat

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self._table.outcome is not None

    def seen_from(self, viewer: Seat | None) -> TableView:
        """Return the game as a seat, or a spectator, may know it now."""
        if viewer not in self._views:
            seen = self._table.seen_from(viewer)
            if self._reader:
                seen = replace(seen, seats=read_by(self._reader, self._table.seats))
            self._views[viewer] = seen
        return self._views[viewer]


async def _at_once() -> None:
    """Wait for nothing: this game is not saved."""


def _nowhere(_: Table) -> None:
    """Do nothing: this game is not saved."""


class LocalSession(TableSession):
    """A game that this process owns. It keeps the current table and passes each new one to `keep`.

    Each change waits for `wait_until_saved`: in the app, until the change before is saved, or for
    one second if the disk does not answer within it.
    """

    def __init__(
        self,
        table: Table,
        keep: Callable[[Table], None] = _nowhere,
        wait_until_saved: Callable[[], Awaitable[None]] = _at_once,
    ) -> None:
        super().__init__(table)
        self.keep = keep
        self.wait_until_saved = wait_until_saved
        self._advised: tuple[Value, Value] | None = None
        """The state for which the last hint was given, and what it advised."""

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

    async def undo(self) -> None:
        """Undo the last action of a person, and the bots' answers to it."""
        await self.wait_until_saved()
        self._put(self.table.undo())

    async def redo(self) -> None:
        """Redo the last undone action, and the bots' answers to it."""
        await self.wait_until_saved()
        self._put(self.table.redo())

    async def resign(self, seat: Seat) -> None:
        """Resign a game of two for a seat (D-21)."""
        await self._call_off(resignation(seat))

    async def agree_on_draw(self) -> None:
        """End a game of two as a draw, to which both have agreed (D-21)."""
        await self._call_off(DRAW)

    def count_hint(self, advised: Value) -> None:
        """Count a hint that was given, and mark the action that it advised if it is taken now."""
        state, game = self.table.history.state, self.table.game
        self._advised = state, game.canonical(state, game.in_order(advised))
        self._put(replace(self.table, hints=self.table.hints + 1))

    def _take(self, seat: Seat | None, action: Value) -> None:
        """Take an action at the table. Raises `IllegalAction`."""
        before = self.table
        after = before.take(seat, action)
        if self._advised == (before.history.state, after.history.moves[-1].action):
            after = after.follow_hint()
        self._put(after)

    async def _call_off(self, result: Result) -> None:
        await self.wait_until_saved()
        self._put(self.table.call_off(result))

    def _put(self, table: Table) -> None:
        """Make this the current table and keep it, if it differs."""
        if table is not self.table:
            self.table = table
            self.keep(table)


class ReplaySession(TableSession):
    """A game that is only looked at, move by move."""

    def __init__(self, table: Table, at: int = 0, reader: str = "") -> None:
        super().__init__(table.at(at), reader)
        self.saved = table
        """The game as it was given, at any position of the replay."""

    @property
    def length(self) -> int:
        """The number of actions of the whole game."""
        return len(self.saved.history.moves)

    @property
    def cursor(self) -> int:
        """The position of the replay: the number of actions before it."""
        return self.table.moves

    @property
    def at_end(self) -> bool:
        """Whether this is the end of the game."""
        return self.cursor == self.length

    def go_to(self, cursor: int) -> None:
        """Go to the position after this number of actions, or to the end."""
        self.table = self.table.at(cursor)
