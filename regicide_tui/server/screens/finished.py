"""The finished games, to replay, read and copy, and what the players have won."""

from collections.abc import Sequence
from datetime import datetime

from regicide_tui.games.words import named
from regicide_tui.play.ratings import Finished
from regicide_tui.play.session import ReplaySession
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import write_transcript
from regicide_tui.server.api.finished import ListedGame
from regicide_tui.server.model.boards.pages import describe_standing, figures_lines
from regicide_tui.server.model.boards.results import LISTED
from regicide_tui.server.screens.boards.series import PageScreen
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.server.screens.replay import ServerReplay
from regicide_tui.server.screens.words import describe_ending, describe_game
from regicide_tui.tui.look import Look
from regicide_tui.tui.screens.lists import Entry
from regicide_tui.tui.screens.texts import PlainTextScreen


class FinishedScreen(InnerList):
    """The finished games of the server, the newest first."""

    headline = "Finished games"

    @property
    def told(self) -> str:
        """That there are no games, or that there were more."""
        if (count := self.visitor_app.api.finished.count) > LISTED:
            return f"The last {LISTED} of {count}."
        return "" if self._games else "No game that you may look at has been finished here yet."

    def entries(self) -> list[Entry]:
        """Return a line for each game."""
        return self.make_each([(one.result.table, one) for one in self._games], self._entry)

    @property
    def _games(self) -> Sequence[ListedGame]:
        """The games that are listed."""
        return self.visitor_app.api.finished.list()

    def _entry(self, table: str, one: ListedGame) -> Entry:
        """Return the line of a game. Of a deal that the visitor can still play it tells nothing."""
        people = f"a duplicate deal, {named(one.result.seats)}"
        return _make_entry(
            table, one.result, people if one.is_hidden else describe_ending(one.result)
        )

    async def action_watch(self, table: str) -> None:
        """Replay a game."""
        found = await self.visitor_app.api.finished.read(table)
        self.app.push_screen(ServerReplay(ReplaySession(found.game), self.look, table))


class TranscriptScreen(PlainTextScreen):
    """The transcript as a file would hold it: a local app can open it."""

    told = "in a file of yours: regicide-tui replay FILE"

    def __init__(self, look: Look, saved: Table) -> None:
        super().__init__(look, "Transcript", write_transcript(saved))


def _make_entry(table: str, game: Finished, text: str) -> Entry:
    day = datetime.fromtimestamp(game.at / 1000).date().isoformat()
    title = describe_game(game.game, len(game.seats))
    return Entry("", title, f"{day}  {text}", f"watch('{table}')")


class StandingsScreen(InnerList):
    """The players who have finished a game here; of many, those with the most wins."""

    headline = "Players"

    @property
    def told(self) -> str:
        """A sentence if nobody is listed."""
        listed = self.visitor_app.api.finished.standings
        return "" if listed else "Nobody has finished a game here yet."

    def entries(self) -> list[Entry]:
        """Return a line for each player."""
        return [
            Entry("", one.name, describe_standing(one), f"figures({one.name!r})")
            for one in self.visitor_app.api.finished.standings
        ]

    def action_figures(self, name: str) -> None:
        """Show all figures of a player."""
        lines = figures_lines(*self.visitor_app.api.finished.figures_of(name))
        self.app.push_screen(PageScreen(self.look, name, "\n".join(lines)))
