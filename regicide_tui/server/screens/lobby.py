"""The lobby: who is here, which tables there are, and what people say."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.app import ComposeResult

from regicide_tui.games.words import are, named
from regicide_tui.server.company import Company
from regicide_tui.server.hub import Aside
from regicide_tui.server.place import Spoken
from regicide_tui.server.screens.lists import HouseList
from regicide_tui.server.screens.words import gathering, standing, what
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run, fit, panel, prose, wrap
from regicide_tui.tui.widgets.bars import KeyBar
from regicide_tui.tui.widgets.listing import Entry, Listing
from regicide_tui.tui.widgets.painted import Painted

_CHAT_ROWS = 8
_LOWEST = 16
"""Rows of a window in which there is room for what is said."""
_DIGITS = 9
_MINE, _FREE, _WATCHED, _NOT_LISTED = range(4)
"""Which tables come first."""
_MOST_LISTED = 60
"""So many tables are listed: the list is made anew at each key."""


class _Line(NamedTuple):
    """A table in the list, without its number."""

    title: str
    told: str
    action: str


def _rank(company: Company) -> int:
    """Return when a table comes in the list."""
    if company.over:
        return _NOT_LISTED
    if company.seat is not None:
        return _MINE
    if company.begun:
        return _WATCHED
    return _FREE if company.free else _NOT_LISTED


def _aside_line(table: str, aside: Aside) -> _Line:
    """Return what is said of a table that was set aside."""
    game = what(aside.game, aside.players) if aside.game else "a table"
    return _Line(f"Set aside: {game}", "nobody can play there", f"open('{table}')")


class Chat(Painted):
    """What was said last in the lobby."""

    _spoken: Sequence[Spoken] = ()

    def show(self, spoken: Sequence[Spoken]) -> None:
        """Show the last of these sentences."""
        if [*spoken] != [*self._spoken]:
            self._spoken = [*spoken]
            self.repaint()

    def rows(self, width: int, most: int) -> list[Row]:
        """Return the sentences, the newest last, or as much of them as so many rows hold."""
        inner = max(1, width - 4)
        rows: list[Row] = []
        for name, text in reversed(self._spoken):
            words: list[Row] = [(Run(f"{name}:", "primary"),)]
            words += [fit((Run(word),), min(len(word), inner)) for word in text.split()]
            rows = [(Run(" "), *row) for row in wrap(words, inner)] + rows
            if len(rows) >= most:
                break
        return rows[-most:] or [(Run(" Nothing has been said yet.", "muted"),)]

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the sentences in a frame."""
        shown = self.rows(width, max(1, height - 2))
        return panel((Run("Lobby", "primary+bold"),), shown, width, height, self.look.symbols.panel)


class LobbyScreen(HouseList):
    """One's own games first, then the tables with free seats, then those to watch."""

    def __init__(self, look: Look, sentence: str = "") -> None:
        super().__init__(look)
        self.sentence = sentence

    def compose(self) -> ComposeResult:
        """Lay out the list and what is said."""
        yield Listing(self.look)
        yield Chat(self.look)
        yield KeyBar(self.look)

    def show_entries(self, entries: list[Entry]) -> None:
        """Show the lobby with these lines; what is said takes no more room than it needs."""
        chat, (width, height) = self.query_one(Chat), self.size
        chat.show(self.house_app.hub.chat)
        chat.display = height >= _LOWEST
        chat.styles.height = 2 + len(chat.rows(width, min(_CHAT_ROWS, height // 3) - 2))
        super().show_entries(entries)

    def heading(self) -> list[Row]:
        """Whose house it is, and who is here."""
        app = self.house_app
        others = [name for name in app.hub.present if name != app.visitor.name]
        here = f"{are(others)} here, too." if others else ""
        width = max(1, min(self.size.width - 4, 70))
        people = prose(here or "Nobody else is here yet.", "muted", width)
        return [
            (Run("R E G I C I D E", "primary+bold"),),
            (),
            (Run("Welcome, "), Run(app.visitor.name, "accent+bold"), Run(".")),
            *people[:2],
            *self.said(),
        ]

    def entries(self) -> list[Entry]:
        """What one can do here."""
        return [
            *self._tables(),
            Entry("n", "Open a table", "a choice of games", "new"),
            Entry("c", "Say something", "to all in the lobby", "chat"),
            Entry("f", "Finished games", self._finished(), "finished"),
            Entry("p", "The players", "who has won how often", "players"),
            Entry("h", "How to play", "the rules of each game, every ruling", "app.rules"),
            Entry("q", "Leave", "your seats stay yours", "app.quit"),
        ]

    def _tables(self) -> list[Entry]:
        hub, name = self.house_app.hub, self.house_app.visitor.name
        listed = sorted(hub.companies(name).items(), key=lambda item: _rank(item[1]))
        there = [(table, one) for table, one in listed if _rank(one) < _NOT_LISTED]
        lines = self.each(there[:_MOST_LISTED], self._line)
        lines += self.each(hub.set_aside(name).items(), _aside_line)
        return [
            Entry(str(place) if place <= _DIGITS else "", *line)
            for place, line in enumerate(lines, 1)
        ]

    def _line(self, table: str, company: Company) -> "_Line":
        """Return what is said of a table."""
        name = self.house_app.visitor.name
        game, open_it = what(company.game, company.players), f"open('{table}')"
        if company.seat is not None and company.begun:
            told = standing(company, name)
            if self.house_app.hub.crashed(table, name):
                told = f"something failed here, {told}"
            return _Line(f"Go on with {game}", told, open_it)
        if company.seat is not None:
            return _Line(f"Wait for {game}", gathering(company, name), open_it)
        if company.begun:
            told = "private" if company.private else f"turn {company.turn}, {named(company.people)}"
            return _Line(f"Watch {game}", told, open_it)
        return _Line(f"Join {game}", gathering(company, name), open_it)

    def _finished(self) -> str:
        count = self.house_app.hub.results.count
        return f"{count} to replay" if count else "none yet"

    # ------------------------------------------------------------ what is done

    def action_open(self, table: str) -> None:
        """Go to a table; a private one asks for its word."""
        hub, name = self.house_app.hub, self.house_app.visitor.name
        company = hub.companies(name).get(table)
        if company is not None and company.private and company.seat is None:
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
