"""The app of one visitor, as its screens use it: the API, and navigation between screens."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack
from time import monotonic
from typing import Concatenate, ParamSpec, cast

from textual.actions import ActionParseResult
from textual.dom import DOMNode
from textual.screen import Screen

from regicide_tui.games.base import Json
from regicide_tui.play.session import ReplaySession
from regicide_tui.play.settings import ChoiceSetting
from regicide_tui.server.api.api import Api
from regicide_tui.server.api.finished import FinishedGame
from regicide_tui.server.apps.app import AppServer, Arrival, SshApp
from regicide_tui.server.apps.desktop import Desktop
from regicide_tui.server.apps.driver import Line
from regicide_tui.server.base.limits import MOST_WORDS
from regicide_tui.server.base.texts import make_harmless
from regicide_tui.server.model.settings import BY_NAME, CHOICES, DEFAULTS, VisitorSettings
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.tui.card_app import CardApp
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Run, fit
from regicide_tui.tui.screens.settings import SettingsScreen
from regicide_tui.tui.terminal.wire import Wire
from regicide_tui.tui.widgets.painted import Rows

P = ParamSpec("P")

_WITH_THE_NAME = "Saved with your name on this server."
_FOR_THE_VISIT = "Kept until you leave. With a name, they are saved."


class ServerCards(SshApp, CardApp):
    """An app that shows cards as a visitor's terminal can."""

    def __init__(
        self,
        server: AppServer,
        visitor: Visitor,
        line: Line,
        settings: VisitorSettings = DEFAULTS,
    ) -> None:
        super().__init__(
            server,
            visitor,
            line,
            settings=settings,
            plain=not visitor.writes_utf8,
            colours=visitor.draws(settings.colours),
        )
        self.may_gain_colours = settings.colours == BY_NAME

    @property
    def takes_mouse(self) -> bool:
        """Whether the app takes clicks, as the settings say."""
        return self.settings.mouse


class VisitorApp(ServerCards):
    """The app of one visitor. The lobby is its bottom screen."""

    def __init__(self, arrival: Arrival) -> None:
        server, api, news, visitor, line, self.idle_seconds = arrival
        super().__init__(server, visitor, line, api.preferences.settings)
        self.api, self.news = api, news
        self.desktop = Desktop(line.write, visitor.term, visitor.environment, monotonic)
        """The title of the visitor's terminal, and notices on the desktop."""
        self.unsaid: list[str] = []
        """News of other tables, and refusals, that no screen could show yet."""

    # ------------------------------------------------------------ settings

    async def change_setting(self, keys: tuple[str, ...], value: Json) -> str:
        """Apply one setting and save it; return the error, or an empty string."""
        if keys == ("colours",):
            self.wire = Wire(self.visitor.draws(f"{value}"))
        return await super().change_setting(keys, value)

    @property
    def choices(self) -> Sequence[ChoiceSetting]:
        """The settings that can be changed here: no notices where the terminal shows none."""
        shown = self.desktop.shows_notices and not self.visitor.guest
        return [one for one in CHOICES if shown or one.key != "notices"]

    async def keep_setting(self, keys: tuple[str, ...], value: Json) -> str:
        """Save a setting with the visitor's name; return why that was refused, if it was."""
        try:
            await self.api.preferences.choose(keys[0], value)
        except Refused as error:
            return str(error)
        return ""

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence on the screen, now or later."""
        if not say_on(self.screen, sentence, "error"):
            self.unsaid.append(sentence)

    def action_settings(self) -> None:
        """Show the settings."""
        kept = _FOR_THE_VISIT if self.visitor.guest else _WITH_THE_NAME
        self.push_screen(
            SettingsScreen(self.look, self.settings, self.choices, self.wire.colours, kept)
        )

    def call_player(self, sentence: str) -> None:
        """Ring the bell, and show a sentence on the desktop, if the settings say so."""
        self.bell()
        if self.api.preferences.settings.notices:
            self.desktop.notify(sentence)

    def bell(self) -> None:
        """Ring the bell of the terminal, if the settings say so."""
        if self.settings.sound:
            super().bell()

    # ------------------------------------------------------------ navigation

    def say_what_waits(self) -> None:
        """Show the news that no screen could show so far, for example during text input."""
        if self.unsaid and say_on(self.screen, " ".join(self.unsaid)):
            self.unsaid.clear()

    def say_below(self, sentence: str) -> None:
        """Show a sentence in place of the keys, for example while the help is open."""
        told = (Run(f" {sentence}", "warning"),)
        bars = [bar for one in self.screen_stack for bar in one.query("#keys").results(Rows)]
        for bar in bars[-1:]:  # a text prompt has none, and leaves the bar below it visible
            # A page that has just opened paints its keys first.
            bar.call_after_refresh(bar.show, lambda width, _: [fit(told, width)])

    def unsay(self, sentence: str) -> None:
        """Drop outdated news, also from the list where it is shown."""
        self.unsaid = [one for one in self.unsaid if one != sentence]
        if isinstance(self.screen, VisitorScreen):
            self.screen.unsay(sentence)

    def show_lobby(self, sentence: str = "") -> None:
        """Go to the lobby."""
        self.api.visit.go_to("")
        self._close_screens()
        if sentence:
            say_on(self.screen, sentence)

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
        from regicide_tui.server.screens.table import RemoteTable
        from regicide_tui.server.screens.waiting import WaitingScreen

        try:
            handle = self.api.tables.enter(table, password)
        except Refused as error:
            self.show_lobby(str(error))
            return
        self._close_screens()
        seen = self.api.visit.go_to_game(table)
        self.game = handle.table.game
        if handle.table.begun:
            self.push_screen(
                RemoteTable(handle, self.look, said, seen, motion=self.settings.motion)
            )
        else:
            self.push_screen(WaitingScreen(self.look, handle, said))

    def action_get_name(self) -> None:
        """Let a guest choose a name, or show them how to make a key.

        This app then ends, and another one starts for the visitor with the name.
        """
        from regicide_tui.server.screens.naming_app import ChooseNameScreen

        newcomer, server = self.visitor.newcomer, self.visitor.server
        if newcomer is not None:
            screen = ChooseNameScreen(self.look, newcomer, server, self.pop_screen, "back")
            self.push_screen(screen)

    async def show_review(self, table: str, moment: int | None = None) -> None:
        """Go to the shared review of a finished game. Raises `Refused`."""
        from regicide_tui.server.screens.review.table import ReviewTable

        handle = await self.api.reviews.enter(table, moment)
        self.game = handle.state.game.history.game.name
        self.push_screen(ReviewTable(handle, self.look))

    def show_replay(self, finished: FinishedGame, review: str = "") -> None:
        """Step through a finished game; `review` is the table whose review a key opens."""
        from regicide_tui.server.screens.replay import ServerReplay

        replayed = ReplaySession(finished.game, reader=self.visitor.name)
        self.push_screen(ServerReplay(replayed, self.look, review, finished.stood_in))

    def ask_text(
        self, question: str, take: Callable[[str], Awaitable[object]], limit: int = MOST_WORDS
    ) -> None:
        """Ask the visitor for some text, make it harmless, and pass it to `take`."""
        from regicide_tui.tui.screens.ask import AskText

        def said(text: str | None) -> None:
            words = make_harmless(text or "", limit)
            if words:
                self.do_soon(take(words))

        self.push_screen(AskText(self.look.keymap, question, limit=limit), said)

    def do_soon(self, doing: Awaitable[object]) -> None:
        """Await this in the background. If it raises `Refused`, the screen says why."""
        self.run_worker(self._attempt(doing))

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action. If it raises `Refused`, the screen says why."""
        doing = super().run_action(action, default_namespace, namespaces)
        return await self._attempt(doing) is not False

    async def _attempt(self, doing: Awaitable[object]) -> object:
        """Return the result; if it was refused, show why and return None."""
        try:
            return await doing
        except Refused as error:
            self.show_sentence(str(error))
            return None


