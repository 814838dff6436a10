"""The final checks of a chaos run find what they look for."""

from pathlib import Path

import pytest

from regicide_tui.server.storage.sqlite import SqliteStore
from tests.chaos.players import Note, read_log_page
from tests.chaos.truth import Page, find_gaps, find_untrue

PAGES = [
    Page(""),
    Page("adaplays3", 0.0),
    Page("adaplays3beapays7", 0.5),
    Page("adaplays3beapays7beaplays8", 2.0),
]
"""What a table's log shows after each action."""
PAGE = """ THE LOG

                  1 bea plays 3♦, bea draws 1, 3 damage, attacked for
                    10
                    bea discards 6♦ 7♦

                 12 cyd plays A♦, cyd draws 1, 1 damage, attacked for 10

 esc back  q quit"""


def shown(*texts: str) -> list[str]:
    """Return which of these consecutive views of the log are untrue."""
    return find_untrue([Note(2.0 + at, text) for at, text in enumerate(texts)], [PAGES])


@pytest.mark.parametrize("text", ["", "Nothinghashappenedyet.", "pays7", "adaplays3beapays7"])
def test_the_end_of_a_log_after_some_action_is_true(text: str) -> None:
    assert not shown(text)


def test_the_same_may_be_shown_again() -> None:
    assert not shown("adaplays3", "adaplays3", "adaplays3beapays7")


@pytest.mark.parametrize(
    "text",
    [
        "adaplays3adaplays3",  # twice
        "beapays7adaplays3",  # in another order
        "adaplays3beaplays8",  # one is missing
        "adaplays3beapays7beaplays9",  # never stored
    ],
)
def test_what_was_never_so_is_found(text: str) -> None:
    assert shown(text)


def test_an_action_that_was_shown_and_then_lost_is_found() -> None:
    assert shown("adaplays3beapays7", "adaplays3")


def test_what_is_untrue_is_told_apart_from_its_end() -> None:
    assert shown("adaplays4beapays7") == ["adaplays4 >> beapays7"]


def test_looks_at_several_tables_are_compared_with_each_of_them() -> None:
    notes = [Note(0.0, "adaplays3"), Note(1.0, "cydplaysK"), Note(2.0, "adaplays3beapays7")]
    assert not find_untrue(notes, [PAGES, [Page(""), Page("cydplaysK")]])


def test_nobody_can_have_seen_an_action_before_it_was_stored() -> None:
    assert find_untrue([Note(1.0, "beaplays8")], [PAGES])
    assert not find_untrue([Note(2.0, "beaplays8")], [PAGES])


def test_an_end_that_two_tables_have_is_that_of_the_table_looked_at_before() -> None:
    other = [Page(""), Page("adaplays3"), Page("adaplays3adaplays3"), Page("cydplaysKadaplays3")]
    notes = [
        Note(3.0, "adaplays3adaplays3"),
        Note(3.0, "adaplays3"),
        Note(3.0, "adaplays3beapays7"),
    ]
    assert not find_untrue(notes, [PAGES, other])


def test_a_page_of_the_log_is_read_without_numbers_of_turns_and_blanks() -> None:
    assert read_log_page(PAGE) == (
        "beaplays3♦,beadraws1,3damage,attackedfor10beadiscards6♦7♦"
        "cydplaysA♦,cyddraws1,1damage,attackedfor10"
    )


async def test_a_gap_in_a_log_is_found(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    for version in range(3):
        await store.append("table/1", version, f"{version}", {})
        await store.append("table/2", version, f"{version}", {})
    assert not await find_gaps(store)
    gap = "DELETE FROM entries WHERE log = 'table/2' AND version = 2"
    await store.do(lambda base: base.execute(gap))
    assert await find_gaps(store) == ["table/2"]
    await store.close()


def test_rows_that_begin_further_left_than_most_are_read_whole() -> None:
    rows = ["  The round ends:", "   5♥ falls into", "   the Well", "  A new round"]
    assert read_log_page("\n".join(["THE LOG", "", *rows, "keys"])) == (
        "Theroundends:5♥fallsintotheWellAnewround"
    )
