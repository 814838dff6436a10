"""The tables, and one table, as one visitor may see and use them."""

from collections.abc import Iterator, Mapping
from itertools import chain

from regicide_tui.games.base import IllegalAction, Seat, Value
from regicide_tui.play.session import Session
from regicide_tui.play.table import Table, TableView
from regicide_tui.server.api.finished import FinishedGame
from regicide_tui.server.api.part import Part
from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.table.command import (
    Refused,
    ServerCommand,
    check_not_sent_away,
    refusing,
)
from regicide_tui.server.model.table.commands import UNDO, Act, Ask, Command, Draw, Resign
from regicide_tui.server.model.table.facts import Said, TableFacts
from regicide_tui.server.model.table.visitor_table import VisitorTable, seen_by
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.services import Services


class Tables(Part):
    """The access of one visitor to the tables."""

    def own(self) -> Mapping[str, VisitorTable]:
        """Return what the visitor sees of the tables at which they sit, the newest last."""
        tables = self._services.tables.listing.tables_of(self._name)
        found = {table: self.describe(table) for table in tables}
        return {table: seen for table, seen in found.items() if seen is not None}

    def offered(self, wanted: str = "") -> Iterator[tuple[str, VisitorTable]]:
        """Yield what the visitor sees of each table in the lobby, their own tables first.

        With `wanted`, only tables with a player whose name starts like this. A search never reveals
        the players of a private game.
        """
        tables, name = self._services.tables, self._name
        newest = [*reversed(tables.listing.tables_of(name))]
        own = dict.fromkeys(sorted(newest, key=lambda one: not tables[one].waits_for(name)))
        others = (table for table in tables.listing.offered() if table not in own)
        candidates = tables.listing.tables_of_names(wanted.casefold()) if wanted else None
        for table in chain(own, others):
            if candidates is None or table in candidates:
                seen = self.describe(table)
                if seen is None or seen.over:
                    continue
                if not (wanted and seen.private and seen.begun and seen.seat is None):
                    yield table, seen

    def describe(self, table: str) -> VisitorTable | None:
        """Return what the visitor sees of a table in the lobby; None if it is not open.

        It is also None for a table that can't be shown, which will be set aside. Moderators, who
        may close tables, see the players of a private game.
        """
        services, presence = self._services, self._services.presence
        if table not in services.tables:
            return None
        try:
            state = services.tables.whole(table)
            facts, reader = state.facts, Reader(self._name, services.moderation.moderators)
            asked = facts.asking and self._name in facts.seats
            watching = presence.spectators_of(table, facts.seats) if asked else ()
            seen = seen_by(reader, state, presence.places(table, facts), spectators=watching)
            return seen if self._name.casefold() in reader.moderators else seen.for_strangers
        except Exception as error:  # noqa: BLE001 # one table must not break the others
            services.tasks.run_soon(services.tables.put_aside(table, error))
            return None

    def find_ended(self, table: str) -> TableFacts | None:
        """Return a table whose game ended recently, if the visitor sat there; else None."""
        state = self._services.tables.find_finished(table)
        return state if state is not None and state.begun and self._name in state.people else None

    def must_read(self, table: str) -> bool:
        """Return whether `read` must be called before the visitor enters a table."""
        state = self._services.tables.find(table)
        return not self._services.tables.is_read(table) or self._must_be_noted(state)

    @refusing
    async def read(self, table: str, password: str = "") -> None:
        """Read a table before the visitor enters it, and note that they watch its board.

        Nothing is noted if the table is private and the password is wrong. Raises `Refused`.
        """
        await self._services.tables.read(table)
        state = self._services.tables.whole(table)
        if state.secrets.opens_with(password) and self._must_be_noted(state.facts):
            await self._services.boards.note_watcher(state.facts.board, self._name)

    def enter(self, table: str, password: str = "") -> "TableHandle":
        """Return a handle to a table, to play or to watch. Raises `Refused`.

        Wrong passwords are counted.
        """
        tables = self._services.tables
        whole = tables.whole(table)
        state = whole.facts
        if not state.seats:
            raise tables.set_aside.refusal(table)
        if not tables.is_read(table):
            raise Refused("This table is not open yet. Try again in a moment.")
        if state.waiting:
            check_not_sent_away(whole, self._name)
        is_player = state.seat_of(self._name) is not None
        if state.private and not is_player:
            limit_key = self._visitor.limit_key or self._name
            self._services.limits.check_password(whole.secrets, password, limit_key)
        if self._must_be_noted(state):
            raise Refused("This deal is not open to you yet. Try again in a moment.")
        refused = self._services.boards.may_watch(state.board, self._name)
        if refused is not None and not is_player:
            raise refused
        handle = TableHandle(self._services, self._visitor, table, password)
        tables.games.hold(table, handle)
        return handle

    def _must_be_noted(self, state: TableFacts) -> bool:
        """Return whether it must be noted that the visitor watches the board of a table."""
        watches = state.board != "" and state.seat_of(self._name) is None
        return watches and self._services.boards.must_note(state.board, self._name)


