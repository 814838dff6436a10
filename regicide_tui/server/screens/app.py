"""The app of one visitor: the lobby, the tables, and everything to read."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from textual.screen import Screen

from regicide_tui import games
from regicide_tui.games.puzzle import Puzzle
from regicide_tui.games.words import counted
from regicide_tui.play.puzzles import VisitNotes, lesson_key
from regicide_tui.play.session import ReplaySession
from regicide_tui.play.table import Table
from regicide_tui.server.api.api import Api
from regicide_tui.server.api.tables import TableHandle
from regicide_tui.server.apps.app import AppServer, SshApp
from regicide_tui.server.apps.desktop import Desktop
from regicide_tui.server.apps.driver import Line
from regicide_tui.server.apps.news import News
from regicide_tui.server.base.texts import make_harmless
from regicide_tui.server.model.review.link import ReviewLink
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.screens.lobby import LobbyScreen
from regicide_tui.server.screens.naming_app import VISITOR_SETTINGS, NamingApp
from regicide_tui.server.screens.other_tables import OtherTables, tell_of_round
from regicide_tui.tui.card_app import CardApp

_WORDS = 160
"""The most cells of one chat message."""
_WARNING = 120.0
"""The most seconds between the warning to an idle visitor and the end of the visit."""
LOOK = 10.0
_AWAY = "You were away for too long. Your seats stay yours: come back."
_AWAY_GUEST = "You were away for too long. Come again whenever you like."
_LIST_DEPTH = 2
"""The screens below a lesson or a puzzle: the lobby, and the list."""
_CRASHED = (
    "Something failed at your table. The table is saved, and you can go there again. The operator "
    "of the server finds the error in the journal."
)


class ServerApp(SshApp, CardApp):
    """One visitor's app. Every action goes to the API, and its effect comes from there."""

    def __init__(
        self,
        server: AppServer,
        api: Api,
        news: News,
        visitor: Visitor,
        line: Line,
        idle_seconds: float,
    ) -> None:
        super().__init__(
            server,
            visitor,
            line,
            settings=VISITOR_SETTINGS,
            plain=not visitor.writes_utf8,
            colours=visitor.colours,
        )
        self.api, self.news = api, news
        self.idle_seconds = idle_seconds
        self._warned = False
        self._notes = VisitNotes()
        self._unsaid: list[str] = []
        """News of other tables that no screen could show yet."""
        self._desktop = Desktop(line.write, visitor.term, visitor.environment, monotonic)
        self.wants_notices = True
        """Whether the visitor's desktop may show notices; known once the store was read."""

    def get_default_screen(self) -> Screen[None]:
        """Return the lobby."""
        return LobbyScreen(self.look)

    def on_mount(self) -> None:
        """Register the visitor, and go to the table at which it is their turn.

        After a crash at that table the visitor stays in the lobby: the app might crash there again.
        """
        self.api.visit.come(self.exit)
        self.set_interval(LOOK, self.check_idleness)
        self._other_tables = OtherTables(self.api, self.visitor.name)
        self._end_listening = self.news.house.add(
            self._look_at_other_tables_soon, name=self.visitor.name, only_own=True
        )
        self._show_title()
        self.run_worker(self._read_preferences())
        if self.visitor.invitation:
            self._show_invited()
            return
        if self.visitor.review is not None:
            self.call_later(self._show_linked, self.visitor.review)
            return
        self._unsaid += map(tell_of_round, self._other_tables.rounds)
        if count := self._games_by_correspondence:
            self._unsaid.append(f"It is your turn in {counted(count, 'game')} by correspondence.")
        waiting = self._table_to_return_to()
        if waiting and self.api.visit.has_crashed(waiting):
            self.show_lobby(_CRASHED)
        elif waiting:
            self.show_table(waiting)
        self.say_what_waits()

    def _show_invited(self) -> None:
        """Go to the table of the visitor's invitation, or say in the lobby where it has led."""
        try:
            table = self.api.lobby.find_invited()
        except Refused as error:
            self.show_lobby(str(error))
            return
        seen, sentence = self.api.lobby.describe(table), ""
        if seen is None:
            pass  # it was closed at this moment, as the table itself will say
        elif seen.seat is None and seen.begun:
            sentence = "The game has started, so you watch it."
        elif seen.seat is None and not seen.free:
            sentence = "You watch until a seat is free, or the game begins."
        self.show_table(table, self.visitor.invitation, sentence)

    async def _show_linked(self, link: ReviewLink) -> None:
        """Go to the moment of the visitor's link, or say in the lobby why that can't be."""
        try:
            await self.show_review(link.table, link.moment)
        except Refused as error:
            self.show_lobby(str(error))

    def on_unmount(self) -> None:
        """Unregister the visitor."""
        self._end_listening()
        self.api.visit.leave()

    def _table_to_return_to(self) -> str:
        """Return a table whose players play at once, if possible one at which it is one's turn."""
        own = self.api.tables.own()
        mine = [table for table, one in own.items() if one.playing and not one.days]
        crashed = filter(self.api.visit.has_crashed, mine)
        acting = (table for table in mine if own[table].waits_for(self.visitor.name))
        return next(iter([*crashed, *acting, *mine]), "")

    @property
    def _games_by_correspondence(self) -> int:
        """The number of games by correspondence in which it is the visitor's turn."""
        name = self.visitor.name
        own = self.api.tables.own().values()
        return sum(one.days > 0 and one.waits_for(name) for one in own)

    def crash(self) -> None:
        """End the app, and note the table, so that the next app doesn't open it by itself."""
        self.api.visit.crash()
        super().crash()

    # ------------------------------------------------------------ other tables

    def _look_at_other_tables_soon(self) -> None:
        self.call_later(self._tell_of_other_tables)

    def _tell_of_other_tables(self) -> None:
        """Say what happened at tables that are not shown; the bell calls if it is a turn."""
        news = self._other_tables.news(self.api.visit.table)
        self._unsaid += [one.sentence for one in news]
        self.say_what_waits()
        self._show_title()
        turns = [one.sentence for one in news if one.must_act]
        if turns:
            self.call_player(turns[0])

    def call_player(self, sentence: str) -> None:
        """Ring the bell, and show a sentence on the desktop if the visitor likes that."""
        self.bell()
        if self.wants_notices:
            self._desktop.notify(sentence)

    def _show_title(self) -> None:
        """Let the title of the terminal say whether the visitor is awaited anywhere."""
        own = self.api.tables.own().values()
        must_act = any(one.waits_for(self.visitor.name) for one in own)
        title = "Regicide: your turn" if must_act else "Regicide"
        if self._other_tables.rounds and not must_act:
            title = f"Regicide: round {self._other_tables.rounds[0].number}"
        self._desktop.show_title(title)

    @property
    def shows_notices(self) -> bool:
        """Whether the visitor's terminal is known to show notices on the desktop."""
        return self._desktop.shows_notices and not self.visitor.guest

    async def _read_preferences(self) -> None:
        with suppress(Refused):  # then it stays as for everybody
            self.wants_notices = await self.api.preferences.wants_notices()

    async def want_notices(self, wanted: bool) -> None:
        """Note whether the desktop may show notices. Raises `Refused`."""
        await self.api.preferences.want_notices(wanted)
        self.wants_notices = wanted

    def take_notice(self, sentence: str, *, rings: bool = True) -> None:
        """Show a sentence for all visitors, now or on the next screen that can show one."""
        if sentence not in self._unsaid:
            self._unsaid.append(sentence)
        if rings:
            self.bell()
        self.say_what_waits()
        if self._unsaid:  # for example while the rules are read
            from regicide_tui.tui.widgets.table.bars import KeyBar

            for bar in self.screen.query(KeyBar):
                bar.tell(sentence)

    def say_what_waits(self) -> None:
        """Say the news that no screen could show so far, for example while a text is typed."""
        if self._unsaid and self.announce(" ".join(self._unsaid)):
            self._unsaid.clear()

    # ------------------------------------------------------------ the end of the visit

    async def action_quit(self) -> None:
        """End the visit, and say how to come back."""
        self.action_help_quit()

    def action_help_quit(self) -> None:
        """Do the same for `ctrl+c`, even before there is a screen."""
        guest = self.visitor.guest  # whose games end with the visit
        has_seats = not guest and bool(self.api.tables.own())
        self.exit(farewell(self.visitor, has_seats=has_seats))

    # ------------------------------------------------------------ idleness

    def check_idleness(self) -> None:
        """Warn a visitor who has done nothing for long, and let them go after that."""
        idle = monotonic() - self.line.last_key
        if idle < self.idle_seconds - seconds_of_warning(self.idle_seconds):
            self._warned = False
        elif idle >= self.idle_seconds:
            self.exit(_AWAY_GUEST if self.visitor.guest else _AWAY)
        elif not self._warned:
            self._warned = True
            self.bell()
            self.announce("Are you still there? Press any key, or the server ends your visit soon.")

    def announce(self, sentence: str) -> bool:
        """Show a sentence on the screen that is open; tell whether it can show one."""
        from regicide_tui.server.screens.lists import ServerList
        from regicide_tui.server.screens.review.shared import SharedTable
        from regicide_tui.server.screens.table import RemoteTable
        from regicide_tui.tui.screens.tables.home import HomeTable

        if isinstance(self.screen, ServerList):
            self.screen.say(sentence)
        elif isinstance(self.screen, RemoteTable):
            self.screen.tell_of_elsewhere(sentence)
        elif isinstance(self.screen, SharedTable):
            self.screen.say(sentence)
        elif isinstance(self.screen, HomeTable):  # of a puzzle or a lesson
            self.screen.notify_player(sentence, verbatim=True)
        else:
            return False
        return True

    # ------------------------------------------------------------ screens

    def show_lobby(self, sentence: str = "") -> None:
        """Go to the lobby."""
        self._go_to("")
        self._close_screens()
        if sentence and isinstance(self.screen, LobbyScreen):
            self.screen.say(sentence)

    def _go_to(self, table: str) -> None:
        """Note the table that is shown from now on; none is the lobby."""
        self.api.visit.go_to(table)

    def _close_screens(self) -> None:
        """Close all screens above the lobby."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def action_menu(self) -> None:
        """Go to the lobby."""
        self.show_lobby()

    def show_table(self, table: str, password: str = "", sentence: str = "") -> None:
        """Go to a table, before its game or in it, once its log has been read."""
        if self.api.tables.must_read(table):
            self.call_later(self._read_and_show, table, password, sentence)
        else:
            self._show_table(table, password, sentence)

    async def _read_and_show(self, table: str, password: str, said: str) -> None:
        try:
            await self.api.tables.read(table, password)
        except Refused as error:
            self.show_lobby(str(error))
        else:
            self._show_table(table, password, said)

    def _show_table(self, table: str, password: str, said: str) -> None:
        try:
            handle = self.api.tables.enter(table, password)
        except Refused as error:
            self.show_lobby(str(error))
            return
        self._close_screens()
        seen = self.api.visit.go_to_game(table)
        self.push_screen(self._screen_of(handle, password, said, seen))

    def _screen_of(self, handle: TableHandle, password: str, said: str, seen: int) -> Screen[None]:
        from regicide_tui.server.screens.table import RemoteTable
        from regicide_tui.server.screens.waiting import WaitingScreen

        self.game = handle.table.game
        if not handle.table.begun:
            return WaitingScreen(self.look, handle, password, said)
        return RemoteTable(handle, self.look, said, seen, password)

    def get_name(self) -> None:
        """Let a guest choose a name, or tell them how to make a key.

        This app ends then, and another one begins for the visitor with the name.
        """
        from regicide_tui.server.screens.choose_name import ChooseNameScreen

        if self.visitor.newcomer is not None:
            self.push_screen(
                ChooseNameScreen(
                    self.look,
                    self.visitor.newcomer,
                    self.visitor.server,
                    self._close_name,
                    lambda: self.exit(""),
                    "back",
                )
            )

    def _close_name(self) -> None:
        self.pop_screen()

    # ------------------------------------------------------------ lessons and puzzles

    def action_lessons(self) -> None:
        """Show the lessons."""
        from regicide_tui.tui.screens.tables.tutorial import LessonsScreen

        self.push_screen(LessonsScreen(self.look, self.game, self._notes))

    async def show_lesson(self, game: str, number: int) -> None:
        """Begin a lesson. Nothing of it is saved."""
        from regicide_tui.server.screens.practice import ServerLesson

        self.game = game
        self._show_practice(ServerLesson(self.look, games.lessons(game), number))

    async def note_lesson(self, game: str, number: int, *, done: bool = True) -> None:
        """Note that a lesson was finished, as long as the visit lasts."""
        if done:
            self._notes.note(lesson_key(game, number))

    async def deal_first(self, game: str) -> None:
        """After the last lesson, go to the form of a new table."""
        from regicide_tui.server.screens.open_table import OpenTableScreen

        self.show_lobby()
        self.push_screen(OpenTableScreen(self.look, game))

    def action_puzzles(self) -> None:
        """Show the puzzles."""
        from regicide_tui.tui.screens.tables.puzzles import PuzzlesScreen

        self.show_lobby()
        self.push_screen(PuzzlesScreen(self.look, self.game, self._notes))

    async def show_puzzle(self, puzzle: Puzzle) -> None:
        """Show a puzzle. It is not saved."""
        from regicide_tui.server.screens.practice import ServerPuzzle

        self.game = puzzle.game
        self._show_practice(ServerPuzzle(self.look, puzzle, self._notes))

    def _show_practice(self, screen: Screen[None]) -> None:
        """Show a lesson or a puzzle above the list from which it was chosen."""
        while len(self.screen_stack) > _LIST_DEPTH:
            self.pop_screen()
        self.push_screen(screen)

    def show_replay(self, saved: Table, table: str = "") -> None:
        """Step through a finished game; the table leads to its review."""
        from regicide_tui.server.screens.replay import ServerReplay

        self.push_screen(ServerReplay(ReplaySession(saved), self.look, table))

    async def show_review(self, table: str, moment: int | None = None) -> None:
        """Go to the shared review of a finished game. Raises `Refused`."""
        from regicide_tui.server.screens.review.table import ReviewTable

        handle = await self.api.reviews.enter(table, moment)
        self.game = handle.state.game.history.game.name
        self.push_screen(ReviewTable(handle, self.look))

    def show_transcript(self, saved: Table) -> None:
        """Show a finished game as text."""
        from regicide_tui.server.screens.finished import TranscriptScreen

        self.push_screen(TranscriptScreen(self.look, saved))

    def ask_text(self, question: str, take: Callable[[str], None]) -> None:
        """Ask the visitor for a text, make it harmless, and pass it on."""
        from regicide_tui.tui.screens.ask import AskText

        def said(text: str | None) -> None:
            words = make_harmless(text or "", _WORDS)
            if words:
                take(words)

        self.push_screen(AskText(self.look.keymap, question, limit=_WORDS), said)


def make_app(
    server: AppServer,
    api: Api,
    news: News,
    visitor: Visitor,
    line: Line,
    idle_seconds: float,
) -> SshApp:
    """Return the app of a visitor; whoever has no name yet, and is no guest, is asked for one."""
    if visitor.newcomer is not None and not visitor.guest:
        return NamingApp(server, visitor, visitor.newcomer, line)
    return ServerApp(server, api, news, visitor, line, idle_seconds)


def farewell(visitor: Visitor, *, has_seats: bool) -> str:
    """Return what stands in the visitor's terminal after they have left.

    The command has a line of its own, so that it can be copied from a narrow terminal.
    """
    name = "" if visitor.guest else f", {visitor.name}"
    seats = " Your seats stay yours." if has_seats else ""
    return f"Goodbye{name}.{seats} To come again:\n{visitor.way_back}"


def seconds_of_warning(idle_seconds: float) -> float:
    """Return how many seconds before the end of an idle visit the warning comes."""
    return min(_WARNING, idle_seconds / 2)
