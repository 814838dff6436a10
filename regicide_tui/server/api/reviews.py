"""The shared reviews that one visitor may join."""

from collections.abc import Sequence

from regicide_tui.server.api.refusing import refusing
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.review_room import ReviewHandle
from regicide_tui.server.services.services import Services


class Reviews:
    """The ways into reviews."""

    def __init__(self, services: Services, visitor: Visitor) -> None:
        self._reviews, self._visitor = services.reviews, visitor

    def people_of(self, table: str) -> Sequence[str]:
        """Return who reviews the game of a table now."""
        return self._reviews.people_of(table)

    @refusing
    async def enter(self, table: str, moment: int | None = None) -> ReviewHandle:
        """Enter the review of a finished game, perhaps at a moment. Raises `Refused`."""
        return await self._reviews.enter(table, self._visitor.name, moment, self._visitor.address)
