"""Texts to read: from documents in Markdown to rows of any width."""

import gc
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.play.paths import read_rules
from regicide_tui.printable import REPLACEMENT, printable
from regicide_tui.tui.pages.reading import (
    SPARE,
    blocks_of,
    hits,
    lines_of,
    marked,
    pointed_at,
    table_of,
    with_signs,
    words_of,
)
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, Symbols, width_of
from tests.tui.models import text_of

TEXT = """# Hearts and others

A **bold** word, `code` and a [link](there.md), as of R-32.

- one item
  that goes on
- another

| suit | power |
|---|---|
| Hearts | heal `a\\|b` |
"""


def rows(text: str, width: int = 40) -> list[Row]:
    return [row for _, row in lines_of(blocks_of(text), width)]


def said(text: str, width: int = 40) -> list[str]:
    return [text_of(row).strip() for row in rows(text, width)]


def test_a_text_is_told_without_its_marks() -> None:
    assert said(TEXT) == [
        "Hearts and others",
        "",
        "A bold word, code and a link, as of",
        "R-32.",
        "",
        "- one item that goes on",
        "- another",
        "",
        "suit    power",
        "Hearts  heal a|b",
    ]


def test_a_narrow_window_cuts_a_drawing_and_breaks_a_long_word() -> None:
    drawing = f"```text\n+{'-' * 30}+\n| a{' ' * 28}|\n```"
    assert said(drawing, 20) == ["+" + "-" * 16, "| a"]
    assert "".join(said("diamond_redeal_if_there_is_none", 20)) == "diamond_redeal_if_there_is_none"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "one\n\n1. two\n2. three\n   - four\n\n     five",
            "one||1. two|2. three|   - four|     five",
        ),
        ("```text\na  *b*\n\n c\n```", " a  *b*||  c"),
        ("a b\n===\nc", "a b||c"),
        ("**a `b|c`** *d* _e_", "a b|c d e"),
        ("![a picture](there.png)", "a picture"),
        ("<b>a</b> \\*b\\*", "<b>a</b> *b*"),
        ("> a\n> b\n\n---\n\nc", "a b||c"),
        ("| | |\n|---|---|\n| a | b |\n| c |", "a  b|c"),
        ("| a |\n|---|", "a"),
        ("a\x1bb\n\n    c\td\x7f", f"a{REPLACEMENT}b|| c       d{REPLACEMENT}"),
        ("", ""),
    ],
)
def test_every_kind_of_block_can_be_read(text: str, read: str) -> None:
    assert "|".join([text_of(row[1:]) for row in rows(text)]) == read


LIKE_MARKDOWN = st.lists(
    st.sampled_from(["#", "- ", "1. ", "> ", "```", "|", "---", "*", "**", "`", "[", "](", ")"])
    | st.sampled_from(
        ["\n", "\n\n", "    ", "\t", "\\", "&amp;", "<b>", "![", "漢", "é", "R-32", "6S"]
    )
    | st.text(max_size=8),
    max_size=40,
).map("".join)
"""Any text, and above all one full of marks."""


@given(LIKE_MARKDOWN, st.integers(1, 60), st.integers(0, SPARE))
def test_any_text_can_be_read_at_any_width(text: str, width: int, spare: int) -> None:
    for _, row in lines_of(blocks_of(text), width, spare):
        assert width_of(row) in (0, width)


@given(st.text(max_size=60))
def test_all_words_of_a_text_without_marks_are_kept(text: str) -> None:
    words = ["".join([run.text for run in word]) for word in words_of(text)]
    assert words == [word for word in printable(text).split(" ") if word]


