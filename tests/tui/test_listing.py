"""A list as it is painted: the filled line, the columns, and what stands beside it."""

from itertools import pairwise

import pytest

from regicide_tui.tui.pages.lists import PLAIN_LIST, Entry, EntryList, ListStyle, listing_rows
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.colours import HALF, parts_of
from regicide_tui.tui.rendering.paint import DRAWN, Row, Run, width_of
from tests.tui.models import lines

ENTRIES = [
    Entry("n", "New game", "three games", "new"),
    Entry("l", "Learn", "short lessons", "learn"),
    Entry("q", "Quit", "", "quit"),
]
HEADING = [(Run("Heading"),)]


def painted(
    cursor: int = 0, size: tuple[int, int] = (60, 18), entries: list[Entry] | None = None
) -> list[Row]:
    listed = EntryList(ENTRIES if entries is None else entries, cursor, PLAIN_LIST, DRAWN)
    return listing_rows(HEADING, listed, lambda *free: filled("navy", [], *free), *size)


def grounds(row: Row) -> set[str]:
    return {parts_of(run.style)[1] for run in row}


@pytest.mark.parametrize("size", [(60, 18), (80, 22), (120, 38), (200, 58), (20, 3)])
def test_a_list_takes_exactly_its_window(size: tuple[int, int]) -> None:
    rows = painted(1, size)
    assert len(rows) == size[1]
    assert {width_of(row) for row in rows} == {size[0]}


def test_the_line_at_the_pointer_is_filled_and_no_other() -> None:
    rows = painted(1)
    (here,) = [row for row in rows if "accent" in grounds(row)]
    (text,) = lines([here])
    assert text.strip().startswith("› l  Learn")


def test_a_click_on_a_line_means_its_action() -> None:
    (row,) = [row for row in painted() if "Learn" in lines([row])[0]]
    assert {run.action for run in row if run.text.strip()} == {"learn"}


def test_in_a_high_window_the_lines_stand_apart_and_none_moves_with_the_pointer() -> None:
    def places(cursor: int) -> list[int]:
        texts = lines(painted(cursor, (120, 38)))
        return [
            y
            for y, text in enumerate(texts)
            for one in ENTRIES
            if f"{one.key}  {one.label}" in text
        ]

    first = places(0)
    assert [low - high for high, low in pairwise(first)] == [2, 2]
    assert places(1) == places(2) == first


def test_a_filled_line_is_two_rows_high_where_the_lines_stand_apart() -> None:
    rows = painted(1, (120, 38))
    (y,) = [y for y, text in enumerate(lines(rows)) if "› l  Learn" in text]
    halves = [[run.style for run in rows[row] if HALF in run.text] for row in (y - 1, y + 1)]
    assert halves == [["stone/accent"], ["accent/stone"]]
    assert "accent" not in grounds(rows[y - 2]) | grounds(rows[y + 2])


@pytest.mark.slow
def test_of_a_long_list_the_part_around_the_pointer_is_shown() -> None:
    many = [Entry("", f"line {number}", "", "go") for number in range(300)]
    for cursor in (0, 7, 150, 299):
        assert f"› line {cursor}" in [text.strip() for text in lines(painted(cursor, entries=many))]


def test_a_long_list_says_how_many_lines_are_above_and_below() -> None:
    many = [Entry("", f"line {number}", "", "go") for number in range(300)]
    for cursor in range(300):
        texts = [text.strip(" ›") for text in lines(painted(cursor, (30, 9), many)) if text.strip()]
        seen = [int(text.split()[1]) for text in texts if text.startswith("line")]
        assert cursor in seen
        assert (f"↑ {seen[0]} more" in texts) == bool(seen[0])
        assert (f"↓ {299 - seen[-1]} more" in texts) == (seen[-1] < 299)


def test_a_list_that_fits_says_nothing_of_more() -> None:
    few = [Entry("", f"line {number}", "", "go") for number in range(7)]
    assert not [text for text in lines(painted(3, (30, 9), few)) if "more" in text]


def test_what_is_said_takes_more_rows_where_there_is_a_measure() -> None:
    listed = EntryList(
        [Entry("a", "One", "many words to be read", "one")],
        0,
        ListStyle(measure=10, labels=6),
        DRAWN,
    )
    first, second = [
        row for row in lines(listing_rows((), listed, lambda *_: (), 24, 8)) if row.strip()
    ]
    assert first.strip() == "› a  One   many words"
    assert second == " " * first.index("many") + "to be read"


def test_facts_that_do_not_fit_their_row_are_left_out_whole() -> None:
    listed = EntryList(
        [Entry("a", "One", "yesterday, Ada & Bea, Bea to play", "one")],
        0,
        ListStyle(measure=14, labels=6, facts=True),
        DRAWN,
    )
    (row,) = [row for row in lines(listing_rows((), listed, lambda *_: (), 30, 8)) if row.strip()]
    assert row.strip() == "› a  One   yesterday"


def test_a_picture_takes_all_that_is_free_beside_the_lines() -> None:
    rows = painted(size=(120, 38))
    assert all(parts_of(row[-1].style)[1] == "navy" for row in rows)
    assert len({width_of(row[:-1]) for row in rows}) == 1


def test_an_empty_list_has_no_pointer() -> None:
    text = "\n".join(lines(painted(entries=[])))
    assert "Heading" in text
    assert "›" not in text


def test_the_heading_leaves_the_picture_beside_it_whole() -> None:
    listed = EntryList(ENTRIES, 0, PLAIN_LIST, DRAWN)
    texts = lines(listing_rows(HEADING, listed, lambda w, h: [(Run("#" * w),)] * h, 80, 18))
    heading = next(line for line in texts if "Heading" in line)
    assert heading.count("#") == texts[0].count("#")
