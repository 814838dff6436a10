"""The bots at a table at home: actions, hints, chances and wishes."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.worker import Worker

from regicide_tui.bots.base import Chances
from regicide_tui.bots.roster import (
    MISSING,
    PROGRAM,
    adviser_level,
    has_searches,
    list_levels,
    quick_adviser_level,
)
from regicide_tui.games.base import Seat, Value
from regicide_tui.games.words import tell_wishes
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import (
    Advice,
    Answer,
    AnyQuestion,
    answer,
    question,
    share_of_pause,
    the_action,
    the_advice,
    the_wish,
    wish_question,
)
from regicide_tui.tui.pages.hints import NO_HINT, SECONDS
from regicide_tui.tui.table.table_model import NOTHING, Notice, Odds, TableModel

if TYPE_CHECKING:
    from regicide_tui.tui.screens.home_table import HomeTable
    from regicide_tui.tui.screens.review import ReviewScreen


LONG = 6.0
"""Seconds after which the notice appears; it repeats, since any key removes it."""
_LONG_THOUGHT = "This is taking a while."


async def ask_bot(screen: "HomeTable | ReviewScreen", asked: AnyQuestion) -> Answer:
    """Return a bot's answer to a question of a screen. Raises `Fault`."""
    timer = screen.set_interval(LONG, lambda: screen.notify_player(_LONG_THOUGHT, "muted"))
    try:
        return await screen.app.thinker.ask(asked)
    finally:
        timer.stop()


_TOLD = 60
"""The most characters shown of a program's fault."""
PAUSES = {"slow": 2.5, "normal": 1.2, "fast": 0.3}
"""Seconds of a whole pause before a bot's action, by the setting `pace`."""
READING = 2.5
"""The time for saying who would like to go next (R-9), and for reading it, in pauses."""


