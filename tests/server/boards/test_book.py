"""Who gets which board, and who may see it: rules without a server."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.play.history import Start
from regicide_tui.server.model.boards.book import (
    MOST_TABLES,
    BoardEntry,
    Book,
    Dealt,
)
from regicide_tui.server.model.boards.par import deal_key
from regicide_tui.server.model.boards.results import BoardResult
from regicide_tui.server.model.boards.series import (
    Series,
    begin_of_day,
    closing_of,
    day_series,
    days_late,
    days_to_play,
    house_series,
    read_series,
    round_series,
)
from regicide_tui.server.model.boards.tournament import Tournament

NOW = 1_795_478_400_000
"""The beginning of 2026-11-24, in Unix milliseconds."""
DAY = day_series(NOW, 2)
HOUSE = house_series(2)
FIRST, SECOND, THIRD = (f"{HOUSE.name}/{number}" for number in (1, 2, 3))
EVENING = Tournament("x", "Friday", "bea", 2, 3, NOW - 1000, 5)
ADA, BEA = "ada", "bea"


def book_of(series: Series, count: int) -> Book:
    """Return a book with boards of a series, each of which one stranger has played."""
    book = Book()
    book.apply(BoardEntry(opened=EVENING), NOW)
    for number in range(count):
        found, table, stranger = book.new_board(series), f"first-{number}", f"stranger-{number}"
        book.apply(BoardEntry(dealt=Dealt(found, table, (stranger,), f"seed-{number}")), NOW)
        end(book, found, table, stranger)
    return book


def give(book: Book, one: str, table: str, *people: str) -> None:
    book.apply(BoardEntry(dealt=Dealt(one, table, people)), NOW)


def end(book: Book, one: str, table: str, *people: str, won: bool = True) -> None:
    book.apply(BoardEntry(over=BoardResult(one, table, people, won)), NOW)


@given(
    st.lists(
        st.lists(st.integers(0, 39), min_size=1, max_size=4, unique=True),
        min_size=1,
        max_size=200,
    )
)
def test_of_forty_people_and_ten_boards_nobody_gets_a_board_twice(
    tables: Sequence[Sequence[int]],
) -> None:
    book, got = book_of(HOUSE, 10), set[tuple[str, int]]()
    for number, people in enumerate(tables):
        names = [f"p{one}" for one in people]
        found = book.choose(HOUSE, f"t{number}", names, NOW)
        if found is None:
            assert all(
                any(book.has_seen(board, name) for name in names) or not book.is_open(board, NOW)
                for board in book.boards_of(HOUSE)
            )
            continue
        assert not {(found, one) for one in people} & got
        got |= {(found, one) for one in people}
        give(book, found, f"t{number}", *names)


def test_people_get_the_oldest_board_that_is_new_to_all_of_them() -> None:
    book = book_of(HOUSE, 3)
    give(book, FIRST, "t0", ADA)
    give(book, SECOND, "t1", BEA)
    found = book.choose(HOUSE, "t2", [ADA, BEA], NOW)
    assert found is not None
    assert found == THIRD
    other = book.choose(HOUSE, "t3", [BEA], NOW)
    assert other is not None
    assert other == FIRST


def test_a_table_whose_game_could_not_begin_gets_its_board_again() -> None:
    book = book_of(HOUSE, 2)
    give(book, FIRST, "t", ADA)
    found = book.choose(HOUSE, "t", [ADA, BEA], NOW)
    assert found is not None
    assert found == FIRST


def test_a_board_that_was_taken_back_is_new_again() -> None:
    book = book_of(HOUSE, 1)
    give(book, FIRST, "t", ADA)
    book.apply(BoardEntry(released="t"), NOW)
    assert not book.has_seen(FIRST, ADA)
    assert book.board_of("t") == ""


def test_a_finished_game_is_never_taken_back() -> None:
    book = book_of(HOUSE, 1)
    give(book, FIRST, "t", ADA)
    end(book, FIRST, "t", ADA)
    book.apply(BoardEntry(released="t"), NOW)
    assert book.has_seen(FIRST, ADA)


def test_the_first_table_brings_the_seed_and_no_other_one_changes_it() -> None:
    book = book_of(HOUSE, 1)
    book.apply(BoardEntry(dealt=Dealt(FIRST, "t", (ADA,), "other")), NOW)
    assert book.deals[FIRST].seed == "seed-0"
    with pytest.raises(KeyError):
        give(book, SECOND, "t2", ADA)
    assert book.new_board(HOUSE) == SECOND


def test_the_result_of_a_table_stands_there_once() -> None:
    book = book_of(HOUSE, 1)
    give(book, FIRST, "t", ADA)
    end(book, FIRST, "t", ADA)
    end(book, FIRST, "t", ADA, won=False)
    assert [one.won for one in book.results_of(FIRST) if one.table == "t"] == [True]


def test_a_board_of_the_house_is_closed_after_many_tables() -> None:
    book = book_of(HOUSE, 1)
    for number in range(MOST_TABLES - 1):  # a stranger has played it
        assert book.choose(HOUSE, "new", ["new"], NOW) is not None
        give(book, FIRST, f"t{number}", f"p{number}")
    assert book.choose(HOUSE, "new", ["new"], NOW) is None
    assert book.why_not_look(FIRST, "new", NOW) == ""


def test_a_board_nobody_knows_is_shown_to_nobody() -> None:
    assert Book().why_not_look("house/2/9", ADA, NOW)


@pytest.mark.parametrize("series", [DAY, HOUSE, round_series("x", 12), house_series(1)])
def test_a_series_is_read_from_its_name(series: Series) -> None:
    assert read_series(series.name) == series


@given(st.text(max_size=30))
def test_other_words_are_no_series(text: str) -> None:
    found = read_series(text)
    assert found is None or found.name == text


def test_a_day_ends_when_the_next_one_begins() -> None:
    assert day_series(NOW - 1, 1).of == "2026-11-23"
    assert day_series(NOW, 1).of == "2026-11-24"


def test_the_days_whose_deals_can_be_played_are_those_that_are_not_closed() -> None:
    days = days_to_play(NOW)
    assert days[0] == "2026-11-24"
    assert all(begin_of_day(one) <= NOW < closing_of(one) for one in days)
    before = day_series(begin_of_day(days[-1]) - 1, 1).of
    assert closing_of(before) <= NOW


def test_a_result_says_how_much_later_than_its_day_it_was_played() -> None:
    begin = begin_of_day(DAY.of)
    assert days_late(DAY.name, begin) == days_late(DAY.name, begin + 86_399_999) == 0
    assert days_late(DAY.name, begin + 86_400_000) == 1
    assert days_late(HOUSE.name + "/1", NOW) == 0


def test_the_key_of_a_deal_tells_nothing_of_its_seed_and_all_of_its_rules() -> None:
    one = Start("regicide", 2, "secret", {})
    others = [
        Start("regicide", 3, "secret", {}),
        Start("regicide", 2, "secret", {"jesters": 1}),
        Start("regicide", 2, "other", {}),
    ]
    assert "secret" not in deal_key(one)
    assert deal_key(one) == deal_key(Start("regicide", 2, "secret", {}))
    assert len({deal_key(one), *[deal_key(other) for other in others]}) == 4
