"""Duplicate deals in the lobby: the deal of the day, the deals of the house, and tournaments."""

from collections.abc import Sequence

from regicide_tui import games
from regicide_tui.server.model.boards.pages import (
    describe_result,
    describe_tournament,
    explain_ranking,
    ranking_lines,
)
from regicide_tui.server.model.boards.ranking import rank
from regicide_tui.server.model.boards.series import (
    GAME,
    Series,
    day_series,
    describe_players,
    house_series,
)
from regicide_tui.server.screens.boards.compare import DealScreen
from regicide_tui.server.screens.boards.series import PageScreen, SeriesScreen
from regicide_tui.server.screens.boards.tournament import NewTournamentScreen, TournamentScreen
from regicide_tui.server.services.boards import NO_GUESTS
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.listing import Entry

_DAY = (
    "The same cards for everybody on this server. You play them once. When your game is over, you "
    "see how often our marshals win them, and how the others did."
)
_MOST_OVER = 10
"""The most tournaments in the list that are over."""
_HOUSE = (
    "Several tables play the same cards, and nobody gets cards they have seen. Nothing is taken "
    "back, and no bot sits down. Results are compared with those of our marshals."
)


class DayScreen(SeriesScreen):
    """The deal of the day, for one player and for tables; afterwards how the others did."""

    def title_row(self) -> Row:
        """Return the title with the day."""
        return heading_of(f"Deal of the day  {self.offered_series()[0].of}")

    def heading(self) -> list[Row]:
        """Return what this is."""
        guest = self.visitor_app.visitor.guest
        return [*prose(NO_GUESTS if guest else _DAY, "muted", self.measure), *self.sentence_rows()]

    def offered_series(self) -> Sequence[Series]:
        """Return today's series for each number of players."""
        now = self.visitor_app.services.now()
        return [day_series(now, players) for players in games.find(GAME).player_counts]

    def entries(self) -> list[Entry]:
        """Return a line for each number of players; guests play none of these deals."""
        guest = self.visitor_app.visitor.guest
        offered = [] if guest else enumerate(self.offered_series())
        return [*(self._entry(at, one) for at, one in offered), Entry("", "Back", "", "back")]

    def _entry(self, number: int, series: Series) -> Entry:
        services, name = self.visitor_app.services, self.visitor_app.visitor.name
        label = f"Play {describe_players(series.players)}"
        boards = services.boards.book.boards_of(series)
        result = services.boards.book.own_result(boards[0].id, name) if boards else None
        if result is not None:
            label = f"Compare: {describe_players(series.players)}"
            return Entry(str(number + 1), label, describe_result(result), f"compare({number})")
        detail = f"not played yet{self._waiting(series)}"
        if services.joining.find_own(series, name):
            detail = "go on"
        elif boards and services.boards.book.has_seen(boards[0].id, name):
            detail = "played or seen"
        return Entry(str(number + 1), label, detail, f"play({number})")

    def action_compare(self, number: int) -> None:
        """Show the par of a deal that one has played, and how the others did."""
        boards = self.visitor_app.services.boards
        (board, *_) = boards.book.boards_of(self.offered_series()[number])
        if refused := boards.may_look(board.id, self.visitor_app.visitor.name):
            self.say(str(refused), "error")
        else:
            self.app.push_screen(DealScreen(self.look, board.deal, board))


class DuplicateScreen(SeriesScreen):
    """The deals of the house, the ranking, and the tournaments."""

    def on_screen_resume(self) -> None:
        """Show also what the operator has opened or cancelled meanwhile."""
        super().on_screen_resume()
        self.call_later(self._catch_up)

    async def _catch_up(self) -> None:
        if await self.attempt(self.visitor_app.services.boards.catch_up()):
            self.refresh_list()

    def title_row(self) -> Row:
        """Return the title."""
        return heading_of("Duplicate deals")

    def heading(self) -> list[Row]:
        """Return what this is."""
        guest = self.visitor_app.visitor.guest
        text = NO_GUESTS if guest else _HOUSE
        return [*prose(text, "muted", self.measure), *self.sentence_rows()]

    def offered_series(self) -> Sequence[Series]:
        """Return the series of the house for each number of players."""
        return [house_series(players) for players in games.find(GAME).player_counts]

    def entries(self) -> list[Entry]:
        """Return the deals to play, the tournaments, and the ranking; guests only look."""
        services, guest = self.visitor_app.services, self.visitor_app.visitor.guest
        play = [
            Entry(
                str(at + 1),
                f"Play {describe_players(one.players)}",
                f"a deal that is new to you{self._waiting(one)}",
                f"play({at})",
            )
            for at, one in ([] if guest else enumerate(self.offered_series()))
        ]
        latest = sorted(services.boards.book.tournaments.values(), key=lambda one: -one.starts)
        coming = [one for one in latest if not one.is_over(services.now())]
        over = [one for one in latest if one.is_over(services.now())][:_MOST_OVER]
        tournaments = [
            Entry(
                "", one.title, describe_tournament(one, services.now()), f"tournament('{one.id}')"
            )
            for one in (*coming, *over)
        ]
        opening = Entry("n", "Open a tournament", "an evening of deals", "new")
        return [
            *play,
            Entry("S", "Ranking", "compared with our marshals", "ranking"),
            *([] if guest else [opening]),
            *tournaments,
            Entry("", "Back", "", "back"),
        ]

    def action_ranking(self) -> None:
        """Show the ranking of all boards that the visitor may look at."""
        boards = self.visitor_app.services.boards
        results = boards.results_shown_to(self.visitor_app.visitor.name)
        lines = [*explain_ranking(), "", *ranking_lines(rank(results, boards.pars))]
        self.app.push_screen(PageScreen(self.look, "Ranking", "\n".join(lines)))

    def action_new(self) -> None:
        """Choose how a new tournament goes."""
        self.app.push_screen(NewTournamentScreen(self.look))

    def action_tournament(self, tournament: str) -> None:
        """Show a tournament."""
        self.app.push_screen(TournamentScreen(self.look, tournament))