class TableHandle:
    """The access of one person to a table, as a player or a spectator.

    It returns no hidden card during the game, although it has the whole game inside.
    """

    def __init__(
        self, services: Services, visitor: Visitor, table: str, password: str = ""
    ) -> None:
        self.id = table
        self.name = visitor.name
        self.password = password
        """The password with which this person entered, if the table is private."""
        self._services = services
        self._address = visitor.address
        self._projection = services.tables.projection(table)
        self._spectator_chat = services.chats.of(table)
        self._cards: tuple[Table | None, TableView | None] = None, None
        """The last game, and this person's view of it."""

    @property
    def table(self) -> VisitorTable:
        """The table as this person may see it now.

        Its cards are None before the game, and while only a snapshot of the table is loaded.
        """
        state = self._projection.value
        if state.game is not self._cards[0]:
            game = state.game
            cards = game.sent_to(state.facts.seat_of(self.name)) if game is not None else None
            self._cards = game, cards
        places = self._services.presence.places(self.id, state.facts)
        spectators = self._services.presence.spectators_of(self.id, state.facts.seats)
        ignored = self._services.preferences.ignored_by(self.name)
        reader = Reader(self.name, self._services.moderation.moderators)
        return seen_by(reader, state, places, self._cards[1], ignored, spectators)

    @property
    def is_player(self) -> bool:
        """Whether this person sits at the table."""
        return self._projection.value.facts.seat_of(self.name) is not None

    @property
    def finished_game(self) -> FinishedGame | None:
        """The whole game once it is over and nothing is hidden; else None."""
        state = self._projection.value
        if not state.facts.over or state.game is None:
            return None
        return FinishedGame(self.id, state.game, state.facts.stood_in)

    @property
    def why_closed(self) -> str:
        """Why a moderator closed the table; empty if no one did."""
        return self._services.moderation.why_closed(self.id)

    @property
    def times(self) -> tuple[int, ...]:
        """Each seat's time left, in milliseconds; empty without a clock."""
        state, now = self._projection.value.facts, self._services.now()
        people = self._services.presence.people_at(self.id, state)
        return state.times(people, now)

    @property
    def spectator_chat(self) -> tuple[Said, ...]:
        """The messages of spectators; empty for players."""
        if self.is_player:
            return ()
        ignored = self._services.preferences.ignored_by(self.name)
        return self._spectator_chat.shown_to(ignored)

    @refusing
    async def tell(self, text: str) -> None:
        """Send a message to everyone at the table, where that is allowed. Raises `Refused`.

        Messages of spectators go only to the other spectators, and their number is limited.
        """
        if self.is_player:
            await self._services.commands.tell(self.id, self.name, text, self._address)
        else:
            await self._services.chats.say(self.name, text, self._address, self.id)

    @refusing
    async def do(self, command: Command) -> None:
        """Run a command at the table. Raises `Refused`."""
        if isinstance(command, ServerCommand):
            raise Refused("Only the server can do that.")
        await self._services.commands.do(self.id, self.name, command)

    def who_waits(self) -> tuple[str, ...]:
        """Return who waits for this player at the table of the next game."""
        table = self._services.joining.find_next(self.id) if self.is_player else ""
        return self._services.tables.find(table).others(self.name)

    def find_followed(self) -> str:
        """Return the table where the players wait or play next, for a spectator.

        It is empty for players, and for a table that the person's password doesn't open.
        """
        table = "" if self.is_player else self._services.joining.find_followed(self.id)
        opens = table and self._services.tables.whole(table).secrets.opens_with(self.password)
        return table if opens else ""

    @refusing
    async def play_again(self) -> str:
        """Sit down at the table of the next game; return it. Raises `Refused`."""
        return await self._services.joining.join_next(self.id, self.name, self._address)


class RemoteSession(Session):
    """A game at a table of the server, played or watched through a handle.

    It has the last view of this seat. Actions go to the log.

    Actions become text here: the log stores the notation of the game.
    """

    def __init__(self, handle: TableHandle) -> None:
        self.handle = handle
        self.refresh()

    def refresh(self) -> None:
        """Load the current view of the table."""
        self.table = self.handle.table
        """The table as this person sees it, with the cards."""

    @property
    def moves(self) -> int:
        """How many actions were taken; none before the game."""
        return self.table.cards.moves if self.table.cards is not None else 0

    @property
    def seat(self) -> Seat | None:
        """The seat of this person; None for a spectator."""
        return self.seen_from(None).seat

    def seen_from(self, viewer: Seat | None) -> TableView:
        """Return the game as this seat may know it, whatever the viewer."""
        assert self.table.cards is not None  # a session starts with the game
        return self.table.cards

    @property
    def local_table(self) -> None:
        """None: no seat on a server knows the whole game."""

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.table.over

    async def do(self, command: Command) -> None:
        """Run a command at the table. Raises `IllegalAction` if it is refused."""
        try:
            await self.handle.do(command)
        except Refused as error:
            raise IllegalAction("refused", str(error)) from None

    async def submit(self, seat: Seat | None, action: Value) -> None:
        """Take an action for this seat. Raises `IllegalAction`."""
        await self.do(Act(self.seen_from(seat).game.format(action)))
        self.refresh()

    async def submit_for_all(self, action: Value) -> None:
        """Take an action for this seat only: others act for theirs. Raises `IllegalAction`."""
        await self.submit(None, action)

    async def undo(self) -> None:
        """Ask everyone to undo the last action. Raises `IllegalAction`."""
        await self.do(Ask(UNDO, moves=self.moves))

    async def resign(self, seat: Seat) -> None:
        """Resign for this seat (D-21). Raises `IllegalAction`."""
        await self.do(Resign())
        self.refresh()

    async def agree_on_draw(self) -> None:
        """Offer a draw; if both do, the game is a draw (D-21). Raises `IllegalAction`."""
        await self.do(Draw(self.moves))
        self.refresh()
