"""The bots that may sit down at a table before its game."""

from regicide_tui.bots.roster import levels_of
from regicide_tui.server.screens.lists import HandleList
from regicide_tui.server.screens.words import what
from regicide_tui.server.tables.commands import SeatBot
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.listing import Entry, Style


class BotsScreen(HandleList):
    """The levels, from the simplest to the strongest."""

    list_style = Style(measure=64)

    def title_row(self) -> Row:
        """What they would play."""
        company = self._place.company
        return heading_of(what(company.game, company.players))

    def heading(self) -> list[Row]:
        """What is asked."""
        return [(Run("Which bot should sit down?"),), *self.said()]

    def entries(self) -> list[Entry]:
        """The levels."""
        company = self._place.company
        levels = levels_of(company.game, company.players)
        found = [
            Entry(str(number), level.name.capitalize(), level.character, f"choose({number - 1})")
            for number, level in enumerate(levels, 1)
        ]
        return [*found, Entry("", "Back", "", "back")]

    async def action_choose(self, number: int) -> None:
        """Give the last free seat to a bot of this level."""
        company = self._place.company
        level = levels_of(company.game, company.players)[number].name
        free = [seat for seat, name in enumerate(company.seats) if not name]
        if not free or await self.attempt(self._place.do(SeatBot(free[-1], level))):
            self.action_back()
