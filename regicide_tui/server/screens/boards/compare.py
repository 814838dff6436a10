"""A deal after one's own game: its par, and how other tables did with the same cards."""

from collections.abc import Callable

from regicide_tui.games.words import named
from regicide_tui.play.session import ReplaySession
from regicide_tui.server.api.deals import Comparison
from regicide_tui.server.model.boards.pages import describe_result
from regicide_tui.server.screens.lists import BACK, InnerList
from regicide_tui.server.screens.replay import ServerReplay
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.widgets.listing import Entry


class DealScreen(InnerList):
    """The par of a deal; for a board also the results of all tables, which lead to replays.

    `compare` returns how the deal is won, as it is known now. Raises `Refused` for people who may
    not see its finished games.
    """

    def __init__(self, look: Look, compare: Callable[[], Comparison]) -> None:
        super().__init__(look)
        self._compare, self._title = compare, compare().title

    @property
    def headline(self) -> str:
        """Which deal this is."""
        return self._title

    def heading(self) -> list[Row]:
        """Return the par, and how the tables did together."""
        found = self._compare()
        texts = [text for text in (found.par, found.together) if text]
        rows = [row for text in texts for row in (*prose(text, "text", self.measure), ())]
        return [*rows, *self.sentence_rows()]

    def entries(self) -> list[Entry]:
        """Return a line for each table, one's own first."""
        found = [
            Entry("", named(one.people), describe_result(one), f"watch('{one.table}')")
            for one in self._compare().results
        ]
        return [*found, BACK]

    async def action_watch(self, table: str) -> None:
        """Replay the game of a table."""
        found = await self.visitor_app.api.finished.read(table)
        self.app.push_screen(ServerReplay(ReplaySession(found.game), self.look))
