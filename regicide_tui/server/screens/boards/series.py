"""What the screens of duplicate deals share: the way to a table, and a page to keep."""

from collections.abc import Sequence

from regicide_tui.server.model.boards.series import Series
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.tui.screens.texts.plain_text import PlainTextScreen


class SeriesScreen(InnerList):
    """A list from which somebody goes to a table of a series of boards."""

    async def action_play(self, number: int) -> None:
        """Go to a table of one of the series, or say why that is not possible."""
        app, series = self.visitor_app, self.offered_series()[number]

        async def play() -> None:
            visitor = app.visitor
            table = await app.services.joining.take_seat(series, visitor.name, visitor.address)
            app.show_table(table)

        await self.attempt(play())

    def offered_series(self) -> Sequence[Series]:
        """Return the series that are offered, in the order of their numbers."""
        raise NotImplementedError

    def _waiting(self, series: Series) -> str:
        """Return how many wait for company at tables of a series."""
        services = self.visitor_app.services
        states = [
            one for one in services.tables.values() if one.series == series.name and one.waiting
        ]
        people = sum(
            len(one.people) for one in states if one.free and services.presence.is_attended(one)
        )
        return f", {people} waiting" if people else ""


class PageScreen(PlainTextScreen):
    """A page to read, and to copy as text."""

    told = "copy it to keep it"
