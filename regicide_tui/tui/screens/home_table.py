"""The table of a game at home, for people at this keyboard."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from regicide_tui.games.base import Seat, Value
from regicide_tui.play.session import LocalSession
from regicide_tui.play.table import NOTHING_TO_REDO, NOTHING_TO_UNDO, PEEKED
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import Advice, the_judgement
from regicide_tui.thinking.review import agrees, draw_question, tell_declined
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.hints import hint, tell_no_hints
from regicide_tui.tui.pages.lines import Guide, Key
from regicide_tui.tui.screens.table import TableScreen
from regicide_tui.tui.table.bots import BotRunner, Hints, Meter, Wishes, ask_bot
from regicide_tui.tui.table.table_model import NOTHING, Notice, TableModel

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp

_BRIEF = ("Undone.", "Redone.")
"""Notices that leave room for what the bots say about going next."""
_HINT = "hint"
"""The group of the worker that waits for a hint."""
_DRAW = "draw"
"""The group of the worker that waits for a bot's answer to an offered draw."""
_REDONE = " The undo still counts."


class HomeTable(TableScreen):
    """A table with the whole game: it has bots and hints, and everything can be undone."""

    counts: ClassVar[bool] = True
    """Whether undone actions are counted."""
    no_hints: ClassVar[str] = ""
    """Why there are no hints here; empty if that depends on the game."""
    app: "RegicideApp"
    session: LocalSession

    def __init__(
        self, session: LocalSession, look: Look, sentence: str = "", *, motion: bool = False
    ) -> None:
        self.session = session
        self.wishes = Wishes(self)
        self._news = NOTHING
        super().__init__(session, look, sentence, motion=motion)
        self.bot_runner = BotRunner(self)
        self.hints = Hints(self)
        self.meter = Meter(self)

    def on_mount(self) -> None:
        """Start the bots, and evaluate the moment for the win meter."""
        self.bot_runner.start()
        self.wishes.begin()
        self.meter.update()

    def on_screen_resume(self) -> None:
        """Let the bots act, since the table is visible."""
        self.bot_runner.set_visible(visible=True)

    def on_screen_suspend(self) -> None:
        """Pause the bots, since another screen covers the table."""
        self.bot_runner.set_visible(visible=False)

    def on_key(self) -> None:
        """Skip the bots' pause, whatever the key does."""
        self.bot_runner.skip_pause()

    # ------------------------------------------------------------ what is shown

    def show_pointer(self, model: TableModel, keys: list[Key]) -> None:
        """Show the hand, and the chances after the picked cards."""
        super().show_pointer(model, keys)
        self.meter.show(self.shown_model(model))

    def shown_model(self, model: TableModel) -> TableModel:
        """Return the model with the chances of winning while the game goes on."""
        return super().shown_model(model) if self.ended else self.meter.with_odds(model)

    def noticed(self, notice: Notice) -> Notice:
        """Return the notice, or else what the bots say about going next; both if it is brief."""
        said = self.wishes.sentence
        if notice.text and notice != self._news:
            if not said or notice.text not in _BRIEF:
                return notice
            said = f"{notice.text} {said}"
        self._news = Notice(said, "accent", verbatim=True)
        return self._news

    def guide(self) -> Guide:
        """Return the help for this moment, including the win meter in the title."""
        guide = super().guide()
        meter = self.meter.explain(self.model)
        return guide._replace(text=f"{guide.text}\n\n{meter}") if meter else guide

    def show_news(self) -> None:
        """Show what someone has said, below the current notice."""
        self.point(self.cursor, self.chosen, self.model.notice)

    @property
    def gives_hints(self) -> bool:
        """Whether the player can ask for a hint now."""
        return self.hints.available and not self.no_hints and self.may_act()

    def changed(
        self, notice: Notice = NOTHING, motion: Sequence[TableModel] = (), *, acted: bool = False
    ) -> None:
        """Show the table after an action, undo or redo; then let the bots act."""
        for asked in (_HINT, _DRAW):
            self.workers.cancel_group(self, asked)
        super().changed(notice, motion, acted=acted)
        self.bot_runner.start()
        self.wishes.begin()
        self.meter.update()

    def show_hand(self) -> None:
        """Show the hand of the player who must act, and evaluate the moment."""
        super().show_hand()
        self.meter.update()

    def show_end(self, *, acted: bool = False) -> None:
        """Show the result; `acted` says whether an action has just ended the game."""
        self.app.show_result(self.session.table, ended=acted)

    # ------------------------------------------------------------ actions

    def wait_no_more(self) -> None:
        """Let the bots act at once."""
        self.bot_runner.end_wishes()
        self.bot_runner.skip_pause()

    async def wish(self, *, wish: bool) -> None:
        """Tell the bots whether the only person here would like to go next (R-9)."""
        assert self.model.viewer is not None  # they may say so
        self.wishes.state(self.model.viewer, wish=wish)
        self.bot_runner.end_wishes()

    async def agree_on_draw(self) -> None:
        """Agree on a draw for the people here (D-21), if a bot opponent also agrees."""
        bot = next((seat for seat, level in enumerate(self.table.bots) if level), None)
        if bot is None:
            await super().agree_on_draw()
        else:
            self.run_worker(self._offer_draw(bot), group=_DRAW, exclusive=True)

    async def _offer_draw(self, bot: Seat) -> None:
        """Offer a draw to a bot, and show its answer; a bot that can't be asked agrees."""
        asked, judgement = draw_question(self.session.table, bot), None
        with suppress(Fault):
            if asked is not None:
                judgement = the_judgement(await ask_bot(self, asked))
        if agrees(judgement):
            await super().agree_on_draw()
        else:
            self.notify_player(tell_declined(self.table.seats[bot]), verbatim=True)

    async def act_for(self, seat: Seat, action: Value, notice: Notice) -> None:
        """Take the action of a bot, and show the result."""
        self.end_animation()
        before, moves = self.model, self.moves
        await self.session.submit(seat, action)
        self.app.slips.change(surprising=True)
        self.show_taken(before, moves, notice)
        if self.app.settings.sound and self.table.acting_bot is None and not self.ended:
            self.app.bell()

    async def action_undo(self) -> None:
        """Undo the last action."""
        if not self.table.can_undo:
            self.notify_player(NOTHING_TO_UNDO)
            return
        self.bot_runner.stop()
        peeks = self.session.table.peeks
        await self.session.undo()
        self.wishes.forget()
        seen = self.session.table.peeks - peeks
        notice = Notice(f"Undone.{f' {PEEKED}' if seen and self.counts else ''}")
        self.changed(notice)
        self.restore_selection(notice)

    async def action_redo(self) -> None:
        """Redo an undone action."""
        if not self.table.can_redo:
            self.notify_player(NOTHING_TO_REDO)
            return
        self.bot_runner.stop()
        before = self.moves
        await self.session.redo()
        _, seen = self.session.table.count_undone(range(before, self.moves))
        self.changed(Notice(f"Redone.{_REDONE if seen and self.counts else ''}"))

    def action_save(self) -> None:
        """Save this position under a name."""
        self.app.save_as(self.session.table)

    # ------------------------------------------------------------ hints

    def action_hint(self) -> None:
        """Show a hint."""
        if self.no_hints:
            self.notify_player(self.no_hints)
        elif not self.hints.available:
            self.notify_player(tell_no_hints())
        elif not self.may_act():
            self.notify_player(self._why_no_hint())
        else:
            self.run_worker(self.hints.give(), group=_HINT, exclusive=True)

    def _why_no_hint(self) -> str:
        """Return why there is no hint now, or what to do first."""
        if self.ended:
            return "The game is over: there are no hints now."
        if self.model.curtain:
            return self.look.keymap.named("Show the hand first: {confirm}.")
        return "Only the player to act gets a hint."

    def point_out(self, ranked: Sequence[Advice]) -> None:
        """Pick the cards of the best action, and show its sentence."""
        self.meter.take_over(ranked)
        notice = hint(self.table, ranked)
        text = f"{notice.text} {self.wishes.sentence}".rstrip()
        self.controls.advise(ranked[0].action, replace(notice, text=text))


class PracticeTable(HomeTable):
    """A lesson or a puzzle, which is not saved. One person plays all seats and can start again."""

    practice = True
    more_commands = (c.AGAIN,)
    unsaved: ClassVar[str]
    """The thing that is not saved, such as `a lesson`."""
    altered: ClassVar[tuple[c.Command, ...]]
    """The commands of the table with another meaning here."""

    def commands(self) -> list[c.Command]:
        """Return the commands of a table, with those that differ here."""
        menu = c.MENU._replace(meaning=f"Go to the menu; {self.unsaved} is not saved.")
        leave = c.QUIT._replace(meaning=f"Leave; {self.unsaved} is not saved.")
        altered = {one.id: one for one in (menu, leave, *self.altered)}
        altered[c.SAVE.id] = c.AGAIN
        return [altered.get(one.id, one) for one in super().commands()]

    def action_save(self) -> None:
        """Show that nothing is saved here."""
        self.notify_player(f"{self.unsaved.capitalize()} is not saved.")

    def show_sentence(self, text: str, *, unsaved: bool) -> None:
        """Show a sentence as a warning: an unsaved game is no error here."""
        self.show_all(Notice(text, "warning"))