class VisitorScreen(Screen[None]):
    """A screen of a visitor, which shows news and sentences."""

    look: Look

    @property
    def visitor_app(self) -> VisitorApp:
        """The app of the visitor."""
        return cast("VisitorApp", self.app)

    @property
    def api(self) -> Api:
        """What the visitor sees and does on the server."""
        return self.visitor_app.api

    @property
    def visitor(self) -> Visitor:
        """The visitor, and what their terminal can do."""
        return self.visitor_app.visitor

    def on_mount(self) -> None:
        """Show all news from now on; Textual calls the method of each base."""
        self.listening = ExitStack()
        self.listening.callback(self.listen())

    def on_unmount(self) -> None:
        """Stop listening."""
        self.listening.close()

    def listen(self) -> Callable[[], None]:
        """Subscribe `look_soon` to the news of this screen; return a function that unsubscribes."""
        raise NotImplementedError

    def open(
        self,
        kind: Callable[Concatenate[Look, P], Screen[None]],
        *args: P.args,
        **options: P.kwargs,
    ) -> None:
        """Open another screen, with the look of this one."""
        self.app.push_screen(kind(self.look, *args, **options))

    def look_soon(self) -> None:
        """Show the news soon, in the screen's own time."""
        self.call_later(self.look_again)

    def look_again(self) -> None:
        """Show the news."""
        raise NotImplementedError

    def say(self, sentence: str, style: str = "warning") -> None:
        """Show a sentence."""
        raise NotImplementedError

    def unsay(self, sentence: str) -> None:
        """Remove a sentence, if it would stay."""


def say_on(screen: Screen[object], sentence: str, style: str = "warning") -> bool:
    """Show a sentence on a screen; return whether it can show one."""
    from regicide_tui.tui.screens.home_table import HomeTable

    if isinstance(screen, VisitorScreen):
        screen.say(sentence, style)
    elif isinstance(screen, HomeTable):  # of a puzzle or a lesson
        screen.notify_player(sentence, verbatim=True)
    else:
        return False
    return True
