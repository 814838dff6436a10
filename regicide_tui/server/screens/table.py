"""A table of the server: like a local table, with remote players."""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Seat
from regicide_tui.server.api.tables import RemoteSession, TableHandle
from regicide_tui.server.model.table.commands import UNDO, AskNoMore, Say, TakeOver, Wish
from regicide_tui.server.model.table.facts import DRAW, SEAT, Question
from regicide_tui.server.model.table.phrases import NO_THANKS
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.end import EndScreen
from regicide_tui.server.screens.meanwhile import (
    MeanwhileScreen,
    StandInScreen,
    tell_shortly,
)
from regicide_tui.server.screens.notice_line import NoticeLine
from regicide_tui.server.screens.other_tables import list_new_calls
from regicide_tui.server.screens.reading import agreement, refusal
from regicide_tui.server.screens.table_menu import TableMenu
from regicide_tui.server.screens.talk import open_talk
from regicide_tui.server.screens.visitor_app import VisitorScreen
from regicide_tui.server.screens.words import (
    describe_aside,
    describe_places,
    describe_turn,
    shorten_aside,
    tell_changes,
    tell_who_waits,
    warn_of_time,
)
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import (
    Guide,
    Key,
    escaped,
)
from regicide_tui.tui.rendering.paint import Run
from regicide_tui.tui.screens.table import TableScreen
from regicide_tui.tui.table.game_ui import TableControls
from regicide_tui.tui.table.table_model import NOTHING, Notice, TableModel


class ServerTable(TableScreen, VisitorScreen):
    """A table without saves and redo."""

    no_hints = "There are no hints on a server."

    async def action_redo(self) -> None:
        """Do nothing: undone actions are forgotten."""

    def action_hint(self) -> None:
        """Say that there are no hints."""
        self.notify_player(self.no_hints)

    def action_save(self) -> None:
        """Do nothing: the server saves the game."""


_ELSEWHERE = 20.0
"""Seconds without a key after which the terminal's bell calls a player."""
_TICK, _SLOW_TICK = 1.0, 30.0
"""Seconds between two updates of running clocks, and of how long players have been away."""
_OVER = "The game is over. `{confirm}` shows the result."
_WITHDRAW = c.NO._replace(word="withdraw")
_YES_OR_NO = frozenset({"y", "n"})
"""Keys of a game that a player may press for yes or no, though the question names others."""
_NOT_ASKED = "There is no open request."
_PRESS_AGAIN = "The request is no longer open. Press the key again to use it."


