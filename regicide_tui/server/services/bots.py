"""The bots at the tables of the server."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from time import monotonic

from regicide_tui.bots.roster import fit_levels, list_levels
from regicide_tui.games.base import Seat, Value
from regicide_tui.play.table import Table
from regicide_tui.server.base.tasks import AGAIN, Workers
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.commands import Act, Wish
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.services.commands import Commands
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.services.thinking import Thinking
from regicide_tui.server.storage.store import StoreError
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import (
    answer,
    question,
    share_of_pause,
    the_action,
    the_wish,
    wish_question,
)

PAUSE = 1.2
"""Seconds of a full pause before a bot's action, so that people can follow."""
_PAUSE_FOR_WISHES = 4
"""How many times longer a bot waits for messages before it chooses the next player."""
_PATIENCE = 20.0
"""Seconds after which the simplest bot replaces a slow one."""


@dataclass(eq=False, repr=False)
class ServerBots:
    """Plays for the bots of all tables.

    `pause` is the full pause before a bot's action in seconds. `note_answer` gets the seconds from
    each question to its answer.
    """

    _common: Common
    _tables: Tables
    _presence: Presence
    _commands: Commands
    _thinking: Thinking
    _pause: float
    _note_answer: Callable[[float], None]
    choosing: int = 0
    """The number of bots that must choose an action, including the one that is thinking."""
    _guests_turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a guest's bot thinks, so that other bots wait for at most one of them."""
    waiting: set[str] = field(default_factory=set)
    """The tables whose tasks wait for their logs."""

    def __post_init__(self) -> None:
        """Play at all tables where a bot must act, from now on."""
        self.workers = Workers(lambda error, table: self._common.report(error, table=table))
        """The workers, each playing at one table."""
        self._tables.changed.subscribe(lambda table, before, after: self.wake(table))

    def wake(self, table: str) -> None:
        """Start to play at a table, if a bot must act there and no task is playing."""
        if table in self.waiting and self._tables.is_read(table):
            self.workers.stop(table)  # the log has been read, so it need not wait
        if self._bot(table) is not None or self._silent_bots(table):
            self.workers.wake(table, lambda: self._play(table))

    def _with_bots(self, table: str) -> TableFacts | None:
        """Return a table if this process lets bots play there now.

        Bots wait while nobody is here, except in correspondence games.
        """
        state = self._tables.get(table)
        if state is None or not any(state.bots) or not self._tables.owns(table):
            return None
        return state if state.days > 0 or self._presence.is_attended(state) else None

    def _bot(self, table: str) -> Seat | None:
        """Return the seat for which a bot must act now, if it need not wait."""
        state = self._with_bots(table)
        return state.acting_bot if state is not None else None

    def _silent_bots(self, table: str) -> list[Seat]:
        """Return the bots that may still state a wish to go next (R-9)."""
        state = self._with_bots(table)
        if state is None or not (state.may_wish and self._tables.is_read(table)):
            return []
        bots = [seat for seat, level in enumerate(state.bots) if level]
        return [seat for seat in bots if seat != state.to_act and seat not in state.wishes]

    async def _play(self, table: str) -> None:
        """Play until it is a person's turn, all people are away, or the game is over."""
        with suppress(StoreError):  # the next message is tried again
            await self._speak(table)
        while (seat := self._bot(table)) is not None:
            try:
                if self._tables.is_read(table):
                    await self.act(table, seat)
                    await self._speak(table)
                else:
                    await self._read(table)
            except StoreError as error:  # for example, the disk is full
                self._common.tasks.report(error, table=table)
                await asyncio.sleep(AGAIN)

    async def _read(self, table: str) -> None:
        """Wait until the log of a table has been read. Raises `StoreError`."""
        self.waiting.add(table)
        try:
            await self._tables.read(table, in_turn=True)
        finally:
            self.waiting.discard(table)

    async def _speak(self, table: str) -> None:
        """Let bots state their wishes to go next, where they may. Raises `StoreError`."""
        for seat in self._silent_bots(table):
            if seat not in self._silent_bots(table):  # the next player has been chosen
                return
            state, game = self._tables[table], self._tables.whole(table).game
            assert game is not None  # otherwise they wouldn't speak
            level = fit_levels(state.game, state.bots)[seat]
            with suppress(Fault, TimeoutError, Refused):
                asked = wish_question(game, seat, level)
                wish = the_wish(await asyncio.wait_for(self._thinking.ask(asked), _PATIENCE))
                if wish is not None:
                    await self._commands.do(table, state.seats[seat], Wish(wish))

    async def act(self, table: str, seat: Seat) -> None:
        """Choose and take the action of a bot. Raises `StoreError`."""
        state, now = self._tables[table], self._tables.whole(table).game
        assert now is not None  # a bot must act
        level = fit_levels(state.game, state.bots)[seat]
        people = [other for other, bot in enumerate(state.bots) if not bot]
        if state.may_wish and any(other not in state.wishes for other in people):
            await asyncio.sleep(_PAUSE_FOR_WISHES * self._pause)
            state = self._tables.get(table, state)
        pause = self._pause * share_of_pause(now.in_a_row)
        chosen, _ = await asyncio.gather(
            self._measure(now, seat, level, state), asyncio.sleep(pause)
        )
        with suppress(Refused):  # someone came back, or an action was undone
            action = now.game.format(chosen)
            await self._commands.do(table, state.seats[seat], Act(action, now.moves))

    async def _measure(self, table: Table, seat: Seat, level: str, state: TableFacts) -> Value:
        """Return the chosen action, and note how long that took.

        A guest's bot waits for the bots of other guests.
        """
        began = monotonic()
        self.choosing += 1
        try:
            async with self._guests_turn if state.of_guest else nullcontext():
                return await self._choose(table, seat, level, state.wishes)
        finally:
            self.choosing -= 1
            self._note_answer(monotonic() - began)

    async def _choose(
        self, table: Table, seat: Seat, level: str, wishes: Mapping[Seat, bool]
    ) -> Value:
        """Return a bot's action, or the simplest bot's if it fails."""
        with suppress(Fault, TimeoutError):
            asked = question(table, seat, level, wishes=wishes)
            return the_action(await asyncio.wait_for(self._thinking.ask(asked), _PATIENCE))
        simplest = list_levels(table.game.name, len(table.seats))[0].name
        asked = question(table, seat, simplest)
        return the_action(await asyncio.to_thread(answer, asked))
