"""The lobby: who is here, which tables there are, and what people say."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from textual.app import ComposeResult

from regicide_tui.server.screens.lists import ServerList
from regicide_tui.server.screens.lobby_page import Lobby, LobbyPage, Person, Tile
from regicide_tui.server.screens.words import doing, offer, what
from regicide_tui.server.tables.decide import Refused
from regicide_tui.server.tables.hub import Aside
from regicide_tui.server.tables.table_info import TableInfo
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.widgets.listing import Entry
from regicide_tui.tui.widgets.table.bars import KeyBar, TitleBar

_DIGITS = 9
_MOST_LISTED = 60
"""So many tables are listed: the list is made anew at each key."""


class _Line(NamedTuple):
    """A table in the list, without its number; what is set aside has no tile."""

    title: str
    told: str
    action: str
    tile: Tile | None = None


def _aside_line(table: str, aside: Aside) -> _Line:
    """Return what is said of a table that was set aside."""
    game = what(aside.game, aside.players) if aside.game else "a table"
    return _Line("Set aside", game, f"open('{table}')")


class LobbyScreen(ServerList):
    """One's own tables first, then those with free seats, then those to watch.

    Where there are too many, one finds a table by the name of somebody at it.
    """

    def __init__(self, look: Look, sentence: str = "") -> None:
        super().__init__(look)
        self.sentence = sentence
        self._wanted = ""
        """How the names begin of those whose tables are listed; empty for all tables."""

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

    def title_row(self) -> Row:
        """Whose lobby it is."""
        name = self.house_app.visitor.name
        return (
            Run("REGICIDE", "accent+bold"),
            Run("  Welcome, "),
            Run(name, "text+bold"),
            Run("."),
        )

    def _lobby(self) -> Lobby:
        """Return what is shown beside the lines."""
        hub, name = self.house_app.hub, self.house_app.visitor.name
        tiles = [line.tile for line in self._lines(self._found()) if line.tile is not None]
        people = [Person(one, doing(one, name, hub.rooms_of(one))) for one in hub.present]
        return Lobby(tuple(tiles), tuple(people), tuple(hub.chat), self.sentence, self.style)

    def entries(self) -> list[Entry]:
        """What one can do here."""
        found = self._found()
        return [
            *self._tables(found),
            *self._finding(found),
            Entry("n", "Open a table", "a choice of games", "new"),
            Entry("t", "Say something", "to all in the lobby", "chat"),
            Entry("g", "Finished games", self._finished(), "finished"),
            Entry("S", "Players", "who has won how often", "players"),
            Entry("i", "How to play", "the rules of each game", "app.rules"),
            Entry("q", "Leave", "your seats stay yours", "app.quit"),
        ]

    def _tables(self, found: Sequence[tuple[str, TableInfo]]) -> list[Entry]:
        """Return the lines of the tables, numbered."""
        return [
            Entry(
                str(place) if place <= _DIGITS else "",
                *(line.title, line.told, line.action),
            )
            for place, line in enumerate(self._lines(found), 1)
        ]

    def _finding(self, found: Sequence[tuple[str, TableInfo]]) -> list[Entry]:
        """Return the line that finds a table, or that lists all of them again."""
        if self._wanted:
            return [Entry("/", "All tables", f"not only with '{self._wanted}'", "list_all")]
        if len(found) > _MOST_LISTED:
            return [Entry("/", "Find a table", "by the name of a player", "find")]
        return []

    def _lines(self, found: Sequence[tuple[str, TableInfo]]) -> list[_Line]:
        """Return the lines of the tables, as many as are listed."""
        hub, name = self.house_app.hub, self.house_app.visitor.name
        lines = self.each(found[:_MOST_LISTED], self._line)
        return lines + self.each(hub.set_aside(name).items(), _aside_line)

    def _found(self) -> list[tuple[str, TableInfo]]:
        """Return the tables that are listed, and one more if there is one."""
        hub, name = self.house_app.hub, self.house_app.visitor.name
        return [*islice(hub.offered(name, self._wanted), _MOST_LISTED + 1)]

    def _line(self, table: str, company: TableInfo) -> _Line:
        """Return what is said of a table."""
        name = self.house_app.visitor.name
        title, told = offer(company, name)
        if self.house_app.hub.crashed(table, name):
            told = f"something failed here, {told}"
        tile = Tile(company.game, len(company.people), len(company.seats))
        return _Line(title, told, f"open('{table}')", tile)

    def _finished(self) -> str:
        count = self.house_app.hub.results.count
        return f"{count} to replay" if count else "none yet"

    # ------------------------------------------------------------ what is done

    def action_open(self, table: str) -> None:
        """Go to a table; a private one asks for its word."""
        hub, name = self.house_app.hub, self.house_app.visitor.name
        company = hub.company(table, name) if table in hub.rooms else None
        if company is not None and company.private and company.seat is None:
            self.house_app.ask_words(
                "Password of this private table:",
                lambda word: self.house_app.show_table(table, word),
            )
        else:
            self.house_app.show_table(table)

    def action_find(self) -> None:
        """Ask whose tables are to be listed."""
        self.house_app.ask_words("Whose table? A name, or how it begins:", self._find)

    def _find(self, wanted: str) -> None:
        """List the tables of those whose names begin so, or say that there is none."""
        self._wanted = wanted
        if not self._found():
            self._wanted = ""
            self.say(f"'{wanted}' sits at no table.")
            return
        self.sentence = ""
        self.look_again()

    def action_list_all(self) -> None:
        """List the tables of all again."""
        self._wanted = ""
        self.look_again()

    def action_new(self) -> None:
        """Open a table."""
        from regicide_tui.server.screens.open_table import OpenTableScreen

        self.app.push_screen(OpenTableScreen(self.look, self.house_app.game))

    def action_chat(self) -> None:
        """Say something to all in the lobby."""
        self.house_app.ask_words("To all in the lobby:", self._say_to_all)

    def _say_to_all(self, text: str) -> None:
        """Say it and show it at once, or show why that can't be done."""
        visitor = self.house_app.visitor
        try:
            self.house_app.hub.say(visitor.name, text, visitor.address)
        except Refused as error:
            self.say(str(error), "error")
        else:
            self.sentence = ""
            self.look_again()

    def action_finished(self) -> None:
        """List the finished games."""
        from regicide_tui.server.screens.finished import FinishedScreen

        self.app.push_screen(FinishedScreen(self.look))

    def action_players(self) -> None:
        """Show who has won how often."""
        from regicide_tui.server.screens.standings import StandingsScreen

        self.app.push_screen(StandingsScreen(self.look))
