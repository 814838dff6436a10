"""What an app gets of a table: what its visitor may see there, and may do."""

from collections.abc import Sequence

from regicide_tui.games.base import IllegalAction, Seat, Value
from regicide_tui.play.session import Session
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import TableView
from regicide_tui.server.model.table.commands import UNDO, Act, Ask, Draw, Resign, TableCommand
from regicide_tui.server.model.table.decide import Refused, sent_away
from regicide_tui.server.model.table.due import clocks_stand
from regicide_tui.server.model.table.info import TableInfo, make_table_info, without_words_of
from regicide_tui.server.model.table.state import EMPTY, TableState, time_left
from regicide_tui.server.services.services import Services
from regicide_tui.server.services.spectator_chats import ChatMessage
from regicide_tui.server.storage.store import StoreError, sentence


class TableHandle:
    """The access of one person to a table, as a player or a spectator.

    It returns no hidden card while the game is played; inside, it has the whole game.
    """

    def __init__(
        self, services: Services, table: str, name: str, chat: Sequence[ChatMessage]
    ) -> None:
        self.id = table
        self.name = name
        self._services = services
        self._projection = services.tables.projection(table)
        self._spectator_chat = chat
        self._seen: tuple[int, TableView] | None = None
        """The last view of the cards, and the version of the log that it shows."""

    @property
    def info(self) -> TableInfo:
        """All that this person may see, except the cards."""
        state = self._projection.value
        info = make_table_info(state, self.name, self._services.presence.places(self.id, state))
        ignored = self._services.preferences.ignored_by(self.name)
        return without_words_of(info, ignored) if ignored else info

    @property
    def table(self) -> TableView | None:
        """The game as this person may see it.

        None before the game, and while only a snapshot of the table is there: it has no cards.
        """
        state = self._projection.value
        if state.saved is None:
            return None
        version = self._projection.version
        if self._seen is None or self._seen[0] != version:
            self._seen = version, state.saved.sent_to(state.seat_of(self.name))
        return self._seen[1]

    @property
    def finished_game(self) -> Table | None:
        """The whole game once it is over, when nothing is hidden any more; else None."""
        state = self._projection.value
        return state.saved if state.over else None

    @property
    def times(self) -> tuple[int, ...]:
        """Each seat's time left, in milliseconds; nothing without a clock."""
        state, now = self._projection.value, self._services.now()
        people = self._services.presence.people_at(self.id, state)
        return time_left(state, state.since if clocks_stand(state, people, now) else now)

    @property
    def spectator_chat(self) -> tuple[ChatMessage, ...]:
        """The chat of the spectators; empty for players."""
        if self.info.seat is not None:
            return ()
        ignored = self._services.preferences.ignored_by(self.name)
        return tuple([one for one in self._spectator_chat if one[0] not in ignored])

    def say_to_spectators(self, text: str, address: str = "") -> None:
        """Send a message to the other spectators. Raises `Refused` after too many."""
        if self.info.seat is None:
            self._services.spectator_chats.say(self.id, self.name, text, address)

    async def tell(self, text: str, address: str = "") -> None:
        """Say something to all at the table, where that is allowed. Raises as `do`."""
        await self._services.commands.tell(self.id, self.name, text, address)

    async def do(self, command: TableCommand) -> None:
        """Run a command at the table. Raises `Refused`, `StoreError`."""
        await self._services.commands.do(self.id, self.name, command)


async def read_table(services: Services, table: str, name: str, password: str = "") -> None:
    """Read a table before somebody enters it, and note whoever watches a board from now on.

    Nothing is noted if the table is private, and the password is wrong. Raises `Refused`,
    `StoreError`.
    """
    await services.tables.read(table)
    state = services.tables.get(table, EMPTY)
    if _must_be_noted(services, state, name) and (
        not state.password or state.is_opened_by(password)
    ):
        await services.boards.note_watcher(state.board, name)


def must_read_table(services: Services, table: str, name: str) -> bool:
    """Tell whether `read_table` must be called before somebody enters a table."""
    state = services.tables.get(table, EMPTY)
    return not services.tables.is_read(table) or _must_be_noted(services, state, name)


