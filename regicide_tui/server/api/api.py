"""Everything that a visitor may see and do on the server. It returns no hidden card or seed."""

from collections.abc import Callable
from typing import NamedTuple

from regicide_tui.server.api.deals import Deals
from regicide_tui.server.api.finished import Finished
from regicide_tui.server.api.lobby import Lobby
from regicide_tui.server.api.order import Order
from regicide_tui.server.api.preferences import Preferences
from regicide_tui.server.api.reviews import Reviews
from regicide_tui.server.api.tables import Tables
from regicide_tui.server.api.visit import Visit
from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.services import Services


class Api(NamedTuple):
    """What a front end of the server gets for one visitor."""

    now: Callable[[], int]
    """Returns Unix time in milliseconds."""
    report: Callable[..., None]
    """Writes an error of the front end to the journal, with facts that name no card."""
    reader: Callable[[], Reader]
    """Returns the visitor as a reader of names, with the current moderators."""
    visit: Visit
    lobby: Lobby
    tables: Tables
    deals: Deals
    finished: Finished
    reviews: Reviews
    preferences: Preferences
    order: Order


def make_api(services: Services, visitor: Visitor) -> Api:
    """Return the API of a visitor."""
    visit = Visit(services, visitor.name, visitor.address)
    return Api(
        services.now,
        services.tasks.report,
        lambda: Reader(visitor.name, services.moderation.moderators),
        visit,
        Lobby(services, visitor),
        Tables(services, visitor),
        Deals(services, visitor),
        Finished(services, visitor),
        Reviews(services, visitor, visit),
        Preferences(services, visitor),
        Order(services, visitor),
    )
