"""The bots at a table on the screen: each thinks, waits for a moment, and acts."""

import asyncio
from contextlib import suppress

from textual.worker import Worker

from regicide_tui.bots.bot_game import derive_seed
from regicide_tui.bots.roster import PROGRAM, list_levels
from regicide_tui.games.base import Seat, Value
from regicide_tui.thinking.bot_process import Fault
from regicide_tui.thinking.questions import answer, question
from regicide_tui.tui.table.ask_bot import ask_bot
from regicide_tui.tui.table.host import TableHost
from regicide_tui.tui.table.table_model import NOTHING, Notice

PAUSES = {"slow": 2.5, "normal": 1.2, "fast": 0.3}
"""Seconds between an action and that of a bot, by the setting `pace`."""


class BotRunner:
    """Plays for the bots of a table while somebody looks at it."""

    def __init__(self, screen: TableHost) -> None:
        self._screen = screen
        self._worker: Worker[None] | None = None
        self._pause_skipped = asyncio.Event()
        self._visible = asyncio.Event()
        self._stand_ins: set[Seat] = set()

    def start(self) -> None:
        """Begin to play, if it is a bot's turn and none is at it."""
        at_it = self._worker is not None and self._worker.is_running
        if self._screen.table.bot is not None and not at_it:
            self._worker = self._screen.run_worker(self._play())

    def stop(self) -> None:
        """Think no more, until somebody wakes them."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def skip_pause(self) -> None:
        """End the pause."""
        self._pause_skipped.set()

    def set_visible(self, *, visible: bool) -> None:
        """Learn whether the table is seen; while it is not, nothing is played there."""
        if visible:
            self._visible.set()
        else:
            self._visible.clear()

    async def _play(self) -> None:
        """Play until it is a person's turn, or the game is over."""
        table = self._screen.table
        said, before = NOTHING, None
        while (seat := table.bot) is not None:
            if seat != before:  # who pays what it owes goes on as fast as it played
                self._pause_skipped.clear()
            moves, before = table.moves, seat
            (action, fault), _ = await asyncio.gather(self._choose(seat), self._pause())
            await self._visible.wait()
            said = fault if fault.text else said
            if (table.moves, table.bot) == (moves, seat):
                await self._screen.act_for(seat, action, said)

    async def _pause(self) -> None:
        """Let people see what was done before."""
        pace = PAUSES[self._screen.app.settings.pace]
        with suppress(TimeoutError):
            await asyncio.wait_for(self._pause_skipped.wait(), pace)

    async def _choose(self, seat: Seat) -> tuple[Value, Notice]:
        """Return what a bot does, and what is to be said of how it came to that.

        If something goes wrong with it, the simplest player takes the seat until the table is left.
        """
        table = self._screen.own
        seed = derive_seed(table.seed, table.moves)
        lost = NOTHING
        simplest = list_levels(table.game.name, len(table.seats))[0].name
        if seat not in self._stand_ins:
            try:
                return await self._ask(seat, seed), NOTHING
            except Fault as fault:
                self._stand_ins.add(seat)
                said = f"{table.seats[seat]} {fault}. A {simplest} plays on."
                lost = Notice(said, "warning")
        return await asyncio.to_thread(answer, question(table, seat, simplest, seed)), lost

    async def _ask(self, seat: Seat, seed: int) -> Value:
        """Return what the bot of a seat, or the foreign program there, does. Raises `Fault`."""
        table, external_bot = self._screen.own, self._screen.app.external_bot
        if table.bots[seat] == PROGRAM and external_bot is not None:
            return await external_bot.ask(table, seat)
        level = table.bots[seat]
        effort = self._screen.app.settings.thinking.get(level, 1.0)
        asked = question(table, seat, level, seed, effort=effort)
        chosen: Value = await ask_bot(self._screen, asked)
        return chosen
