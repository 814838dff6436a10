"""The lobby: who is here, which tables there are, and what people say."""

from textual.app import ComposeResult

from regicide_tui.server.company import Company
from regicide_tui.server.screens.lists import HouseList
from regicide_tui.server.screens.lobby_page import Lobby, LobbyPage, Person, Tile
from regicide_tui.server.screens.words import doing, offer
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.widgets.bars import KeyBar, TitleBar
from regicide_tui.tui.widgets.listing import Entry

_DIGITS = 9


class LobbyScreen(HouseList):
    """One's own games first, then the tables with free seats, then those to watch."""

    def __init__(self, look: Look, sentence: str = "") -> None:
        super().__init__(look)
        self.sentence = sentence

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
        tiles = [
            Tile(company.game, len(company.people), len(company.seats))
            for _, _, company in self._offers()
        ]
        people = [Person(one, doing(one, name, hub.rooms.values())) for one in hub.present]
        return Lobby(tuple(tiles), tuple(people), tuple(hub.chat), self.sentence, self.style)

    def entries(self) -> list[Entry]:
        """What one can do here."""
        return [
            *self._tables(),
            Entry("n", "Open a table", "a choice of games", "new"),
            Entry("c", "Say something", "to all in the lobby", "chat"),
            Entry("f", "Finished games", self._finished(), "finished"),
            Entry("p", "Players", "who has won how often", "players"),
            Entry("h", "How to play", "the rules of each game", "app.rules"),
            Entry("q", "Leave", "your seats stay yours", "app.quit"),
        ]

    def _tables(self) -> list[Entry]:
        """Return the lines of the tables."""
        return [
            Entry(str(place) if place <= _DIGITS else "", verb, told, f"open('{table}')")
            for place, (table, (verb, told), _) in enumerate(self._offers(), 1)
        ]

    def _offers(self) -> list[tuple[str, tuple[str, str], Company]]:
        """Return the tables, and what can be done there: one's own first, then the open ones."""
        hub, name = self.house_app.hub, self.house_app.visitor.name
        tables = [
            (table, hub.company(table, name)) for table, room in hub.rooms.items() if not room.over
        ]
        offers = [(table, offer(company, name), company) for table, company in tables]
        found = [(rank, table, words, one) for table, (rank, *words), one in offers if words[0]]
        return [
            (table, (verb, told), one)
            for _, table, (verb, told), one in sorted(found, key=lambda item: item[0])
        ]

    def _finished(self) -> str:
        count = len(self.house_app.hub.finished)
        return f"{count} to replay" if count else "none yet"

    # ------------------------------------------------------------ what is done

    def action_open(self, table: str) -> None:
        """Go to a table; a private one asks for its word."""
        hub, name = self.house_app.hub, self.house_app.visitor.name
        if table not in hub.rooms:
            self.say("That table is gone.")
            return
        company = hub.company(table, name)
        if company.private and company.seat is None:
            self.house_app.ask_words(
                "The word of this private table:",
                lambda word: self.house_app.show_table(table, word),
            )
        else:
            self.house_app.show_table(table)

    def action_new(self) -> None:
        """Open a table."""
        from regicide_tui.server.screens.open_table import OpenTableScreen

        self.app.push_screen(OpenTableScreen(self.look, self.house_app.game))

    def action_chat(self) -> None:
        """Say something to all in the lobby."""
        app = self.house_app
        app.ask_words("To all in the lobby:", lambda text: app.hub.say(app.visitor.name, text))

    def action_finished(self) -> None:
        """List the finished games."""
        from regicide_tui.server.screens.finished import FinishedScreen

        self.app.push_screen(FinishedScreen(self.look))

    def action_players(self) -> None:
        """Show who has won how often."""
        from regicide_tui.server.screens.standings import StandingsScreen

        self.app.push_screen(StandingsScreen(self.look))
