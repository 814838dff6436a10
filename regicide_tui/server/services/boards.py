"""The boards of a server: which table gets which board, and who may see it.

Events are in the log of boards before anyone sees them. `book.py` has the rules.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from regicide_tui.games.words import named
from regicide_tui.play.history import Start
from regicide_tui.play.ratings import is_program
from regicide_tui.server.base.tasks import Signal
from regicide_tui.server.model.boards.book import (
    BoardEntry,
    Book,
    Dealt,
)
from regicide_tui.server.model.boards.par import Par
from regicide_tui.server.model.boards.results import BoardResult
from regicide_tui.server.model.boards.series import (
    DAYS_OPEN,
    Series,
    begin_of_day,
    closing_of,
    describe_series,
    read_series,
    series_of,
)
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.pars import ParProcess, ParWork

_SEED = 16
"""The bytes of a board's seed: too many to guess."""
NO_GUESTS = "Guests can't play duplicate deals. Choose a name first."


class Boards:
    """The boards. Without `player`, no pars are computed."""

    def __init__(self, common: Common, player: ParProcess | None = None) -> None:
        self.changed = Signal[[]](common.report)
        """Sent when the boards or their pars have changed."""
        self._log = Book.project(common.store, common.report)
        self._log.follow(common.tasks, self._note_news)
        self._now = common.now
        self.work = ParWork(common, player, self.changed.send)
        self._wanted = 0
        """The number of boards, the oldest ones, whose pars have been requested."""

    @property
    def book(self) -> Book:
        """The boards, their tables and results, as last read."""
        return self._log.value

    async def open(self) -> None:
        """Read all boards and pars, and compute the missing pars.

        Raises `StoreError`.
        """
        await self.work.open()
        await self.catch_up()

    async def catch_up(self) -> None:
        """Read what other processes wrote. Raises `StoreError`."""
        await self._log.catch_up()
        self._note_news()

    def _note_news(self) -> None:
        """Request the pars of new boards, and announce the change."""
        new = [*islice(self.book.deals.values(), self._wanted, None)]
        self._wanted += len(new)
        for deal in new:
            self.work.want(deal)
        self.changed.send()

    def want_par_of(self, state: TableState) -> None:
        """Compute the par of a finished game, unless it was a board's or a guest's."""
        facts, game = state.facts, state.game
        if facts.over and game is not None and not (facts.board or facts.of_guest):
            self.work.want_sometime(game.history.start)

    async def close(self) -> None:
        """Stop computing pars."""
        await self.work.close()

    # ------------------------------------------------------------ who gets a board

    def check_opening(self, series: str, by: str) -> Series:
        """Return a series of which a player may now open a table or play.

        Raises `Refused`.
        """
        if is_guest(by):
            raise Refused(NO_GUESTS)
        found = self._check_time(series)
        if is_program(by) and not found.is_of_tournament:
            raise Refused("Only people can play these deals: their results are compared.")
        if found.is_of_tournament and by not in self.book.joined[found.of]:
            raise Refused("You don't take part in this tournament. You find it in duplicate deals.")
        if not found.is_of_house and self.book.who_has_seen(found, [by]):
            raise Refused(f"You have already played or seen {describe_series(found)}.")
        return found

    def _check_time(self, series: str) -> Series:
        """Return a series that is open now. Raises `Refused`."""
        found = read_series(series)
        if found is None:
            raise Refused("There are no such deals.")
        if found.is_of_day and not self._now() < closing_of(found.of):
            raise Refused(f"Daily deals are open for {DAYS_OPEN} days: that of {found.of} is over.")
        if found.is_of_day and self._now() < begin_of_day(found.of):
            raise Refused("That day hasn't started.")
        if found.is_of_tournament:
            tournament = self.book.tournaments.get(found.of)
            if tournament is None:
                raise Refused("There is no such tournament.")
            if self._now() < tournament.starts_of(found.round):
                raise Refused(f"Round {found.round} hasn't started.")
            if tournament.round_at(self._now()) != found.round:
                raise Refused(f"Round {found.round} is over.")
        return found

    def why_too_late(self, series: str) -> str:
        """Return why tables of a series no longer get boards; empty if they do."""
        try:
            self._check_time(series)
        except Refused as error:
            return str(error)
        return ""

    def closes_at(self, series: str) -> int | None:
        """Return when the tables of a series stop getting boards, in Unix time in milliseconds.

        None if they always do, and 0 for a series that doesn't or no longer exist.
        """
        found = read_series(series)
        if found is None:
            return 0
        if found.is_of_day:
            return closing_of(found.of)
        if not found.is_of_tournament:
            return None
        tournament = self.book.tournaments.get(found.of)
        return tournament.starts_of(found.round + 1) if tournament is not None else 0

    async def deal(self, series: str, table: str, people: Iterable[str]) -> tuple[str, Start]:
        """Give a table a board that none of its people has seen; note that they now have.

        Raises `Refused`, `StoreError`.
        """
        found, people = self._check_time(series), tuple(people)

        def decide(book: Book) -> BoardEntry | None:
            before = book.tables.get(table)
            if before is not None and (before.people, series_of(before.board)) == (people, found):
                return None  # at another process, or the game couldn't start then
            board = book.choose(found, table, people, self._now())
            if board is not None:
                return BoardEntry(dealt=Dealt(board, table, people))
            if not found.is_of_house and book.boards_of(found):
                raise _refuse_seen(book, found, people)
            seed = secrets.token_hex(_SEED)
            return BoardEntry(dealt=Dealt(book.new_board(found), table, people, seed))

        await self.append(decide)
        board = self.book.board_of(table)
        return board, self.book.deals[board]

    async def release(self, table: str) -> None:
        """Take the board of a table back, because its game couldn't start. Raises `StoreError`."""
        await self.append(lambda _: BoardEntry(released=table))

    # ------------------------------------------------------------ who sees a board

    def may_look(self, board: str, name: str) -> Refused | None:
        """Return why a player may not see the finished games of a board; None if they may.

        An empty `board` is no board. All access to finished games is checked here.
        """
        why = self.book.why_not_look(board, name, self._now()) if board else ""
        return Refused(why) if why else None

    def may_watch(self, board: str, name: str) -> Refused | None:
        """Return why a player may not watch a running game of a board; None if they may."""
        why = self.book.why_not_watch(board, name, self._now()) if board else ""
        return Refused(why) if why else None

    def must_note(self, board: str, name: str) -> bool:
        """Return whether a spectator of a board must be noted before they see it."""
        is_known = board in self.book.deals
        return is_known and not is_guest(name) and not self.book.has_seen(board, name)

    async def note_watcher(self, board: str, name: str) -> None:
        """Note that a player watches a board from now on. Raises `Refused`, `StoreError`."""
        if refused := self.may_watch(board, name):
            raise refused
        if self.must_note(board, name):
            await self.append(lambda _: BoardEntry(watched=(board, name)))

    # ------------------------------------------------------------ results

    async def note_over(self, table: str, state: TableFacts) -> None:
        """Note the result of a game if it played a board. Raises `StoreError`."""
        if not state.board:
            return
        outcome = state.outcome
        result = BoardResult(
            board=state.board,
            table=table,
            people=state.people,
            won=outcome is not None and outcome.won,
            medal=(outcome.medal or "") if outcome is not None else "",
            counts=not (state.stood_in or state.closed),
            standing=state.standing.words,
        )
        await self._note_result(result)

    async def _note_result(self, result: BoardResult) -> None:
        """Note a result, unless it was noted before. Raises `StoreError`."""

        def decide(book: Book) -> BoardEntry | None:
            noted = [one.table for one in book.results_of(result.board)]
            return None if result.table in noted else BoardEntry(over=result)

        await self.append(decide)

    async def forget_lost_tables(self, tables: Iterable[str]) -> None:
        """Note that games ended without a result if their tables aren't among these.

        Their tables were closed while no server ran. If a newer version of the program has written
        to the log of boards, this is left to that version. Raises `StoreError`.
        """
        if self._log.is_outdated:
            return
        for table in sorted(self.book.tables_played() - {*tables}):
            dealt = self.book.tables[table]
            lost = BoardResult(dealt.board, table, dealt.people, won=False, counts=False)
            await self._note_result(lost)

    @property
    def pars(self) -> Mapping[str, Par]:
        """The pars that are ready, by board."""
        found = {board: self.work.find(deal) for board, deal in self.book.deals.items()}
        return {board: par for board, par in found.items() if par.is_ready}

    def results_shown_to(self, name: str) -> list[BoardResult]:
        """Return the results of all boards that a player may look at."""
        return [one for one in self.book.results if self.may_look(one.board, name) is None]

    async def append(self, decide: Callable[[Book], BoardEntry | None]) -> None:
        """Append the entry, if any, that `decide` returns for the newest boards.

        Raises as `decide`, and `StoreError`.
        """
        await self._log.append(decide)


def _refuse_seen(book: Book, series: Series, people: Iterable[str]) -> Refused:
    """Return the refusal of a table that can't get the only board of a series."""
    seen = book.who_has_seen(series, people)
    return Refused(f"{named(seen)} already played or saw {describe_series(series)}.")
