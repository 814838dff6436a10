"""What the app of somebody at a table gets in hand: what they may see there, and may do."""

from collections import deque
from typing import Protocol

from regicide_tui.games.base import IllegalAction, Seat, Value
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.seat import SeatTable, as_seen_from
from regicide_tui.server.storage.store import StoreError, sentence
from regicide_tui.server.tables.commands import UNDO, Act, Ask, Command, Draw, Resign
from regicide_tui.server.tables.decide import Refused
from regicide_tui.server.tables.log_projection import LogProjection
from regicide_tui.server.tables.state import TableState, time_left
from regicide_tui.server.tables.table_info import TableInfo, make_table_info

ChatMessage = tuple[str, str]
"""A name, and what they said."""


class Tables(Protocol):
    """Who keeps the tables."""

    def time_at(self, table: str) -> int:
        """Return what time it is by the clock of a table, which may stand."""
        ...

    def absent(self, state: TableState) -> tuple[str, ...]:
        """Return who sits at a table and is not here."""
        ...

    async def do(self, table: str, by: str, command: Command) -> TableState:
        """Do something at a table. Raises `Refused`, `StoreError`."""
        ...


class TableHandle:
    """A seat at a table, or a place from which to watch it. The table's cards never leave it."""

    def __init__(
        self,
        tables: Tables,
        table: str,
        name: str,
        projection: LogProjection[TableState],
        spectator_chat: deque[ChatMessage],
    ) -> None:
        self.id = table
        self.name = name
        self._tables = tables
        self._projection = projection
        self._spectator_chat = spectator_chat
        self._seen: tuple[int, SeatTable] | None = None
        """The table as it was seen last, and the version of its log."""

    @property
    def info(self) -> TableInfo:
        """All there is to see but the cards."""
        state = self._projection.value
        return make_table_info(state, self.name, self._tables.absent(state))

    @property
    def table(self) -> SeatTable | None:
        """The cards, as far as they can be seen from here; None before the game."""
        state = self._projection.value
        if state.saved is None:
            return None
        version = self._projection.version
        if self._seen is None or self._seen[0] != version:
            self._seen = version, as_seen_from(state.saved, state.seat_of(self.name))
        return self._seen[1]

    @property
    def whole(self) -> Saved | None:
        """The whole game, once it is over and nobody hides anything any more."""
        state = self._projection.value
        return state.saved if state.over else None

    @property
    def times(self) -> tuple[int, ...]:
        """What is left of each seat's time now, in milliseconds; nothing without a clock."""
        return time_left(self._projection.value, self._tables.time_at(self.id))

    @property
    def spectator_chat(self) -> tuple[ChatMessage, ...]:
        """What those who watch have said, for them alone."""
        return tuple(self._spectator_chat) if self.info.seat is None else ()

    def say_to_spectators(self, text: str) -> None:
        """Say something to the others who watch."""
        if self.info.seat is None:
            self._spectator_chat.append((self.name, text))

    async def do(self, command: Command) -> None:
        """Do something at the table. Raises `Refused`, `StoreError`."""
        await self._tables.do(self.id, self.name, command)


class RemoteSession:
    """A seat at a table, or a place from which to watch it, as a game to play at.

    It holds what this seat may know, as it was looked at last; what is done goes to the log.

    An action becomes text here: the log keeps it in the notation of the game.
    """

    def __init__(self, handle: TableHandle) -> None:
        self.handle = handle
        self.info: TableInfo = handle.info
        """All there is to see but the cards."""
        self.table = self._seen()

    @property
    def whole(self) -> None:
        """None: this process owns the game, but no seat does."""

    @property
    def ended(self) -> bool:
        """Whether nothing is left to be done here."""
        return self.info.over

    @property
    def has_moved(self) -> bool:
        """Whether actions were taken, or taken back, since it was looked at last."""
        table = self.handle.table
        return table is not None and table.moves != self.table.moves

    def refresh(self) -> None:
        """Look at the table as it stands now."""
        self.info, self.table = self.handle.info, self._seen()

    def _seen(self) -> SeatTable:
        table = self.handle.table
        assert table is not None  # a session begins with the game
        return table

    async def do(self, command: Command) -> None:
        """Do anything at the table. Raises `IllegalAction` if that can't be done."""
        try:
            await self.handle.do(command)
        except (Refused, StoreError) as error:
            raise IllegalAction("refused", sentence(error)) from None

    async def submit(self, seat: Seat | None, action: Value) -> None:
        """Take an action for this seat. Raises `IllegalAction`."""
        await self.do(Act(self.table.game.format(action)))
        self.refresh()

    async def undo(self) -> None:
        """Ask all to take the last action back. Raises `IllegalAction`."""
        await self.do(Ask(UNDO, moves=self.table.moves))

    async def agree_to_undo(self, asked_at: int) -> None:
        """Agree to what was asked at that entry of the log. Raises `IllegalAction`."""
        await self.do(Ask(UNDO, answers=asked_at))

    async def redo(self) -> None:
        """Do nothing: what all have taken back is gone."""

    async def resign(self, seat: Seat) -> None:
        """Resign for this seat (D-21). Raises `IllegalAction`."""
        await self.do(Resign())
        self.refresh()

    async def agree_on_draw(self) -> None:
        """Offer a draw; if both do, it is one (D-21). Raises `IllegalAction`."""
        await self.do(Draw(self.table.moves))
        self.refresh()
