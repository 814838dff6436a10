"""Runs a command at a table: adds what the server knows, decides, and appends to the log."""

import asyncio
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from regicide_tui.server.base.tasks import Signal, one_request
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Caller, Dealt, Refused, decide
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.state import Record, TableState
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.chats import words_of
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import BadEntry

SEED_LENGTH = 24
"""The characters of a deal's seed: too many to guess."""
_MOST_SEATS = 100
"""The maximum number of a player's tables: each of their visits is announced at all of them."""
_NO_CARDS = Dealt()
"""The cards for a command that doesn't start a game."""


@dataclass(eq=False, repr=False)
class Commands:
    """Everything that is done at tables."""

    _common: Common
    _tables: Tables
    _presence: Presence
    _boards: Boards
    _limits: VisitorLimits
    _dealing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a table gets a board, so that a game starts once, with one board."""

    def __post_init__(self) -> None:
        """Create the signal."""
        self.done = Signal[[str, TableFacts, TableFacts]](self._common.report)
        """Sent after a command of this process, with the table's facts before and after it."""

    async def do(self, table: str, by: str, command: commands.Command) -> TableFacts:
        """Run a command at a table; return its new facts. Raises `Refused`, `StoreError`."""
        with one_request():
            try:
                projection = self._tables.projection(table)
                series = projection.value.facts.series
                if isinstance(command, commands.Sit | commands.TakeOver):
                    self.check_seats(by, table)
                    if series:
                        self._boards.check_opening(series, by)
                dealt = _NO_CARDS
                if isinstance(command, commands.StartGame):
                    if series:
                        return await self._deal_board(table, projection, by)
                    dealt = Dealt(secrets.token_hex(SEED_LENGTH // 2))
                return await self._run(table, projection, by, command, dealt)
            except Refused:  # its sentence may reveal cards
                kind = type(command).__name__
                self._common.journal.note_detail(
                    "refused command", table=table, by=by, command=kind
                )
                raise

    async def tell(self, table: str, by: str, text: str, address: str = "") -> None:
        """Send a message to a table in the player's own words. Raises `Refused`, `StoreError`."""
        self._limits.count_message(by, address)
        await self.do(table, by, commands.Tell(words_of(text)))

    def check_seats(self, by: str, at: str = "") -> None:
        """Refuse a player who already sits or waits at many other tables. Raises `Refused`."""
        limits = self._limits.settings
        most = limits.waiting_tables_of_guest if is_guest(by) else limits.waiting_tables
        others = [self._tables[one] for one in self._tables.listing.tables_of(by) if one != at]
        if len(others) >= _MOST_SEATS:
            raise Refused(f"You already sit at {_MOST_SEATS} tables: leave one first.")
        if sum(state.waiting for state in others) >= most:
            raise Refused(f"You are already waiting at {most} tables.")

    def tables_left(self, waiting: Iterable[str]) -> list[str]:
        """Return the waiting tables among these that may be closed now to make room.

        The table whose people have been away longest comes first.
        """
        now, left = self._common.now(), []
        for table in waiting:
            state = self._tables[table]
            people = self._presence.people_at(table, state)
            at = state.may_make_room_at(people, now)
            if at is not None and at <= now:
                left.append((state.last_seen(people, now), table))
        return [table for _, table in sorted(left)]

    async def _deal_board(
        self, table: str, projection: LogProjection[TableState], by: str
    ) -> TableFacts:
        """Start the game of a board, one table at a time. Raises as `do`.

        A board counts as seen before anyone sees a card, so nobody gets it twice.
        """
        async with self._dealing:
            state = projection.value.facts
            start, dealt = commands.StartGame(), Dealt(people=state.people)
            who = Caller(by, self._common.now(), dealt=dealt)
            decide(projection.value, start, who)  # otherwise a board would be lost
            board, deal = await self._boards.deal(state.series, table, state.people)
            dealt = Dealt(deal.seed, board, state.people)
            try:
                return await self._run(table, projection, by, start, dealt)
            except Refused:
                if projection.value.facts.board != board:  # otherwise it started at another process
                    await self._boards.release(table)
                raise

    async def _run(
        self,
        table: str,
        projection: LogProjection[TableState],
        by: str,
        command: commands.Command,
        dealt: Dealt,
    ) -> TableFacts:
        """Decide a command by the newest state and append its record. Raises as `do`."""
        at, before = self._common.now(), projection.value.facts

        def decide_now(state: TableState) -> Record:
            nonlocal before
            before = state.facts
            people = self._presence.people_at(table, before)
            return decide(state, command, Caller(by, at, people, dealt))

        try:
            facts = (await projection.append(decide_now)).facts
        except BadEntry as error:
            await self._tables.put_aside(table, error)
            raise self._tables.set_aside.refusal(table) from None
        self._tables.tell(table)
        self.done.send(table, before, facts)
        return facts
