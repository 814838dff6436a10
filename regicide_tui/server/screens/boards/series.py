"""What the screens of duplicate deals share: playing, comparing, a page to copy."""

from collections.abc import Callable, Sequence

from regicide_tui.server.api.deals import Comparison, Offer
from regicide_tui.server.model.boards.pages import describe_result
from regicide_tui.server.model.boards.series import GAME
from regicide_tui.server.screens.lists import BACK, InnerList
from regicide_tui.server.screens.words import read_names
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.lists import Entry
from regicide_tui.tui.screens.texts import PlainTextScreen

_NO_GUESTS = "To play these deals, you need a name: get one in the lobby."


class SeriesScreen(InnerList):
    """A list that leads to tables of a series of boards."""

    pictured_game = GAME
    what_it_is = ""

    @property
    def told(self) -> str:
        """What this is; guests read that they can't play."""
        return f"{self.what_it_is} {_NO_GUESTS}" if self.visitor.guest else self.what_it_is

    def playable(self) -> Sequence[Offer]:
        """Return the series that the visitor can play; none for guests."""
        return [] if self.visitor.guest else self.offers()

    async def action_play(self, number: int) -> None:
        """Go to a table of one of the series, or say why that is impossible."""
        app, series = self.visitor_app, self.offers()[number].series
        app.show_table(await app.api.deals.play(series))

    def offers(self) -> Sequence[Offer]:
        """Return the series that are offered, in the order of their numbers."""
        raise NotImplementedError


def describe_waiting(offer: Offer) -> str:
    """Return how many people wait for others at tables of a series."""
    return f", {offer.waiting} waiting" if offer.waiting else ""


class PageScreen(PlainTextScreen):
    """A page to read, and to copy as text."""

    told = "copy it to keep it"


class DealScreen(InnerList):
    """The par of a deal and, for a board, the results of all tables, which lead to replays.

    `compare` returns the current comparison. It raises `Refused` for people who may not see the
    finished games of the deal.
    """

    def __init__(self, look: Look, compare: Callable[[], Comparison]) -> None:
        super().__init__(look)
        self._compare, self._title = compare, compare().title

    @property
    def headline(self) -> str:
        """Which deal this is."""
        return self._title

    def told_rows(self) -> list[Row]:
        """Return the par, and how the tables did together."""
        found = self._compare()
        texts = [text for text in (found.par, found.together) if text]
        return [row for text in texts for row in (*prose(text, "text", self.measure), ())]

    def entries(self) -> list[Entry]:
        """Return a line for each table, the visitor's own first."""
        reader = self.api.reader()
        found = [
            Entry("", read_names(one.people, reader), describe_result(one), f"watch('{one.table}')")
            for one in self._compare().results
        ]
        return [*found, BACK]

    async def action_watch(self, table: str) -> None:
        """Replay the game of a table."""
        self.visitor_app.show_replay(await self.api.finished.read(table))
