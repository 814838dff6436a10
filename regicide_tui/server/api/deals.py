"""Duplicate deals, tournaments and rankings, as one visitor may see them. No value has a seed."""

from collections.abc import Sequence

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.play.history import Start
from regicide_tui.play.ratings import is_program
from regicide_tui.play.table import Table
from regicide_tui.server.api.part import Part
from regicide_tui.server.model.boards import pages
from regicide_tui.server.model.boards.par import has_par
from regicide_tui.server.model.boards.ranking import Compared, rank
from regicide_tui.server.model.boards.results import BoardResult
from regicide_tui.server.model.boards.series import (
    GAME,
    Series,
    day_at,
    days_to_play,
    describe_series,
    house_series,
    read_series,
    series_of,
    series_of_day,
)
from regicide_tui.server.model.boards.tournament import Round, Tournament
from regicide_tui.server.model.table.command import refusing
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.services.boards import Boards


class Offer(Value):
    """A series of boards, and what the visitor can do there."""

    series: Series
    waiting: int
    """How many people wait for others at its tables."""
    sits: bool
    """Whether the visitor sits at a table of it."""
    has_seen: bool
    """Whether the visitor has played or seen its board."""
    plays: bool
    """Whether the visitor plays its board now."""
    result: BoardResult | None
    """How the visitor's own table did."""
    played: int = 0
    """How many tables have finished its board."""


class DayResults(Value):
    """How the visitor did with the deals of a day, and how many tables have finished them."""

    day: str
    alone: BoardResult | None
    result: BoardResult | None
    """The visitor's result with the fewest players."""
    played: int


class Comparison(Value):
    """The results of a deal: of our marshals, and of the tables that have played it."""

    title: str
    par: str
    together: str
    results: tuple[BoardResult, ...]
    """One for each table, the visitor's own first."""


