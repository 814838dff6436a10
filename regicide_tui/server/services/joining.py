"""The ways to a table: a new one, one with bots, the next game of its players, a series."""

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from weakref import WeakValueDictionary

from regicide_tui.bots.roster import list_levels, review_level
from regicide_tui.server.base.random_words import make_invitation
from regicide_tui.server.model.boards.series import GAME, Series
from regicide_tui.server.model.boards.tournament import Tournament
from regicide_tui.server.model.listing import in_turns
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Caller, Following, Refused, decide
from regicide_tui.server.model.table.facts import TableFacts, WhoJoins, is_bot
from regicide_tui.server.model.table.gathering import follow, id_after, next_game, players_with_bots
from regicide_tui.server.model.table.record import project_table
from regicide_tui.server.model.table.state import EMPTY, TableState
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.commands import Commands
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.finished import FinishedGames
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.services.tournaments import Tournaments
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.store import UPDATED, StoreError

ID = 5
"""The bytes of a table's id."""
_FULL = "Too many tables are waiting for their games. Join one of them, or try again later."
_FULL_THERE = "Too many people from your address have waiting tables of their own. Try again later."


_NOTHING = Following()
"""For a table that follows no other."""


@dataclass(eq=False, repr=False)
class Joining:
    """Brings people to tables."""

    _common: Common
    _tables: Tables
    _presence: Presence
    _commands: Commands
    _boards: Boards
    _tournaments: Tournaments
    _finished: FinishedGames
    _limits: VisitorLimits
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a table is opened, so that only one takes the last slot."""
    _meeting: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """Held while someone joins the next game of a table or a table of a series, so that two
    people meet at one table."""
    _opened_from: dict[str, str] = field(default_factory=dict)
    """The addresses from which the tables of this process were opened, or else their hosts."""

    def __post_init__(self) -> None:
        """Forget the addresses of closed tables from now on."""
        self._tables.closed.subscribe(self._forget)

    def _forget(self, table: str, _: TableState) -> None:
        self._opened_from.pop(table, None)

    # ------------------------------------------------------------ opening

    async def open_table(
        self,
        by: str,
        command: commands.Open,
        address: str = "",
        table: str = "",
        following: Following = _NOTHING,
        *,
        waits: bool = True,
    ) -> str:
        """Open a table, perhaps with a given id; return its id. Raises `Refused`, `StoreError`.

        Opened and waiting tables are also counted by address, if there is one. If too many tables
        wait, another one is closed; a table that never `waits`, because its game starts at once,
        needs no room. If another process has opened a table with this id first, that one is listed.
        """
        table = table or secrets.token_hex(ID)
        async with self._opening:
            self._check_opening(by, command)
            invitation = "" if is_guest(by) else make_invitation()
            who = Caller(by, self._common.now(), following=following, invitation=invitation)
            opened = decide(EMPTY, command, who)
            left = self._to_make_room(by, address) if waits else ""
            self._limits.count_table(by, address)
            projection = project_table(self._common.store, table)
            await projection.append(lambda state: None if state.facts.seats else opened)
            await self._tables.note_open(table)
            if table not in self._tables:
                self._tables.add(table, projection)
            self._opened_from[table] = address or by
            if left:  # only now, because the new table might not have been stored
                await self._make_room_for(table, by, left)
            return table

    async def with_bots(self, by: str, game: str, address: str) -> str:
        """Start a game with bots at a new table; return its id. Raises `Refused`, `StoreError`."""
        players = players_with_bots(game)
        level = review_level(game, players) or list_levels(game, players)[0].name
        opening = commands.Open(game, players, {}, joining=WhoJoins.ASK)
        table = await self.open_table(by, opening, address, waits=False)
        for seat in range(1, players):
            await self._commands.do(table, by, commands.SeatBot(seat, level))
        await self._commands.do(table, by, commands.StartGame())
        return table

    def _check_opening(self, by: str, command: commands.Open) -> None:
        """Refuse a table that a player may not open. Raises `Refused`."""
        series = self._boards.check_opening(command.series, by) if command.series else None
        most = self._limits.settings.tables_by_player
        awaited = series is not None and series.is_of_tournament  # a round waits for nobody
        if not awaited and sum(not state.over for state in self._tables.facts_of(by)) >= most:
            raise Refused(f"You already sit at {most} tables: leave one first.")
        self._commands.check_seats(by)
        if self._tables.register.is_outdated:  # otherwise the table would be made but not listed
            raise Refused(UPDATED)
        if series is not None and (command.game, command.players) != (
            GAME,
            self._boards.book.players_of(series),
        ):
            raise Refused("There are no such deals.")

    def _to_make_room(self, by: str, address: str) -> str:
        """Return the table to close before another is opened from an address, or nothing.

        Raises `Refused` if there is no room and no such table, or if too many hosts of waiting
        tables are from this address.
        """
        waiting = [table for table, state in self._tables.items() if state.waiting]
        there = [one for one in waiting if address and self._tables.address_of(one) == address]
        if len(there) >= self._limits.settings.waiting_tables_by_address:
            raise Refused(_FULL_THERE)
        if len(waiting) < self._limits.settings.waiting_tables_in_all:
            return ""
        left = self._find_crowded(waiting, by, address) or self._commands.tables_left(waiting)
        if not left:
            raise Refused(_FULL)
        return left[0]

    def _find_crowded(self, waiting: list[str], by: str, address: str) -> list[str]:
        """Return the waiting tables that may make room because their openers have so many.

        As in the lobby, addresses take turns, and so do the hosts of each: these tables come after
        a new one, the last one first. None of their people is here.
        """
        hosts = {table: self._tables[table].host for table in waiting} | {"": by}
        places = {table: self._opened_from.get(table, host) for table, host in hosts.items()}
        places[""] = address or by
        turns = in_turns(in_turns(hosts, hosts.__getitem__), places.__getitem__)
        after = turns[turns.index("") + 1 :]
        return [one for one in after[::-1] if not self._presence.is_attended(self._tables[one])]

    async def _make_room_for(self, new: str, by: str, left: str) -> None:
        """Close a waiting table for a new one. If someone has returned there, close the new one.

        If the store fails, both stay. Raises `Refused`, `StoreError`.
        """
        try:
            with suppress(Refused):
                host = self._tables.find(left).host
                await self._commands.do(left, host, commands.Close(commands.Why.ROOM))
        except StoreError as error:
            self._common.report(error, table=left)
            return
        state = self._tables.get(left)
        if state is not None and not state.over:
            await self._commands.do(new, by, commands.Stand())
            raise Refused("The table that would have made room is in use again. Try again.")

    def find_invited(self, word: str, limit_key: str) -> str:
        """Return the table of an invitation. Raises `Refused`.

        Wrong words are counted like wrong passwords.
        """
        self._limits.check_tries(limit_key)
        tables = self._tables
        found = (one for one in tables if word == tables.whole(one).secrets.invitation != "")
        if not (table := next(found, "")):
            self._limits.note_wrong_try(limit_key)
            raise Refused("This invitation has expired or was mistyped.")
        return table

    # ------------------------------------------------------------ the next game

    def find_next(self, table: str) -> str:
        """Return the table where the players of a table wait for their next game, or nothing."""
        waiting = (
            name for name, state in self._tables.items() if state.after == table and state.waiting
        )
        return next(waiting, "")

    def find_followed(self, table: str) -> str:
        """Return the table where the players of a table wait or play next, or nothing."""
        found = (name for name, one in self._tables.items() if one.after == table and not one.over)
        return next(found, "")

    async def join_next(self, table: str, by: str, address: str = "") -> str:
        """Take a seat for the next game and be ready, or open its table; return the table.

        Raises `Refused`, `StoreError`.
        """
        state = await self._finished.read(table, by)
        if state.facts.seat_of(by) is None:
            raise Refused("You didn't play there.")
        async with self._lock(table):
            if not (name := self.find_next(table)):
                name, is_new = await self._choose_id(table)
                if is_new:
                    await self._open_next(name, table, state, by, address)
                else:
                    await self._tables.note_open(name)
                    await self._tables.restore(name)
            await self._sit(name, by)
            table_now = self._tables.find(name)
            if by in table_now.people and by not in (table_now.host, *table_now.ready):
                await self._commands.do(name, by, commands.BeReady(True))
            return name

    async def _choose_id(self, table: str) -> tuple[str, bool]:
        """Return the id of the table for the next game, and whether it isn't open yet.

        All processes choose the same id, so only one of them opens the table. Raises `StoreError`.
        """
        for number in count():
            name = id_after(table, number, ID)
            state = await self._tables.read_state(name)
            if state.facts.waiting:
                return name, not state.facts.seats
        raise AssertionError

    async def _sit(self, table: str, by: str) -> None:
        """Seat a player, if there is a free seat. Raises `Refused`, `StoreError`."""
        while (state := self._tables.find(table)).seat_of(by) is None and state.free:
            try:
                password = self._tables.whole(table).secrets.password
                command = commands.Sit(state.seats.index(""), password)
                await self._commands.do(table, by, command)
            except Refused:
                if self._tables.find(table).seats == state.seats:
                    raise

    async def _open_next(
        self, name: str, table: str, state: TableState, by: str, address: str
    ) -> None:
        """Open a table for the next game. Raises as `open_table`."""
        await self.open_table(by, next_game(state), address, name, follow(table, state))
        facts = state.facts
        levels = [facts.bots[seat] for seat, one in enumerate(facts.seats) if is_bot(one)]
        for seat, level in zip(range(facts.players - 1, 0, -1), levels, strict=False):
            with suppress(Refused):  # someone was quicker and sits there
                await self._commands.do(name, by, commands.SeatBot(seat, level))

    # ------------------------------------------------------------ tables of a series

    async def take_seat(self, series: Series, by: str, address: str = "") -> str:
        """Seat a player at a table of a series; return the table.

        Solo games start at once. Other players sit down where people wait, or open a table and
        wait there. In a tournament round, nobody waits alone while others also wait. Raises
        `Refused`, `StoreError`.
        """
        async with self._lock(series.name):
            own = self.find_own(series, by)
            if own and not self._is_alone_beside_others(own, series, by):
                return own
            if own:
                await self._commands.do(own, by, commands.Stand())
            self._boards.check_opening(series.name, by)
            if waiting := self._find_waiting(series, by):
                await self._sit(waiting, by)
                return waiting
            players = self._boards.book.players_of(series)
            command = commands.Open(GAME, players, {}, series=series.name)
            opened = await self.open_table(by, command, address, waits=players > 1)
            if players == 1:
                await self._commands.do(opened, by, commands.StartGame())
            return opened

    async def withdraw(self, tournament: Tournament, by: str) -> None:
        """Remove a player from a tournament, and from a seat where they wait in it.

        A game that has started continues. Raises `Refused`, `StoreError`.
        """
        series = tournament.series_of(tournament.round_at(self._common.now()))
        async with self._lock(series.name):
            await self._tournaments.withdraw(tournament.id, by)
            own = self.find_own(series, by)
            if own and self._tables[own].waiting:
                await self._commands.do(own, by, commands.Stand())

    def find_own(self, series: Series, name: str) -> str:
        """Return the table of a series at which a player sits, or nothing."""
        found = (
            table
            for table in self._tables.listing.tables_of(name)
            if self._tables[table].series == series.name and not self._tables[table].over
        )
        return next(found, "")

    def _lock(self, what: str) -> asyncio.Lock:
        """Return the lock for joining the same table."""
        return self._meeting.setdefault(what, asyncio.Lock())

    def _is_alone_beside_others(self, own: str, series: Series, name: str) -> bool:
        """Return whether a player waits alone in a tournament round while others wait elsewhere."""
        state = self._tables[own]
        is_alone = series.is_of_tournament and state.waiting and state.people == (name,)
        return is_alone and bool(self._find_waiting(series, name))

    def _find_waiting(self, series: Series, name: str) -> str:
        """Return a table of a series where people wait for another player, or nothing.

        Players aren't sent back to a table that they left: its host may not start its game.
        """

        def waits(table: str, facts: TableFacts) -> bool:
            is_open = facts.waiting and facts.free > 0 and not facts.private
            if not is_open or facts.series != series.name or facts.seat_of(name) is not None:
                return False
            secrets = self._tables.whole(table).secrets
            has_left = name in (*secrets.sent_away, *secrets.stood_up)
            return not has_left and self._presence.is_attended(facts)

        return next((table for table, facts in self._tables.items() if waits(table, facts)), "")
