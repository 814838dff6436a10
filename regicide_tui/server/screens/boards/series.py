"""What the screens of duplicate deals share: the way to a table, and a page to keep."""

from collections.abc import Sequence

from regicide_tui.server.api.deals import Offer
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.tui.screens.texts import PlainTextScreen


class SeriesScreen(InnerList):
    """A list from which somebody goes to a table of a series of boards."""

    async def action_play(self, number: int) -> None:
        """Go to a table of one of the series, or say why that is not possible."""
        app, series = self.visitor_app, self.offers()[number].series

        async def play() -> None:
            app.show_table(await app.api.deals.play(series))

        await self.attempt(play())

    def offers(self) -> Sequence[Offer]:
        """Return the series that are offered, in the order of their numbers."""
        raise NotImplementedError


def describe_waiting(offer: Offer) -> str:
    """Return how many wait for company at tables of a series."""
    return f", {offer.waiting} waiting" if offer.waiting else ""


class PageScreen(PlainTextScreen):
    """A page to read, and to copy as text."""

    told = "copy it to keep it"
