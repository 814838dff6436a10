"""A table of the server on the screen: like a local table, with remote players."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import ClassVar

from msgspec.structs import replace
from textual.binding import BindingType

from regicide_tui import games
from regicide_tui.games.base import Event, IllegalAction, Seat
from regicide_tui.games.words import counted
from regicide_tui.play.table_view import Told
from regicide_tui.server.api.tables import RemoteSession, TableHandle
from regicide_tui.server.model.table.commands import UNDO, Ask, Refuse, Say, TakeOver, Wish
from regicide_tui.server.model.table.facts import Question
from regicide_tui.server.model.table.phrases import NO_THANKS
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.reading import Reading
from regicide_tui.server.screens.visitor_app import VisitorScreen
from regicide_tui.server.screens.words import (
    NewsKeys,
    describe_absent,
    describe_news,
    describe_places,
    format_clocks,
)
from regicide_tui.tui.closing import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.guide import Guide, escaped
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.logbook import EventDescriber, Sentence, log_rows
from regicide_tui.tui.pages.reading import TextLine
from regicide_tui.tui.pages.words import event_describer
from regicide_tui.tui.rendering.paint import Row, Run, cells_of, shorten
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.screens.tables.log import LogScreen
from regicide_tui.tui.screens.tables.table import TableScreen
from regicide_tui.tui.table.table_model import NOTHING, Notice, TableModel
from regicide_tui.tui.widgets.reader import Reader
from regicide_tui.tui.widgets.table.bars import Key

_ELSEWHERE = 20.0
"""Seconds without a key after which the terminal's bell calls a player."""
_SHORT, _UNNUMBERED = 100, 29
"""The most cells of what happened meanwhile in a sentence above the hand, and the width at which
the log has no numbers of turns."""
_LONGEST_NAME = 16
_SHORTER_NAMES = (12, 8, 4)
"""Cells of names beside clocks, for less and less room."""
_TICK, _SLOW_TICK = 1.0, 30.0
"""Seconds between two pictures of running clocks, and of how long players have been away."""
_OVER = "It is over. `{confirm}` shows the result."
_NEWS_KEYS = (c.YES, c.NO, c.WISH, c.RATHER_NOT)
"""The commands whose keys the news between the players name."""
_YES_OR_NO = frozenset({"y", "n"})
"""Keys of a game that a player may press for yes or no, although the question names others."""
_NOT_ASKED = "Nothing is asked now."
_PRESS_AGAIN = "Nothing is asked any more. Press the key again to use it."
_WARNINGS = (30, 10)
"""Seconds of one's own time at which one is warned, the first one first."""


