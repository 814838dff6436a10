"""What the screens of duplicate deals share: the way to a table, and a page to keep."""

from collections.abc import Sequence

from regicide_tui.server.api.deals import Offer
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.tui.screens.texts.plain_text import PlainTextScreen


class SeriesScreen(InnerList):
    """A list from which somebody goes to a table of a series of boards."""

    what_it_is = ""

    @property
    def told(self) -> str:
        """What this is; guests are told that they can't play."""
        app = self.visitor_app
        return app.api.deals.for_names_only if app.visitor.guest else self.what_it_is

    def playable(self) -> Sequence[Offer]:
        """Return the series that the visitor can play: guests play none of these deals."""
        return [] if self.visitor_app.visitor.guest else self.offers()

    async def action_play(self, number: int) -> None:
        """Go to a table of one of the series, or say why that is not possible."""
        app, series = self.visitor_app, self.offers()[number].series
        app.show_table(await app.api.deals.play(series))

    def offers(self) -> Sequence[Offer]:
        """Return the series that are offered, in the order of their numbers."""
        raise NotImplementedError


def describe_waiting(offer: Offer) -> str:
    """Return how many wait for company at tables of a series."""
    return f", {offer.waiting} waiting" if offer.waiting else ""


class PageScreen(PlainTextScreen):
    """A page to read, and to copy as text."""

    told = "copy it to keep it"