def enter_table(
    services: Services, table: str, name: str, password: str = "", limit_key: str = ""
) -> TableHandle:
    """Return a handle to a table, to play or to watch. Raises `Refused`.

    Wrong passwords are counted under `limit_key`, or under the name.
    """
    tables = services.tables
    state = tables.get(table, EMPTY)
    if not state.seats:
        raise tables.set_aside.refusal(table)
    if not tables.is_read(table):
        raise Refused("This table is not open yet. Try again in a moment.")
    if state.waiting and name in state.sent_away:
        raise Refused(sent_away(state))
    is_player = state.seat_of(name) is not None
    if state.password and not is_player:
        services.limits.check_password(state, password, limit_key or name)
    if _must_be_noted(services, state, name):
        raise Refused("This deal is not open to you yet. Try again in a moment.")
    if not is_player and (refused := services.boards.may_watch(state.board, name)):
        raise refused
    handle = TableHandle(services, table, name, services.spectator_chats.open(table))
    tables.games.hold(table, handle)
    return handle


def find_invited(services: Services, word: str, limit_key: str) -> str:
    """Return the table to which an invitation leads. Raises `Refused`.

    Wrong words are counted like wrong passwords.
    """
    services.limits.check_tries(limit_key)
    table = services.tables.invited(word)
    if not table:
        services.limits.note_wrong_try(limit_key)
        raise Refused("This invitation leads nowhere: its table is over, or a letter is wrong.")
    return table


def _must_be_noted(services: Services, state: TableState, name: str) -> bool:
    """Tell whether it must be noted that somebody watches the board of a table."""
    watches = state.board != "" and state.seat_of(name) is None
    return watches and services.boards.must_note(state.board, name)


class RemoteSession(Session):
    """A game at a table of the server, played or watched through a handle.

    It holds the last view of this seat. What is done goes to the log.

    Actions become text here: the log stores the notation of the game.
    """

    def __init__(self, handle: TableHandle) -> None:
        self.handle = handle
        self.refresh()

    def refresh(self) -> None:
        """Load the current view of the table."""
        table = self.handle.table
        assert table is not None  # a session begins with the game
        self.view = table
        """The game as this seat may know it."""
        self.info = self.handle.info
        """All that this person may see, except the cards."""

    @property
    def seat(self) -> Seat | None:
        """The seat of this person; None for a spectator."""
        return self.view.seat

    def seen_from(self, viewer: Seat | None) -> TableView:
        """Return the game as this seat may know it, whichever seat is asked about."""
        return self.view

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.info.over

    @property
    def has_moved(self) -> bool:
        """Whether actions were taken, or taken back, since the last `refresh`."""
        table = self.handle.table
        return table is not None and table.moves != self.view.moves

    async def do(self, command: TableCommand) -> None:
        """Run a command at the table. Raises `IllegalAction` if it is refused."""
        try:
            await self.handle.do(command)
        except (Refused, StoreError) as error:
            raise IllegalAction("refused", sentence(error)) from None

    async def submit(self, seat: Seat | None, action: Value) -> None:
        """Take an action for this seat. Raises `IllegalAction`."""
        await self.do(Act(self.view.game.format(action)))
        self.refresh()

    async def submit_for_all(self, action: Value) -> None:
        """Take an action for this seat: others act for theirs. Raises `IllegalAction`."""
        await self.submit(None, action)

    async def undo(self) -> None:
        """Ask all to take the last action back. Raises `IllegalAction`."""
        await self.do(Ask(UNDO, moves=self.view.moves))

    async def agree_to_undo(self, asked_at: int) -> None:
        """Agree to the question that was asked at this time. Raises `IllegalAction`."""
        await self.do(Ask(UNDO, answers=asked_at))

    async def resign(self, seat: Seat) -> None:
        """Resign for this seat (D-21). Raises `IllegalAction`."""
        await self.do(Resign())
        self.refresh()

    async def agree_on_draw(self) -> None:
        """Offer a draw; if both do, the game is a draw (D-21). Raises `IllegalAction`."""
        await self.do(Draw(self.view.moves))
        self.refresh()
