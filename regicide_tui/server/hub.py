"""All tables of the house while it is open: what is done at them, and who is told.

The hub alone holds whole games. An app gets a `Place` at a table, which shows what its seat sees.
"""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from contextvars import Context, copy_context
from typing import Any

from msgspec.structs import replace

from regicide_tui.games.base import Json, Value
from regicide_tui.server.companions import PAUSE, Companions, bot_name, stand_in_level
from regicide_tui.server.company import Company, company_of
from regicide_tui.server.follower import Body, Follower
from regicide_tui.server.place import Place, Spoken
from regicide_tui.server.room import EMPTY, Refused, Room, fold, is_bot, take
from regicide_tui.server.sitting import time_left
from regicide_tui.server.store import Entry, Store, StoreError
from regicide_tui.server.turns import detached

_SEED_LENGTH = 24
"""Characters of the seed of a deal: too long to be found by trying."""
_CHAT_LIMIT = 200
_LATE_TABLES = 20
"""The tables that were over last; one may still say something there."""

Leave = Callable[[str], None]
"""Is called to ask somebody to leave, with the reason."""

Told = Callable[[], None]
"""Is called when there is something new; one looks for oneself what."""


class Finished(Value, frozen=True):
    """A game that is over, as the house remembers it."""

    table: str
    game: str
    seats: tuple[str, ...]
    winners: tuple[str, ...]
    reason: str
    at: int


class Register(Value, frozen=True):
    """The tables there are and the games that are over, the newest last."""

    open: tuple[str, ...] = ()
    finished: tuple[Finished, ...] = ()


