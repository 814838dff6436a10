"""What an app gets of a table: what its visitor may see there, and may do."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from regicide_tui.games.base import IllegalAction, Seat, Value
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.seat import SeatTable, as_seen_from
from regicide_tui.server.model.table.commands import UNDO, Act, Ask, Draw, Resign, TableCommand
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.model.table.info import Place, TableInfo, make_table_info, without_words_of
from regicide_tui.server.model.table.state import TableState, time_left
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import StoreError, sentence

ChatMessage = tuple[str, str]
"""A name, and the message of this person."""


class Tables(Protocol):
    """What a handle needs of the hub."""

    def time_at(self, table: str) -> int:
        """Return the time by the clock of a table, which may stand: Unix time in milliseconds."""
        ...

    def places(self, table: str, state: TableState) -> Mapping[str, Place]:
        """Return where each of the people of a table is."""
        ...

    async def tell(self, table: str, by: str, text: str, address: str = "") -> None:
        """Say something at a table in one's own words. Raises `Refused`, `StoreError`."""
        ...

    async def do(self, table: str, by: str, command: TableCommand) -> TableState:
        """Run a command at a table. Raises `Refused`, `StoreError`."""
        ...

    def say_to_spectators(self, table: str, by: str, text: str, address: str) -> None:
        """Send a message to the spectators of a table. Raises `Refused` after too many."""
        ...


class TableHandle:
    """The access of one person to a table, as a player or a spectator.

    It returns no hidden card while the game is played; inside, it has the whole game. `ignored_by`
    returns whom somebody ignores.
    """

    def __init__(
        self,
        tables: Tables,
        table: str,
        name: str,
        projection: LogProjection[TableState],
        spectator_chat: Sequence[ChatMessage],
        ignored_by: Callable[[str], Collection[str]],
    ) -> None:
        self.id = table
        self.name = name
        self._tables = tables
        self._projection = projection
        self._spectator_chat = spectator_chat
        self._ignored_by = ignored_by
        self._seen: tuple[int, SeatTable] | None = None
        """The last view of the cards, and the version of the log that it shows."""

    @property
    def info(self) -> TableInfo:
        """All that this person may see, except the cards."""
        state = self._projection.value
        info = make_table_info(state, self.name, self._tables.places(self.id, state))
        ignored = self._ignored_by(self.name)
        return without_words_of(info, ignored) if ignored else info

    @property
    def table(self) -> SeatTable | None:
        """The game as this person may see it.

        None before the game, and while only a snapshot of the table is there: it has no cards.
        """
        state = self._projection.value
        if state.saved is None:
            return None
        version = self._projection.version
        if self._seen is None or self._seen[0] != version:
            self._seen = version, as_seen_from(state.saved, state.seat_of(self.name))
        return self._seen[1]

    @property
    def finished_game(self) -> Saved | None:
        """The whole game once it is over, when nothing is hidden any more; else None."""
        state = self._projection.value
        return state.saved if state.over else None

    @property
    def times(self) -> tuple[int, ...]:
        """Each seat's time left, in milliseconds; nothing without a clock."""
        return time_left(self._projection.value, self._tables.time_at(self.id))

    @property
    def spectator_chat(self) -> tuple[ChatMessage, ...]:
        """The chat of the spectators; empty for players."""
        if self.info.seat is not None:
            return ()
        ignored = self._ignored_by(self.name)
        return tuple([one for one in self._spectator_chat if one[0] not in ignored])

    def say_to_spectators(self, text: str, address: str = "") -> None:
        """Send a message to the other spectators. Raises `Refused` after too many."""
        if self.info.seat is None:
            self._tables.say_to_spectators(self.id, self.name, text, address)

    async def tell(self, text: str, address: str = "") -> None:
        """Say something to all at the table, where that is allowed. Raises as `do`."""
        await self._tables.tell(self.id, self.name, text, address)

    async def do(self, command: TableCommand) -> None:
        """Run a command at the table. Raises `Refused`, `StoreError`."""
        await self._tables.do(self.id, self.name, command)


class RemoteSession:
    """A game at a table of the server, played or watched through a handle.

    It holds the last view of this seat. What is done goes to the log.

    Actions become text here: the log stores the notation of the game.
    """

    def __init__(self, handle: TableHandle) -> None:
        self.handle = handle
        self.info: TableInfo = handle.info
        """All that this person may see, except the cards."""
        self.table = self._seen()

    @property
    def local_table(self) -> None:
        """None: the game is on the server, and a seat doesn't know all of it."""

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.info.over

    @property
    def has_moved(self) -> bool:
        """Whether actions were taken, or taken back, since the last `refresh`."""
        table = self.handle.table
        return table is not None and table.moves != self.table.moves

    def refresh(self) -> None:
        """Load the current view of the table."""
        self.info, self.table = self.handle.info, self._seen()

    def _seen(self) -> SeatTable:
        table = self.handle.table
        assert table is not None  # a session begins with the game
        return table

    async def do(self, command: TableCommand) -> None:
        """Run a command at the table. Raises `IllegalAction` if it is refused."""
        try:
            await self.handle.do(command)
        except (Refused, StoreError) as error:
            raise IllegalAction("refused", sentence(error)) from None

    async def submit(self, seat: Seat | None, action: Value) -> None:
        """Take an action for this seat. Raises `IllegalAction`."""
        await self.do(Act(self.table.game.format(action)))
        self.refresh()

    async def submit_for_all(self, action: Value) -> None:
        """Take an action for this seat: others act for theirs. Raises `IllegalAction`."""
        await self.submit(None, action)

    async def undo(self) -> None:
        """Ask all to take the last action back. Raises `IllegalAction`."""
        await self.do(Ask(UNDO, moves=self.table.moves))

    async def agree_to_undo(self, asked_at: int) -> None:
        """Agree to the question that was asked at this time. Raises `IllegalAction`."""
        await self.do(Ask(UNDO, answers=asked_at))

    async def redo(self) -> None:
        """Do nothing: an action that was taken back can't be redone here."""

    async def resign(self, seat: Seat) -> None:
        """Resign for this seat (D-21). Raises `IllegalAction`."""
        await self.do(Resign())
        self.refresh()

    async def agree_on_draw(self) -> None:
        """Offer a draw; if both do, the game is a draw (D-21). Raises `IllegalAction`."""
        await self.do(Draw(self.table.moves))
        self.refresh()
