"""The players of the server, and their wins."""

from regicide_tui.server.model.boards.pages import describe_standing, figures_lines
from regicide_tui.server.model.boards.ranking import rank
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.listing import Entry


class StandingsScreen(InnerList):
    """The players who have finished a game here; of many, those with the most wins."""

    def title_row(self) -> Row:
        """Return the title."""
        return heading_of("Players")

    def heading(self) -> list[Row]:
        """Return a sentence if nobody is listed."""
        listed = self.visitor_app.services.register.results.standings
        text = "" if listed else "Nobody has finished a game here yet."
        return prose(text, "muted", self.measure)

    def entries(self) -> list[Entry]:
        """Return a line for each player."""
        return [
            Entry(
                "",
                one.name,
                describe_standing(one),
                f"figures({one.name!r})",
            )
            for one in self.visitor_app.services.register.results.standings
        ]

    def action_figures(self, name: str) -> None:
        """Show all figures of a player."""
        from regicide_tui.server.screens.boards.series import PageScreen

        services = self.visitor_app.services
        results = services.boards.results_shown_to(self.visitor_app.visitor.name)
        compared = {one.name: one for one in rank(results, services.boards.pars)}
        lines = figures_lines(
            services.register.results.figures_of(name, services.now()), compared.get(name)
        )
        self.app.push_screen(PageScreen(self.look, name, "\n".join(lines)))
