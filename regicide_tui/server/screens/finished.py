"""The finished games, to replay, read and copy, and what the players have won."""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.words import counted
from regicide_tui.play.ratings import PlayerFigures, Rating
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import write_transcript
from regicide_tui.server.api.finished import ListedGame
from regicide_tui.server.model.boards.pages import describe_time, figures_lines
from regicide_tui.server.model.boards.results import LISTED, Standing
from regicide_tui.server.model.names import Reader
from regicide_tui.server.screens.boards.series import PageScreen
from regicide_tui.server.screens.lists import Catalogue, key_of
from regicide_tui.server.screens.words import describe_ending, describe_game, read_names
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.lists import CatalogueLine, Column
from regicide_tui.tui.screens.texts import PlainTextScreen

_HIDDEN = "a duplicate deal"
"""Shown instead of the result while the visitor can still play the deal."""


class FinishedScreen(Catalogue):
    """The finished games of the server, the newest first."""

    BINDINGS = c.bindings((c.REVIEW,))
    headline = "Finished games"
    columns = (
        Column("Players", 60, 16),
        Column("Result", 36, 17),
        Column("Finished", 10, 10),
        Column("Game", 22, 14, needs=84),
    )

    @property
    def told(self) -> str:
        """How many games there are, and how many of them are listed."""
        if (count := self.api.finished.count) > LISTED:
            return f"The last {LISTED} of {counted(count, 'game')}."
        listed = len(self._games)
        none = "There are no finished games that you can view yet."
        return counted(listed, "game") if listed else none

    @property
    def _games(self) -> Sequence[ListedGame]:
        """The games that are listed."""
        return self.api.finished.list()

    def lines(self) -> list[CatalogueLine]:
        """Return a line for each game."""
        found = [(one.result.table, (at, one)) for at, one in enumerate(self._games, 1)]
        return self.make_each(found, lambda _, numbered: self._line(*numbered))

    def _line(self, number: int, one: ListedGame) -> CatalogueLine:
        """Return the line of a game. It hides the result while the visitor can play the deal."""
        game = one.result
        cells = (
            read_names(game.seats, self.api.reader()),
            self._ending(one),
            datetime.fromtimestamp(game.at / 1000).date().isoformat(),
            describe_game(game.game, len(game.seats)),
        )
        return CatalogueLine(key_of(number), cells, "text", f"watch('{game.table}')")

    def _ending(self, one: ListedGame) -> str:
        return _HIDDEN if one.is_hidden else describe_ending(one.result, self.visitor.name)

    def about(self, place: int, width: int) -> list[Row]:
        """Return the facts of a game."""
        one = self._games[place]
        game = one.result
        facts = [describe_game(game.game, len(game.seats)), self._ending(one)]
        facts.append(describe_time(game.at))
        facts += ["Only its players can see this game."] if game.private else []
        return [row for fact in facts for row in prose(fact, "muted", width)]

    def key_line(self) -> list[Key]:
        """Add the key of the review."""
        first, second, *last = super().key_line()
        return [first, second, *([self.look.key(c.REVIEW)] if self.shown else []), *last]

    async def action_watch(self, table: str) -> None:
        """Replay a game."""
        self.visitor_app.show_replay(await self.api.finished.read(table), table)

    async def action_review(self) -> None:
        """Join the shared review of the game at the cursor."""
        if self.shown:
            await self.visitor_app.show_review(self._games[self.cursor].result.table)


class TranscriptScreen(PlainTextScreen):
    """The transcript, in the format of a file that a local app can open."""

    told = "save it to a file, then: regicide-tui replay FILE"

    def __init__(self, look: Look, saved: Table) -> None:
        super().__init__(look, "Transcript", write_transcript(saved))


class StandingsScreen(Catalogue):
    """The players who have finished a game here, limited to those with the most wins."""

    headline = "Players"
    columns = (
        Column("Player", 16, 16),
        Column("Wins", 6, 4),
        *[Column(one.title, 18, 9, needs=46 + 16 * at) for at, one in enumerate(games.each())],
    )

    @property
    def told(self) -> str:
        """What the columns show, or that no one is listed."""
        listed = self.api.finished.standings
        columns = "Games won of games played; rating against people (? while provisional)."
        return columns if listed else "Nobody has finished a game here yet."

    def lines(self) -> list[CatalogueLine]:
        """Return a line for each player."""
        reader = self.api.reader()
        listed = enumerate(self.api.finished.standings, 1)
        return [_line_of(place, one, reader) for place, one in listed]

    def about(self, place: int, width: int) -> list[Row]:
        """Return the statistics of a player."""
        name = self.api.finished.standings[place].name
        lines = figures_lines(self._figures_of(name))
        return [row for line in lines for row in prose(line, "muted", width) or [()]]

    def action_figures(self, name: str) -> None:
        """Show all statistics of a player."""
        compared = self.api.finished.compared(name)
        lines = figures_lines(self._figures_of(name), compared)
        headline = self.api.reader().read(name)
        self.open(PageScreen, headline, "\n".join(lines))

    def _figures_of(self, name: str) -> PlayerFigures:
        """Return the statistics of a player; among the partners, the visitor is `YOU`."""
        reader = self.api.reader()
        found = self.api.finished.figures_of(name)
        partners = [replace(one, name=reader.read(one.name)) for one in found.partners]
        return replace(found, partners=tuple(partners))


def _line_of(place: int, one: Standing, reader: Reader) -> CatalogueLine:
    tallies = {tally.game: f"{tally.won} of {tally.played}" for tally in one.played}
    each = [
        " ".join(filter(None, (tallies.get(game), _rating(one.ratings.get(game)))))
        for game in games.names()
    ]
    cells = (reader.read(one.name), str(one.wins), *each)
    return CatalogueLine(key_of(place), cells, "text", f"figures({one.name!r})")


def _rating(rating: Rating | None) -> str:
    if rating is None:
        return ""
    return f"({round(rating.points)}{'?' if rating.is_provisional else ''})"
