"""The lobby: the visitors, the tables, and the chat."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.app import ComposeResult

from regicide_tui.games.words import named
from regicide_tui.server.api.lobby import SetAside
from regicide_tui.server.model.boards.pages import describe_result
from regicide_tui.server.model.boards.series import day_series
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.lists import ServerList
from regicide_tui.server.screens.lobby_page import Lobby, LobbyPage, Person, Tile
from regicide_tui.server.screens.words import (
    describe_activity,
    describe_game,
    describe_offer,
)
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.widgets.listing import Entry
from regicide_tui.tui.widgets.table.bars import KeyBar, TitleBar

_DIGITS = 9
_MOST_LISTED = 60
"""The most tables that are listed: the list is made again at each key."""


_FOR_GUESTS = "You are a guest. Press s to get a name: then you can sit with people and talk."
_ENTRIES = (
    Entry("n", "Open a table", "a choice of games", "new"),
    Entry("t", "Say something", "to all in the lobby", "chat"),
)
"""What people with a name do."""


class _Line(NamedTuple):
    """A table in the list, without its number. A set-aside table has no tile."""

    title: str
    detail: str
    action: str
    tile: Tile | None = None


def _set_aside_line(table: str, aside: SetAside) -> _Line:
    """Return the line of a table that was set aside."""
    game = describe_game(aside.game, aside.players) if aside.game else "a table"
    title = "On another server" if aside.outdated else "Set aside"
    return _Line(title, game, f"open('{table}')")


class LobbyScreen(ServerList):
    """The visitor's own tables first, then tables with free seats, then tables to watch.

    If there are too many tables, the visitor finds one by the name of a player.
    """

    def __init__(self, look: Look, sentence: str = "") -> None:
        super().__init__(look)
        self.sentence = sentence
        self._wanted = ""
        """The prefix of players' names whose tables are listed; empty for all tables."""

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield TitleBar(self.look)
        yield LobbyPage(self.look)
        yield KeyBar(self.look)

    def show_entries(self, entries: list[Entry]) -> None:
        """Show the lobby with these lines."""
        self.cursor = max(0, min(self.cursor, len(entries) - 1))
        self.query_one(LobbyPage).show_lobby(self._lobby(), entries, self.cursor)
        self.show_bars()

    @property
    def _shown_sentence(self) -> str:
        """The sentence above the tables: the last one said, or else what a guest should know."""
        if self.sentence or not self.visitor_app.visitor.guest:
            return self.sentence
        return _FOR_GUESTS

    def title_row(self) -> Row:
        """Return the title, with the visitor's name."""
        name = self.visitor_app.visitor.name
        return (
            Run("REGICIDE", "accent+bold"),
            Run("  Welcome, "),
            Run(name, "text+bold"),
            Run("."),
        )

    def _lobby(self) -> Lobby:
        """Return what is shown beside the lines."""
        lobby, name = self.visitor_app.api.lobby, self.visitor_app.visitor.name
        tiles = [line.tile for line in self._lines(self._found()) if line.tile is not None]
        named = [one for one in lobby.present if one != name and not is_guest(one)]
        others = [Person(one, describe_activity(lobby.activity_of(one))) for one in named]
        people = [Person(name, "you"), *others]
        guests = sum(is_guest(one) for one in lobby.present if one != name)
        sentence = self._shown_sentence
        return Lobby(tuple(tiles), tuple(people), tuple(lobby.chat), sentence, self.style, guests)

    def entries(self) -> list[Entry]:
        """Return what the visitor can do here."""
        found = self._found()
        return [
            *self._tables(found),
            *self._finding(found),
            *self._rounds(),
            *(self._entries_of_guest() if self.visitor_app.visitor.guest else _ENTRIES),
            Entry("b", "Play with bots", self._with_bots, "play_now"),
            *self._entries_of_moderator(),
            Entry("D", "Deal of the day", self._deal_of_the_day(), "day"),
            Entry("z", "Duplicate deals", "and tournaments", "duplicates"),
            Entry("l", "Learn", "short lessons", "app.lessons"),
            Entry("p", "Puzzles", "find the winning line", "app.puzzles"),
            Entry("g", "Finished games", self._finished(), "finished"),
            Entry("S", "Players", "who has won how often", "players"),
            Entry("i", "How to play", "the rules of each game", "app.rules"),
            *self._notices(),
            *self._ignoring(),
            Entry("q", "Leave", self._kept(), "app.quit"),
        ]

    def _rounds(self) -> list[Entry]:
        """Return the line that leads to a round of a tournament at which the visitor is awaited."""
        return [
            Entry("R", f"Play round {one.number}", one.tournament.title, "round")
            for one in self.visitor_app.api.deals.rounds()[:1]
        ]

    @property
    def _with_bots(self) -> str:
        """The game with bots that begins at a key."""
        game = self.visitor_app.game
        players = self.visitor_app.api.lobby.players_with_bots(game)
        return f"{describe_game(game, players)}, now"

    def _entries_of_guest(self) -> list[Entry]:
        """Return what only guests do, and what they do in another way."""
        return [
            Entry("s", "Get a name", "and sit with people", "get_name"),
            Entry("n", "Choose a game", "and play it with bots", "new"),
        ]

    def _notices(self) -> list[Entry]:
        """Return the line that turns notices on the desktop on or off, where there are any."""
        if not self.visitor_app.shows_notices:
            return []
        now = "on, when it is your turn" if self.visitor_app.wants_notices else "off"
        return [Entry("o", "Desktop notices", now, "notices")]

    def _ignoring(self) -> list[Entry]:
        """Return the way to the list of those whom the visitor ignores; guests have none.

        Nobody needs it who is alone.
        """
        app = self.visitor_app
        ignored = app.api.preferences.ignored
        if app.visitor.guest or not (ignored or len(app.api.lobby.present) > 1):
            return []
        detail = named(ignored) if ignored else "hide what they write"
        return [Entry("x", "Ignore people", detail, "ignore")]

    def _entries_of_moderator(self) -> list[Entry]:
        """Return what only moderators do."""
        if not self.visitor_app.api.order.is_moderator:
            return []
        return [Entry("!", "Keep order", "as a moderator", "moderate")]

    def _kept(self) -> str:
        """Return what stays when the visitor leaves."""
        app = self.visitor_app
        if not app.visitor.guest:
            return "your seats stay yours"
        return "your games end" if app.api.tables.own() else ""

    def _tables(self, found: Sequence[tuple[str, VisitorTable]]) -> list[Entry]:
        """Return the lines of the tables, numbered."""
        return [
            Entry(
                str(place) if place <= _DIGITS else "",
                line.title,
                line.detail,
                line.action,
            )
            for place, line in enumerate(self._lines(found), 1)
        ]

    def _finding(self, found: Sequence[tuple[str, VisitorTable]]) -> list[Entry]:
        """Return the line that finds a table, or that lists all tables again."""
        if self._wanted:
            return [Entry("/", "All tables", f"not only with '{self._wanted}'", "list_all")]
        if len(found) > _MOST_LISTED:
            return [Entry("/", "Find a table", "by the name of a player", "find")]
        return []

    def _lines(self, found: Sequence[tuple[str, VisitorTable]]) -> list[_Line]:
        """Return the lines of the tables, as many as are listed."""
        lines = self.make_each(found[:_MOST_LISTED], self._line)
        aside = self.visitor_app.api.lobby.set_aside
        return lines + self.make_each(aside.items(), _set_aside_line)

    def _found(self) -> Sequence[tuple[str, VisitorTable]]:
        """Return the tables that are listed, and one more if there is one."""
        return self.visitor_app.api.lobby.offered(self._wanted, _MOST_LISTED + 1)

    def _line(self, table: str, seen: VisitorTable) -> _Line:
        """Return the line of a table."""
        api = self.visitor_app.api
        title, detail = describe_offer(seen, self.visitor_app.visitor.name, api.now())
        if api.visit.has_crashed(table):
            detail = f"something failed here, {detail}"
        tile = Tile(seen.game, len(seen.names), len(seen.seats))
        return _Line(title, detail, f"open('{table}')", tile)

    def _deal_of_the_day(self) -> str:
        """Return how the visitor did with today's deal alone, the one that most people play."""
        api = self.visitor_app.api
        result = api.deals.offer(day_series(api.now(), 1)).result
        return describe_result(result) if result is not None else "the same for everybody"

    def _finished(self) -> str:
        """Return how many finished games the visitor will see in the list."""
        count = self.visitor_app.api.finished.listed_count
        return f"{count} to replay" if count else "none yet"

    # ------------------------------------------------------------ what is done

    def action_open(self, table: str) -> None:
        """Go to a table; ask for the password of a private one."""
        seen = self.visitor_app.api.lobby.describe(table)
        if seen is not None and seen.private and seen.seat is None:
            self.visitor_app.ask_text(
                "Password of this private table:",
                lambda password: self.visitor_app.show_table(table, password),
            )
        else:
            self.visitor_app.show_table(table)

    def action_find(self) -> None:
        """Ask for the player whose tables are listed."""
        self.visitor_app.ask_text("Whose table? A name, or how it begins:", self._find)

    def _find(self, wanted: str) -> None:
        """List the tables of players whose names begin like this, or say that there are none."""
        self._wanted = wanted
        if not self._found():
            self._wanted = ""
            self.say(f"'{wanted}' sits at no table.")
            return
        self.sentence = ""
        self.look_again()

    def action_list_all(self) -> None:
        """List all tables again."""
        self._wanted = ""
        self.look_again()

    def action_new(self) -> None:
        """Open the form of a new table."""
        from regicide_tui.server.screens.open_table import OpenTableScreen

        self.app.push_screen(OpenTableScreen(self.look, self.visitor_app.game))

    async def action_play_now(self) -> None:
        """Begin a game with bots at once."""
        app = self.visitor_app
        try:
            table = await app.api.lobby.play_with_bots(app.game)
        except Refused as error:
            self.say(str(error), "error")
        else:
            app.show_table(table)

    async def action_round(self) -> None:
        """Go to a table of the round at which the visitor is awaited."""
        app = self.visitor_app

        async def play() -> None:
            for one in app.api.deals.rounds()[:1]:
                app.show_table(await app.api.deals.play(one.series))

        await self.attempt(play())

    def action_get_name(self) -> None:
        """Let a guest choose a name."""
        self.visitor_app.get_name()

    def action_chat(self) -> None:
        """Ask for a message to the lobby."""
        self.visitor_app.ask_text("To all in the lobby:", self._say_to_all)

    def _say_to_all(self, text: str) -> None:
        """Send a message and show it at once, or show why it was refused."""
        try:
            self.visitor_app.api.lobby.say(text)
        except Refused as error:
            self.say(str(error), "error")
        else:
            self.sentence = ""
            self.look_again()

    async def action_notices(self) -> None:
        """Turn notices on the desktop on or off."""
        app = self.visitor_app
        if await self.attempt(app.want_notices(not app.wants_notices)):
            self.look_again()

    def action_ignore(self) -> None:
        """List the people who can be ignored, and those who are."""
        from regicide_tui.server.screens.ignoring import IgnoringScreen

        self.app.push_screen(IgnoringScreen(self.look, self._spoken))

    def _spoken(self) -> Sequence[str]:
        """Return who is here, and who has written in the chat."""
        lobby = self.visitor_app.api.lobby
        return [*lobby.present, *[by for by, _ in reversed(lobby.chat)]]

    def action_moderate(self) -> None:
        """Show what a moderator can do."""
        from regicide_tui.server.screens.moderation import ModerationScreen

        self.app.push_screen(ModerationScreen(self.look))

    def action_day(self) -> None:
        """Show the deal of the day."""
        from regicide_tui.server.screens.boards.deals import DayScreen

        self.app.push_screen(DayScreen(self.look))

    def action_duplicates(self) -> None:
        """Show the duplicate deals and the tournaments."""
        from regicide_tui.server.screens.boards.deals import DuplicateScreen

        self.app.push_screen(DuplicateScreen(self.look))

    def action_finished(self) -> None:
        """List the finished games."""
        from regicide_tui.server.screens.finished import FinishedScreen

        self.app.push_screen(FinishedScreen(self.look))

    def action_players(self) -> None:
        """Show who has won how often."""
        from regicide_tui.server.screens.standings import StandingsScreen

        self.app.push_screen(StandingsScreen(self.look))