class Deals(Part):
    """The boards of the server, as one visitor may see them."""

    @property
    def _boards(self) -> Boards:
        return self._services.boards

    # ------------------------------------------------------------ series of boards

    @property
    def today(self) -> str:
        """Today's date in UTC."""
        return day_at(self._services.now())

    def day(self, day: str) -> Sequence[Offer]:
        """Return a day's deal, for each number of players."""
        return [self.offer(series_of_day(day, count)) for count in games.find(GAME).player_counts]

    def days(self) -> Sequence[DayResults]:
        """Return the days whose deals can be played, today first."""
        return [self._results_of(day) for day in days_to_play(self._services.now())]

    def _results_of(self, day: str) -> DayResults:
        book = self._boards.book
        boards = [series_of_day(day, count).name for count in games.find(GAME).player_counts]
        found = [book.own_result(board, self._name) for board in boards]
        played = sum(len(book.results_of(board)) for board in boards)
        return DayResults(day, found[0], next(filter(None, found), None), played)

    def house(self) -> Sequence[Offer]:
        """Return the server's deals, for each number of players."""
        return [self.offer(house_series(count)) for count in games.find(GAME).player_counts]

    def offer(self, series: Series) -> Offer:
        """Return what the visitor can do with a series; a day or a round has one board."""
        book, name = self._boards.book, self._name
        board = next(iter(book.boards_of(series)), "")
        waiting = [
            state
            for state in self._services.tables.values()
            if state.series == series.name and state.waiting and state.free
        ]
        attended = filter(self._services.presence.is_attended, waiting)
        return Offer(
            series,
            sum(len(state.people) for state in attended),
            self._services.joining.find_own(series, name) != "",
            board != "" and book.has_seen(board, name),
            board != "" and book.plays(board, name),
            book.own_result(board, name) if board else None,
            len(book.results_of(board)),
        )

    @refusing
    async def play(self, series: Series) -> str:
        """Seat the visitor at a table of a series, and return it. Raises `Refused`."""
        address = self._visitor.address
        return await self._services.joining.take_seat(series, self._name, address)

    def why_too_late(self, series: str) -> str:
        """Return why it is too late for tables of a series to get a board; empty if it isn't."""
        return self._boards.why_too_late(series) if series else ""

    def describe(self, table: TableFacts) -> str:
        """Return which deal a table of a series plays, and the time left in its round."""
        found = read_series(table.series) if table.series else None
        if found is None:
            return ""
        tournament = self.tournament(found.of) if found.is_of_tournament else None
        if tournament is None:
            return describe_series(found)
        one, now = Round(tournament, found.round), self._services.now()
        return pages.describe_round(one, now, counts=not table.stood_in)

    # ------------------------------------------------------------ comparing

    def compare_series(self, series: Series) -> Comparison:
        """Return the comparison of the one board of a series. Raises `Refused`."""
        (board, *_) = self._boards.book.boards_of(series)
        return self._compare(self._boards.book.deals[board], board)

    def compare_game(self, table: str, game: Table) -> Comparison:
        """Return the comparison of the deal of a finished game. Raises `Refused`."""
        return self._compare(game.history.start, self._boards.book.board_of(table))

    def par_shortly(self, game: Table) -> str:
        """Return the par of a finished game in a few words; empty if its deal has none."""
        deal, work = game.history.start, self._boards.work
        if not has_par(deal.game, deal.players):
            return ""
        return pages.describe_par_shortly(work.find(deal), computed=work.is_working)

    def _compare(self, deal: Start, board: str) -> Comparison:
        if refused := self._boards.may_look(board, self._name):
            raise refused
        work = self._boards.work
        work.want(deal, first=True)
        results, series = self._boards.book.results_of(board), series_of(board)
        return Comparison(
            describe_series(series) if series is not None else "This deal",
            pages.describe_par(work.find(deal), deal.players, computed=work.is_working),
            pages.describe_board(results) if board else "",
            tuple(sorted(results, key=lambda one: self._name not in one.people)),
        )

    def ranking(self) -> Sequence[Compared]:
        """Return the ranking of people over all boards that the visitor may see, the best first."""
        shown = self._boards.results_shown_to(self._name)
        people = [one for one in shown if not any(map(is_program, one.people))]
        return rank(people, self._boards.pars)

    # ------------------------------------------------------------ tournaments

    def rounds(self) -> Sequence[Round]:
        """Return the current rounds in which the visitor is due to play."""
        seated = [state.series for state in self._services.tables.facts_of(self._name)]
        return self._boards.book.rounds_waiting(self._name, seated, self._services.now())

    def own_tournaments(self) -> set[str]:
        """Return the ids of the tournaments in which the visitor takes part."""
        return {one.id for one in self._boards.book.tournaments_of(self._name)}

    def tournaments(self) -> Sequence[Tournament]:
        """Return all tournaments, the latest first."""
        return sorted(self._boards.book.tournaments.values(), key=lambda one: -one.starts)

    def coming(self) -> Sequence[Tournament]:
        """Return the tournaments that aren't over, the next first."""
        now = self._services.now()
        return [one for one in reversed(self.tournaments()) if not one.is_over(now)]

    def tournament(self, tournament: str) -> Tournament | None:
        """Return a tournament; None once it was cancelled."""
        return self._boards.book.tournaments.get(tournament)

    def joined(self, tournament: str) -> Sequence[str]:
        """Return who takes part in a tournament."""
        return [*self._boards.book.joined.get(tournament, {})]

    def results_of(self, tournament: Tournament) -> str:
        """Return the results of a tournament as text, as far as the visitor may see them."""
        book = self._boards.book
        dealt = pages.boards_of(book, tournament).values()
        shown = [one for one in dealt if self._boards.may_look(one, self._name) is None]
        now, computed = self._services.now(), self._boards.work.is_working
        return pages.results_page(
            tournament, book, self._boards.pars, shown, now, computed=computed
        )

    def check_title(self, text: str) -> str:
        """Return the title, made harmless, if the visitor may use it. Raises `Refused`."""
        return self._services.tournaments.check_title(text, self._name)

    def free_title(self) -> str:
        """Return an unused title for a tournament that the visitor opens."""
        return self._services.tournaments.free_title(self._name)

    @refusing
    async def open_tournament(self, asked: Tournament) -> str:
        """Open a tournament, and take part; return its id. Raises `Refused`."""
        opened = await self._services.tournaments.open(asked, self._visitor.address)
        await self._services.tournaments.join(opened.id, self._name)
        return opened.id

    @refusing
    async def join(self, tournament: str) -> None:
        """Take part in a tournament. Raises `Refused`."""
        await self._services.tournaments.join(tournament, self._name)

    @refusing
    async def withdraw(self, tournament: Tournament) -> None:
        """Leave a tournament. Raises `Refused`."""
        await self._services.joining.withdraw(tournament, self._name)

    @refusing
    async def cancel(self, tournament: str) -> None:
        """Cancel the visitor's own tournament before it starts. Raises `Refused`."""
        await self._services.tournaments.cancel(tournament, self._name)
