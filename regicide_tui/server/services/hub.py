"""All tables of the server while it is open: the commands at them, and who is notified.

The hub holds the whole games. An app shows a table through a `TableHandle`, which returns only what
its seat sees, and the whole game once it is over. But each screen of the server has the hub as
well, and `tables`, `projections` and `states_of` hold running games with all cards: a screen must
show none of these cards.
`tests/server/screens/test_table.py` searches what is sent for cards that people must not know.
The parts of the hub with purposes of their own are in `server/open_tables`.
"""

import asyncio
import secrets
from collections.abc import (
    Awaitable,
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import suppress
from itertools import chain

from msgspec.structs import replace

from regicide_tui.games.base import Json
from regicide_tui.server.apps.listeners import Callback, Listeners
from regicide_tui.server.base.clock import steady_clock
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.random_words import make_invitation
from regicide_tui.server.base.requests import one_request
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.boards.board import GAME, deal_of
from regicide_tui.server.model.boards.book import LOG as BOARDS
from regicide_tui.server.model.boards.par import LOG as PARS
from regicide_tui.server.model.boards.results import Finished, Results
from regicide_tui.server.model.listing import TableListing
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.register import LOG as REGISTER
from regicide_tui.server.model.register import NothingNew, project_register
from regicide_tui.server.model.review.access import may_review
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.apply import log_of, project_table
from regicide_tui.server.model.table.decide import Refused, decide, sent_away
from regicide_tui.server.model.table.events import encode
from regicide_tui.server.model.table.info import Place, TableInfo, as_seen_by, make_table_info
from regicide_tui.server.model.table.state import EMPTY, TableState, moves_until_own
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.bots import AGAIN, PAUSE, ServerBots
from regicide_tui.server.services.command_facts import CommandFacts
from regicide_tui.server.services.games_in_memory import GamesInMemory
from regicide_tui.server.services.handle import ChatMessage, TableHandle
from regicide_tui.server.services.lobby_chat import LOG as LOBBY
from regicide_tui.server.services.lobby_chat import LobbyChat
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.next_games import ID, NextGames, OpenedBefore
from regicide_tui.server.services.notify import Notification
from regicide_tui.server.services.pars import ParPlayer, Wanted
from regicide_tui.server.services.preferences import LOG as PREFERENCES
from regicide_tui.server.services.preferences import Preferences
from regicide_tui.server.services.presence import LOST_SECONDS, OTHER_WINDOW, Leave, Presence
from regicide_tui.server.services.return_time import RETURN_SECONDS, ReturnTime
from regicide_tui.server.services.reviews import Reviews
from regicide_tui.server.services.round_calls import RoundCalls
from regicide_tui.server.services.seat_notes import SeatNotes
from regicide_tui.server.services.set_aside import TablesSetAside
from regicide_tui.server.services.snapshots import Snapshots
from regicide_tui.server.services.spectator_chats import SpectatorChats
from regicide_tui.server.services.table_care import TableCare
from regicide_tui.server.services.table_clocks import TableClocks
from regicide_tui.server.services.upkeep import Upkeep
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.services.visitor_preferences import VisitorPreferences
from regicide_tui.server.services.waiting_tables import ADDRESS, Bounds, WaitingTables
from regicide_tui.server.storage.peers import Peers
from regicide_tui.server.storage.projection import Body, LogProjection
from regicide_tui.server.storage.store import (
    UPDATED,
    BadEntry,
    NewerEntry,
    Store,
    StoreError,
)

SEED_LENGTH = 24
"""The characters of a deal's seed: too many to find it by trying."""
_MOST_SEATS = 100
"""The most tables at which somebody sits: each visit of theirs is news at all of them."""
FINISHED_TABLES = 20
"""The most finished tables that are kept; people may still talk there."""
_SNAPSHOT_SECONDS = 0.5
"""The most seconds spent on snapshots when the server closes."""


class _CurrentTables(Mapping[str, TableState]):
    """A view of the tables as they are now, without a copy for each look."""

    def __init__(self, projections: Mapping[str, LogProjection[TableState]]) -> None:
        self.projections = projections

    def __getitem__(self, table: str) -> TableState:
        return self.projections[table].value

    def __iter__(self) -> Iterator[str]:
        return iter(self.projections)

    def __len__(self) -> int:
        return len(self.projections)


class Hub:
    """The tables. Everything that happens is in a table's log before anybody sees it.

    `pause` is the least seconds between an action and a bot's action. `return_seconds` is for how
    long absent players may come back before the others may go on without them. Errors of background
    work go to the journal. `note_bot` gets the seconds from each question to a bot to its answer.
    `peers` knows the other workers that share the store; without it there are none. It is opened
    after the hub was made, and before `open`. Each worker has all tables. What nobody asks for,
    such as the end of a player's time, is done for each table by the worker that owns it.
    """

    def __init__(
        self,
        store: Store,
        tables_by_player: int = 5,
        clock: Callable[[], float] | None = None,
        pause: float = PAUSE,
        journal: Journal | None = None,
        waiting: int = 8,
        waiting_by_guest: int = 2,
        bounds: Bounds | None = None,
        new_tables_by_address: int = 60,
        return_seconds: float = RETURN_SECONDS,
        notify: Callable[[Notification], None] = lambda _: None,
        moderation: Moderation | None = None,
        par_player: ParPlayer | None = None,
        note_bot: Callable[[float], None] = lambda _: None,
        peers: Peers | None = None,
    ) -> None:
        self._peers = peers or Peers()
        self.lobby_chat = LobbyChat(store)
        self.store = store
        self._tables_limit = tables_by_player
        self._waiting_limit, self._guest_waiting_limit = waiting, waiting_by_guest
        self._clock = clock or steady_clock()
        self._journal = journal or Journal()
        self._tasks = BackgroundTasks(self.report)
        """The timer of a table is for the end of a player's time, or for another try."""
        self._notify_absent = notify
        self.moderation = moderation or Moderation(
            store, (), self._journal, self._clock, self._peers
        )
        self._limits = VisitorLimits(
            self._clock, new_tables_by_address, self.moderation, self._peers
        )
        self.preferences = VisitorPreferences(Preferences(store, self.report), self._limits)
        self._register = project_register(store, self.report)
        self.boards = Boards(store, lambda: self.now, self.report, par_player, self._peers)
        """The boards that several tables play, and the pars of deals."""
        self.boards.work.on_news = self._notify
        self.on_outdated: Callable[[], None] = lambda: None
        """Called when a newer version of the program goes on at a table that was open here."""
        self._infos: dict[str, tuple[TableState, TableInfo]] = {}
        """For each table its last state, and the info of a spectator about it."""
        self._listing = TableListing()
        self.snapshots = Snapshots(store)
        self.set_aside = TablesSetAside(store)
        self.projections: dict[str, LogProjection[TableState]] = {}
        """The logs of the tables, by their ids; like `tables` they hold all cards."""
        self._invitations: dict[str, str] = {}
        """The tables by the words of their invitations."""
        self.finished_tables: dict[str, LogProjection[TableState]] = {}
        """The tables whose games have ended lately; people may still talk there."""
        self._stop_watching: dict[str, Callable[[], None]] = {}
        self._closing: set[str] = set()
        """The finished tables about which the register is told now."""
        self._owned: set[str] = set()
        """The tables that this worker owned when a worker joined or left last."""
        self.listeners = Listeners()
        self.presence = Presence(lambda: self.now, self._peers)
        self.presence.on_elsewhere = self._note_elsewhere
        self.seat_notes = SeatNotes(self._peers)
        self.games = GamesInMemory(
            self.projections, self.snapshots, self.presence, self._forget_info
        )
        self.return_time = ReturnTime(lambda: self.now, return_seconds, self.presence, self._peers)
        self._spectator_chats = SpectatorChats(self._peers, lambda table: self._notify(table))
        self._opening_lock = asyncio.Lock()
        """Held while a table is opened, so that only one of several takes the last slot."""
        self._dealing_lock = asyncio.Lock()
        """Held while a table gets a board, so that a game begins once, with one board."""
        self.waiting_tables = WaitingTables(
            *(bounds or Bounds(), self.tables, self.is_attended, self.return_time.left_at),
            *(lambda: self.return_time.opened_at, self._peers),
        )
        self._facts = CommandFacts(self.presence, self.waiting_tables, self.return_time.seconds_for)
        self.clocks = TableClocks(self, self.presence, self.return_time, self._tasks)
        self._care = TableCare(self, self.presence, self.clocks)
        self._peers.on_shared(ADDRESS, lambda table, _: self._note(table))
        self._peers.on_living(lambda: self._tasks.run_soon(self._take_over_tables()))
        self._stop_following: list[Callable[[], None]] = []
        """What ends watching the logs that are not those of tables."""
        self.bots = ServerBots(self, pause, AGAIN, note_bot)
        self.upkeep = Upkeep(
            *(self, self.waiting_tables, self.boards, self.games, self._tasks, self._journal)
        )
        self.rounds = RoundCalls(self, self.boards, self.upkeep, self.listeners, self._tasks)
        self.next_games = NextGames(self)
        self.reviews = Reviews(
            *(store, self, self._limits.count_message, self.preferences.ignored_by, self._peers)
        )

    async def open(self) -> None:
        """Restore all tables that were open when the server was closed.

        A table that can't be restored is set aside; the others are opened. What the store can't do
        now is tried again later. Raises `StoreError` if the register can't be read.

        If there is a snapshot of a table, its log is read only when somebody needs the game.
        """
        self.return_time.note_opening()
        self._follow(LOBBY, self.lobby_chat.catch_up, lambda: self.lobby_chat.heard)
        self._follow(PREFERENCES, self.preferences.read, lambda: 0)
        self._follow(BOARDS, self.boards.catch_up)
        self._follow(PARS, self.boards.work.catch_up)
        self._follow(REGISTER, self._follow_register)
        try:
            await self.lobby_chat.open()
            await self.preferences.read()
        except StoreError as error:
            self.report(error)
        await self.boards.open()
        kept = await self.snapshots.read()
        register = await self._register.catch_up()
        open_tables = [*register.open]
        register.changed.clear()
        if not self._register.is_outdated:  # else other tables may be open as well
            await self.boards.forget_lost_tables(open_tables)
        for table in open_tables:
            await self._try_to_restore(table, *kept.get(log_of(table), ()))
        self._tasks.run_soon(self.upkeep.run())
        self.rounds.set_timer()

    def _follow(
        self,
        log: str,
        catch_up: Callable[[], Awaitable[object]],
        heard: Callable[[], int] | None = None,
    ) -> None:
        """Call this after each entry of a log, and then the listeners.

        With `heard`, the listeners are called only if that has changed.
        """
        known = 0

        async def do() -> None:
            nonlocal known
            try:
                await catch_up()
            except StoreError as error:
                self.report(error)
                self._tasks.schedule(log, AGAIN, do)
            if heard is None or heard() != known:
                known = heard() if heard is not None else 0
                self._notify()

        end = self.store.watch(log, lambda _: self._tasks.run_soon(do()))
        self._stop_following.append(end)

    async def _follow_register(self) -> None:
        """List the tables that other workers have opened; unlist those that they have closed.

        Raises `StoreError`.
        """
        register = await self._register.catch_up()
        while register.changed:
            table = next(iter(register.changed))
            if table in register.open:
                if table not in self.projections and table not in self.set_aside:
                    await self._try_to_restore(table)
            elif table in self.projections:
                await self._unlist_closed(table)
            else:
                self.set_aside.remove(table)
            register.changed.pop(table, None)

    async def _unlist_closed(self, table: str) -> None:
        """Unlist a table that another worker has closed, with its last entries."""
        projection = self.projections[table]
        try:
            await self._newest(projection)
        except StoreError as error:
            self.report(error, table=table)
        self._unlist(table)
        self._notify(table)

    async def _restore_listed(self, table: str, projection: LogProjection[TableState]) -> None:
        """List a table from its snapshot; update it only if it needs that now."""
        state = projection.value
        if not self._is_to_list(table):
            return
        self._add_table(table, projection)
        if self.owns(table) and self._care.is_needed(table, state):
            await self.update(table)
        elif len(self._peers.living) > 1:  # another one may have written since it was stored
            self._tasks.run_soon(self.update(table))
        else:
            self._wake(table, state)

    async def _try_to_restore(
        self, table: str, snapshot: TableState | None = None, version: int = 0
    ) -> None:
        """Restore a table, or set it aside; try again later if the store can't read it now."""
        projection = project_table(self.store, table, snapshot, version)
        try:
            if snapshot is not None:
                await self._restore_listed(table, projection)
            else:
                await self.games.make_room()
                await self._restore(table, projection)
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            await self._set_aside(table, projection, error)
            if isinstance(error, StoreError) and not isinstance(error, BadEntry):
                self._tasks.schedule(table, AGAIN, lambda: self._try_to_restore(table))
        else:
            if table in self.projections and self.set_aside.remove(table):
                self._notify(table)

    async def _restore(self, table: str, projection: LogProjection[TableState]) -> None:
        """Restore a table from its log."""
        state = await projection.catch_up()
        if not state.seats:  # the server crashed while the table was opened
            await self._forget_table(table)
            return
        make_table_info(state, "", {})  # it raises if the table can't be shown
        if self._is_to_list(table):
            self._add_table(table, projection)
            await self.update(table)

    def _is_to_list(self, table: str) -> bool:
        """Tell whether a table is not listed yet, and nobody has closed it while it was read."""
        return table not in self.projections and table in self._register.value.open

    async def _forget_table(self, table: str) -> None:
        """Remove a table without a log from the register; if that fails, the next start does it."""
        try:
            with suppress(NothingNew):
                await self._register.append(
                    lambda register: register.close_table(table, {"closed": table})
                )
        except StoreError as error:
            self.report(error, table=table)

    def owns(self, table: str) -> bool:
        """Tell whether this worker does at a table what nobody asks for."""
        return self._peers.owns(f"table {table}")

    async def _take_over_tables(self) -> None:
        """Care for the tables that this worker owns now, and for those of others no longer."""
        before = self._owned
        self._owned = {table for table in self.projections if self.owns(table)}
        for table in self.projections.keys() - self._owned:
            self._tasks.unschedule(table)
        self.boards.work.wake()
        for table in self._owned - before:
            self._note_snapshot(table)
            await self.update(table, log_has_grown=False)

    # ------------------------------------------------------------ tables and results

    @property
    def now(self) -> int:
        """Unix time in milliseconds."""
        return int(self._clock() * 1000)

    def time_at(self, table: str) -> int:
        """Return the time by the clock of a table, which may stand: Unix time in milliseconds."""
        projection = self.projections.get(table)
        if projection is not None and self.clocks.stand(projection.value):
            return projection.value.since
        return self.now

    @property
    def tables(self) -> Mapping[str, TableState]:
        """All tables that are not over, by their ids."""
        return _CurrentTables(self.projections)

    @property
    def results(self) -> Results:
        """The results of finished games."""
        return self._register.value.results

    @property
    def finished(self) -> Sequence[Finished]:
        """The last finished games, the newest last."""
        return self.results.finished

    async def read_finished(self, table: str, name: str) -> TableState:
        """Return the state of a finished table. Raises `Refused`, `StoreError`."""
        state = await (self.finished_tables.get(table) or self._make_projection(table)).catch_up()
        if not state.seats:
            raise Refused("There is no such game here, or it is no longer stored.")
        if not state.over:
            raise Refused("That game goes on.")
        if refusal := may_review(name, state) or self.boards.may_look(state.board, name):
            raise refusal
        return state

    # ------------------------------------------------------------ who is here

    @property
    def present(self) -> tuple[str, ...]:
        """The names of all visitors who are here."""
        return self.presence.names

    def arrive(self, name: str, leave: Leave) -> None:
        """Note that somebody has come; an earlier app of this name is asked to leave."""
        before = self.presence.arrive(name, leave)
        if before is not None:
            before(OTHER_WINDOW)
        self.update_tables_of(name)

    def leave(self, name: str, leave: Leave) -> None:
        """Note that somebody has gone, unless they are here in another window."""
        tables, guest = self.tables_of(name), is_guest(name)
        self._note_seen(name)
        if self.presence.leave(name, leave, remember=bool(tables) and not guest):
            self._note_gone(name)

    def go_to(self, name: str, leave: Leave, table: str) -> None:
        """Note which table somebody has open now; none means the lobby."""
        self._note_seen(name)
        if self.presence.go_to(name, leave, table):
            self._note_moved(name)

    def _note_elsewhere(self, name: str, moved: bool) -> None:
        """Note that somebody has come, gone or moved at another worker."""
        if name not in self.presence:
            if self.tables_of(name) and not is_guest(name):
                self.presence.note_left(name)
            self._note_gone(name)
        elif moved:
            self._note_moved(name)
        else:
            self.update_tables_of(name)

    def _note_gone(self, name: str) -> None:
        self._notify(*self.tables_of(name))
        if is_guest(name):
            self.update_tables_of(name)
            if self.presence.is_lost(name):
                loop = asyncio.get_running_loop()
                loop.call_later(LOST_SECONDS + 0.1, self.update_tables_of, name)

    def _note_moved(self, name: str) -> None:
        table = self.presence.table_of(name)
        if table in self.projections and self.projections[table].value.days:
            self._tasks.run_soon(self.update(table, log_has_grown=False))
        self._notify(*self.tables_of(name))

    def update_tables_of(self, name: str) -> None:
        """Do at the tables of somebody what follows from their coming and going."""
        tables = self.tables_of(name)
        for table in tables:
            self._tasks.run_soon(self.update(table, log_has_grown=False))
        self._notify(*tables)

    def _note_seen(self, name: str) -> None:
        """Note how much of the game somebody has seen at the table that they have open."""
        table = self.presence.table_of(name)
        projection = self.projections.get(table)
        state = projection.value if projection is not None else EMPTY
        if state.saved is not None and state.seat_of(name) is not None:
            self.seat_notes.note_seen(table, name, state.saved.history.cursor)

    def moves_seen(self, table: str, name: str) -> int:
        """Return how many actions somebody has seen who comes to a table at which they sit.

        After a restart of the server those until their own last action count.
        """
        if self.presence.table_of(name) == table:
            self._note_seen(name)
        state = self.projections[table].value
        seen = self.seat_notes.seen(table, name)
        return moves_until_own(state, name) if seen is None else seen

    def absent(self, state: TableState) -> tuple[str, ...]:
        """Return the people of a table who are not here."""
        return self._facts.absent(state)

    def places(self, table: str, state: TableState) -> Mapping[str, Place]:
        """Return where each of the people of a table is."""
        return {name: self.presence.place_at(table, name) for name in state.people}

    def spectators_of(self, table: str) -> list[str]:
        """Return the people with names who have a table open, and don't sit there."""
        seats = self.projections[table].value.seats if table in self.projections else ()
        found = self.presence.names_at(table)
        return [name for name in found if name not in seats and not is_guest(name)]

    @property
    def chat(self) -> Sequence[ChatMessage]:
        """The last messages in the lobby, the newest last."""
        return self.lobby_chat.messages

    def say(self, by: str, text: str, address: str = "") -> None:
        """Send a message to the chat of the lobby. Raises `Refused` after too many."""
        self._limits.count_message(by, address)
        self.lobby_chat.add(by, text)
        self._tasks.run_soon(self.lobby_chat.save())
        self._notify()

    def say_to_spectators(self, table: str, by: str, text: str, address: str = "") -> None:
        """Send a message to the spectators of a table. Raises `Refused` after too many."""
        self._limits.count_message(by, address)
        self._spectator_chats.say(table, by, text)
        self._notify(table)

    async def tell(self, table: str, by: str, text: str, address: str = "") -> None:
        """Say something at a table in one's own words. Raises `Refused`, `StoreError`."""
        self._limits.count_message(by, address)
        await self.do(table, by, commands.Tell(text))

    def chat_for(self, name: str) -> tuple[ChatMessage, ...]:
        """Return the chat of the lobby without the messages of those whom somebody ignores."""
        ignored = self.preferences.ignored_by(name)
        return tuple([one for one in self.chat if one[0] not in ignored])

    # ------------------------------------------------------------ who crashed where

    def note_crash(self, table: str, name: str) -> None:
        """Remember that somebody's app crashed at a table, as long as the server is open."""
        if table in self.projections:
            self.seat_notes.note_crash(table, name)

    # ------------------------------------------------------------ at the tables

    def offered(self, name: str, wanted: str = "") -> Iterator[tuple[str, TableInfo]]:
        """Yield what somebody sees of each table in the lobby: their own tables, then the others.

        With `wanted`, only the tables of players whose names begin so. A search never reveals the
        players of a private game. A table that can't be shown is left out, and is set aside soon.
        """
        newest = [*reversed(self.tables_of(name))]
        own = dict.fromkeys(
            sorted(newest, key=lambda table: not self.projections[table].value.waits_for(name))
        )
        others = (table for table in self._listing.offered() if table not in own)
        prefix = wanted.casefold()
        candidates = self._listing.tables_of_names(prefix) if wanted else None
        for table in chain(own, others):
            if candidates is None or table in candidates:
                info = self._try_to_describe(table, name)
                if info is not None and not info.over and _is_wanted(info, prefix):
                    yield table, info

    def own_tables(self, name: str) -> list[tuple[str, TableInfo]]:
        """Return what somebody sees of the tables at which they sit, the newest last.

        A table that can't be shown is left out, and is set aside soon.
        """
        found = [(table, self._try_to_describe(table, name)) for table in self.tables_of(name)]
        return [(table, info) for table, info in found if info is not None]

    def _try_to_describe(self, table: str, name: str) -> TableInfo | None:
        """Return what somebody sees of a table; set the table aside soon if it can't be shown."""
        if (projection := self.projections.get(table)) is None:
            return None
        try:
            return self.describe_table(table, name)
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            self._tasks.run_soon(self._set_aside(table, projection, error))
            return None

    def describe_table(self, table: str, name: str) -> TableInfo:
        """Return what somebody sees of a table in the lobby."""
        state = self.projections[table].value
        known, places = self._infos.get(table), self.places(table, state)
        if known is None or known[0] is not state or known[1].places != places:
            known = self._infos[table] = state, make_table_info(state, "", places)
        return as_seen_by(known[1], state, name) if name in state.seats else known[1]

    def is_read(self, table: str) -> bool:
        """Tell whether the log of a table was read; also true for an unknown table."""
        return table not in self.projections or self.projections[table].is_read

    async def read(self, table: str) -> None:
        """Read the log of a table, so that people can go there. Raises `StoreError`.

        A table whose log can't be understood is set aside.
        """
        await self.games.put_away_most()
        if (projection := self.projections.get(table)) is None:
            return
        try:
            make_table_info(await projection.catch_up(), "", {})
        except StoreError as error:
            if not isinstance(error, BadEntry):
                raise
            await self._set_aside(table, projection, error)
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            await self._set_aside(table, projection, error)
        else:  # nothing is waited for here: whoever reads the log may go to the table at once
            self.games.note(table)
            self._tasks.run_soon(self.update(table, log_has_grown=False))

    async def read_in_turn(self, table: str) -> None:
        """Read the log of a table for which no person waits. Raises `StoreError`.

        Such logs are read one after the other: many at once would hold up the others.
        """
        async with self.games.reading:
            await self.games.make_room()
            await self.read(table)

    def make_handle(
        self, table: str, name: str, password: str = "", limit_key: str = ""
    ) -> TableHandle:
        """Return a handle to a table, to play or to watch. Raises `Refused`.

        Wrong passwords are counted under `limit_key`, or under the name.
        """
        state = self.projections[table].value if table in self.projections else EMPTY
        if not state.seats:
            raise self.set_aside.refusal(table)
        if not self.projections[table].is_read:
            raise Refused("This table is not open yet. Try again in a moment.")
        if state.waiting and name in state.sent_away:
            raise Refused(sent_away(state))
        if state.password and state.seat_of(name) is None:
            self._limits.check_password(state, password, limit_key or name)
        if self.must_note_watcher(table, name):
            raise Refused("This deal is not open to you yet. Try again in a moment.")
        if state.seat_of(name) is None and (refused := self.boards.may_watch(state.board, name)):
            raise refused
        chat = self._spectator_chats.open(table)
        handle = TableHandle(
            self, table, name, self.projections[table], chat, self.preferences.ignored_by
        )
        self.games.note_handle(table, handle)
        return handle

    def must_note_watcher(self, table: str, name: str) -> bool:
        """Tell whether `note_watcher` must be called before somebody watches a table."""
        state = self.projections[table].value if table in self.projections else EMPTY
        watches = state.board != "" and state.seat_of(name) is None
        return watches and self.boards.must_note(state.board, name)

    async def note_watcher(self, table: str, name: str, password: str = "") -> None:
        """Note that somebody watches the board of a table. Raises `Refused`, `StoreError`.

        Nothing is noted if the table is private, and the password is wrong.
        """
        if self.must_note_watcher(table, name):
            state = self.projections[table].value
            if not state.password or state.is_opened_by(password):
                await self.boards.note_watcher(state.board, name)

    def find_invited(self, word: str, limit_key: str) -> str:
        """Return the table to which an invitation leads. Raises `Refused`.

        Wrong words are counted like wrong passwords.
        """
        self._limits.check_tries(limit_key)
        table = self._invitations.get(word, "")
        if not table:
            self._limits.note_wrong_try(limit_key)
            raise Refused("This invitation leads nowhere: its table is over, or a letter is wrong.")
        return table

    async def read_state(self, table: str) -> TableState:
        """Return the state of any table by its log; `EMPTY` without one. Raises `StoreError`."""
        return await self._make_projection(table).catch_up()

    async def list_opened(self, table: str) -> None:
        """List a table that has a log, if it is not listed yet. Raises `StoreError`."""
        await self.register_open(table)
        await self._try_to_restore(table)

    async def register_open(self, table: str) -> None:
        """Note in the register that a table is open. Raises `StoreError`."""
        with suppress(NothingNew):
            await self._register.append(lambda register: register.open_table(table))

    # ------------------------------------------------------------ what is done

    async def open_table(
        self, by: str, command: commands.Open, address: str = "", name: str = ""
    ) -> str:
        """Open a table; return its id, which is `name` if that is given.

        Raises `OpenedBefore`, `Refused`, `StoreError`.

        Opened tables and waiting tables are counted by address, too, if there is one. If too many
        tables wait, the one whose people have been away for longest is closed.
        """
        async with self._opening_lock:
            return await self._open_table(by, command, address, name or secrets.token_hex(ID))

    async def _open_table(self, by: str, command: commands.Open, address: str, name: str) -> str:
        if sum(not state.over for state in self.states_of(by)) >= self._tables_limit:
            raise Refused(f"You already sit at {self._tables_limit} tables.")
        self._check_seats(by)
        if self._register.is_outdated:  # else the table would be made, and listed nowhere
            raise Refused(UPDATED)
        if command.series:
            self._check_series(command, by)
        command = replace(command, invitation="" if is_guest(by) else make_invitation())
        body = encode(decide(EMPTY, command, by, self.now))
        left = self.waiting_tables.to_make_room(address, self.now)
        self._limits.count_table(by, address)
        projection = self._make_projection(name)
        await projection.append(lambda state: _if_new(state, body))
        await self.register_open(name)
        self.waiting_tables.note_opened(name, address)
        if name not in self.projections:
            self._add_table(name, projection)
            if len(self._peers.living) > 1:  # somebody may sit there already, at another worker
                self._tasks.run_soon(self.update(name))
        self._note_snapshot(name)
        self._notify()
        if left:  # only now, in case that the new table could not be stored
            await self._make_room_for(name, by, left)
        return name

    def _check_series(self, command: commands.Open, by: str) -> None:
        """Refuse a table that does not fit its series of boards. Raises `Refused`."""
        series = self.boards.check_opening(command.series, by)
        if (command.game, command.players) != (GAME, series.players):
            raise Refused("There are no such deals.")

    async def _make_room_for(self, new: str, by: str, left: str) -> None:
        """Close a waiting table for a new one. If somebody has come back there, close the new one.

        If the store can't do it now, both stay. Raises `Refused`, `StoreError`.
        """
        try:
            await self.upkeep.close_abandoned(left)
        except StoreError as error:
            self.report(error, table=left)
            return
        state = self.tables.get(left)
        if state is not None and not state.over:
            await self.do(new, by, commands.Stand())
            raise Refused("The table that was to make room is needed again. Try again.")

    async def close_for_order(self, table: str, by: str) -> None:
        """Close a table without a result, because a moderator wants it so.

        Raises `Refused`, `StoreError`.
        """
        await self.do(table, by, commands.CloseForOrder())

    async def do(self, table: str, by: str, command: commands.TableCommand) -> TableState:
        """Run a command at a table; return its new state. Raises `Refused`, `StoreError`."""
        with one_request():
            try:
                return await self._run(table, by, command)
            except Refused:  # its sentence may tell of cards
                kind = type(command).__name__
                self._journal.note_detail("refused command", table=table, by=by, command=kind)
                raise

    async def _run(self, table: str, by: str, command: commands.TableCommand) -> TableState:
        """Do what a command needs, and run it. Raises as `do`."""
        projection = self.projections.get(table) or self.finished_tables.get(table)
        if projection is None:
            raise self.set_aside.refusal(table)
        if isinstance(command, commands.Sit | commands.TakeOver):
            self._check_seats(by, table)
            self.boards.check_seat(projection.value.series, by)
        if isinstance(command, commands.StartGame):
            return await self._start_game(table, projection, by)
        await self._restart_clocks(table)
        return await self._do(table, projection, by, command)

    async def _start_game(
        self, table: str, projection: LogProjection[TableState], by: str
    ) -> TableState:
        """Begin a game, with the cards of a board if the table plays one. Raises as `do`.

        A board counts as seen before anybody sees a card, so nobody gets it twice.
        """
        seed = secrets.token_hex(SEED_LENGTH // 2)
        if not projection.value.series:
            return await self._do(table, projection, by, commands.StartGame(seed))
        async with self._dealing_lock:
            return await self._deal_board(table, projection, by)

    async def _deal_board(
        self, table: str, projection: LogProjection[TableState], by: str
    ) -> TableState:
        """Begin the game of a board, once nobody else gets one. Raises as `do`."""
        state = projection.value
        start = commands.StartGame(people=state.people)
        decide(state, start, by, self.now)  # else a board would be lost
        board = await self.boards.deal(state.series, table, state.people)
        start = replace(start, seed=board.deal.seed, board=board.id)
        try:
            return await self._do(table, projection, by, start)
        except Refused:
            if projection.value.board != board.id:  # else it has begun at another worker
                await self.boards.release(table)
            raise

    def _check_seats(self, by: str, at: str = "") -> None:
        """Refuse somebody who already sits, or waits, at many other tables."""
        most = self._guest_waiting_limit if is_guest(by) else self._waiting_limit
        others = [self.tables[table] for table in self.tables_of(by) if table != at]
        if len(others) >= _MOST_SEATS:
            raise Refused(f"You sit at {_MOST_SEATS} tables: end a game first.")
        if sum(state.waiting for state in others) >= most:
            raise Refused(f"You already wait at {most} tables.")

    async def _restart_clocks(self, table: str) -> None:
        """Start the standing clocks of a table once the acting player can be here. Raises as `do`.

        After a restart that is when they are back, or have had the time to come back.
        """
        projection = self.projections.get(table)
        if projection is not None and self.clocks.may_restart(projection.value):
            with suppress(Refused):  # another worker has done it
                await self._do(table, projection, projection.value.host, commands.StartClocks())

    async def _do(
        self,
        table: str,
        projection: LogProjection[TableState],
        by: str,
        command: commands.TableCommand,
    ) -> TableState:
        at, before = self.now, projection.value
        command = self._facts.add(command, table, before)

        def decide_now(state: TableState) -> Mapping[str, Json]:
            nonlocal before
            before = state
            if self.clocks.stand(state):  # no time passes
                state = replace(state, since=at)
            elif isinstance(command, commands.StartClocks):
                raise Refused("The clocks run already.")
            return encode(decide(state, command, by, at))

        try:
            state = await projection.append(decide_now)
        except BadEntry as error:
            await self._set_aside(table, projection, error)
            raise self.set_aside.refusal(table) from None
        self._note_snapshot(table)
        self._note(table)
        self._tell_absent(table, before, state)
        return state

    def _tell_absent(self, table: str, before: TableState, state: TableState) -> None:
        """Notify those of a game by correspondence who are away and have to know of it."""
        for name in self.absent(state) if state.days else ():
            if state.waits_for(name) and not before.waits_for(name):
                self._notify_absent(Notification("turn", name, table, state.game))
            elif state.begun and state.over and not before.over:
                self._notify_absent(Notification("over", name, table, state.game))

    def is_attended(self, state: TableState) -> bool:
        """Tell whether anybody of a table is here."""
        return any(name in self.presence for name in state.people)

    def may_bots_play(self, table: str) -> bool:
        """Tell whether this worker lets bots play at a table now.

        They wait while nobody is here, except by correspondence: there nobody need be.
        """
        state = self.tables[table]
        return self.owns(table) and (self.is_attended(state) or bool(state.days))

    def _forget_info(self, table: str) -> None:
        self._infos.pop(table, None)

    @property
    def is_busy(self) -> bool:
        """Whether anything that the hub was asked for is under way in the background."""
        return bool(self._tasks)

    async def idle(self) -> None:
        """Wait until nothing that the hub was asked for is under way in the background.

        Bots play on meanwhile, and what a timer starts later is not waited for.
        """
        await self._tasks.idle()

    def has_timer(self, table: str) -> bool:
        """Tell whether this worker has to do something at a table later."""
        return self._tasks.is_scheduled(table)

    async def close(self) -> None:
        """Stop the bots, the clocks and all tasks; nothing starts afterwards.

        What a table still needs is done when the server opens again.
        """
        self._tasks.stop()
        for end in self._stop_following:
            end()
        await self.bots.close()
        await self.reviews.close()
        await self.boards.close()
        await self.listeners.close()
        await self._tasks.end()
        try:
            await self.lobby_chat.save()
            await self.games.keep_snapshots(_SNAPSHOT_SECONDS)
        except StoreError as error:
            self.report(error)

    # ------------------------------------------------------------ listeners

    def find_finished(self, table: str) -> TableState | None:
        """Return a table whose game has ended lately; None if it is not at hand."""
        projection = self.finished_tables.get(table)
        return projection.value if projection is not None else None

    def listen_at_own_tables(self, callback: Callback, name: str) -> Callable[[], None]:
        """Call this soon after news of a table at which this person sits; return what ends that."""
        return self.listeners.add(callback, name, "", 0.0, only_own=True)

    def listen(
        self, callback: Callback, table: str = "", pause: float = 0.0, name: str = ""
    ) -> Callable[[], None]:
        """Call this soon after any news, in the context of the caller; return what ends that.

        With a `table`, only news of that table count. A listener whose `name` sits at the table is
        called at once, all others one after the other. `pause` is the least seconds between two
        calls. (Turns know an app by its context, so the caller's own is used.)
        """
        return self.listeners.add(callback, name, table, pause)

    def _notify(self, *tables: str) -> None:
        """Notify the listeners of these tables and those of all tables."""
        for table in tables:
            self._note(table)
        self.listeners.notify({table: self._people_of(table) for table in tables})

    def _people_of(self, table: str) -> tuple[str, ...]:
        projection = self.projections.get(table) or self.finished_tables.get(table)
        return projection.value.people if projection is not None else ()

    def tables_of(self, name: str) -> list[str]:
        """Return the tables at which somebody sits."""
        return self._listing.tables_of(name)

    def states_of(self, name: str) -> list[TableState]:
        """Return the current states of the tables at which somebody sits."""
        return [self.projections[table].value for table in self.tables_of(name)]

    def shown_to(self, name: str) -> TableState | None:
        """Return the table that somebody has open, perhaps with its game over; None for none."""
        table = self.presence.table_of(name)
        projection = self.projections.get(table)
        return projection.value if projection is not None else self.find_finished(table)

    def _note(self, table: str) -> None:
        """List a table by its current state."""
        if (projection := self.projections.get(table)) is None:
            return
        self.games.note(table)
        state = projection.value
        try:
            self._listing.note(
                table, state, self.is_attended(state), self.waiting_tables.address_of(table)
            )
        except Exception as error:  # noqa: BLE001 # one table must not harm the others
            self._tasks.run_soon(self._set_aside(table, projection, error))

    def _make_projection(self, table: str) -> LogProjection[TableState]:
        """Return the projection of a table's log."""
        return project_table(self.store, table)

    def _add_table(self, table: str, projection: LogProjection[TableState]) -> None:
        """List a table, and watch its log from now on."""
        self.projections[table] = projection
        if projection.value.invitation:
            self._invitations[projection.value.invitation] = table
        self._watch(table, projection)
        self._note(table)

    def _watch(self, table: str, projection: LogProjection[TableState]) -> None:
        """Watch the log of a table."""
        self._stop_watching[table] = self.store.watch(
            projection.log, lambda _: self._tasks.run_soon(self.update(table))
        )

    def remove_table(self, table: str) -> None:
        """Take a table off the list."""
        if (projection := self.projections.pop(table, None)) is None:
            return
        self._invitations.pop(projection.value.invitation, None)
        self._note_snapshot(table)
        self._stop_watching.pop(table)()
        self.waiting_tables.forget(table)
        self._listing.forget(table)
        self._spectator_chats.close(table)
        self._infos.pop(table, None)
        self.games.forget(table)
        self.seat_notes.forget(table)
        self._owned.discard(table)
        self._tasks.unschedule(table)

    def _note_snapshot(self, table: str) -> None:
        """Note that the snapshot of a table is old; its owner stores another one."""
        projection = self.projections.get(table)
        if self.owns(table) and (projection is None or projection.is_read):
            self.snapshots.note(log_of(table))

    def report(self, error: BaseException, **facts: object) -> None:
        """Write an error of background work into the journal."""
        if isinstance(error, StoreError):
            self._journal.note("store", failed=error, **facts)
        else:
            self._journal.incident(error, **facts)

    async def update(self, table: str, log_has_grown: bool = True) -> None:
        """Update a table after news: close it if it is over, set its timer, notify the listeners.

        If only its people come and go, a log that is not read stays so. What the store can't do now
        is tried again later.
        """
        if (finished := self.finished_tables.get(table)) is not None:
            with suppress(StoreError):  # whoever says something next is heard with it
                await finished.catch_up()
            self._notify(table)
        elif table in self.projections:
            try:
                await self.update_now(table, self.projections[table], log_has_grown)
            except StoreError as error:
                self.retry_later(table, error)
            if log_has_grown:
                self._note_snapshot(table)
            self._notify(table)

    async def update_now(
        self, table: str, projection: LogProjection[TableState], log_has_grown: bool
    ) -> None:
        """Do what a table needs now. Raises `StoreError`."""
        state, is_own = projection.value, self.owns(table)
        try:
            if (
                projection.is_read
                or (is_own and self._care.is_needed(table, state))
                or (log_has_grown and await projection.has_grown())
            ):
                state = await self._newest(projection)
        except BadEntry as error:
            await self._set_aside(table, projection, error)
            return
        if not is_own:
            self._tasks.unschedule(table)
            return
        await self._care.remove_absent_guests(table, state)
        if projection.value.over:
            await self._close_finished(table, projection.value)
            return
        await self._restart_clocks(table)
        await self._care.return_seats(table, projection.value)
        self._wake(table, projection.value)

    def _wake(self, table: str, state: TableState) -> None:
        """Set the timer of a table, and let its bots play, if this worker owns it."""
        if self.owns(table):
            self.clocks.set_timer(table, state)
            self.bots.wake(table)

    async def _newest(self, projection: LogProjection[TableState]) -> TableState:
        """Return the newest state; unread logs are read one after the other."""
        if projection.is_read:
            return await projection.catch_up()
        async with self.games.reading:
            await self.games.make_room()
            return await projection.catch_up()

    async def _close_finished(self, table: str, state: TableState) -> None:
        """Note in the register that a table is over, and unlist it. Raises `StoreError`.

        A game that was abandoned has no result.
        """
        body: dict[str, Json] = {"closed": table}
        if state.saved is not None and not (state.closed or state.of_guest):
            outcome = state.outcome
            winners = [state.seats[seat] for seat in outcome.winners] if outcome else []
            reason = outcome.reason if outcome else "ended"
            body |= {"game": state.game, "seats": state.seats, "winners": winners, "reason": reason}
            body |= {"private": True} if state.password else {}
        if table in self._closing or table not in self.projections:
            return
        self._closing.add(table)
        try:
            if state.board:
                await self.boards.note_over(table, state)
            with suppress(NothingNew):
                await self._register.append(lambda register: register.close_table(table, body))
        finally:
            self._closing.discard(table)
        self._unlist(table)

    def _unlist(self, table: str) -> None:
        """Take a table off the list that is closed; people may still talk there."""
        if (projection := self.projections.get(table)) is None:  # it was set aside meanwhile
            return
        state = projection.value
        self.remove_table(table)
        if state.of_guest:  # many guests must not end the talk at tables of others
            return
        if state.saved is not None and not state.board:
            self.boards.work.want(deal_of(state.saved), Wanted.FINISHED)
        self.finished_tables[table] = projection
        self._watch(table, projection)
        if len(self.finished_tables) > FINISHED_TABLES:
            oldest = next(iter(self.finished_tables))
            del self.finished_tables[oldest]
            self._stop_watching.pop(oldest)()

    async def _set_aside(
        self, table: str, projection: LogProjection[TableState], error: Exception
    ) -> None:
        """Set a table aside whose log can't be read; its players see that in the lobby.

        The log stays as it is, and is read again when the server is opened again. If a newer
        version of the program goes on there, those who are at the table are sent to it.
        """
        outdated, was_open = isinstance(error, NewerEntry), table in self.projections
        self.remove_table(table)
        if self.finished_tables.pop(table, None) is not None:
            self._stop_watching.pop(table)()
        if table in self.set_aside:
            return
        aside = await self.set_aside.add(table, projection, outdated=outdated)
        people = ", ".join(aside.people)
        why = error if isinstance(error, StoreError) else type(error).__name__
        self._journal.note("set aside", table=table, people=people, why=why)
        if not isinstance(error, StoreError):
            self.report(error, table=table)
        if outdated and was_open:
            self.on_outdated()
            for leave in self.presence.visits_at(table):
                leave(UPDATED)
        self._notify(table)

    def retry_later(self, table: str, error: StoreError) -> None:
        """Update a table later, because the store failed now."""
        self.report(error, table=table)
        if table in self.projections:
            self._tasks.schedule(table, AGAIN, lambda: self.update(table))


def _if_new(state: TableState, body: Body) -> Body:
    """Return the first entry of a table. Raises `OpenedBefore`."""
    if state.seats:
        raise OpenedBefore
    return body


def _is_wanted(info: TableInfo, prefix: str) -> bool:
    """Tell whether a table is listed. A search never reveals the players of a private game."""
    if not prefix:
        return True
    hidden = info.private and info.begun and info.seat is None
    return not hidden and any(name.casefold().startswith(prefix) for name in info.names)
