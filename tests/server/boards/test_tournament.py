"""Tournaments: the schedule, what is refused, and the page of results."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from regicide_tui.server.boards.board import Board, Deal
from regicide_tui.server.boards.boards import Boards
from regicide_tui.server.boards.book import BoardEntry, BoardResult, Book, Dealt
from regicide_tui.server.boards.pages import ranking_lines, results_page
from regicide_tui.server.boards.par import GAMES, Par
from regicide_tui.server.boards.ranking import compare
from regicide_tui.server.boards.tournament import MINUTE, BadTournament, Tournament, check
from regicide_tui.server.operations import tournaments
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.tables.decide import Refused
from tests.server.boards.players import NOW
from tests.server.gatherings import ADA, BEA

START = int(NOW * 1000)
FRIDAY = Tournament("f", "Friday", ADA, 2, 3, START + 60 * MINUTE, 20)


@given(st.integers(0, 300))
def test_each_minute_of_an_evening_belongs_to_one_round(minute: int) -> None:
    now = START + minute * MINUTE
    number = FRIDAY.round_at(now)
    if number:
        assert FRIDAY.starts_of(number) <= now < FRIDAY.starts_of(number + 1)
    else:
        assert now < FRIDAY.starts or FRIDAY.is_over(now)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(FRIDAY, title=" "),
        replace(FRIDAY, title="x" * 41),
        replace(FRIDAY, rounds=0),
        replace(FRIDAY, rounds=13),
        replace(FRIDAY, minutes=4),
        replace(FRIDAY, players=5),
        replace(FRIDAY, starts=START - 2 * MINUTE),
        replace(FRIDAY, starts=START + 61 * 24 * 60 * MINUTE),
    ],
)
def test_a_tournament_makes_sense(wrong: Tournament) -> None:
    check(FRIDAY, START)
    with pytest.raises(BadTournament):
        check(wrong, START)


async def test_tournaments_are_not_opened_and_cancelled_without_end(store: SqliteStore) -> None:
    boards = Boards(store, lambda: START, lambda *_: None)
    for _ in range(5):  # each is opened and cancelled
        found = await boards.open_tournament(replace(FRIDAY, by=BEA))
        await boards.join(found.id, ADA)
        await boards.cancel(found.id, BEA)
    with pytest.raises(Refused, match="too often"):
        await boards.open_tournament(replace(FRIDAY, by=BEA))
    found = await boards.open_tournament(replace(FRIDAY, by=ADA))
    assert {*boards.book.joined} == {*boards.book.tournaments}
    await boards.cancel(found.id)
    assert found.id not in boards.book.joined


async def test_nobody_opens_tournaments_without_end(store: SqliteStore) -> None:
    boards = Boards(store, lambda: START, lambda *_: None)
    for _ in range(2):
        await boards.open_tournament(FRIDAY)
    with pytest.raises(Refused, match="already"):
        await boards.open_tournament(FRIDAY)
    await boards.open_tournament(replace(FRIDAY, by=BEA))
    await boards.open_tournament(FRIDAY, by_operator=True)
    with pytest.raises(Refused, match="Guests"):
        await boards.open_tournament(replace(FRIDAY, by="guest-7kq2mz"))


async def test_a_title_is_harmless(store: SqliteStore) -> None:
    boards = Boards(store, lambda: START, lambda *_: None)
    found = await boards.open_tournament(
        replace(FRIDAY, title="\x1b[2J Fri\nday \u202e" + "x" * 90)
    )
    assert found.title.startswith("[2J Fri day")
    assert len(found.title) <= 40
    with pytest.raises(Refused, match="title"):
        await boards.open_tournament(replace(FRIDAY, title="\x1b\x07"))


async def test_only_its_own_opener_cancels_a_tournament_before_it_begins(
    store: SqliteStore,
) -> None:
    now = START
    boards = Boards(store, lambda: now, lambda *_: None)
    found = await boards.open_tournament(FRIDAY)
    with pytest.raises(Refused, match="Only ada"):
        await boards.cancel(found.id, BEA)
    now = found.starts
    with pytest.raises(Refused, match="started"):
        await boards.cancel(found.id, ADA)
    now = START
    await boards.cancel(found.id, ADA)
    with pytest.raises(Refused):
        await boards.join(found.id, BEA)


def book_of_evening() -> Book:
    book = Book()
    book.apply(BoardEntry(opened=FRIDAY), START)
    for number in (1, 2):
        series = FRIDAY.series_of(number)
        deal = Deal("regicide", 2, {}, f"secret-{number}")
        board = Board(f"b{number}", series.name, deal, FRIDAY.ends)
        book.apply(BoardEntry(made=board), START)
        for name in (ADA, BEA):
            table = f"t{number}{name}"
            book.apply(BoardEntry(dealt=Dealt(board.id, table, (name,))), START)
            won = name == ADA
            book.apply(BoardEntry(over=BoardResult(board.id, table, (name,), won)), START)
    return book


def test_a_page_tells_only_of_the_deals_that_its_reader_may_see() -> None:
    book, pars = book_of_evening(), {"b1": Par(GAMES, 20, 0, True), "b2": Par(GAMES, 4, 0, True)}
    page = results_page(FRIDAY, book, pars, ["b1"], START)
    assert "secret-1" in page
    assert "secret-2" not in page
    assert "1 of 1" in page
    whole = results_page(FRIDAY, book, pars, ["b1", "b2"], START)
    assert "secret-2" in whole
    assert whole.index(" 1  ada") < whole.index(" 2  bea")
    assert "2 of 2" in whole


def test_a_ranking_fits_a_narrow_window_and_says_how_sure_it_is() -> None:
    names = [f"somebody-with-{number:02}" for number in range(12)]
    played = [(number % 3 > 0, Par(GAMES, 20, 0, True)) for number in range(100)]
    ranked = [compare(name, played[: 5 + 8 * at]) for at, name in enumerate(names)]
    lines = ranking_lines(sorted(ranked, key=lambda one: -one.low))
    assert max(map(len, lines)) <= 78
    assert sum("%  provisional" in line or line.endswith("provisional") for line in lines) == 1
    assert all(re.search(r"\d+%", line.split(" of ")[1]) for line in lines[1:-1])


def test_a_deal_without_a_par_is_not_counted_and_the_page_says_so() -> None:
    page = results_page(
        FRIDAY, book_of_evening(), {"b1": Par(GAMES, 20, 0, True)}, ["b1", "b2"], START
    )
    assert "Round 2 is not counted yet: its par is not ready." in page
    assert "1 of 1" in page
    page = results_page(FRIDAY, book_of_evening(), {}, ["b1", "b2"], START)
    assert "Rounds 1 and 2 are not counted yet: their pars are not ready." in page


async def test_the_operator_opens_lists_prints_and_cancels(tmp_path: Path) -> None:
    async def listed() -> str:
        return await tournaments.list_tournaments(tmp_path / "house.db")

    tomorrow = int(datetime.now(UTC).timestamp() * 1000) + 24 * 60 * MINUTE
    assert await listed() == "There are no tournaments."
    said = await tournaments.open_tournament(tmp_path / "house.db", "Friday", tomorrow, 2, 4, 20)
    name = (await listed()).split()[0]
    assert name in said
    assert "opened by the operator" in await tournaments.print_results(tmp_path / "house.db", name)
    await tournaments.cancel_tournament(tmp_path / "house.db", name)
    assert await listed() == "There are no tournaments."
    with pytest.raises(tournaments.TournamentError, match="no such tournament"):
        await tournaments.print_results(tmp_path / "house.db", name)
    with pytest.raises(tournaments.TournamentError, match="now or later"):
        await tournaments.open_tournament(tmp_path / "house.db", "Friday", START // 2, 2, 4, 20)


def test_a_time_is_read_in_utc() -> None:
    assert tournaments.read_time("2026-11-23 02:13") == START // 60_000 * 60_000
    with pytest.raises(tournaments.TournamentError, match="no time"):
        tournaments.read_time("noon")
