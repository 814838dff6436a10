"""All tables of the house while it is open: what is done at them, and who is told.

The hub alone holds whole games. An app gets a `Place` at a table, which shows what its seat sees.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from weakref import WeakValueDictionary

from msgspec import convert
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Json, Value
from regicide_tui.games.words import named
from regicide_tui.server.clock import steady_clock
from regicide_tui.server.lobby.listing import Listing
from regicide_tui.server.lobby.waiting_tables import Bounds, WaitingTables
from regicide_tui.server.operations.journal import Journal
from regicide_tui.server.ssh.limits import Buckets, Measure, Tries
from regicide_tui.server.storage.accounts import is_guest
from regicide_tui.server.storage.results import Finished, Results
from regicide_tui.server.storage.snapshots import Snapshots
from regicide_tui.server.storage.store import BadEntry, Entry, Store, StoreError
from regicide_tui.server.tables import commands as c
from regicide_tui.server.tables.apply import apply_entry
from regicide_tui.server.tables.bot_runner import AGAIN, PAUSE, ServerBots, bot_name, stand_in_level
from regicide_tui.server.tables.decide import Refused, decide
from regicide_tui.server.tables.events import encode
from regicide_tui.server.tables.handle import Spoken, TableHandle
from regicide_tui.server.tables.listeners import Listeners, Told
from regicide_tui.server.tables.log_projection import LogProjection, Unreadable
from regicide_tui.server.tables.state import EMPTY, TableState, is_bot, time_left
from regicide_tui.server.tables.table_info import TableInfo, as_seen_by, table_info_of
from regicide_tui.server.turns import detached

_SEED_LENGTH = 24
"""Characters of the seed of a deal: too long to be found by trying."""
_CHAT_LIMIT = 200
_OPENED_BY_NAME = 20, 60.0
"""Tables that one may open at once, and seconds after which one may open another one."""
_OPENED_SECONDS = 20.0
"""Seconds after which another table may be opened from an address."""
_SAID_BY_NAME, _SAID_BY_ADDRESS = (10, 3.0), (30, 1.0)
"""Sentences that one may say in the lobby at once, and seconds after which one may say more."""
_LATE_TABLES = 20
"""The tables that were over last; one may still say something there."""
_TIDY_EVERY = 60.0
"""Seconds between two looks for waiting tables that are to be closed."""
_KEEPING, _LAST_KEEPING = 30.0, 0.5
"""Seconds at most for which snapshots are kept at a time, and when the server closes."""
_ONLY_JUST = 120.0
"""Seconds for which who is away may come back before the others do without them."""
SET_ASIDE = "This table can't be used: its log can't be read. The server keeps the log."

Leave = Callable[[str], None]
"""Is called to ask somebody to leave, with the reason."""


class Register:
    """The tables there are and what the games come to that are over.

    Entries change it where it stands: with a copy for each, ten times as many games would take a
    hundred times as long to read.
    """

    def __init__(self) -> None:
        self.open: dict[str, None] = {}
        self.results = Results()


class _Rooms(Mapping[str, TableState]):
    """The tables as they are now: a copy for each look would cost as much as there are tables."""

    def __init__(self, followers: Mapping[str, LogProjection[TableState]]) -> None:
        self._followers = followers

    def __getitem__(self, table: str) -> TableState:
        return self._followers[table].value

    def __iter__(self) -> Iterator[str]:
        return iter(self._followers)

    def __len__(self) -> int:
        return len(self._followers)


class Aside(Value, frozen=True):
    """A table that nobody can play at, because its log can't be read. The log is kept.

    The game is empty if not even that is known.
    """

    game: str
    players: int
    people: tuple[str, ...]


class Hub:
    """The tables. Everything that is done is in a table's log before anybody sees it.

    `pause` is how many seconds at least lie between an action and that of a bot; `only_just`, for
    how many who is away may come back before the others do without them. What goes wrong while
    nobody waits for it stands in the journal.
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
        only_just: float = _ONLY_JUST,
    ) -> None:
        self.chat: deque[Spoken] = deque(maxlen=_CHAT_LIMIT)
        self._store = store
        self._limit = tables_by_player
        self._waiting, self._waiting_by_guest = waiting, waiting_by_guest
        self._clock = clock or steady_clock()
        self._tries = Tries(self._clock)
        self._opened = Measure(
            Buckets(*_OPENED_BY_NAME, self._clock),
            Buckets(new_tables_by_address, _OPENED_SECONDS, self._clock),
        )
        self._said = Measure(
            Buckets(*_SAID_BY_NAME, self._clock), Buckets(*_SAID_BY_ADDRESS, self._clock)
        )
        self._journal = journal or Journal()
        self._register: LogProjection[Register] = LogProjection(
            store, "house", Register(), _register, self.report
        )
        self._shown: dict[str, tuple[TableState, TableInfo]] = {}
        """Each table, and what somebody sees of it who does not sit there."""
        self._listing = Listing()
        self._snapshots = Snapshots(store)
        self._reading = asyncio.Lock()
        """Held while a log is read for which nobody waits: many would hold up the others."""
        self._aside: dict[str, Aside] = {}
        self._crashes: dict[str, set[str]] = {}
        self._rooms: dict[str, LogProjection[TableState]] = {}
        self._late: dict[str, LogProjection[TableState]] = {}
        self._ends: dict[str, Callable[[], None]] = {}
        self._standing: set[str] = set()
        """The tables whose clocks stand: it could not be noted yet that the house is open again."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """What is done at each table later: to note that a time is over, or to try again."""
        self._listeners = Listeners()
        self._present: dict[str, Leave] = {}
        self._away_since: dict[str, int] = {}
        """Since when who sits somewhere is away again: Unix time in milliseconds."""
        self._began, self._only_just = self.now, only_just
        self._gossip: dict[str, deque[Spoken]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._gathering: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held by who opens a table for the next game of a company, lest two open one each."""
        self._opening = asyncio.Lock()
        """Held by who opens a table, lest several take the last room."""
        self._gatherings = WaitingTables(bounds or Bounds(), self.rooms, self.attended, self.now)
        self._tidying: asyncio.TimerHandle | None = None
        self._companions = ServerBots(self, pause, AGAIN)

    async def open(self) -> None:
        """Take up all tables that were open when the house was closed.

        A table that can't be taken up is set aside; the others are open. What can't be read or kept
        now is tried again later. Raises `StoreError` if it can't be read which tables there are.

        Where the newest state is kept beside a log, the log is read once somebody needs the game.
        """
        kept = await self._snapshots.read()
        for table in [*(await self._register.catch_up()).open]:
            if (room := kept.get(log_of(table))) is not None:
                await self._list(table, follow_table(self._store, table, room))
            else:
                await self._try_to_take_up(table)
        self._in_a_moment(self._keep_tidy())

    async def _list(self, table: str, follower: LogProjection[TableState]) -> None:
        """List a table whose log was not read yet; look after it only if it needs that now."""
        room = follower.value
        self._follow(table, follower)
        if room.playing and room.clock is not None:
            self._standing.add(table)
        if room.over or any(map(is_guest, room.people)):
            await self._look_after(table)
        else:
            self._mind_clock(table, room)

    async def _try_to_take_up(self, table: str) -> None:
        """Let people play on at a table, or set it aside; try again if it can't be read now."""
        follower = self._follower(table)
        try:
            await self._take_up(table, follower)
        except Exception as error:  # noqa: BLE001 # nobody else suffers from one table
            await self._set_aside(table, follower, error)
            if isinstance(error, StoreError) and not isinstance(error, BadEntry):
                self._later(table, AGAIN, lambda: self._try_to_take_up(table))
        else:
            if self._aside.pop(table, None) is not None:
                self._tell(table)

    async def _take_up(self, table: str, follower: LogProjection[TableState]) -> None:
        """Let people play on at a table."""
        room = await follower.catch_up()
        if not room.seats:  # the house fell while it was opened
            await self._forget(table)
            return
        table_info_of(
            room, "", ()
        )  # a table that can't be shown is no better than one without sense
        self._follow(table, follower)
        if room.playing and room.clock is not None:
            self._standing.add(table)
        await self._look_after(table)

    async def _forget(self, table: str) -> None:
        """Take a table off the register of which nothing is known; else the next opening does."""
        try:
            await self._register.append(lambda _: {"closed": table})
        except StoreError as error:
            self.report(error, table=table)

    # ------------------------------------------------------------ what there is

    @property
    def now(self) -> int:
        """Unix time in milliseconds."""
        return int(self._clock() * 1000)

    def time_at(self, table: str) -> int:
        """Return what time it is by the clock of a table, which may stand."""
        return self._rooms[table].value.since if table in self._standing else self.now

    @property
    def rooms(self) -> Mapping[str, TableState]:
        """All tables that are not over, by their ids."""
        return _Rooms(self._rooms)

    @property
    def results(self) -> Results:
        """What the games come to that are over."""
        return self._register.value.results

    @property
    def finished(self) -> Sequence[Finished]:
        """The last games that are over, the newest last."""
        return self.results.finished

    def set_aside(self, name: str) -> dict[str, Aside]:
        """Return the tables of somebody that were set aside, by their ids."""
        return {table: one for table, one in self._aside.items() if name in one.people}

    async def look_up(self, table: str, name: str) -> TableState:
        """Return a table that is over. Raises `Refused`, `StoreError`."""
        room = await (self._late.get(table) or self._follower(table)).catch_up()
        if not room.seats:
            raise Refused("That game is no longer stored.")
        if not room.over:
            raise Refused("That game goes on.")
        if room.password and room.seat_of(name) is None:
            raise Refused("That was a private table.")
        return room

    # ------------------------------------------------------------ who is here

    @property
    def present(self) -> tuple[str, ...]:
        """The names of all who are here."""
        return tuple(sorted(self._present, key=str.casefold))

    def arrive(self, name: str, leave: Leave) -> None:
        """Somebody has come; who is here by that name already is asked to leave."""
        before = self._present.pop(name, None)
        self._present[name] = leave
        self._away_since.pop(name, None)
        if before is not None:
            before("You connected in another window.")
        tables = self.tables_of(name)
        for table in tables:
            self._in_a_moment(self._look_after(table))
        self._tell(*tables)

    def leave(self, name: str, leave: Leave) -> None:
        """Somebody has gone, unless they are here by another window."""
        if self._present.get(name) == leave:
            del self._present[name]
            tables = self.tables_of(name)
            for table in tables:
                self._gatherings.note_left(table, self.now)
            if tables and not is_guest(name):
                self._away_since[name] = self.now
            if is_guest(name):
                for table in tables:
                    self._in_a_moment(self._look_after(table))
            self._tell(*tables)

    def absent(self, room: TableState) -> tuple[str, ...]:
        """Return who sits at a table and is not here."""
        return tuple([name for name in room.people if name not in self._present])

    def say(self, by: str, text: str, address: str = "") -> None:
        """Say something to all in the lobby. Raises `Refused` if too much was said lately."""
        if seconds := self._said.take(by, address):
            raise _too_much("Too much was said", seconds)
        self.chat.append((by, text))
        self._tell()

    # ------------------------------------------------------------ who crashed where

    def note_crash(self, table: str, name: str) -> None:
        """Remember, as long as the house is open, that somebody's app crashed at a table."""
        if table in self._rooms:
            self._crashes.setdefault(table, set()).add(name)

    def forget_crash(self, table: str, name: str) -> None:
        """Forget that, because they go there again."""
        self._crashes.get(table, set()).discard(name)

    def crashed(self, table: str, name: str) -> bool:
        """Tell whether somebody's app crashed when they were last at a table."""
        return name in self._crashes.get(table, ())

    # ------------------------------------------------------------ at the tables

    def offered(self, name: str, wanted: str = "") -> Iterator[tuple[str, TableInfo]]:
        """Yield what somebody in the lobby sees of each table: first their own, then the others.

        With `wanted`, only the tables of players whose names begin so; of a private game nobody
        else learns who plays. A table that can't be shown is left out, and is set aside soon.
        """
        own = dict.fromkeys(reversed(self.tables_of(name)))
        others = (table for table in self._listing.offered() if table not in own)
        beginning = wanted.casefold()
        candidates = self._listing.tables_of_names(beginning) if wanted else None
        for table in chain(own, others):
            if candidates is None or table in candidates:
                found = self._try_to_show(table, name)
                if found is not None and not found.over and _is_wanted(found, beginning):
                    yield table, found

    def _try_to_show(self, table: str, name: str) -> TableInfo | None:
        """Return what somebody sees of a table, or set it aside soon."""
        if (follower := self._rooms.get(table)) is None:
            return None
        try:
            return self.company(table, name)
        except Exception as error:  # noqa: BLE001 # nobody else suffers from one table
            self._in_a_moment(self._set_aside(table, follower, error))
            return None

    def company(self, table: str, name: str) -> TableInfo:
        """Return what somebody in the lobby sees of a table."""
        room = self._rooms[table].value
        known, absent = self._shown.get(table), self.absent(room)
        if known is None or known[0] is not room or known[1].absent != absent:
            known = self._shown[table] = room, table_info_of(room, "", absent)
        return as_seen_by(known[1], room, name) if name in room.seats else known[1]

    def opened_from(self, table: str) -> str:
        """Return the address from which a table was opened; empty if that is not known."""
        return self._gatherings.address_of(table)

    def is_read(self, table: str) -> bool:
        """Tell whether the log of a table was read, or nobody can go there anyhow."""
        return table not in self._rooms or self._rooms[table].is_read

    async def read(self, table: str) -> None:
        """Read the log of a table, so that one can go there. Raises `StoreError`.

        A table whose log can't be understood is set aside.
        """
        if (follower := self._rooms.get(table)) is None:
            return
        try:
            table_info_of(await follower.catch_up(), "", ())
        except StoreError as error:
            if not isinstance(error, BadEntry):
                raise
            await self._set_aside(table, follower, error)
        except Exception as error:  # noqa: BLE001 # nobody else suffers from one table
            await self._set_aside(table, follower, error)

    def place(self, table: str, name: str, word: str = "", who: str = "") -> TableHandle:
        """Return a place at a table, to play or to watch. Raises `Refused`.

        Wrong words are counted for `who`, or else for the name.
        """
        room = self._rooms[table].value if table in self._rooms else EMPTY
        if not room.seats:
            raise self._gone(table)
        if not self._rooms[table].is_read:
            raise Refused("This table is not open yet. Try again in a moment.")
        if room.password and room.seat_of(name) is None:
            self._try_word(room, word, who or name)
        gossip = self._gossip.setdefault(table, deque(maxlen=_CHAT_LIMIT))
        return TableHandle(self, table, name, self._rooms[table], gossip)

    def _try_word(self, room: TableState, word: str, who: str) -> None:
        """Compare with the word of a private table. Raises `Refused`."""
        if seconds := self._tries.wait(who):
            raise Refused(f"Too many wrong passwords. Try again in {int(seconds) + 1} s.")
        if word != room.password:
            self._tries.failed(who)
            raise Refused("This table is private, and the password is wrong.")

    def _gone(self, table: str) -> Refused:
        """Return why one can't be at a table that is not open."""
        return Refused(SET_ASIDE if table in self._aside else "That table no longer exists.")

    def successor(self, table: str) -> str:
        """Return where the company of a table gathers for its next game; empty if nowhere."""
        found = (name for name, room in self.rooms.items() if room.after == table and room.waiting)
        return next(found, "")

    async def another(self, table: str, by: str, address: str = "") -> str:
        """Take part in the next game of this company: where it gathers, or else open its table.

        Return the table. Raises `Refused`, `StoreError`.
        """
        room = await self.look_up(table, by)
        if room.seat_of(by) is None:
            raise Refused("You did not play there.")
        gathering = self._gathering.setdefault(table, asyncio.Lock())
        async with gathering:
            return await self._another(table, room, by, address)

    async def _another(self, table: str, room: TableState, by: str, address: str) -> str:
        if name := self.successor(table):
            other = self.rooms[name]
            if other.seat_of(by) is None and other.free:
                await self.do(name, by, c.Sit(other.seats.index(""), other.password))
            return name
        clock = (room.clock.seconds, room.clock.increment) if room.clock else None
        command = c.Open(room.game, room.players, room.options, room.password, clock, table)
        opened = await self.open_table(by, command, address)
        levels = [room.bots[seat] for seat, name in enumerate(room.seats) if is_bot(name)]
        for seat, level in zip(range(room.players - 1, 0, -1), levels, strict=False):
            await self.do(opened, by, c.SeatBot(seat, level))
        return opened

    # ------------------------------------------------------------ what is done

    async def open_table(self, by: str, command: c.Open, address: str = "") -> str:
        """Open a table; return its id. Raises `Refused`, `StoreError`.

        What is opened, and which tables wait, is counted by the address, too, if there is one. If
        too many wait, the one whose people have been away for longest is closed.
        """
        async with self._opening:
            return await self._open_table(by, command, address)

    async def _open_table(self, by: str, command: c.Open, address: str) -> str:
        if sum(by in room.seats and not room.over for room in self.rooms.values()) >= self._limit:
            raise Refused(f"You already sit at {self._limit} tables.")
        self._may_wait(by)
        body = encode(decide(EMPTY, command, by, self.now))
        left = self._gatherings.to_make_room(address, self.now)
        if seconds := self._opened.take(by, address):
            raise _too_much("Too many tables were opened", seconds)
        if left:
            await self._close_left(left)
        name = secrets.token_hex(5)
        follower = self._follower(name)
        await follower.append(lambda _: body)
        await self._register.append(lambda _: {"opened": name})
        self._gatherings.note_opened(name, address)
        self._follow(name, follower)
        self._tell()
        return name

    async def tidy(self) -> None:
        """Close the waiting tables to which nobody has come for long. Raises `StoreError`."""
        for table in self._gatherings.overdue(self.now):
            await self._close_left(table)

    async def _close_left(self, table: str) -> None:
        """Close a waiting table, unless somebody has come meanwhile. Raises `StoreError`."""
        with suppress(Refused):
            await self.do(table, self.rooms.get(table, EMPTY).host, c.Abandon())

    async def _keep_tidy(self) -> None:
        """Tidy now, and from then on again and again."""
        try:
            await self.tidy()
            await self.keep_snapshots(_KEEPING)
        except StoreError as error:
            self.report(error)
        finally:
            if not self._closed:
                loop = asyncio.get_running_loop()
                self._tidying = loop.call_later(
                    _TIDY_EVERY, lambda: self._in_a_moment(self._keep_tidy())
                )

    async def keep_snapshots(self, seconds: float) -> None:
        """Keep the newest states of tables beside their logs; stop after some seconds.

        Raises `StoreError`.
        """
        await self._snapshots.keep({one.log: one for one in self._rooms.values()}, seconds)

    async def do(self, table: str, by: str, command: c.Command) -> TableState:
        """Do something at a table; return it as it is then. Raises `Refused`, `StoreError`."""
        follower = self._rooms.get(table) or self._late.get(table)
        if follower is None:
            raise self._gone(table)
        if isinstance(command, c.Sit):
            self._may_wait(by, table)
        await self._mind_standing(table)
        return await self._do(table, follower, by, command)

    def _may_wait(self, by: str, at: str = "") -> None:
        """Refuse somebody who sits at many other tables whose games have not begun."""
        most = self._waiting_by_guest if is_guest(by) else self._waiting
        others = [self.rooms[table] for table in self.tables_of(by) if table != at]
        if sum(room.waiting for room in others) >= most:
            raise Refused(f"You already wait at {most} tables.")

    async def _mind_standing(self, table: str) -> None:
        """Let the clocks of a table run again, if they stand and who must act can be here.

        After a restart that is so once they are back, or have had the time for it. Raises as `do`.
        """
        if table not in self._standing:
            return
        room = self._rooms[table].value
        seat = room.to_act
        if (seat is not None and room.seats[seat] in self._present) or self._patience_left <= 0:
            await self._do(table, self._rooms[table], room.host, c.StartClocks())
            self._standing.discard(table)

    @property
    def _patience_left(self) -> float:
        """For how many seconds everybody may still come back after the server was opened."""
        return self._only_just - (self.now - self._began) / 1000

    async def _do(
        self, table: str, follower: LogProjection[TableState], by: str, command: c.Command
    ) -> TableState:
        at, command = self.now, self._with_facts(command, table, follower.value)
        try:
            room = await follower.append(
                lambda room: encode(decide(self._at_its_time(table, room, at), command, by, at))
            )
        except BadEntry as error:
            await self._set_aside(table, follower, error)
            raise self._gone(table) from None
        self._note(table)
        if table in self._late:  # nobody watches its log any more
            self._tell(table)
        return room

    def _at_its_time(self, table: str, room: TableState, at: int) -> TableState:
        """Return a table as decisions are to see it: no time passes while its clocks stand."""
        return replace(room, since=at) if table in self._standing else room

    def _with_facts(self, command: c.Command, table: str, room: TableState) -> c.Command:
        """Return a command with the facts that the server adds to it. Raises `Refused`."""
        if isinstance(command, c.Start):
            return c.Start(secrets.token_hex(_SEED_LENGTH // 2))
        if isinstance(command, c.SeatBot):
            return replace(command, name=bot_name(room, command.level))
        if isinstance(command, c.Abandon):
            return c.Abandon(self.absent(room), self._gatherings.seen(table))
        if isinstance(command, c.Stand):
            return c.Stand(self.absent(room))
        if isinstance(command, c.End | c.FreeSeat):
            return replace(command, absent=self._away_for_long(command, room))
        if isinstance(command, c.Ask | c.StandIn):
            absent = self._away_for_long(command, room)
            return replace(command, absent=absent, level=stand_in_level(room))
        return command

    def _away_for_long(self, command: c.Command, room: TableState) -> tuple[str, ...]:
        """Return who has been away for so long that the others may do without them.

        A guest never comes back. Raises `Refused` if the command must wait for others.
        """
        absent = self.absent(room)
        last = self.now - int(self._only_just * 1000)
        just = [
            name
            for name in absent
            if not is_guest(name) and max(self._began, self._away_since.get(name, 0)) > last
        ]
        if missed := _missed(command, room, absent, just):
            raise Refused(f"{named(missed)} left only just now: wait two minutes.")
        return tuple([name for name in absent if name not in just])

    def attended(self, room: TableState) -> bool:
        """Tell whether anybody who sits at a table is here."""
        return any(name in self._present for name in room.people)

    async def close(self) -> None:
        """Stop the bots and the clocks, and end what is under way; then nothing begins any more.

        What a table still needs is seen to when the server opens again.
        """
        self._closed = True
        if self._tidying is not None:
            self._tidying.cancel()
        for table in [*self._timers]:
            self._stop_timer(table)
        await self._companions.close()
        await self._listeners.close()
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            await self.keep_snapshots(_LAST_KEEPING)
        except StoreError as error:
            self.report(error)

    # ------------------------------------------------------------ who is told

    def listen(
        self, told: Told, table: str = "", pause: float = 0.0, name: str = ""
    ) -> Callable[[], None]:
        """Call this soon after anything is new, in the context of who listens.

        Who names a table hears of that one alone. Who sits at a table by this name hears of it
        at once, all others one after the other. `pause` is how many seconds at least lie between
        two calls. Return what ends that. (An app is known by its context, so no other's will do.)
        """
        return self._listeners.add(told, name, table, pause)

    def _tell(self, *tables: str) -> None:
        """Tell those who listen to these tables, and those who listen to everything."""
        for table in tables:
            self._note(table)
        self._listeners.tell({table: self._people_of(table) for table in tables})

    def _people_of(self, table: str) -> tuple[str, ...]:
        follower = self._rooms.get(table) or self._late.get(table)
        return follower.value.people if follower is not None else ()

    def tables_of(self, name: str) -> list[str]:
        """Return the tables at which somebody sits."""
        return self._listing.tables_of(name)

    def rooms_of(self, name: str) -> list[TableState]:
        """Return the tables at which somebody sits, as they are now."""
        return [self._rooms[table].value for table in self.tables_of(name)]

    def _note(self, table: str) -> None:
        """List a table as it is now."""
        if (follower := self._rooms.get(table)) is None:
            return
        room = follower.value
        try:
            self._listing.note(table, room, self.attended(room), self.opened_from(table))
        except Exception as error:  # noqa: BLE001 # nobody else suffers from one table
            self._in_a_moment(self._set_aside(table, follower, error))

    def _follower(self, table: str) -> LogProjection[TableState]:
        """Return what can read the log of a table."""
        return follow_table(self._store, table)

    def _follow(self, table: str, follower: LogProjection[TableState]) -> None:
        """List a table, and follow its log from now on."""
        self._rooms[table] = follower
        self._ends[table] = self._store.watch(
            follower.log, lambda _: self._in_a_moment(self._look_after(table))
        )
        self._note(table)

    def _unfollow(self, table: str) -> None:
        """List a table no longer."""
        if self._rooms.pop(table, None) is None:
            return
        self._snapshots.note(log_of(table))
        self._ends.pop(table)()
        self._gatherings.forget(table)
        self._listing.forget(table)
        self._gossip.pop(table, None)
        self._shown.pop(table, None)
        self._crashes.pop(table, None)
        self._standing.discard(table)
        self._stop_timer(table)

    def _in_a_moment(self, doing: Coroutine[object, None, None]) -> None:
        if self._closed:
            doing.close()
            return
        task = detached(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.report(error)

    def report(self, error: BaseException, **facts: object) -> None:
        """Write into the journal what went wrong while nobody waited for it."""
        if isinstance(error, StoreError):
            self._journal.note("store", failed=error, **facts)
        else:
            self._journal.incident(error, **facts)

    async def _look_after(self, table: str) -> None:
        """After something new at a table: end it if it is over, mind its clock, tell everybody.

        What the store can't do now is tried again later.
        """
        if table in self._rooms:
            try:
                await self._look_at(table, self._rooms[table])
            except StoreError as error:
                self._try_again(table, error)
            self._snapshots.note(log_of(table))
            self._tell(table)

    async def _look_at(self, table: str, follower: LogProjection[TableState]) -> None:
        """See to what a table needs now. Raises `StoreError`."""
        try:
            room = await self._newest(follower)
        except BadEntry as error:
            await self._set_aside(table, follower, error)
            return
        await self._mind_guests_who_are_gone(table, room)
        if follower.value.over:
            await self._put_away(table, follower.value)
            return
        await self._mind_standing(table)
        await self._mind_players_who_are_back(table, follower.value)
        self._mind_clock(table, follower.value)
        self._companions.wake(table)

    async def _newest(self, follower: LogProjection[TableState]) -> TableState:
        """Return a table as it is now; logs that nobody looks at are read one after the other."""
        if follower.is_read:
            return await follower.catch_up()
        async with self._reading:
            return await follower.catch_up()

    async def _mind_guests_who_are_gone(self, table: str, room: TableState) -> None:
        """Free their seats before the game; end a game to which nobody can come back.

        Raises `StoreError`.
        """
        gone = [name for name in self.absent(room) if is_guest(name)]
        with suppress(Refused):  # something else was done meanwhile
            if room.playing and len(gone) == len(room.people):
                await self.do(table, room.host, c.Abandon())
            for name in gone if room.saved is None else ():
                await self.do(table, name, c.Stand())

    async def _mind_players_who_are_back(self, table: str, room: TableState) -> None:
        """Let those who are here again play for themselves. Raises `StoreError`."""
        for seat, name in enumerate(room.seats if room.playing else ()):
            if room.bots[seat] and name in self._present:
                with suppress(Refused):  # they have done so themselves meanwhile
                    await self.do(table, name, c.Return())

    async def _put_away(self, table: str, room: TableState) -> None:
        """Note that a table is over; nobody need follow it any more. Raises `StoreError`.

        A game that was left for ever is no result.
        """
        body: dict[str, Json] = {"closed": table}
        if room.saved is not None and not room.closed:
            outcome = room.outcome
            winners = [room.seats[seat] for seat in outcome.winners] if outcome else []
            reason = outcome.reason if outcome else "ended"
            body |= {"game": room.game, "seats": room.seats, "winners": winners, "reason": reason}
        await self._register.append(lambda _: body)
        if table not in self._rooms:  # it was put away meanwhile
            return
        self._late[table] = self._rooms[table]
        if len(self._late) > _LATE_TABLES:
            del self._late[next(iter(self._late))]
        self._unfollow(table)

    async def _set_aside(
        self, table: str, follower: LogProjection[TableState], error: Exception
    ) -> None:
        """List a table no longer whose log can't be read; its players are told in the lobby.

        The log stays as it is, and is read again when the house is opened again.
        """
        self._unfollow(table)
        self._late.pop(table, None)
        if table in self._aside:
            return
        room = follower.value
        self._aside[table] = Aside(room.game, room.players, room.people)
        with suppress(StoreError):
            # What makes no sense may also be who sits there; so all who did anything are told.
            named = _named_in(await self._store.read(follower.log))
            everybody = tuple(dict.fromkeys((*room.people, *named)))
            self._aside[table] = Aside(room.game, room.players, everybody)
        people = ", ".join(self._aside[table].people)
        why = error if isinstance(error, StoreError) else type(error).__name__
        self._journal.note("set aside", table=table, people=people, why=why)
        if not isinstance(error, StoreError):
            self.report(error, table=table)
        self._tell(table)

    # ------------------------------------------------------------ later

    def _mind_clock(self, table: str, room: TableState) -> None:
        """Note in time when somebody's time is over."""
        self._stop_timer(table)
        if table in self._standing:
            seconds = max(0.0, self._patience_left)
            self._later(table, seconds + 0.01, lambda: self._look_after(table))
            return
        if not room.left or room.to_act is None:
            return
        seconds = time_left(room, self.now)[room.to_act] / 1000
        self._later(table, seconds + 0.01, lambda: self._flag(table, room.host))

    async def _flag(self, table: str, by: str) -> None:
        try:
            await self.do(table, by, c.CallTime())
        except Refused:  # an action came just in time
            pass
        except StoreError as error:
            self._try_again(table, error)

    def _try_again(self, table: str, error: StoreError) -> None:
        """Look after a table later, because the store could not do something."""
        self.report(error, table=table)
        if table in self._rooms:
            self._later(table, AGAIN, lambda: self._look_after(table))

    def _later(
        self, table: str, seconds: float, do: Callable[[], Coroutine[object, None, None]]
    ) -> None:
        """Do this at a table after so many seconds, and nothing else that was to be done then."""
        self._stop_timer(table)
        if self._closed:
            return
        loop = asyncio.get_running_loop()
        self._timers[table] = loop.call_later(seconds, lambda: self._in_a_moment(do()))

    def _stop_timer(self, table: str) -> None:
        if timer := self._timers.pop(table, None):
            timer.cancel()


class _Noted(Value, frozen=True):
    """An entry of the register: a table was opened, or one was closed, perhaps with a result."""

    opened: str = ""
    closed: str = ""
    game: str = ""
    seats: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    reason: str = ""


def _is_wanted(company: TableInfo, wanted: str) -> bool:
    """Tell whether a table is looked for: of a private game nobody else learns who plays."""
    if not wanted:
        return True
    hidden = company.private and company.begun and company.seat is None
    return not hidden and any(name.casefold().startswith(wanted) for name in company.people)


def _too_much(what: str, seconds: float) -> Refused:
    return Refused(f"{what} by you or from your address. Try again in {int(seconds) + 1} s.")


def _missed(
    command: c.Command, room: TableState, absent: Sequence[str], just: Sequence[str]
) -> Sequence[str]:
    """Return for whom a command must wait, of those who went away only just now."""
    match command:
        case c.FreeSeat(seat) if seat in range(room.players):
            return [name for name in just if name == room.seats[seat]]
        case c.End() | c.StandIn():
            return just if len(just) == len(absent) else ()
        case c.Ask(what, answers=None) if what in (c.END, c.STAND_IN):
            return just
        case _:
            return ()


async def open_tables(store: Store) -> list[str]:
    """Return the tables that are open by the register of a store. Raises `StoreError`."""
    return [*(await _follow_register(store).catch_up()).open]


async def take_off(store: Store, table: str) -> None:
    """Take a table off the register: no server opens it any more. Raises `StoreError`."""
    await _follow_register(store).append(lambda _: {"closed": table})


def log_of(table: str) -> str:
    """Return the name of the log of a table."""
    return f"table/{table}"


def follow_table(
    store: Store, table: str, in_brief: TableState | None = None
) -> LogProjection[TableState]:
    """Return what can read the log of a table; `in_brief` is what is known of it before."""
    return LogProjection(store, log_of(table), EMPTY, _apply, in_brief=in_brief)


def _follow_register(store: Store) -> LogProjection[Register]:
    return LogProjection(store, "house", Register(), _register, lambda _: None)


def _register(register: Register, entry: Entry) -> Register:
    """Take an entry of the register. Raises `ValueError` if it makes no sense."""
    noted = convert(entry.body, _Noted)
    if not (noted.opened or noted.closed) or (noted.seats and not games.is_known(noted.game)):
        raise ValueError("neither a table that was opened nor one that was closed")
    table = noted.closed
    if noted.opened:
        register.open[noted.opened] = None
    elif table in register.open:
        del register.open[table]
        if noted.seats:
            over = Finished(table, noted.game, noted.seats, noted.winners, noted.reason, entry.at)
            register.results.add(over)
    return register


def _apply(room: TableState, entry: Entry) -> TableState:
    """Apply an entry of a table's log. Raises `Unreadable`."""
    after = apply_entry(room, entry.body)
    if after.unreadable:
        raise Unreadable(after.unreadable)
    return after


def _named_in(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return who did anything at a table, as far as its log tells."""
    found = [entry.body.get("by") for entry in entries]
    return tuple([name for name in found if isinstance(name, str) and not is_bot(name)])
