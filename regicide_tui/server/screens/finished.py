"""The finished games: to replay, to read as text, and to copy."""

from datetime import datetime

from regicide_tui.games.words import named
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import write_transcript
from regicide_tui.server.model.boards.results import LISTED, Finished
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.server.screens.words import describe_ending, describe_game
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.screens.texts.plain_text import PlainTextScreen
from regicide_tui.tui.widgets.listing import Entry


class FinishedScreen(InnerList):
    """The finished games of the server, the newest first."""

    def title_row(self) -> Row:
        """Return the title."""
        return heading_of("Finished games")

    def heading(self) -> list[Row]:
        """Return that there are no games, or that there were more."""
        told = "" if self._games else "No game that you may look at has been finished here yet."
        if (count := self.visitor_app.services.register.results.count) > LISTED:
            told = f"The last {LISTED} of {count}."
        return [*prose(told, "muted", self.measure), *self.sentence_rows()]

    def entries(self) -> list[Entry]:
        """Return a line for each game."""
        return self.make_each([(game.table, game) for game in self._games], self._entry)

    @property
    def _games(self) -> list[Finished]:
        """The games that are listed."""
        name = self.visitor_app.visitor.name
        found = reversed(self.visitor_app.services.register.results.finished)
        return [game for game in found if game.is_shown_to(name)]

    def _entry(self, table: str, game: Finished) -> Entry:
        """Return the line of a game. Of a deal that the visitor can still play it tells nothing."""
        boards, name = self.visitor_app.services.boards, self.visitor_app.visitor.name
        board = boards.board_of(table)
        if board is not None and boards.may_look(board.id, name) is not None:
            return _make_entry(table, game, f"a duplicate deal, {named(game.seats)}")
        return _make_entry(table, game, describe_ending(game))

    async def action_watch(self, table: str) -> None:
        """Replay a game."""
        services, name = self.visitor_app.services, self.visitor_app.visitor.name

        async def watch() -> None:
            saved = (await services.finished.read(table, name)).saved
            if saved is None:
                raise Refused("That game is no longer kept here.")
            self.visitor_app.show_replay(saved, table)

        await self.attempt(watch())


class TranscriptScreen(PlainTextScreen):
    """The transcript as a file would hold it: a local app can open it."""

    told = "in a file of yours: regicide-tui replay FILE"

    def __init__(self, look: Look, saved: Table) -> None:
        super().__init__(look, "Transcript", write_transcript(saved))


def _make_entry(table: str, game: Finished, text: str) -> Entry:
    day = datetime.fromtimestamp(game.at / 1000).date().isoformat()
    title = describe_game(game.game, len(game.seats))
    return Entry("", title, f"{day}  {text}", f"watch('{table}')")
