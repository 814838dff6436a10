"""A list in columns with a panel: what fits where, for every size."""

import pytest

from regicide_tui.tui.rendering.layout import board_of
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, Run, width_of
from regicide_tui.tui.screens.lists import (
    CatalogueLine,
    CataloguePage,
    Column,
    fitted,
    list_rows,
    page_rows,
)

COLUMNS = (
    Column("Name", 20, 6),
    Column("Far", 36, 10),
    Column("When", 14, 14),
    Column("Game", 10, 4, needs=100),
)
HEADING: list[Row] = [(Run("Heading"),)]


def lines(count: int) -> list[CatalogueLine]:
    return [
        CatalogueLine(
            f"{number}", (f"name {number}", "x" * 36, "25 minutes ago", "Chess"), "text", "act"
        )
        for number in range(count)
    ]


def page(count: int, cursor: int = 0) -> CataloguePage:
    about: list[Row] = [(Run("about it"),)]
    return CataloguePage(HEADING, COLUMNS, lines(count), cursor, "Panel", lambda *_: about)


def texts(rows: list[Row]) -> list[str]:
    return ["".join(run.text for run in row) for row in rows]


def shown(rows: list[Row]) -> str:
    return "\n".join(texts(rows))


@pytest.mark.parametrize("size", [(60, 19), (80, 23), (120, 39), (200, 59), (60, 3), (20, 60)])
@pytest.mark.parametrize("count", [0, 1, 100])
@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
def test_nothing_is_wider_or_higher_than_the_window(
    size: tuple[int, int], count: int, symbols: object
) -> None:
    rows = page_rows(page(count, count // 2), *size, PLAIN if symbols is PLAIN else DRAWN)
    if size[0] >= 60:
        assert all(width_of(row) <= size[0] for row in rows)
        assert len(rows) <= max(size[1], 4)
    if symbols is PLAIN:
        assert shown(rows).isascii()


@pytest.mark.parametrize("cursor", [0, 1, 50, 98, 99])
def test_the_line_at_the_pointer_is_always_in_sight(cursor: int) -> None:
    for height in (5, 12, 23):
        rows = list_rows(page(100, cursor), 100, height, DRAWN)
        (here,) = [text for text in texts(rows) if "›" in text]
        assert f" name {cursor} " in here
        assert len(rows) == height


@pytest.mark.parametrize("cursor", [0, 1, 6, 50, 98, 99])
def test_a_long_list_says_how_many_lines_are_above_and_below(cursor: int) -> None:
    titles, *rows = texts(list_rows(page(100, cursor), 100, 12, DRAWN))
    seen = [int(row.split("name ")[1].split()[0]) for row in rows if "name " in row]
    assert cursor in seen
    assert (f"↑ {seen[0]} " in titles) == bool(seen[0])
    assert (f"↓ {99 - seen[-1]} more" in rows[-1]) == (seen[-1] < 99)


def test_a_list_in_sight_as_a_whole_has_no_mark() -> None:
    assert "↓" not in shown(list_rows(page(11), 100, 12, DRAWN))


@pytest.mark.parametrize("size", [(80, 23), (200, 58)])
def test_the_panel_stands_below_the_list(size: tuple[int, int]) -> None:
    rows = texts(page_rows(page(3), *size, DRAWN))
    listed = [y for y, text in enumerate(rows) if "name 0" in text]
    (told,) = [y for y, text in enumerate(rows) if "about it" in text]
    assert listed[0] < told


def test_a_wide_page_begins_where_the_board_does() -> None:
    board = board_of(200)[0]
    for text in texts(page_rows(page(3), 200, 58, DRAWN)):
        assert not text[:board].strip()


def test_a_low_window_has_no_panel() -> None:
    assert "about it" not in shown(page_rows(page(3), 80, 14, DRAWN))


def test_a_column_is_left_out_where_there_is_no_room_for_it() -> None:
    assert "Chess" in shown(page_rows(page(1), 200, 39, DRAWN))
    assert "Chess" not in shown(page_rows(page(1), 80, 23, DRAWN))


def test_the_first_columns_give_way_first() -> None:
    (line,) = [text for text in texts(page_rows(page(1), 58, 8, DRAWN)) if "name" in text]
    assert "name 0  xxx" in line
    assert "25 minutes ago" in line
    assert "x…" in line


def test_facts_that_do_not_fit_a_column_are_left_out_whole() -> None:
    line = CatalogueLine("1", ("Ada", "royal 7 of 12, Queen of Hearts, 21 health left"), "text", "")
    columns = (Column("Name", 20, 6), Column("Far", 36, 10))
    (_, row) = texts(
        list_rows(CataloguePage((), columns, [line], 0, "", lambda *_: []), 80, 5, DRAWN)
    )
    assert row.rstrip().endswith("royal 7 of 12, Queen of Hearts")


def test_a_column_is_as_wide_as_what_stands_in_it() -> None:
    assert [column.widest for column in fitted(COLUMNS, lines(3))] == [6, 36, 14, 5]
    assert [column.widest for column in fitted(COLUMNS, [])] == [4, 3, 4, 4]
    wide = [CatalogueLine("", ("漢字漢字", "", "", ""), "text", "")]
    assert fitted(COLUMNS, wide)[0].widest == 8


def test_an_empty_page_shows_its_heading() -> None:
    assert shown(page_rows(page(0), 20, 10, DRAWN)).strip() == "Heading"


def test_a_line_can_be_clicked_anywhere() -> None:
    (line,) = list_rows(page(1), 80, 5, DRAWN)[1:]
    assert {run.action for run in line if run.text.strip()} == {"act"}
