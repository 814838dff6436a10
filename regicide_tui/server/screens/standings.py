"""The players of the server, and their wins."""

from regicide_tui.server.model.boards.pages import describe_standing, figures_lines
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.tui.widgets.listing import Entry


class StandingsScreen(InnerList):
    """The players who have finished a game here; of many, those with the most wins."""

    headline = "Players"

    @property
    def told(self) -> str:
        """A sentence if nobody is listed."""
        listed = self.visitor_app.api.finished.standings
        return "" if listed else "Nobody has finished a game here yet."

    def entries(self) -> list[Entry]:
        """Return a line for each player."""
        return [
            Entry("", one.name, describe_standing(one), f"figures({one.name!r})")
            for one in self.visitor_app.api.finished.standings
        ]

    def action_figures(self, name: str) -> None:
        """Show all figures of a player."""
        from regicide_tui.server.screens.boards.series import PageScreen

        lines = figures_lines(*self.visitor_app.api.finished.figures_of(name))
        self.app.push_screen(PageScreen(self.look, name, "\n".join(lines)))
