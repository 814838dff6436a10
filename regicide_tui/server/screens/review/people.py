"""The people in a shared review, to hand the lead over to one of them."""

from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.review.commands import HandOver
from regicide_tui.server.screens.lists import BACK, InnerList, key_of
from regicide_tui.tui.look import Look
from regicide_tui.tui.widgets.listing import Entry


class PeopleScreen(InnerList):
    """The others in a review."""

    headline = "The review"
    told, told_style = "Hand the lead over to:", "text"

    def __init__(self, look: Look, handle: ReviewHandle) -> None:
        super().__init__(look)
        self._handle = handle

    def entries(self) -> list[Entry]:
        """Return a line for each of the others."""
        state = self._handle.state
        others = [one for one in state.people if one != self._handle.name]
        found = [
            Entry(
                key_of(place),
                name,
                "looks around" if name in state.alone else "follows",
                f"choose({name!r})",
            )
            for place, name in enumerate(others, 1)
        ]
        return [*found, BACK]

    async def action_choose(self, name: str) -> None:
        """Hand the lead over, and go back."""
        await self._handle.do(HandOver(name))
        self.action_back()
