"""The app of one visitor: the lobby, the tables, and all pages."""

from time import monotonic

from textual.screen import Screen

from regicide_tui import games
from regicide_tui.games.practice import Puzzle
from regicide_tui.games.words import counted
from regicide_tui.play.practice import VisitNotes, lesson_key
from regicide_tui.server.apps.app import Arrival
from regicide_tui.server.model.settings import BY_NAME
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.visitor import ReviewLink
from regicide_tui.server.screens.boards.tournament import TournamentScreen
from regicide_tui.server.screens.lobby import LobbyScreen
from regicide_tui.server.screens.open_table import OpenTableScreen
from regicide_tui.server.screens.other_tables import BY_LOBBY, OtherTables
from regicide_tui.server.screens.practice import ServerLesson, ServerPuzzle
from regicide_tui.server.screens.visitor_app import VisitorApp, say_on
from regicide_tui.server.screens.words import farewell
from regicide_tui.tui.screens.lessons import LessonsScreen
from regicide_tui.tui.screens.puzzles import PuzzlesScreen

_WARNING = 120.0
"""The maximum seconds between the warning to an idle visitor and the end of the visit."""
LOOK = 10.0
_AWAY = "You were away for too long. Your seats stay yours: reconnect to play on."
_AWAY_GUEST = "You were away for too long. Reconnect whenever you like."
_LIST_DEPTH = 2
"""The screens below a lesson or a puzzle: the lobby, and the list."""
_FEW_COLOURS = "TERM=xterm means 16 colours. If your terminal has more, set them with o."
_CRASHED = (
    "An error occurred at your table. The table is saved, and you can return to it. The operator "
    "of the server can find the error in the journal."
)


