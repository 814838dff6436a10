"""Tournaments: the schedule, what is refused, and the page of results."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from regicide_tui.server.model.boards.book import BoardEntry, Book, Dealt
from regicide_tui.server.model.boards.pages import (
    describe_when,
    name_some,
    ranking_lines,
    results_page,
    schedule_shortly,
)
from regicide_tui.server.model.boards.par import GAMES, Par
from regicide_tui.server.model.boards.ranking import compare
from regicide_tui.server.model.boards.results import BoardResult
from regicide_tui.server.model.boards.tournament import MINUTE, Tournament, check
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.operator import CommandError
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.forget import forget, rename
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.tournaments import Tournaments
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store
from tests.server.boards.players import NOW
from tests.server.gatherings import ADA, BEA, Reporting
from tests.server.operating import operate

START = int(NOW * 1000)
FRIDAY = Tournament("f", "Friday", ADA, 2, 3, START + 60 * MINUTE, 20)
FIRST, SECOND = "round/f/1", "round/f/2"


def tournaments_in(store: Store, now: Callable[[], int] = lambda: START) -> Tournaments:
    """Return the tournaments in a store, at a time in milliseconds."""
    common = Reporting(store, clock=lambda: now() / 1000)
    return Tournaments(common, Boards(common), VisitorLimits(common, Moderation(common)))


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
        replace(FRIDAY, title=""),
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
    with pytest.raises(Refused):
        check(wrong, START)


async def test_a_title_is_harmless(store: SqliteStore) -> None:
    evening = tournaments_in(store)
    found = await evening.open(replace(FRIDAY, title="\x1b[2J Fri\nday \u202e"))
    assert found.title == "[2J Fri day"


@pytest.mark.parametrize("title", ["", "  \n", "\x1b\x07", "\u3164\u200b"])
async def test_a_title_can_be_read(store: SqliteStore, title: str) -> None:
    evening = tournaments_in(store)
    with pytest.raises(Refused, match="needs a readable title"):
        await evening.open(replace(FRIDAY, title=title))
    assert not evening.boards.book.tournaments


async def test_two_tournaments_at_a_time_have_different_titles(store: SqliteStore) -> None:
    now = START
    evening = tournaments_in(store, lambda: now)
    for number in ("", " 2", " 3"):
        title = evening.free_title(ADA)
        assert title == f"ada's tournament{number}"
        await evening.open(replace(FRIDAY, title=title), by_operator=True)
    with pytest.raises(
        Refused, match="There is already a tournament with the title 'ADA's tournament'"
    ):
        await evening.open(replace(FRIDAY, title=" ADA's  tournament"))
    now = FRIDAY.ends
    assert evening.free_title(ADA) == "ada's tournament"


async def test_who_gets_another_name_finds_it_in_the_titles_of_their_tournaments(
    store: SqliteStore,
) -> None:
    for name in (ADA, BEA):
        await Accounts(store).add_key(name, f"ssh-ed25519 {name}")
    evening = tournaments_in(store)
    mine, other = evening.free_title(ADA), "Ada's birthday"
    await evening.open(replace(FRIDAY, title=mine))
    await evening.open(replace(FRIDAY, title=other))
    await evening.open(replace(FRIDAY, title="ada's rivals", by=BEA))
    await rename(store, ADA, "zoe")
    again = tournaments_in(store)
    await again.boards.open()
    titles = [one.title for one in again.boards.book.tournaments.values()]
    assert titles == ["zoe's tournament", "zoe's birthday", "ada's rivals"]


async def test_who_is_forgotten_leaves_no_title(store: SqliteStore) -> None:
    await Accounts(store).add_key(ADA, "ssh-ed25519 A")
    evening = tournaments_in(store)
    found = await evening.open(replace(FRIDAY, title="ada's words"))
    for name in (ADA, BEA):
        await evening.join(found.id, name)
    await evening.withdraw(found.id, ADA)
    other = await forget(store, ADA)
    again = tournaments_in(store)
    await again.boards.open()
    assert [(one.title, one.by) for one in again.boards.book.tournaments.values()] == [
        ("Tournament", other)
    ]
    assert [*again.boards.book.joined[found.id]] == [BEA]


def book_of_evening() -> Book:
    book = Book()
    book.apply(BoardEntry(opened=FRIDAY), START)
    for number in (1, 2):
        board, seed = FRIDAY.series_of(number).name, f"secret-{number}"
        for name in (ADA, BEA):
            table, won = f"t{number}{name}", name == ADA
            book.apply(BoardEntry(dealt=Dealt(board, table, (name,), seed)), START)
            book.apply(
                BoardEntry(over=BoardResult(board, table, (name,), won, "gold" if won else "")),
                START,
            )
    return book


def test_a_page_tells_only_of_the_deals_that_its_reader_may_see() -> None:
    book, pars = (
        book_of_evening(),
        {FIRST: Par(GAMES, 20, 20, True), SECOND: Par(GAMES, 4, 4, True)},
    )
    page = results_page(FRIDAY, book, pars, [FIRST], START)
    assert "secret-1" in page
    assert "secret-2" not in page
    assert "1 of 1" in page
    whole = results_page(FRIDAY, book, pars, [FIRST, SECOND], START)
    assert "secret-2" in whole
    assert whole.index(" 1  ada") < whole.index(" 2  bea")
    assert "2 of 2" in whole


@given(st.integers(1, 12), st.integers(-5, 250), st.integers(2, 14))
def test_a_short_schedule_has_the_round_of_now(rounds: int, minute: int, most: int) -> None:
    one, now = replace(FRIDAY, rounds=rounds), FRIDAY.starts + minute * MINUTE
    lines = schedule_shortly(one, now, most)
    assert len(lines) == min(rounds, most)
    if number := one.round_at(now):
        assert any(line.startswith(f"Round {number:>2} ") for line in lines)


@pytest.mark.parametrize(
    ("before", "told"),
    [
        (1, "02:13 UTC (in 1 min)"),
        (MINUTE + 1, "02:13 UTC (in 2 min)"),
        (119 * MINUTE, "02:13 UTC (in 119 min)"),
        (120 * MINUTE, "02:13 UTC (in 2 h)"),
        (24 * 60 * MINUTE, "2026-11-23 02:13 UTC"),
        (0, "round 1 of 3 now"),
        (-60 * MINUTE, "over"),
    ],
)
def test_a_tournament_begins_in_a_minute_at_least(before: int, told: str) -> None:
    starts = round(datetime(2026, 11, 23, 2, 13, tzinfo=UTC).timestamp() * 1000)
    assert describe_when(replace(FRIDAY, starts=starts), starts - before) == told


@pytest.mark.parametrize(
    ("cells", "told"),
    [(40, "ada, bea, cyd and somebody"), (21, "ada, bea and 2 others"), (4, "ada and 3 others")],
)
def test_of_many_players_some_are_named(cells: int, told: str) -> None:
    assert name_some([ADA, BEA, "cyd", "somebody"], cells) == told


def test_a_ranking_fits_a_narrow_window_and_says_how_sure_it_is() -> None:
    names = [f"somebody-with-{number:02}" for number in range(12)]
    played = [(number % 3 > 0, Par(GAMES, 20, 20, True)) for number in range(100)]
    ranked = [compare(name, played[: 5 + 8 * at]) for at, name in enumerate(names)]
    lines = ranking_lines(sorted(ranked, key=lambda one: -one.low))
    assert max(map(len, lines)) <= 78
    assert sum("%  provisional" in line or line.endswith("provisional") for line in lines) == 1
    assert all(re.search(r"\d+%", line.split(" of ")[1]) for line in lines[1:-1])


def test_a_deal_without_a_par_is_not_counted_and_the_page_says_so() -> None:
    page = results_page(
        FRIDAY,
        book_of_evening(),
        {FIRST: Par(GAMES, 20, 20, True)},
        [FIRST, SECOND],
        START,
    )
    assert "Round 2 is not counted yet: its par is not ready." in page
    assert "1 of 1" in page
    page = results_page(FRIDAY, book_of_evening(), {}, [FIRST, SECOND], START)
    assert "Rounds 1 and 2 are not counted yet: their pars are not ready." in page


async def test_the_operator_opens_lists_prints_and_cancels(tmp_path: Path) -> None:
    async def tournament(*words: str) -> str:
        return await operate(tmp_path, "tournament", *words)

    await SqliteStore(tmp_path / "house.db").close()
    tomorrow = f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%d %H:%M}"
    assert await tournament() == "There are no tournaments."
    said = await tournament("--open", "Friday", "--at", tomorrow)
    name = (await tournament()).split()[0]
    assert name in said
    page = await tournament("--results", name)
    assert "opened by the operator" in page
    assert tomorrow in page, "in UTC"
    assert await tournament("--cancel", name) == f"The tournament {name} is cancelled."
    assert await tournament() == "There are no tournaments."
    with pytest.raises(CommandError, match="no such tournament"):
        await tournament("--results", name)
    with pytest.raises(CommandError, match="can't start in the past"):
        await tournament("--open", "Friday", "--at", "2025-11-23 02:13")
    with pytest.raises(CommandError, match="isn't a time"):
        await tournament("--open", "Friday", "--at", "noon")