@pytest.mark.slow
def test_the_table_stands_before_anything_is_there_to_read_markdown() -> None:
    script = (
        "import sys\n"
        "from regicide_tui.tui import app\n"
        "from regicide_tui.tui.pages import reading\n"
        "from regicide_tui.tui.table import game_ui\n"
        "for name in game_ui.with_tables():\n"
        "    game_ui.pages_of(name)\n"
        "before = 'markdown_it' in sys.modules\n"
        "reading.blocks_of('a text')\n"
        "print(before, 'markdown_it' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False True\n"


@pytest.mark.parametrize(
    ("word", "style"),
    [
        ("and", "primary+bold"),
        ("bold", "text+bold"),
        ("code", "accent"),
        ("link", "text"),
        ("R-32.", "primary+bold"),
        ("Hearts", "hearts"),
    ],
)
def test_words_have_the_style_of_what_they_mean(word: str, style: str) -> None:
    found = {run.style for row in rows(TEXT) for run in row if run.text == word}
    assert style in found


def test_what_was_found_is_marked_wherever_it_stands() -> None:
    runs = [run for row in rows(TEXT) for run in marked(row, "ON")]
    assert [run.text.lower() for run in runs if "reverse" in run.style] == ["on", "on"]
    assert hits(blocks_of(TEXT), "ON") == [2]


def test_what_was_found_is_marked_from_word_to_word() -> None:
    (row,) = rows("an **old** [King](king.md) falls")
    found = marked(row, "old king")
    assert "".join([run.text for run in found if "reverse" in run.style]) == "old King"
    assert text_of(found) == text_of(row)


def test_nothing_is_marked_where_it_does_not_stand() -> None:
    (row,) = rows("an old King (R-32) falls")
    assert marked(row, "R.32") == row


@pytest.mark.parametrize("width", [58, 78, 118])
def test_the_rules_fit_every_width(width: int) -> None:
    for row in rows(read_rules("regicide"), width):
        assert width_of(row) <= width, text_of(row)


@pytest.mark.parametrize(("symbols", "pointed"), [(DRAWN, "› a jester"), (PLAIN, "> a jester")])
def test_the_pointer_stands_before_a_row(symbols: Symbols, pointed: str) -> None:
    (row,) = rows("a jester", 20)
    assert text_of(pointed_at(row, symbols)) == pointed
    assert width_of(pointed_at(row, symbols)) == width_of(row)


def test_cards_in_notation_have_the_signs_of_their_suits_and_other_words_are_left_alone() -> None:
    (row,) = rows("a 6S and `6S+AH` or `pay TC 10`, not `KING`", 60)
    assert text_of(with_signs(row, DRAWN)) == "  a 6S and 6♠+A♥ or pay 10♣ 10, not KING"
    assert text_of(with_signs(row, PLAIN)) == "  a 6S and 6S+AH or pay 10C 10, not KING"
    assert width_of(with_signs(row, DRAWN)) == width_of(row)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["regicide", "duel", "king_of_the_dead"])
@pytest.mark.parametrize(
    "widths",
    # Of all widths every seventh: each breaks the rows elsewhere.
    [range(58, 200, 7), pytest.param(range(58, 200), marks=pytest.mark.attack)],
    ids=["some", "all"],
)
def test_in_no_row_of_the_rules_a_sign_takes_the_room_of_a_word(game: str, widths: range) -> None:
    before_notation = blocks_of(read_rules(game).partition("## 5. Notation")[0])
    assert before_notation[-1:] != blocks_of(read_rules(game))[-1:]
    for width in widths:
        for _, row in lines_of(before_notation, width, SPARE):
            words, signed = text_of(row).split(), text_of(with_signs(row, DRAWN)).split()
            lengths = zip(map(len, signed), map(len, words), strict=True)
            assert all(drawn >= written for drawn, written in lengths), width


def test_the_widest_column_of_a_table_gives_way() -> None:
    table = table_of([(words_of("u U ctrl+r"), words_of("take back the last action"))])
    assert [text_of(row) for _, row in lines_of(table, 30)] == [
        "  u U ctrl+r  take back the",
        "              last action",
    ]


@pytest.mark.slow
def test_a_text_that_was_read_leaves_nothing_to_collect() -> None:
    text = "## Title\n\nA `word` here.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    blocks_of(text)  # what is loaded once
    gc.collect()
    gc.disable()
    try:
        assert blocks_of(text)
        assert gc.collect() == 0
    finally:
        gc.enable()