class BotRunner:
    """Plays for the bots of a table while the table is visible."""

    def __init__(self, screen: "HomeTable") -> None:
        self._screen = screen
        self._worker: Worker[None] | None = None
        self._pause_skipped = asyncio.Event()
        self._wishes_ended = asyncio.Event()
        self._visible = asyncio.Event()
        self._stand_ins: set[Seat] = set()

    @property
    def _table(self) -> Table:
        """The game in its current state."""
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
        """End the time for wishes to go next, and pause after it."""
        self._wishes_ended.set()
        self._pause_skipped.clear()

    def set_visible(self, *, visible: bool) -> None:
        """Set whether the table is visible; bots act only while it is."""
        if visible:
            self._visible.set()
        else:
            self._visible.clear()

    async def _play(self) -> None:
        """Play the bots' actions until it is a person's turn or the game is over."""
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
        """Whether players may say if they would like to go next, while a bot chooses (R-9).

        If several people sit at this keyboard, they may not: nobody would know who spoke.
        """
        table = self._table
        bots = len([level for level in table.bots if level])
        speak = bots > 1 or len(table.seats) - bots == 1
        return speak and table.game.may_wish(table.view(None))

    async def _wait_for_wishes(self) -> None:
        """Let the bots speak, and give a person time to read that and speak."""
        self._pause_skipped.clear()
        self._wishes_ended.clear()
        await self._screen.wishes.hear()
        await self._visible.wait()
        await self._wait(self._wishes_ended, READING)

    async def _choose_by_wishes(self, seat: Seat) -> tuple[Value, Notice]:
        """Return the choice of a bot that has heard everything said while it thought."""
        while True:
            said = await self._screen.wishes.hear()
            chosen = await self._choose(seat)
            if said == await self._screen.wishes.hear():
                return chosen

    async def _pause(self) -> None:
        """Wait, so that people can see the last action."""
        await self._wait(self._pause_skipped, share_of_pause(self._table.in_a_row))

    async def _wait(self, end: asyncio.Event, pauses: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(end.wait(), pauses * PAUSES[self._screen.app.settings.pace])

    async def _choose(self, seat: Seat) -> tuple[Value, Notice]:
        """Return a bot's action, and a notice if the bot failed.

        A bot that fails is replaced by the simplest level until the table is closed.
        """
        table = self._table
        lost = NOTHING
        simplest = list_levels(table.game.name, len(table.seats))[0].name
        if seat not in self._stand_ins:
            try:
                return await self._ask(seat), NOTHING
            except Fault as fault:
                self._stand_ins.add(seat)
                details = f" ({fault.details[:_TOLD]})" if fault.details else ""
                said = f"{table.seats[seat]} {fault}{details}. A {simplest} plays on."
                lost = Notice(said, "warning")
        asked = question(table, seat, simplest)
        return the_action(await asyncio.to_thread(answer, asked)), lost

    async def _ask(self, seat: Seat) -> Value:
        """Return the action of the bot or external program at a seat. Raises `Fault`."""
        wishes = await self._screen.wishes.hear()
        table, external_bot = self._table, self._screen.app.external_bot
        if table.bots[seat] == PROGRAM and external_bot is not None:
            return await external_bot.ask(table, seat, wishes)
        level = table.bots[seat]
        effort = self._screen.app.settings.thinking.get(level, 1.0)
        asked = question(table, seat, level, effort=effort, wishes=wishes)
        return the_action(await ask_bot(self._screen, asked))


class Hints:
    """The hints at a table. One moment has one hint, which counts once."""

    def __init__(self, screen: "HomeTable") -> None:
        self._screen = screen
        table = screen.session.table
        self._level = adviser_level(table.game.name, len(table.seats))
        self._given: tuple[object, tuple[Advice, ...]] = (None, ())

    @property
    def available(self) -> bool:
        """Whether a bot can give hints in this game."""
        return bool(self._level)

    async def give(self) -> None:
        """Ask the bot about this moment and show its best action."""
        screen = self._screen
        view = screen.model.view
        if self._given[0] != view:
            screen.notify_player("Looking for a hint.", "muted")
            try:
                ranked = await self._think()
            except Fault:
                screen.notify_player(NO_HINT, "error")
                return
            self._given = (view, ranked)
            screen.session.count_hint(ranked[0].action)
        screen.point_out(self._given[1])

    async def _think(self) -> tuple[Advice, ...]:
        table = self._screen.session.table
        seat = table.to_act
        assert seat is not None
        wishes = await self._screen.wishes.hear()
        asked = question(table, seat, self._level, seconds=SECONDS, wishes=wishes)
        return the_advice(await ask_bot(self._screen, asked))


_ALIKE = 0.02
"""Chances that differ by less are as good as equal."""


class Meter:
    """The chances at a table. All actions of a moment are evaluated at once, before any key.

    Competitive games have no meter, since the chances of one player would reveal hidden cards to
    another.

    Between two turns of a seat its last chance stays visible, but never to another seat.
    """

    def __init__(self, screen: "HomeTable") -> None:
        self._screen = screen
        table = screen.session.table
        game = table.game
        self._level = "" if game.rivals else quick_adviser_level(game.name, len(table.seats))
        self._now: tuple[Seat | None, Chances | None] = (None, None)
        self._after: dict[str, Chances] = {}
        self._judging: Worker[None] | None = None

    @property
    def _on(self) -> bool:
        screen = self._screen
        return bool(self._level) and not screen.no_hints and screen.app.settings.win_meter

    def update(self) -> None:
        """Evaluate the moment, if a player at this screen can act."""
        self._after = {}
        if self._judging is not None:
            self._judging.cancel()
            self._judging = None
        if self._on and self._screen.may_act():
            self._judging = self._screen.run_worker(self._judge())

    def with_odds(self, model: TableModel) -> TableModel:
        """Return the model with the chances to show."""
        if not self._on or model.over or model.curtain:
            return model
        seat, now = self._now
        then = None if model.ready is None else self._after.get(self._written(model.ready))
        return replace(model, odds=Odds(now if seat == model.viewer else None, then))

    def explain(self, model: TableModel) -> str:
        """Return what the help says about the chances in the title, or why there are none.

        It is empty if the win meter is off.
        """
        odds = self.with_odds(model).odds
        if odds is None:
            wanted = (
                self._screen.app.settings.win_meter and not self._screen.session.table.game.rivals
            )
            missing = wanted and not has_searches()
            return f"The win meter is unavailable: {MISSING}." if missing else ""
        text = (
            "The title shows your chance of winning now and, after the arrow, with the picked "
            "cards. Both are estimates and assume that everyone plays on at knight level."
        )
        if odds.now is None or odds.now.gold is None:
            return text
        return (
            f"{text} Gold is a win without flipping a Jester. The best action for gold may not be "
            "the best one for any win."
        )

    def take_over(self, ranked: Sequence[Advice]) -> None:
        """Show a hint's chances from now on in this moment, since it has thought longer.

        Actions that the hint does not rate keep their chances, up to the best that can be reached
        now.
        """
        if self._judging is not None:
            self._judging.cancel()
        best = _within_reach(ranked)
        self._now = (self._screen.model.viewer, best)
        rated = {self._written(one.action): one.chances for one in ranked}
        after = {**self._after, **rated}
        self._after = {one: _at_most(chances, best) for one, chances in after.items()}

    def show(self, model: TableModel) -> None:
        """Show the chances of a model, if there are any."""
        if model.odds is not None:
            self._screen.show_odds(model)

    async def _judge(self) -> None:
        table = self._screen.session.table
        seat = table.to_act
        assert seat is not None
        asked = question(table, seat, self._level, quick=True)
        try:
            ranked = the_advice(await self._screen.app.thinker.ask(asked))
        except Fault:
            return
        if ranked:
            self._now = (seat, _within_reach(ranked))
            self._after = {table.game.format(one.action): one.chances for one in ranked}
            self.show(self.with_odds(self._screen.model))

    def _written(self, action: Value) -> str:
        """Return an action in notation that doesn't depend on the order of picking."""
        game, view = self._screen.session.table.game, self._screen.model.view
        return game.format(game.canonical(view, game.parse(game.format(action))))


def _within_reach(ranked: Sequence[Advice]) -> Chances:
    """Return the best chances of any action.

    In a solo game, gold and a win with any medal may need different actions. If the first action is
    about as good as the best, its own chance is used, so that a hint and the title agree.
    """
    first = ranked[0].chances
    win = _own_or_best(first.win, [one.chance for one in ranked])
    if first.gold is None:
        return Chances(win)
    return Chances(win, _own_or_best(first.gold, [one.gold or 0.0 for one in ranked]))


def _own_or_best(own: float, all_of_them: Sequence[float]) -> float:
    best = max(all_of_them)
    return own if best - own < _ALIKE else best


def _at_most(chances: Chances, best: Chances) -> Chances:
    """Return chances that are no better than the best ones."""
    gold = None if chances.gold is None else min(chances.gold, best.gold or 0.0)
    return Chances(min(chances.win, best.win), gold)


class Wishes:
    """The wishes at a table. The bots are asked once for each choice of the next player."""

    def __init__(self, screen: "HomeTable") -> None:
        self._screen = screen
        self._heard: tuple[Value | None, Mapping[Seat, bool]] = (None, {})
        """The position in which the bots were last asked, and what they said."""
        self._stated: tuple[Value | None, Mapping[Seat, bool]] = (None, {})
        """The position in which a person last said something, and what that was."""

    @property
    def sentence(self) -> str:
        """What was said about the current choice; empty if nothing was."""
        said = self._said
        return tell_wishes(said, self._screen.session.table.seats) if said else ""

    @property
    def _said(self) -> Mapping[Seat, bool]:
        """What bots and people said about the current choice."""
        parts = [said for before, said in (self._heard, self._stated) if before == self._now]
        return {seat: wish for said in parts for seat, wish in said.items()}

    def state(self, seat: Seat, *, wish: bool) -> None:
        """Say on behalf of a person whether they would like to go next."""
        self._stated = self._now, {seat: wish}
        self._screen.show_news()

    def forget(self) -> None:
        """Forget what was said, because the choice or an action before it was undone."""
        self._heard = self._stated = (None, {})

    @property
    def _now(self) -> Value:
        return self._screen.session.table.view(None)

    def begin(self) -> None:
        """Let the bots speak if a person chooses now. A bot that chooses asks them itself."""
        table = self._screen.session.table
        if any(table.bots) and table.acting_bot is None and table.game.may_wish(self._now):
            self._screen.run_worker(self.hear())

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
                return self._said  # undone, decided or already heard in the meantime
            said = zip(asked, answers, strict=True)
            self._heard = now, {seat: wish for seat, wish in said if wish is not None}
            self._screen.show_news()
        return self._said

    async def _ask(self, seat: Seat) -> bool | None:
        """Return what a bot says; None if it fails."""
        table = self._screen.session.table
        with suppress(Fault):
            asked = wish_question(table, seat, table.bots[seat])
            return the_wish(await ask_bot(self._screen, asked))
        return None
