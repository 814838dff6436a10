"""A request for a table, from a text session or JSON, and the seats of a table in a text session.

These are all seats before its game, and then those of bots that a person may take.
"""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any

from regicide_tui.bots.roster import list_levels
from regicide_tui.games.base import IllegalAction, Json, Seat, Value
from regicide_tui.server.api.api import Api
from regicide_tui.server.api.tables import RemoteSession
from regicide_tui.server.base.random_words import make_table_password
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table import commands as c
from regicide_tui.server.model.table.commands import Open
from regicide_tui.server.model.table.facts import WhoJoins, is_bot
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.screens.words import (
    CLOCKS,
    ClockName,
    describe_clock,
    describe_deal,
    describe_game,
    describe_house_rules,
    describe_seat,
    describe_wait,
)
from regicide_tui.text.commands import Command
from regicide_tui.text.tables import Answer, Said


class Opening(Value):
    """A table that someone wants to open."""

    game: str
    players: int
    options: Mapping[str, Json] = {}
    private: bool = False
    clock: ClockName | None = None
    days: int = 0
    joining: WhoJoins = WhoJoins.ASK
    talks_freely: bool = False
    programs: bool = False

    @property
    def command(self) -> Open:
        """The command that opens the table."""
        return Open(
            self.game,
            self.players,
            self.options,
            make_table_password() if self.private else "",
            CLOCKS[self.clock] if self.clock else None,
            days=self.days,
            joining=self.joining,
            talks_freely=self.talks_freely,
            programs=self.programs,
        )


Change = Callable[[Awaitable[None]], Coroutine[Any, Any, Answer]]
"""Makes a change, and returns its effect. Raises `IllegalAction`."""


class Seats:
    """Who sits at a table, what it waits for, and the commands for seats."""

    def __init__(self, session: RemoteSession, api: Api, visitor: Visitor, change: Change) -> None:
        self._session, self._handle = session, session.handle
        self._api, self._visitor, self._change = api, visitor, change
        self._heard_wait = ""
        """The last sentence about what the table waits for."""

    @property
    def _table(self) -> VisitorTable:
        return self._session.table

    # ------------------------------------------------------------ what is said

    def tell(self) -> Said:
        """Return who sits here before the game, and what the table waits for."""
        table = self._table
        if table.over:
            why = self._handle.why_closed or "The table is closed."
            return [f"{why} leave goes to the lobby."]
        rules = [describe_deal(table), describe_clock(table.clock), describe_house_rules(table)]
        told = ", ".join([describe_game(table.game, table.players), *filter(None, rules)])
        password = f"The password is {table.password}." if table.password else ""
        self._heard_wait = self._wait()
        return [f"{told}. Seats: {'; '.join(self._seated(table))}.", password, self._heard_wait]

    def _wait(self) -> str:
        """Return what the table waits for, and what the visitor can type."""
        table, name = self._table, self._handle.name
        wait, typed = describe_wait(table, name, "Type name", "Type bot"), ""
        if table.free and is_guest(name):
            return wait  # which says what guests can type
        if table.seat is None:
            typed = " sit sits down." if table.free else ""
        elif table.free:
            typed = " invite says how others can join."
            if not table.series:  # only people play duplicate deals
                typed = f" bot seats a bot;{typed}"
        elif name not in (table.host, *table.ready):
            typed = " ready says that you are."
        elif table.host == name and {*table.people} <= {name, *table.ready}:
            typed = " Type start to start the game."
        return wait + typed

    def _seated(self, table: VisitorTable) -> Sequence[str]:
        """Return who sits where."""
        name, now = self._handle.name, self._api.now()
        return [
            f"{seat} {shown or 'free'}" + (f", {about}" if about else "")
            for seat, (one, shown) in enumerate(zip(table.seats, table.readable, strict=True), 1)
            for about in [describe_seat(table, one, name, now) if one else ""]
        ]

    def tell_changes(self, before: VisitorTable) -> Said:
        """Return which seats have changed, and what the table waits for if that is new."""
        seats = {*self._seated(self._table)} - {*self._seated(before)}
        if self._table.over or not seats:
            return self.tell() if self._table.over and not before.over else []
        heard, self._heard_wait = self._heard_wait, self._wait()
        wait = self._heard_wait if self._heard_wait != heard else ""
        return [f"Seats: {'; '.join(sorted(seats))}.", wait]

    # ------------------------------------------------------------ what is typed

    @property
    def free(self) -> Sequence[Seat]:
        """The seats that the visitor may take now."""
        table = self._table
        free = [seat for seat, name in enumerate(table.seats) if not name]
        return table.may_take_over if table.begun else free

    def _named(self, word: str) -> int:
        """Return the seat that a word names by its number or its player. Raises `IllegalAction`."""
        seats = self._table.seats
        named = [seat for seat, name in enumerate(seats) if name.casefold() == word.casefold()]
        if word.isdecimal() and 0 < int(word) <= len(seats):
            named = [int(word) - 1]
        if not named:
            raise IllegalAction("refused", "There is no such seat.")
        return named[0]

    def _do(self, command: c.Command) -> Answer:
        return self._change(self._session.do(command))

    async def do_sit(self, rest: str) -> Answer:
        """Sit down in a free seat, or in a bot's seat during a game: sit, sit 2."""
        table, password = self._table, self._handle.password
        first = next(iter(self.free or table.to_take_over), 0)
        seat = self._named(rest) if rest else first
        sits = c.TakeOver(seat, password) if table.begun else c.Sit(seat, password)
        return await self._change(self._session.do(sits))

    async def do_stand(self, _: str) -> Answer:
        """Give up your seat before the game, or stop asking for a bot's seat."""
        begun = self._table.begun
        await self._session.do(c.AskNoMore() if begun else c.Stand())
        return ["You no longer ask for the seat."] if begun else Command("leave")

    def do_ready(self, word: str) -> Answer:
        """Say that you are ready: ready. Not ready: ready off."""
        is_off = word.casefold() == "off"
        if not is_off and self._handle.name in self._table.ready:
            return ["You are ready. ready off undoes that."]
        return self._do(c.BeReady(not is_off))

    def do_start(self, _: str) -> Answer:
        """Start the game once everyone is ready (host only)."""
        return self._do(c.StartGame())

    def do_bot(self, level: str) -> Answer:
        """Seat a bot in the last free seat: bot, bot knight."""
        table = self._table
        levels = [one.name for one in list_levels(table.game, table.players)]
        found = [one for one in levels if one.startswith(level.casefold())]
        if not found or not self.free:
            return [f"A bot needs a free seat and a level: {', '.join(levels)}."]
        return self._do(c.SeatBot(self.free[-1], found[0]))

    def do_send(self, who: str) -> Answer:
        """Send a bot or a person away before the game: send bea, send 2."""
        seat = self._named(who)
        name = self._table.seats[seat]
        if is_bot(name):
            return self._do(c.SendBotAway(seat))
        away = name in self._table.absent
        return self._do(c.FreeSeat(seat) if away else c.SendPersonAway(seat, name))

    def do_invite(self, _: str) -> Said:
        """Show the command with which others can join this table."""
        word = self._table.invitation
        if not word:
            return ["You can't invite here."]
        return [self._visitor.server.invite(word), "Use -T instead of -t for a text session."]