class MeanwhileScreen(LogScreen):
    """What happened at the table while its player was elsewhere, and whose turn it is now."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.TO_TABLE,)))

    def __init__(
        self, look: Look, told: Sequence[Told], event_describer: EventDescriber, turn: str
    ) -> None:
        super().__init__(look, told, event_describer)
        self._turn = turn

    def show_turn(self, turn: str) -> None:
        """Show another sentence about whose turn it is."""
        if self._turn == turn or not self.is_attached or is_closed(self):
            return
        self._turn = turn
        for reader in self.query(Reader):  # there is none while the page opens
            reader.show(self.lines, reader.place)

    def title_row(self) -> Row:
        """Return the title."""
        return heading_of("While you were away")

    def key_line(self) -> list[Key]:
        """Return the keys, with the way to the table first."""
        back = self.look.key(c.LEAVE_TEXT)
        return [self.look.key(c.TO_TABLE), *[key for key in super().key_line() if key != back]]

    def lines(self, width: int) -> list[TextLine]:
        """Return the log, and below it whose turn it is."""
        found = super().lines(width)
        last = found[-1][0]
        return [*found, (last, ()), (last, (Run(f" {self._turn}", "accent+bold"),))]


def _newcomers(before: VisitorTable, seen: VisitorTable) -> list[str]:
    """Return who has taken the seat of a bot since."""
    pairs = zip(before.seats, seen.seats, strict=True) if before.begun else ()
    return [f"{new} plays on for {old}." for old, new in pairs if old and new and old != new]


class ByBot(Event):
    """An event of an action that a bot took for the player of this seat."""

    event: Event
    seat: Seat


class RemoteTable(TableScreen, VisitorScreen):
    """A table whose other players sit elsewhere.

    Each action goes to the table's log, and comes from there to everybody.
    """

    session: RemoteSession
    more_commands = c.REMOTE_ONLY

    def __init__(
        self,
        handle: TableHandle,
        look: Look,
        sentence: str = "",
        seen: int = 0,
        password: str = "",
    ) -> None:
        """Show a table; its player has seen the first `seen` actions of the game before."""
        self._password = password
        self.handle = handle
        self.session = RemoteSession(handle)
        self.reading = Reading(self.seen.question)
        self._covered = False
        self._elsewhere: tuple[str, float] = "", 0.0
        """What was said last of another place, and when the visitor had pressed a key last."""
        self._has_shown_end = False
        self._moves_seen = seen
        self._warned: tuple[int, ...] = ()
        """The warnings of this turn about the visitor's own time."""
        super().__init__(self.session, look, sentence)

    @property
    def seen(self) -> VisitorTable:
        """The table as it was at the last look."""
        return self.session.table

    def on_mount(self) -> None:
        """Show the table, and what happened meanwhile."""
        super().on_mount()
        self.look_soon()  # something may have happened while this screen opened
        self._tell_what_happened()
        clock = self.seen.clock
        self.set_interval(_SLOW_TICK if clock is None or clock.days else _TICK, self.tick)

    def _tell_what_happened(self) -> None:
        """Tell a player who comes back what happened meanwhile, on a page if it is much."""
        if self.seen.seat is None or self.ended or not self.is_current:
            return
        describe = self.event_describer()
        told = self.gathered(self.table.told)[self._moves_seen :]
        moves = log_rows(told, _UNNUMBERED, self.look.symbols, describe)
        told_moves = [
            " ".join(["".join([run.text for run in row]) for row in move]) for move in moves
        ]
        text = "; ".join([" ".join(one.split()) for one in told_moves if one.strip()])
        bots = [event.seat for one in told for event in one.events if isinstance(event, ByBot)]
        if cells_of(text) > _SHORT or self.seen.seat in bots:
            page = MeanwhileScreen(self.look, told, describe, self._whose_turn)
            self.app.push_screen(page)
        elif text and not self._news:  # which waits for an answer
            self.notify_player(f"Meanwhile: {text}", "accent", verbatim=True)

    @property
    def _whose_turn(self) -> str:
        """Whose turn it is, as a sentence."""
        seen = self.seen
        if self.ended or seen.to_act is None:
            return "The game is over."
        mine = seen.to_act == seen.seat
        return "It is your turn." if mine else f"{seen.seats[seen.to_act]} has the turn."

    def on_screen_resume(self) -> None:
        """Note that the question is visible again; show the end that came under another screen."""
        self._show_question()
        self.visitor_app.say_what_waits()
        if self.ended and not self._has_shown_end:
            self.call_after_refresh(self.show_end)

    # ------------------------------------------------------------ news

    def listen(self) -> Callable[[], None]:
        """Listen to the news of the table."""
        news = self.visitor_app.news.house
        return news.add(self.look_soon, self.handle.id, name=self.handle.name)

    def look_again(self) -> None:
        """Show the news of the table."""
        before, moves = self.seen, self.moves
        if not self.is_attached or self.handle.table == before:
            return
        self.session.refresh()
        for page in self.app.screen_stack:  # a page that was closed has no attributes any more
            if isinstance(page, MeanwhileScreen):
                page.show_turn(self._whose_turn)
        acted = self.moves != moves or (before.over != self.seen.over)
        said = [one for one in self.seen.said if one not in before.said]
        me = self.handle.name
        others = [f"{'You' if one.by == me else one.by}: {one.text}" for one in said]
        others += _newcomers(before, self.seen)
        if self.moves < moves:
            others.append("All have agreed: the last action is taken back.")
        notice = Notice(" ".join(others), "accent", verbatim=True) if others else NOTHING
        if acted:
            self.app.slips.change(surprising=True)
            self.changed(notice, acted=True)
            self._call()
        elif self.model.choosing or self.chosen:
            self.point(self.cursor, self.chosen, notice)
            self.show_title(self.model)
        else:
            self.show_all(notice)

    def _call(self) -> None:
        """Ring the bell if it is the visitor's turn and they look elsewhere."""
        silent = monotonic() - self.visitor_app.line.last_key
        if self.may_act() and silent > _ELSEWHERE:
            title = games.find(self.seen.game).title
            self.visitor_app.call_player(f"It is your turn: {title}.")

    def tick(self) -> None:
        """Show what changes with the time alone, and warn of its end."""
        self.show_title(self.model)
        self._warn_of_time()

    def _warn_of_time(self) -> None:
        """Warn the visitor while their own time runs out."""
        seat, clock, times = self.seen.seat, self.seen.clock, self.handle.times
        if seat is None or clock is None or clock.days or not self.may_act():
            self._warned = ()
            return
        seconds = -(-times[seat] // 1000)
        reached = tuple([limit for limit in _WARNINGS if seconds <= limit])
        if len(reached) > len(self._warned) and seconds > 0:
            self.notify_player(f"You have {counted(seconds, 'second')} left.", "error")
            self.app.bell()
        self._warned = reached

    def aside(self, model: TableModel) -> Run:
        """Return who is not here, the clocks, and whether the visitor only watches."""
        now = self.visitor_app.api.now()
        return self._aside(describe_places(self.seen, self.handle.name, now), _LONGEST_NAME)

    def shorter_asides(self, model: TableModel) -> Sequence[Run]:
        """Return shorter texts: fewer words, then shorter names. The times are never cut."""
        away = describe_absent(self.seen)
        if self.seen.clock is None:
            return [self._aside(away, _LONGEST_NAME)]
        whole = [self._aside(away, limit) for limit in (_LONGEST_NAME, *_SHORTER_NAMES)]
        alone = [self._clocks(limit) for limit in (_LONGEST_NAME, *_SHORTER_NAMES, 0)]
        return [*whole, *alone]

    def _aside(self, away: str, limit: int) -> Run:
        seen = self.seen
        parts = ["watching"] if seen.seat is None else []
        if away and seen.playing:
            parts.append(away)
        clock = self._clocks(limit)
        parts += [clock.text] if clock.text else []
        return clock._replace(text="  ".join(parts))

    def _clocks(self, limit: int) -> Run:
        """Return each player's time left, with names of at most `limit` cells."""
        seen = self.seen
        style = "warning" if seen.absent else "muted"
        if seen.clock is None:
            return Run("", style)
        names = [shorten(name, limit, self.look.symbols.ellipsis) for name in seen.seats]
        return Run(format_clocks(self.handle.times, names), style)

    def say(self, sentence: str, style: str = "warning") -> None:
        """Show what happens elsewhere until the next key, also while others act here."""
        self._elsewhere = sentence, self.visitor_app.line.last_key
        self.notify_player(sentence, verbatim=True)

    def noticed(self, notice: Notice) -> Notice:
        """Return the notice, or else the news between the players."""
        sentence, key = self._elsewhere
        if sentence and not notice.text and key == self.visitor_app.line.last_key:
            notice = Notice(sentence, "warning", verbatim=True)
        self._covered = bool(notice.text)
        self._show_question()
        return notice if notice.text else Notice(self._news, "accent", verbatim=True)

    @property
    def _news(self) -> str:
        """What waits between the players; empty if nothing does."""
        shown = self.look.keymap.shown
        return describe_news(self.seen, NewsKeys(*map(shown, _NEWS_KEYS)))

    def _show_question(self) -> None:
        """Note the question that can be read here: none while a notice or a screen covers it."""
        if self.is_current:
            self.reading.show(None if self._covered else self.seen.question)

    def key_line(self) -> list[Key]:
        """Return the keys that do something: none that may be meant for yes while one is asked."""
        asked = self._open_question is not None
        return [key for key in super().key_line() if not (asked and self._may_answer(key[2]))]

    def common_commands(self) -> list[c.Command]:
        """Return the commands beside those of the game itself."""
        asks = self.seen.question is not None and self.seen.seat in self.seen.question.agreed
        undo = [c.ASK_BACK] if self.is_playing and self.table.can_undo and not asks else []
        undo = [one for one in undo if self._is_offered(one)]
        answers = [c.YES, c.NO] if self._open_question is not None else []
        answers += [c.YES] if not answers and self.is_offered_a_draw else []
        guest = self.visitor_app.visitor.guest
        seats = [c.SIT_DOWN] if self.seen.may_take_over and not guest else []
        talk = [] if guest and self.seen.seat is None else [c.TALK]
        return [*answers, *seats, *talk, *undo, c.PILES, c.UNSEEN, c.LOBBY, c.GO]

    def bound_commands(self) -> list[c.Command]:
        """Return the commands with keys here: at a duplicate deal there is none to take back."""
        return [one for one in super().bound_commands() if self._is_offered(one)]

    def commands(self) -> list[c.Command]:
        """Return all commands, for the help."""
        own = [one for one in super().commands() if one not in c.HOME_ONLY]
        return [one for one in (*own, *c.REMOTE_ONLY) if self._is_offered(one)]

    def _is_offered(self, command: c.Command) -> bool:
        """Tell whether a command means something at this table.

        An action at a duplicate deal shows cards that other tables have not seen when they act.
        """
        return not (self.seen.series and command.action == c.ASK_BACK.action)

    def guide(self) -> Guide:
        """Return what can be done now, and what is asked; once the game is over, nothing is."""
        found = super().guide()
        if self.ended:
            return found._replace(text=_OVER)
        return found._replace(text=f"{escaped(self._news)}\n\n{found.text}".lstrip())

    def compose_model(self, notice: Notice = NOTHING) -> TableModel:
        """Return the model of the current moment, also of a game that was ended early."""
        found = super().compose_model(notice)
        return replace(found, stopped=self.ended and not found.over)

    def gathered(self, told: Sequence[Told]) -> list[Told]:
        """Return moves for the log; the events of a bot that stood in for somebody are marked."""
        found = super().gathered(told)
        for move, seat in self.seen.stood_in.items():
            if move < len(found):
                by_bot = tuple([ByBot(event, seat) for event in found[move].events])
                found[move] = replace(found[move], events=by_bot)
        return found

    def event_describer(self) -> EventDescriber:
        """Return what describes events: what a bot did for somebody is said of the bot."""
        usual, seats, tell = super().event_describer(), self.table.seats, self.game_ui.tell

        def describe(event: Event, symbols: Symbols) -> Sentence | None:
            if not isinstance(event, ByBot):
                return usual(event, symbols)
            names = [*seats]
            names[event.seat] += "'s bot"
            return event_describer(tell, tuple(names))(event.event, symbols)

        return describe

    # ------------------------------------------------------------ actions

    async def action_undo(self) -> None:
        """Ask all to take the last action back, or agree to it."""
        asked = self.seen.question
        if not self.is_playing:
            return
        if asked is None or asked.what != UNDO or self.seen.seat in asked.agreed:
            await self.try_to(self.session.undo())
        elif self.reading.read(asked.what, asked.at):
            await self.try_to(self.session.agree_to_undo(asked.at))
        else:  # show the question in the place of any notice
            self.point(self.cursor, self.chosen)

    @property
    def _open_question(self) -> Question | None:
        """The question that waits for the visitor's answer."""
        asked, seat = self.seen.question, self.seen.seat
        waits = asked is not None and seat is not None and seat not in asked.agreed
        return asked if waits else None

    @property
    def is_offered_a_draw(self) -> bool:
        """Whether the other player offers a draw, and the visitor has not agreed."""
        seen = self.seen
        return seen.seat is not None and bool(seen.draws) and seen.seat not in seen.draws

    async def wish(self, *, wish: bool) -> None:
        """Say to all whether the visitor would like to go next (R-9)."""
        await self.try_to(self.session.do(Wish(wish)))

    async def action_answer_yes(self) -> None:
        """Agree to the open question, once there was time to read it, or to a draw (D-21)."""
        asked = self._open_question
        if asked is None and self.is_offered_a_draw:
            await self.agree_on_draw()
        elif asked is None:
            self._say_that_nothing_is_asked()
        elif self.reading.read(asked.what, asked.at):
            await self.try_to(self.session.do(Ask(asked.what, answers=asked.at)))
        else:  # show the question in the place of any notice
            self.point(self.cursor, self.chosen)

    async def action_answer_no(self) -> None:
        """Refuse the open question, or say no to an offered draw, which stands (D-21)."""
        asked = self._open_question
        if asked is None and self.is_offered_a_draw:
            if await self.try_to(self.session.do(Say(NO_THANKS))):
                self.look_again()  # else one's own phrase takes the place of the sentence later
                self.notify_player("You have said no. The offer stands until the next action.")
        elif asked is None:
            self._say_that_nothing_is_asked()
        else:
            await self.try_to(self.session.do(Refuse(asked.at)))

    def _say_that_nothing_is_asked(self) -> None:
        """Say so, unless something else is said, such as what all have agreed on."""
        if not self._covered:
            self.notify_player(_NOT_ASKED)

    async def action_game(self, name: str, *numbers: int) -> None:
        """Run a command of the game, but not by a key that may be meant to answer a question."""
        if self.may_act() and self._may_answer(c.game_action(name, *numbers)):
            if self._open_question is not None:  # show it in the place of any notice
                self.point(self.cursor, self.chosen)
                return
            if self.reading.has_just_gone and self.model.notice.text != _PRESS_AGAIN:
                self.notify_player(_PRESS_AGAIN)
                return
        await super().action_game(name, *numbers)

    def _may_answer(self, action: str) -> bool:
        """Tell whether the key of a game's command may be meant as the answer to a question."""
        return c.is_game_action(action) and any(
            command.action == action and not _YES_OR_NO.isdisjoint(self.look.keymap.keys(command))
            for command in self.controls.bound
        )

    async def action_sit_down(self) -> None:
        """Sit down in place of the first bot whose seat can be taken."""
        if not self.seen.may_take_over:
            return
        try:
            await self.session.do(TakeOver(self.seen.may_take_over[0], self._password))
        except IllegalAction as error:
            self.notify_player(error.message)
        else:
            self.visitor_app.show_table(self.handle.id, self._password)

    async def action_redo(self) -> None:
        """Do nothing: an action that was taken back can't be redone here."""

    def action_hint(self) -> None:
        """Say that there are no hints."""
        self.notify_player("There are no hints on a server.")

    def action_save(self) -> None:
        """Do nothing: the server saves the game."""

    def action_talk(self) -> None:
        """Say, ask or answer something."""
        from regicide_tui.server.screens.talk import TalkScreen

        self.app.push_screen(TalkScreen(self.look, self.handle, self.reading))

    def show_end(self, *, acted: bool = False) -> None:
        """Show the end of the game."""
        from regicide_tui.server.screens.end import EndScreen

        if self.app.screen is self:
            self._has_shown_end = True
            self.app.push_screen(EndScreen(self.look, self.handle))