class Hub:
    """The tables. Everything that is done is in a table's log before anybody sees it.

    `pause` is how many seconds at least lie between an action and that of a bot.
    """

    def __init__(
        self,
        store: Store,
        tables_by_player: int = 5,
        clock: Callable[[], float] = time.time,
        pause: float = PAUSE,
    ) -> None:
        self.chat: deque[Spoken] = deque(maxlen=_CHAT_LIMIT)
        self._store = store
        self._limit = tables_by_player
        self._clock = clock
        self._register: Follower[Register] = Follower(store, "house", Register(), _register)
        self._rooms: dict[str, Follower[Room]] = {}
        self._late: dict[str, Follower[Room]] = {}
        self._ends: dict[str, Callable[[], None]] = {}
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._listeners: list[_Listener] = []
        self._present: dict[str, Leave] = {}
        self._gossip: dict[str, deque[Spoken]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._companions = Companions(self, pause)

    async def open(self) -> None:
        """Take up all tables that were open when the house was closed. Raises `StoreError`."""
        for table in (await self._register.catch_up()).open:
            room = await self._follow(table).catch_up()
            if room.playing and room.clock is not None:
                await self.do(table, room.host, "wake")
            await self._look_after(table)

    # ------------------------------------------------------------ what there is

    @property
    def now(self) -> int:
        """Unix time in milliseconds."""
        return int(self._clock() * 1000)

    @property
    def rooms(self) -> Mapping[str, Room]:
        """All tables that are not over, by their ids."""
        return {table: follower.value for table, follower in self._rooms.items()}

    @property
    def finished(self) -> tuple[Finished, ...]:
        """All games that are over, the newest last."""
        return self._register.value.finished

    async def look_up(self, table: str, name: str) -> Room:
        """Return a table that is over. Raises `Refused`, `StoreError`."""
        room = await Follower(self._store, f"table/{table}", EMPTY, fold).catch_up()
        if not room.over:
            raise Refused("That game goes on.")
        if room.word and room.seat_of(name) is None:
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
        if before is not None:
            before("You have come in by another window.")
        tables = self._tables_of(name)
        for table in tables:
            self._in_a_moment(self._welcome(table, name))
        self._tell(*tables)

    def leave(self, name: str, leave: Leave) -> None:
        """Somebody has gone, unless they are here by another window."""
        if self._present.get(name) == leave:
            del self._present[name]
            self._tell(*self._tables_of(name))

    def absent(self, room: Room) -> tuple[str, ...]:
        """Return who sits at a table and is not here."""
        return tuple([name for name in room.people if name not in self._present])

    def say(self, by: str, text: str) -> None:
        """Say something to all in the lobby."""
        self.chat.append((by, text))
        self._tell()

    # ------------------------------------------------------------ at the tables

    def company(self, table: str, name: str) -> Company:
        """Return what somebody in the lobby sees of a table."""
        room = self._rooms[table].value
        return company_of(room, name, self.absent(room))

    def place(self, table: str, name: str, word: str = "") -> Place:
        """Return a place at a table, to play or to watch. Raises `Refused`."""
        follower = self._rooms.get(table)
        if follower is None:
            raise Refused("That table is gone.")
        room = follower.value
        if room.word not in ("", word) and room.seat_of(name) is None:
            raise Refused("This is a private table, and that is not its word.")
        gossip = self._gossip.setdefault(table, deque(maxlen=_CHAT_LIMIT))
        return Place(self, table, name, follower, gossip)

    def successor(self, table: str) -> str:
        """Return where the company of a table gathers for its next game; empty if nowhere."""
        found = (
            name
            for name, room in self.rooms.items()
            if room.after == table and room.saved is None and not room.closed
        )
        return next(found, "")

    async def another(self, table: str, by: str) -> str:
        """Take part in the next game of this company: where it gathers, or else open its table.

        Return the table. Raises `Refused`, `StoreError`.
        """
        room = await self.look_up(table, by)
        if room.seat_of(by) is None:
            raise Refused("You did not play there.")
        if name := self.successor(table):
            other = self.rooms[name]
            if other.seat_of(by) is None and other.free:
                await self.do(name, by, "sit", seat=other.seats.index(""), word=other.word)
            return name
        clock = [room.clock.seconds, room.clock.increment] if room.clock else None
        opened = await self.open_table(
            by,
            game=room.game,
            players=room.players,
            options=room.options,
            word=room.word,
            clock=clock,
            after=table,
        )
        levels = [room.bots[seat] for seat, name in enumerate(room.seats) if is_bot(name)]
        for seat, level in zip(range(room.players - 1, 0, -1), levels, strict=False):
            await self.do(opened, by, "bot", seat=seat, level=level)
        return opened

    # ------------------------------------------------------------ what is done

    async def open_table(self, by: str, **table: Json) -> str:
        """Open a table; return its id. Raises `Refused`, `StoreError`."""
        if sum(by in room.seats for room in self.rooms.values()) >= self._limit:
            raise Refused(f"You sit at {self._limit} tables already.")
        body = {"by": by, "at": self.now, "do": "open", **table}
        take(EMPTY, body)
        name = secrets.token_hex(5)
        await self._register.append(lambda _: {"opened": name})
        await self._follow(name).append(lambda _: body)
        self._tell()
        return name

    async def do(self, table: str, by: str, do: str, **more: Json) -> Room:
        """Do something at a table; return it as it is then. Raises `Refused`, `StoreError`."""
        follower = self._rooms.get(table) or self._late.get(table)
        if follower is None:
            raise Refused("That table is gone.")
        body: Body = {"by": by, "at": self.now, "do": do, **more, **self._added(do, follower.value)}
        if do == "bot" and body["level"]:
            body = {**body, "name": bot_name(follower.value, body["level"])}

        def decide(room: Room) -> Body:
            take(room, body)
            return body

        room = await follower.append(decide)
        if table in self._late:  # nobody watches its log any more
            self._tell(table)
        return room

    def _added(self, do: str, room: Room) -> Body:
        """Return what the house itself says of something that is done."""
        if do == "start":
            return {"seed": secrets.token_hex(_SEED_LENGTH // 2)}
        if do in ("ask", "end", "stand in"):
            return {"absent": self.absent(room), "level": stand_in_level(room)}
        return {}

    def attended(self, room: Room) -> bool:
        """Tell whether anybody who sits at a table is here."""
        return any(name in self._present for name in room.people)

    async def _welcome(self, table: str, name: str) -> None:
        """Let somebody who has come play again for themselves; bots go on that waited for them."""
        room = self.rooms.get(table, EMPTY)
        seat = room.seat_of(name)
        if room.playing and seat is not None and room.bots[seat]:
            with suppress(Refused, StoreError):
                await self.do(table, name, "back")
        self._companions.wake(table)

    async def close(self) -> None:
        """Let the bots think no more."""
        await self._companions.close()

    # ------------------------------------------------------------ who is told

    def listen(self, told: Told, table: str = "", pause: float = 0.0) -> Callable[[], None]:
        """Call this soon after anything is new, in the context of who listens.

        Who names a table hears of that one alone. `pause` is how many seconds at least lie between
        two calls. Return what ends that. (An app is known by its context, so no other's will do.)
        """
        listener = _Listener(told, table, pause, copy_context())
        self._listeners.append(listener)

        def end() -> None:
            listener.end()
            self._listeners.remove(listener)

        return end

    def _tell(self, *tables: str) -> None:
        """Tell those who listen to these tables, and those who listen to everything."""
        for listener in self._listeners:
            if not listener.table or listener.table in tables:
                listener.tell()

    def _tables_of(self, name: str) -> list[str]:
        return [table for table, room in self.rooms.items() if name in room.seats]

    def _follow(self, table: str) -> Follower[Room]:
        """Follow the log of a table from now on."""
        follower = self._rooms[table] = Follower(self._store, f"table/{table}", EMPTY, fold)
        self._ends[table] = self._store.watch(
            follower.log, lambda _: self._in_a_moment(self._look_after(table))
        )
        return follower

    def _in_a_moment(self, doing: Coroutine[Any, Any, None]) -> None:
        task = detached(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_after(self, table: str) -> None:
        """After something new at a table: end it if it is over, mind its clock, tell everybody."""
        if table not in self._rooms:
            return
        room = await self._rooms[table].catch_up()
        if room.over or not room.seats:  # without seats, the house fell while it was opened
            await self._put_away(table, room)
        else:
            self._mind_clock(table, room)
            self._companions.wake(table)
        self._tell(table)

    async def _put_away(self, table: str, room: Room) -> None:
        """Note that a table is over; nobody need follow it any more."""
        if table not in self._rooms:
            return
        self._late[table] = self._rooms.pop(table)
        if len(self._late) > _LATE_TABLES:
            del self._late[next(iter(self._late))]
        self._ends.pop(table)()
        self._gossip.pop(table, None)
        if flag := self._flags.pop(table, None):
            flag.cancel()
        outcome = room.outcome
        winners = [room.seats[seat] for seat in outcome.winners] if outcome else []
        body: dict[str, Json] = {"closed": table}
        if room.saved is not None:
            reason = outcome.reason if outcome else "ended"
            body |= {"game": room.game, "seats": room.seats, "winners": winners, "reason": reason}
        await self._register.append(lambda _: body)

    def _mind_clock(self, table: str, room: Room) -> None:
        """Note in time when somebody's time is over."""
        if flag := self._flags.pop(table, None):
            flag.cancel()
        running = room.table
        if not room.left or running is None or running.to_act is None:
            return
        seconds = time_left(room, self.now)[running.to_act] / 1000
        loop = asyncio.get_running_loop()
        self._flags[table] = loop.call_later(
            seconds + 0.01, lambda: self._in_a_moment(self._flag(table, room.host))
        )

    async def _flag(self, table: str, by: str) -> None:
        with suppress(Refused):  # an action came just in time
            await self.do(table, by, "flag")


class _Listener:
    """Who is told; of many things at once only once."""

    def __init__(self, told: Told, table: str, pause: float, context: Context) -> None:
        self.table = table
        self._told = told
        self._pause = pause
        self._context = context
        self._last = -pause
        self._waiting: asyncio.TimerHandle | None = None

    def tell(self) -> None:
        """Call it, once what goes on now is done and the pause is over."""
        if self._waiting is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), self._last + self._pause)
            self._waiting = loop.call_at(at, self._tell, context=self._context)

    def end(self) -> None:
        """Call it no more."""
        if self._waiting is not None:
            self._waiting.cancel()

    def _tell(self) -> None:
        self._waiting, self._last = None, asyncio.get_running_loop().time()
        self._told()


def _register(register: Register, entry: Entry) -> Register:
    body = entry.body
    if "opened" in body:
        return replace(register, open=(*register.open, body["opened"]))
    table = body["closed"]
    if table not in register.open:
        return register
    left = tuple([one for one in register.open if one != table])
    if "seats" not in body:
        return replace(register, open=left)
    seats, winners = tuple(body["seats"]), tuple(body["winners"])
    over = Finished(table, body["game"], seats, winners, body["reason"], entry.at)
    return Register(left, (*register.finished, over))
