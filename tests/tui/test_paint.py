"""Painting: rows are fitted to cells, and words are wrapped."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.cards import JESTER, UNKNOWN, card
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.rendering.paint import (
    DRAWN,
    Row,
    Run,
    card_style,
    fit,
    mark_text,
    part_run,
    prose,
    shorten,
    spread,
    width_of,
    wrap,
)
from regicide_tui.tui.widgets.painted import to_strip
from tests.tui.models import lines, text_of

PALETTE = palette_of("dark", four_colours=True)

texts = st.text(st.sampled_from("ab  ♠漢é…"), max_size=12)
"""Texts with narrow and wide characters."""
rows = st.lists(
    st.builds(Run, texts, st.sampled_from(["text", "muted", "hearts+bold"])), max_size=5
).map(tuple)


def test_a_wide_character_takes_two_cells() -> None:
    assert width_of((Run("漢"), Run("♠ab"))) == 5


@given(rows, st.integers(0, 40))
def test_a_fitted_row_has_exactly_the_width(row: Row, width: int) -> None:
    assert width_of(fit(row, width)) == width


@given(rows, st.integers(0, 40))
def test_a_row_that_has_room_is_only_filled_up(row: Row, width: int) -> None:
    if width_of(row) <= width:
        whole = "".join([run.text for run in row])
        filled = "".join([run.text for run in fit(row, width)])
        assert filled == whole + " " * (width - width_of(row))


def test_a_row_is_cut_where_its_width_ends() -> None:
    assert fit((Run("abc"), Run("def"), Run("g")), 5) == (Run("abc"), Run("de"))


def test_half_a_wide_character_is_a_blank() -> None:
    assert fit((Run("a漢"),), 2) == (Run("a "),)


def test_what_is_cut_keeps_what_a_click_on_it_does() -> None:
    assert fit((Run("pick", "text", "pick(1)"),), 2) == (Run("pi", "text", "pick(1)"),)


@given(texts, st.integers(0, 12))
def test_a_shortened_text_is_never_too_wide(text: str, width: int) -> None:
    assert width_of((Run(shorten(text, width, "…")),)) <= width


def test_only_a_text_that_is_too_wide_is_shortened() -> None:
    assert shorten("Charlotte", 9, "…") == "Charlotte"
    assert shorten("Charlotte", 5, "…") == "Char…"
    assert shorten("Ada Lovelace", 5, "…") == "Ada…"
    assert shorten("漢字漢字", 4, "…") == "漢…"
    assert shorten("Ada", 0, "…") == ""


@given(rows, rows, st.integers(0, 40))
def test_both_ends_of_a_line_fill_it(left: Row, right: Row, width: int) -> None:
    assert width_of(spread(left, right, width)) == width


def test_where_both_ends_meet_the_left_one_gives_way() -> None:
    assert text_of(spread((Run("left"),), (Run("right"),), 12)) == "left   right"
    assert text_of(spread((Run("left"),), (Run("right"),), 7)) == "leright"


words = st.lists(
    st.text("abcdef", min_size=1, max_size=8).map(lambda word: (Run(word),)), max_size=20
)


@given(words, st.integers(8, 40))
def test_wrapped_words_stay_whole_and_in_order(some: list[Row], width: int) -> None:
    wrapped = wrap(some, width)
    assert all(width_of(row) <= width for row in wrapped)
    assert " ".join(lines(wrapped)).split() == [text_of(word) for word in some]


@given(words, st.integers(8, 40))
def test_a_line_ends_only_where_the_next_word_finds_no_room(some: list[Row], width: int) -> None:
    for above, below in pairwise(lines(wrap(some, width))):
        assert len(above) + 1 + len(below.split()[0]) > width


def test_only_a_word_that_is_longer_than_a_line_is_broken() -> None:
    word = (Run("x" * 5, "muted"), Run("漢字", "text"), Run("y" * 9, "muted"))
    wrapped = wrap([(Run("ab"),), word, (Run("z"),)], 6)
    assert lines(wrapped) == ["ab", "xxxxx", "漢字", "yyyyyy", "yyy z"]
    assert {run.style for run in wrapped[2] if run.text} == {"text"}


@given(st.text("ab漢", max_size=40), st.integers(2, 12))
def test_all_of_a_long_word_is_shown(word: str, width: int) -> None:
    rows = prose(word, "text", width)
    assert all(width_of(row) <= width for row in rows)
    assert "".join(lines(rows)) == word


def test_nothing_wraps_to_no_line() -> None:
    assert wrap([], 10) == []


def test_cards_and_suits_have_their_own_styles() -> None:
    suits = ("clubs", "diamonds", "hearts", "spades")
    for text, style in zip(("9C", "9D", "9H", "9S"), suits, strict=True):
        assert card_style(card(text)) == style
        assert part_run(card(text), DRAWN).style == style
    assert card_style(JESTER) == "accent"
    assert card_style(UNKNOWN) == "muted"


@given(rows, st.integers(0, 40))
def test_a_strip_says_what_its_row_says(row: Row, width: int) -> None:
    strip = to_strip(row, width, PALETTE)
    assert strip.cell_length == width
    assert strip.text == "".join([run.text for run in fit(row, width)])


@given(st.lists(st.text("ab♥", max_size=4), max_size=5), st.text("ab♥", min_size=1, max_size=3))
def test_a_marked_text_stands_out_wherever_it_stands(texts: list[str], wanted: str) -> None:
    row = tuple([Run(text, "muted", f"do({number})") for number, text in enumerate(texts)])
    whole = "".join(texts)
    marked = mark_text(row, wanted, "accent")
    assert "".join([run.text for run in marked]) == whole
    styles = "".join(["x" * len(run.text) if run.style == "accent" else run.text for run in marked])
    assert styles == whole.replace(wanted, "x" * len(wanted))
    for number, text in enumerate(texts):
        assert "".join([run.text for run in marked if run.action == f"do({number})"]) == text
