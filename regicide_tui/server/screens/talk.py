"""What can be said at a table, asked of the others, and answered."""

from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.server.place import Place
from regicide_tui.server.screens.lists import WIDEST, HouseList, spoken_row, title
from regicide_tui.server.screens.words import asking
from regicide_tui.server.sitting import END
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.widgets.listing import Entry

_REMEMBERED = 6
"""The sentences shown above the list."""


class TalkScreen(HouseList):
    """At the table one says what is on the list, and no more (R-9)."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.BACK,)))

    def __init__(self, look: Look, place: Place) -> None:
        super().__init__(look)
        self._place = place

    def heading(self) -> list[Row]:
        """What was said last, and what is asked."""
        company = self._place.company
        watching = company.seat is None
        spoken = self._place.gossip if watching else [(one.by, one.text) for one in company.said]
        room = max(1, min(self.size.width - 4, WIDEST))
        rows = [spoken_row(name, text, room, self.look) for name, text in [*spoken][-_REMEMBERED:]]
        asked = asking(company)
        head = title("Those who watch" if watching else "At the table")
        return [head, (), *rows, *([(), (Run(asked, "accent"),)] if asked else []), *self.said()]

    def entries(self) -> list[Entry]:
        """What can be said and done now."""
        company = self._place.company
        if company.seat is None:
            return [
                Entry("s", "Say something", "the players don't hear it", "whisper"),
                Entry("b", "Back to the table", "", "back"),
            ]
        found: list[Entry] = []
        if company.asked is not None and company.seat not in company.asked.agreed:
            found.append(Entry("a", "Agree", "", "agree"))
            found.append(Entry("n", "Refuse", "", "refuse"))
        elif company.asked is not None:
            found.append(Entry("n", "Ask no longer", "", "refuse"))
        if company.may_wish and company.seat != company.to_act:
            found.append(Entry("+", "I would like to go next.", "", "wish(1)"))
            found.append(Entry("-", "I would rather not go next.", "", "wish(0)"))
        phrases = [
            Entry(str(place) if place < 10 else "", text, "", f"say({place - 1})")
            for place, text in enumerate(company.phrases, 1)
        ]
        if not company.playing:
            return [*found, *phrases, Entry("b", "Back to the table", "", "back")]
        end: list[Entry] = []
        if company.asked is None:
            end.append(Entry("e", "Ask to end the game", "without a winner", "end_all"))
        if company.absent and company.host == self._place.name:
            end.append(Entry("x", "End the game", "while somebody is away", "end_now"))
        return [*found, *phrases, *end, Entry("b", "Back to the table", "", "back")]

    async def action_agree(self) -> None:
        """Agree to what is asked."""
        asked = self._place.company.asked
        if asked is not None and await self.attempt(self._place.do("ask", what=asked.what)):
            self.action_back()

    async def action_refuse(self) -> None:
        """Refuse what is asked."""
        if await self.attempt(self._place.do("refuse")):
            self.action_back()

    async def action_wish(self, wish: int) -> None:
        """Wish to go next, or not to (R-9)."""
        if await self.attempt(self._place.do("wish", wish=bool(wish))):
            self.action_back()

    async def action_say(self, place: int) -> None:
        """Say a sentence of the list."""
        phrases = self._place.company.phrases
        if place < len(phrases) and await self.attempt(self._place.do("say", text=phrases[place])):
            self.action_back()

    async def action_end_all(self) -> None:
        """Ask all to end the game."""
        if await self.attempt(self._place.do("ask", what=END)):
            self.action_back()

    async def action_end_now(self) -> None:
        """End the game, as its host may while somebody is away."""
        if await self.attempt(self._place.do("end")):
            self.action_back()

    def action_whisper(self) -> None:
        """Say something to the others who watch."""
        self.house_app.ask_words("To the others who watch:", self._place.whisper)

    def action_back(self) -> None:
        """Go back to the table."""
        if self.app.screen is self:
            self.app.pop_screen()
