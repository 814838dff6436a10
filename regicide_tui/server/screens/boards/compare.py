"""A deal after one's own game: its par, and how other tables did with the same cards."""

from regicide_tui.games.words import named
from regicide_tui.server.model.boards.board import Board, Deal
from regicide_tui.server.model.boards.pages import describe_board, describe_par, describe_result
from regicide_tui.server.model.boards.results import BoardResult
from regicide_tui.server.model.boards.series import describe_series, read_series
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.server.services.pars import Wanted
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.listing import Entry


class DealScreen(InnerList):
    """The par of a deal; for a board also the results of all tables, which lead to replays.

    It is opened only for people who may see the finished games of the deal.
    """

    def __init__(self, look: Look, deal: Deal, board: Board | None = None) -> None:
        super().__init__(look)
        self._deal, self._board = deal, board

    def on_mount(self) -> None:
        """Compute the par of the deal soon, if it is not ready."""
        self.visitor_app.services.boards.work.want(self._deal, Wanted.LOOKED_AT)

    def title_row(self) -> Row:
        """Return which deal this is."""
        series = read_series(self._board.series) if self._board is not None else None
        return heading_of(describe_series(series) if series is not None else "This deal")

    @property
    def _results(self) -> list[BoardResult]:
        """The results of all tables; none of a deal that only one table played."""
        book = self.visitor_app.services.boards.book
        return [*book.results_of(self._board.id)] if self._board is not None else []

    def heading(self) -> list[Row]:
        """Return the par, and how the tables did together."""
        work = self.visitor_app.services.boards.work
        par = describe_par(work.find(self._deal), self._deal.players, computed=work.is_working)
        together = describe_board(self._results) if self._board is not None else ""
        texts = [text for text in (par, together) if text]
        rows = [row for text in texts for row in (*prose(text, "text", self.measure), ())]
        return [*rows, *self.sentence_rows()]

    def entries(self) -> list[Entry]:
        """Return a line for each table, one's own first."""
        name = self.visitor_app.visitor.name
        own_first = sorted(self._results, key=lambda one: name not in one.people)
        found = [
            Entry("", named(one.people), describe_result(one), f"watch('{one.table}')")
            for one in own_first
        ]
        return [*found, Entry("", "Back", "", "back")]

    async def action_watch(self, table: str) -> None:
        """Replay the game of a table."""
        services, name = self.visitor_app.services, self.visitor_app.visitor.name

        async def watch() -> None:
            saved = (await services.finished.read(table, name)).saved
            if saved is None:
                raise Refused("That game is no longer kept here.")
            self.visitor_app.show_replay(saved)

        await self.attempt(watch())
