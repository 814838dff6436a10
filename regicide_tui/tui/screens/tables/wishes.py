"""What is said of going next at a table, while the next player is chosen (R-9)."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from regicide_tui.bots.roster import PROGRAM
from regicide_tui.games.base import Seat, Value
from regicide_tui.games.words import tell_wishes
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import the_wish, wish_question
from regicide_tui.tui.table.ask_bot import ask_bot
from regicide_tui.tui.table.host import TableHost


class Wishes:
    """The wishes at a table. The bots are asked once for each choice of the next player."""

    def __init__(self, screen: TableHost) -> None:
        self._screen = screen
        self._heard: tuple[Value | None, Mapping[Seat, bool]] = (None, {})
        """The position in which the bots were asked last, and what they said."""
        self._stated: tuple[Value | None, Mapping[Seat, bool]] = (None, {})
        """The position in which a person said something last, and what that was."""

    @property
    def sentence(self) -> str:
        """What was said of the choice that is open now; empty if nothing was."""
        said = self._said
        return tell_wishes(said, self._screen.session.table.seats) if said else ""

    @property
    def _said(self) -> Mapping[Seat, bool]:
        """What was said of the choice that is open now, by bots and people."""
        parts = [said for before, said in (self._heard, self._stated) if before == self._now]
        return {seat: wish for said in parts for seat, wish in said.items()}

    def state(self, seat: Seat, *, wish: bool) -> None:
        """Say for a person whether they would like to go next."""
        self._stated = self._now, {seat: wish}
        self._screen.show_news()

    def forget(self) -> None:
        """Forget what was said, because the choice or what led to it was taken back."""
        self._heard = self._stated = (None, {})

    @property
    def _now(self) -> Value:
        return self._screen.session.table.view(None)

    def begin(self) -> None:
        """Let the bots speak if a person chooses now. A bot that chooses asks them itself."""
        table = self._screen.session.table
        if any(table.bots) and table.acting_bot is None and table.game.may_wish(self._now):
            self._screen.run_worker(self._hear())

    async def _hear(self) -> None:
        await self.hear()

    async def hear(self) -> Mapping[Seat, bool]:
        """Ask the bots, if they may speak now, show what they say, and return it."""
        table, now, before = self._screen.session.table, self._now, self._heard
        if not table.game.may_wish(now):
            return {}
        if self._heard[0] != now:
            bots = [seat for seat, level in enumerate(table.bots) if level not in ("", PROGRAM)]
            asked = [seat for seat in bots if seat != table.to_act]
            answers = await asyncio.gather(*map(self._ask, asked))
            if self._now != now or self._heard is not before:
                return self._said  # meanwhile it was taken back, decided, or heard already
            said = zip(asked, answers, strict=True)
            self._heard = now, {seat: wish for seat, wish in said if wish is not None}
            self._screen.show_news()
        return self._said

    async def _ask(self, seat: Seat) -> bool | None:
        """Return what a bot says; nothing if it fails."""
        table = self._screen.session.table
        with suppress(Fault):
            asked = wish_question(table, seat, table.bots[seat])
            return the_wish(await ask_bot(self._screen, asked))
        return None
