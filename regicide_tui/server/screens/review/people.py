"""The people in a shared review, to hand the lead over to one of them."""

from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.review.commands import HandOver
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.screens.lists import Entry, heading_of


class PeopleScreen(InnerList):
    """The others in a review."""

    def __init__(self, look: Look, handle: ReviewHandle) -> None:
        super().__init__(look)
        self._handle = handle

    def title_row(self) -> Row:
        """Return the title."""
        return heading_of("The review")

    def heading(self) -> list[Row]:
        """Return what is asked."""
        return [(Run("Hand the lead over to:"),), *self.sentence_rows()]

    def entries(self) -> list[Entry]:
        """Return a line for each of the others."""
        state = self._handle.state
        others = [one for one in state.people if one != self._handle.name]
        found = [
            Entry(
                str(place) if place < 10 else "",
                name,
                "looks around" if name in state.alone else "follows",
                f"choose({name!r})",
            )
            for place, name in enumerate(others, 1)
        ]
        return [*found, Entry("", "Back", "", "back")]

    async def action_choose(self, name: str) -> None:
        """Hand the lead over, and go back."""

        async def hand_over() -> None:
            await self._handle.do(HandOver(name))

        if await self.attempt(hand_over()):
            self.action_back()
