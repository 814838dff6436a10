"""The games that are over: to replay, and to take home."""

from datetime import datetime

from regicide_tui.server.screens.lists import InnerList
from regicide_tui.server.screens.words import ended, what
from regicide_tui.server.storage.results import LISTED, Finished
from regicide_tui.server.tables.decide import Refused
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.listing import Entry


class FinishedScreen(InnerList):
    """The finished games of the house, the newest first."""

    def title_row(self) -> Row:
        """What these are."""
        return heading_of("Finished games")

    def heading(self) -> list[Row]:
        """How many are listed."""
        count = self.house_app.hub.results.count
        told = "" if count else "No game has been finished here yet."
        if count > LISTED:
            told = f"The last {LISTED} of {count}."
        return [*prose(told, "muted", self.measure), *self.said()]

    def entries(self) -> list[Entry]:
        """The games."""
        shown = reversed(self.house_app.hub.finished)
        return self.each([(game.table, game) for game in shown], _entry)

    async def action_watch(self, table: str) -> None:
        """Replay a game."""
        hub, name = self.house_app.hub, self.house_app.visitor.name

        async def watch() -> None:
            saved = (await hub.look_up(table, name)).saved
            if saved is None:
                raise Refused("That game is no longer kept here.")
            self.house_app.show_replay(saved)

        await self.attempt(watch())


def _entry(table: str, game: Finished) -> Entry:
    day = datetime.fromtimestamp(game.at / 1000).date().isoformat()
    title = what(game.game, len(game.seats))
    return Entry("", title, f"{day}  {ended(game)}", f"watch('{table}')")