class ServerApp(VisitorApp):
    """One visitor's app. Every action goes to the API, and its effect comes back from there."""

    def __init__(self, arrival: Arrival) -> None:
        super().__init__(arrival)
        self._warned = False
        self._notes = VisitNotes()
        settings = self.api.preferences.settings
        told = settings.few_colours_told or settings.colours != BY_NAME
        self._has_few_colours = self.visitor.may_draw_more and not told
        """Whether the visitor still has to read why there are few colours."""

    def get_default_screen(self) -> Screen[None]:
        """Return the lobby."""
        return LobbyScreen(self.look)

    def on_mount(self) -> None:
        """Register the visitor, and go to the table where it is their turn.

        After a crash at that table the visitor stays in the lobby: the app might crash again.
        """
        self.api.visit.come(self.exit)
        self.set_interval(LOOK, self.check_idleness)
        self._other_tables = OtherTables(self.api, self.visitor.name, BY_LOBBY)
        self._end_listening = self.news.house.add(
            self._look_soon,
            name=self.visitor.name,
            only_own=True,
        )
        self.desktop.show_title(self._other_tables.title)
        if self.visitor.invitation:
            self._show_invited()
            return
        if self.visitor.review is not None:
            self.call_later(self._show_linked, self.visitor.review)
            return
        self.unsaid += self._other_tables.tell_ended()
        self.unsaid += map(self._other_tables.call_to, self._other_tables.rounds)
        if count := self._other_tables.games_by_correspondence:
            self.unsaid.append(f"It is your turn in {counted(count, 'correspondence game')}.")
        waiting = self._other_tables.to_return_to
        if waiting and self.api.visit.has_crashed(waiting):
            self.show_lobby(_CRASHED)
        elif waiting:
            self.show_table(waiting, sentence=self._other_tables.tell_return(waiting))
        else:
            self._tell_of_few_colours()
        self.say_what_waits()

    def show_lobby(self, sentence: str = "") -> None:
        """Go to the lobby, which has the key for more colours."""
        super().show_lobby(sentence)
        if not sentence:
            self._tell_of_few_colours()

    def _tell_of_few_colours(self) -> None:
        if self._has_few_colours:
            self._has_few_colours = False
            self.unsaid.append(_FEW_COLOURS)
            self.call_later(self.keep_setting, ("few_colours_told",), True)

    def _show_invited(self) -> None:
        """Go to the table of the visitor's invitation, or say in the lobby why that failed."""
        try:
            table = self.api.lobby.find_invited()
        except Refused as error:
            self.show_lobby(str(error))
            return
        seen, sentence = self.api.tables.describe(table), ""
        if seen is None:
            pass  # it has just been closed, as the table itself will say
        elif seen.seat is None and seen.begun:
            sentence = "The game has started, so you are watching it."
        elif seen.seat is None and not seen.free:
            sentence = "You are watching until a seat is free or the game starts."
        self.show_table(table, self.visitor.invitation, sentence)

    async def _show_linked(self, link: ReviewLink) -> None:
        """Go to the moment of the visitor's link, or say in the lobby why that failed."""
        try:
            await self.show_review(link.table, link.moment)
        except Refused as error:
            self.show_lobby(str(error))

    def on_unmount(self) -> None:
        """Unregister the visitor."""
        self._end_listening()
        self.api.visit.leave()

    def crash(self) -> None:
        """End the app, and note the table, so that the next app doesn't open it automatically."""
        self.api.visit.crash()
        super().crash()

    # ------------------------------------------------------------ other tables

    def _look_soon(self) -> None:
        self.call_later(self._tell_of_other_tables)

    def _tell_of_other_tables(self) -> None:
        """Show the news of tables that aren't shown; the bell rings if it is the visitor's turn."""
        news = self._other_tables.news(self.api.visit.table)
        for sentence in self._other_tables.past:
            self.unsay(sentence)
        self.unsaid += [one.sentence for one in news]
        self.say_what_waits()
        if self.unsaid:
            self.say_below(self.unsaid[-1])
        self.desktop.show_title(self._other_tables.title)
        turns = [one.sentence for one in news if one.must_act]
        if turns:
            self.call_player(turns[0])

    def take_notice(self, sentence: str, *, rings: bool = True) -> None:
        """Show a sentence for all visitors, now or on the next screen that can show one."""
        if sentence not in self.unsaid:
            self.unsaid.append(sentence)
        if rings:
            self.bell()
        self.say_what_waits()
        if self.unsaid:
            self.say_below(sentence)

    # ------------------------------------------------------------ the end of the visit

    async def action_quit(self) -> None:
        """End the visit, and say how to reconnect."""
        self.action_help_quit()

    def action_help_quit(self) -> None:
        """Do the same for `ctrl+c`, even before there is a screen."""
        guest = self.visitor.guest  # whose games end with the visit
        has_seats = not guest and bool(self.api.tables.own())
        self.exit(farewell(self.visitor, has_seats=has_seats))

    # ------------------------------------------------------------ idleness

    def check_idleness(self) -> None:
        """Warn a visitor who has been idle for long, and later end the visit."""
        idle = monotonic() - self.line.last_key
        if idle < self.idle_seconds - seconds_of_warning(self.idle_seconds):
            self._warned = False
        elif idle >= self.idle_seconds:
            self.exit(_AWAY_GUEST if self.visitor.guest else _AWAY)
        elif not self._warned:
            self._warned = True
            self.bell()
            say_on(
                self.screen,
                "Are you still there? Press any key, or the server will disconnect you soon.",
            )

    # ------------------------------------------------------------ tournaments, lessons, puzzles

    def action_tournament(self, tournament: str) -> None:
        """Show a tournament."""
        self.push_screen(TournamentScreen(self.look, tournament))

    def action_lessons(self) -> None:
        """Show the lessons."""
        self.push_screen(LessonsScreen(self.look, self.game, self._notes))

    async def show_lesson(self, game: str, number: int) -> None:
        """Start a lesson, which isn't saved."""
        self.game = game
        self._practise(ServerLesson(self.look, games.lessons(game), number))

    async def note_lesson(self, game: str, number: int, *, done: bool = True) -> None:
        """Note, for this visit, that a lesson was finished."""
        if done:
            self._notes.note(lesson_key(game, number))

    async def deal_first(self, game: str) -> None:
        """After the last lesson, open the form for a new table."""
        self.show_lobby()
        self.push_screen(OpenTableScreen(self.look, game))

    def action_puzzles(self) -> None:
        """Show the puzzles."""
        self.show_lobby()
        self.push_screen(PuzzlesScreen(self.look, self.game, self._notes))

    async def show_puzzle(self, puzzle: Puzzle) -> None:
        """Show a puzzle. It is not saved."""
        self.game = puzzle.game
        self._practise(ServerPuzzle(self.look, puzzle, self._notes))

    def _practise(self, screen: Screen[None]) -> None:
        """Show a lesson or a puzzle above its list."""
        while len(self.screen_stack) > _LIST_DEPTH:
            self.pop_screen()
        self.push_screen(screen)


def seconds_of_warning(idle_seconds: float) -> float:
    """Return how many seconds before the end of an idle visit the warning comes."""
    return min(_WARNING, idle_seconds / 2)
