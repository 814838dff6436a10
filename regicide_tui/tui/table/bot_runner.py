"""The bots at a table on the screen: each thinks, pauses, and acts."""

import asyncio
from contextlib import suppress

from textual.worker import Worker

from regicide_tui.bots.bot_game import derive_seed
from regicide_tui.bots.roster import PROGRAM, list_levels
from regicide_tui.games.base import Seat, Value
from regicide_tui.play.pace import share_of_pause
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import answer, question, the_action
from regicide_tui.tui.table.ask_bot import ask_bot
from regicide_tui.tui.table.host import TableHost
from regicide_tui.tui.table.table_model import NOTHING, Notice

PAUSES = {"slow": 2.5, "normal": 1.2, "fast": 0.3}
"""Seconds of a whole pause before an action of a bot, by the setting `pace`."""
READING = 2.5
"""How many pauses all have to say if they would like to go next (R-9), and to read it."""


class BotRunner:
    """Plays for the bots of a table while the table is visible."""

    def __init__(self, screen: TableHost) -> None:
        self._screen = screen
        self._worker: Worker[None] | None = None
        self._pause_skipped = asyncio.Event()
        self._wishes_ended = asyncio.Event()
        self._visible = asyncio.Event()
        self._stand_ins: set[Seat] = set()

    @property
    def _table(self) -> Table:
        """The game as it stands now."""
        return self._screen.session.table

    def start(self) -> None:
        """Start to play if it is a bot's turn and no bot plays yet."""
        at_it = self._worker is not None and self._worker.is_running
        if self._table.acting_bot is not None and not at_it:
            self._worker = self._screen.run_worker(self._play())

    def stop(self) -> None:
        """Stop until the next `start`."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def skip_pause(self) -> None:
        """End the pause."""
        self._pause_skipped.set()

    def end_wishes(self) -> None:
        """End the time in which all may say if they would like to go next, and pause after it."""
        self._wishes_ended.set()
        self._pause_skipped.clear()

    def set_visible(self, *, visible: bool) -> None:
        """Set whether the table is visible; bots act only while it is."""
        if visible:
            self._visible.set()
        else:
            self._visible.clear()

    async def _play(self) -> None:
        """Act for bots until it is a person's turn or the game is over."""
        said, before = NOTHING, None
        while (seat := self._table.acting_bot) is not None:
            if seat != before:  # a bot that pays after its own play keeps the pace of that play
                self._pause_skipped.clear()
            moves, before = self._table.moves, seat
            if self._others_may_wish:
                await self._wait_for_wishes()
                choice = self._choose_by_wishes(seat)
            else:
                choice = self._choose(seat)
            (action, fault), _ = await asyncio.gather(choice, self._pause())
            await self._visible.wait()
            said = fault if fault.text else said
            if (self._table.moves, self._table.acting_bot) == (moves, seat):
                await self._screen.act_for(seat, action, said)

    @property
    def _others_may_wish(self) -> bool:
        """Whether others than the bot that chooses may say if they would like to go next (R-9).

        If several people sit at this keyboard, they say nothing: nobody would know who spoke.
        """
        table = self._table
        bots = len([level for level in table.bots if level])
        speak = bots > 1 or len(table.seats) - bots == 1
        return speak and table.game.may_wish(table.view(None))

    async def _wait_for_wishes(self) -> None:
        """Let the bots speak, and give a person time to read that and to speak."""
        self._pause_skipped.clear()
        self._wishes_ended.clear()
        await self._screen.hear_wishes()
        await self._visible.wait()
        await self._wait(self._wishes_ended, READING)

    async def _choose_by_wishes(self, seat: Seat) -> tuple[Value, Notice]:
        """Return what a bot chooses that has heard everything said while it thought."""
        while True:
            said = await self._screen.hear_wishes()
            chosen = await self._choose(seat)
            if said == await self._screen.hear_wishes():
                return chosen

    async def _pause(self) -> None:
        """Wait, so that people see the last action."""
        await self._wait(self._pause_skipped, share_of_pause(self._table.in_a_row))

    async def _wait(self, end: asyncio.Event, pauses: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(end.wait(), pauses * PAUSES[self._screen.app.settings.pace])

    async def _choose(self, seat: Seat) -> tuple[Value, Notice]:
        """Return a bot's action, and a notice if the bot failed.

        A bot that fails is replaced by the simplest level until the table is closed.
        """
        table = self._table
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
        asked = question(table, seat, simplest, seed)
        return the_action(await asyncio.to_thread(answer, asked)), lost

    async def _ask(self, seat: Seat, seed: int) -> Value:
        """Return the action of the bot or external program at a seat. Raises `Fault`."""
        wishes = await self._screen.hear_wishes()
        table, external_bot = self._table, self._screen.app.external_bot
        if table.bots[seat] == PROGRAM and external_bot is not None:
            return await external_bot.ask(table, seat, wishes)
        level = table.bots[seat]
        effort = self._screen.app.settings.thinking.get(level, 1.0)
        asked = question(table, seat, level, seed, effort=effort, wishes=wishes)
        return the_action(await ask_bot(self._screen, asked))