class RemoteTable(StandInScreen, ServerTable):
    """A table whose other players sit elsewhere.

    Each action goes to the table's log, and from there to everyone.
    """

    session: RemoteSession
    more_commands = c.REMOTE_ONLY

    def __init__(
        self,
        handle: TableHandle,
        look: Look,
        sentence: str,
        seen: int,
        *,
        motion: bool,
    ) -> None:
        """Show a table whose player has already seen the first `seen` actions of the game."""
        self.handle = handle
        self.session = RemoteSession(handle)
        self.notice_line = NoticeLine(
            handle, look, self.api.now, lambda: self.visitor_app.line.last_key, self.seen
        )
        self._has_shown_end = False
        self._waiting: Sequence[str] = ()
        """Who waited at the next game when last checked."""
        self._moves_seen = seen
        self._warned = 0
        """How often the visitor was warned in this turn that their time is running out."""
        super().__init__(self.session, look, sentence, motion=motion)

    @property
    def seen(self) -> VisitorTable:
        """The table as it was at the last look."""
        return self.session.table

    def on_mount(self) -> None:
        """Show the table; tell a returning player what has happened."""
        super().on_mount()
        self.notice_line.open()
        self.look_soon()  # there may be news from while this screen opened
        clock = self.seen.clock
        self.set_interval(_SLOW_TICK if clock is None or clock.days else _TICK, self.tick)
        if self.seen.seat is None or self.ended or not self.is_current:
            return
        told, describe = self.gathered(self.table.told)[self._moves_seen :], self.event_describer()
        text = tell_shortly(told, self.seen.seat, describe, self.look.symbols)
        if text is None:
            page = MeanwhileScreen(self.look, told, describe, describe_turn(self.seen))
            self.app.push_screen(page)
        meanwhile = f"Meanwhile: {text}" if text else ""
        shown = [] if self.notice_line.news(self.seen) else [self.model.notice.text, meanwhile]
        first = " ".join(filter(None, shown))
        # An enter meant for another screen must not play; news waits for an answer.
        self.notify_player(first, "accent", verbatim=True, holds=bool(first))

    def on_screen_resume(self) -> None:
        """Note that the question is visible again; show an end that another screen covered."""
        self.notice_line.note_shown(self.seen)
        self._show_keys(self.key_line())  # a call may have replaced them
        self.visitor_app.say_what_waits()
        if self.ended and not self._has_shown_end:
            self.call_after_refresh(self.show_end)

    # ------------------------------------------------------------ news

    def _tell_who_waits(self) -> None:
        """Tell a player, on any page, who waits at the next game; the result page shows it."""
        before, self._waiting = self._waiting, self.handle.who_waits()
        if self._waiting and self._waiting != before and not isinstance(self.app.screen, EndScreen):
            self.visitor_app.take_notice(tell_who_waits(self._waiting))

    def listen(self) -> Callable[[], None]:
        """Listen to the news of the table."""
        news = self.visitor_app.news.house
        return news.add(self.look_soon, self.handle.id, name=self.handle.name)

    def look_again(self) -> None:
        """Show the news of the table."""
        before, model, moves = self.seen, self.model, self.moves
        if not self.is_attached:
            return
        if self.handle.table == before:
            self.tick()
            return
        if before.seat is None and self.handle.table.seat is not None:  # someone let them in
            self.visitor_app.show_table(self.handle.id, self.handle.password)
            return
        self.session.refresh()
        for page in self.app.screen_stack:  # a closed page has no attributes any more
            if isinstance(page, MeanwhileScreen):
                page.show_turn(describe_turn(self.seen))
        acted = self.moves != moves or (before.over != self.seen.over)
        self.notice_line.hear(" ".join(tell_changes(before, self.seen, self.handle.name)), "accent")
        if acted:
            self.app.slips.change(surprising=True)
            self.changed(motion=self.frames_since(model, moves), acted=True)
            silent = monotonic() - self.visitor_app.line.last_key
            if self.may_act() and silent > _ELSEWHERE:
                title = games.find(self.seen.game).title
                self.visitor_app.call_player(f"It is your turn: {title}.")
        elif self.model.choosing or self.chosen:
            self.point(self.cursor, self.chosen)
            self.show_title(self.model)
        else:
            self.show_all()
        calls = list_new_calls(before, self.seen, self.handle.name)
        if calls and not isinstance(self.app.screen, RemoteTable | MeanwhileScreen):
            self.visitor_app.say_below(
                f"{calls[0]}."
            )  # a page or a text prompt is open above the table
            self.app.bell()

    def tick(self) -> None:
        """Update what depends on the time; warn the visitor while theirs runs out.

        New messages of spectators appear, and old messages disappear.
        """
        self.show_title(self.model)
        if self.notice_line.has_new_talk(self.size.width):
            self.point(self.cursor, self.chosen)
        warning, self._warned = warn_of_time(self.seen, self.handle.times, self._warned)
        if warning:
            self.notify_player(warning, "error")
            self.app.bell()

    def asides(self, model: TableModel) -> Sequence[Run]:
        """Return the deal, who is away, the clocks, and whether the visitor only watches.

        The shorter texts have fewer words, then shorter names. The times are never cut.
        """
        seen, times, symbols = self.seen, self.handle.times, self.look.symbols
        away = describe_places(seen, self.handle.name, self.api.now())
        deal = self.api.deals.describe(seen)
        longest = describe_aside(seen, times, away, symbols, deal=deal)
        return [longest, *shorten_aside(seen, times, symbols, deal)]

    def say(self, sentence: str, style: str = "warning") -> None:
        """Show news from elsewhere until the next key, even while others act here."""
        self.notice_line.hear(sentence, "warning")
        self.point(self.cursor, self.chosen)

    def noticed(self, notice: Notice) -> Notice:
        """Return the notice, which answers a key, or else what others ask, do and say."""
        shown = self.notice_line.compose(notice, self.seen, self.size.width)
        if self.is_current:
            self.notice_line.note_shown(self.seen)
        return shown

    def key_line(self) -> list[Key]:
        """Return the active keys, without those that may be meant as the answer to a question."""
        keys = [key for key in super().key_line() if not _offers_again(key[2], self.seen)]
        if self.seen.open_question is None:
            return keys
        return [key for key in keys if not _may_answer(key[2], self.controls, self.look)]

    def common_commands(self) -> list[c.Command]:
        """Return the commands beside those of the game itself."""
        seen, guest = self.seen, self.visitor.guest
        asks = seen.question is not None and seen.open_question is None
        may_ask = self.is_playing and seen.seat not in seen.undo_refused and not asks
        undo = [c.ASK_BACK] if may_ask and self.table.can_undo else []
        waits = (seen.open_question or seen.open_offer) is not None
        answers = [c.YES, c.NO] if waits else []
        answers += [_WITHDRAW] if seen.own_question is not None else []
        sit = c.SIT_DOWN._replace(word="withdraw") if seen.asks_for is not None else c.SIT_DOWN
        seats = [sit] if seen.may_take_over and not guest else []
        more = [] if guest and seen.seat is None else [c.TABLE_MENU]
        is_heard = seen.seat is None or len(seen.people) > 1 or seen.spectators
        talk = [c.TALK] if more and is_heard else []
        return [
            *answers,
            *seats,
            *talk,
            *more,
            *_offered(undo, seen),
            c.PILES,
            c.UNSEEN,
            c.LOBBY,
            c.GO,
        ]

    def bound_commands(self) -> list[c.Command]:
        """Return the commands with keys here; a duplicate deal has no undo."""
        return _offered(super().bound_commands(), self.seen)

    def commands(self) -> list[c.Command]:
        """Return all commands, for the help: those of a player, or of a spectator."""
        if self.seen.seat is None:
            absent = [c.TALK] if self.visitor.guest else []  # guests only listen
            if not self.seen.may_take_over or self.visitor.guest:
                absent.append(c.SIT_DOWN)
            watching = [one for one in c.SPECTATOR if one not in absent]
            end = [c.CONFIRM] if self.ended else []
            return [*end, *self.controls.for_spectators, *watching]
        own = [one for one in super().commands() if one not in c.HOME_ONLY]
        return _offered([*own, *c.REMOTE_ONLY], self.seen)

    def guide(self) -> Guide:
        """Return what can be done now, and the open question; none once the game is over."""
        found = super().guide()
        if self.ended:
            return found._replace(text=_OVER)
        return found._replace(
            text=f"{escaped(self.notice_line.news(self.seen))}\n\n{found.text}".lstrip()
        )

    def compose_model(self, notice: Notice = NOTHING) -> TableModel:
        """Return the model of the current moment, even for a game that was ended early."""
        found = super().compose_model(notice)
        return replace(found, stopped=self.ended and not found.over)

    @property
    def stood_in(self) -> Mapping[int, Seat]:
        """The seats for which a bot acted, by the numbers of the moves."""
        return self.seen.stood_in

    # ------------------------------------------------------------ actions

    async def action_undo(self) -> None:
        """Ask everyone to undo the last action, or agree to it."""
        asked = self.seen.open_question
        if not self.is_playing:
            return
        if asked is None or asked.what != UNDO:
            await self.try_to(self.session.undo())
        else:
            await self._agree(asked)

    async def _agree(self, asked: Question) -> None:
        """Agree to a question or a draw (D-21), once there was time to read it."""
        if not self.notice_line.reading.read(asked):  # show the question in place of any notice
            self.point(self.cursor, self.chosen)
        elif asked.what == DRAW:
            await self.agree_on_draw()
        else:
            await self.try_to(self.session.do(agreement(asked)))

    @property
    def is_offered_a_draw(self) -> bool:
        """Whether the other player offers a draw, and the visitor has not agreed."""
        return bool(self.seen.offering)

    async def wish(self, *, wish: bool) -> None:
        """Tell everyone whether the visitor would like to go next (R-9)."""
        await self.try_to(self.session.do(Wish(wish)))

    async def action_answer_yes(self) -> None:
        """Agree to the open question, or to a draw."""
        if (asked := self.seen.open_question or self.seen.open_offer) is not None:
            await self._agree(asked)
        elif not self.notice_line.is_covered:  # else it may say what everyone agreed on
            self.notify_player(_NOT_ASKED)

    async def action_answer_no(self) -> None:
        """Refuse the open question or a draw (D-21), or withdraw the visitor's own question."""
        if (asked := self.seen.open_question or self.seen.own_question) is not None:
            if await self.try_to(self.session.do(refusal(asked))) and asked.what == SEAT:
                self.look_again()  # else the end of the question replaces the sentence
                self.notify_player(f"You refused {asked.by} the seat.")
        elif self.seen.open_offer is not None:
            if await self.try_to(self.session.do(Say(NO_THANKS))):
                self.look_again()  # else the visitor's own phrase replaces the sentence later
                self.notify_player("You refused the offer. It stands until the next action.")
        elif not self.notice_line.is_covered:
            self.notify_player(_NOT_ASKED)

    async def action_game(self, name: str, *numbers: int) -> None:
        """Run a command of the game, unless its key may be meant to answer a question."""
        if self.may_act() and _may_answer(c.game_action(name, *numbers), self.controls, self.look):
            if self.seen.open_question is not None:  # show it in place of any notice
                self.point(self.cursor, self.chosen)
                return
            if self.notice_line.reading.has_just_gone and self.model.notice.text != _PRESS_AGAIN:
                self.notify_player(_PRESS_AGAIN)
                return
        if _offers_again(c.game_action(name, *numbers), self.seen):
            self.point(self.cursor, self.chosen)  # which shows that the offer stands
            return
        await super().action_game(name, *numbers)

    @property
    def is_final(self) -> bool:
        """Whether it is a duplicate deal."""
        return bool(self.seen.series)

    async def action_sit_down(self) -> None:
        """Sit down in place of the first bot that can be replaced, or ask for its seat."""
        if self.seen.asks_for is not None:
            await self.handle.do(AskNoMore())
        elif self.seen.seat is None and self.seen.to_take_over:
            await self.handle.do(TakeOver(self.seen.to_take_over[0], self.handle.password))

    def action_talk(self) -> None:
        """Open the chat panel."""
        open_talk(self.visitor_app, self.handle)

    def action_table_menu(self) -> None:
        """Open the menu of the table."""
        self.open(TableMenu, self.handle)

    def show_end(self, *, acted: bool = False) -> None:
        """Show the end of the game."""
        if self.app.screen is self:
            if not self._has_shown_end:
                news = self.visitor_app.news.house
                self.listening.callback(news.add(self._tell_who_waits, name=self.handle.name))
            self._has_shown_end = True
            self.open(EndScreen, self.handle)


def _offered(commands: Sequence[c.Command], table: VisitorTable) -> list[c.Command]:
    """Return the commands that are possible at a table.

    An action at a duplicate deal shows cards that other tables have not seen when they act.
    """
    return [one for one in commands if not (table.series and one.action == c.ASK_BACK.action)]


def _offers_again(action: str, table: VisitorTable) -> bool:
    """Return whether an action would offer a draw that the visitor already offers."""
    return action == c.AGREE.action and table.seat in table.draws


def _may_answer(action: str, controls: TableControls, look: Look) -> bool:
    """Return whether the key of a game's command may be meant as the answer to a question."""
    return c.is_game_action(action) and any(
        command.action == action and not _YES_OR_NO.isdisjoint(look.keymap.keys(command))
        for command in controls.bound
    )
