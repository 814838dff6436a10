"""Texts from people can do nothing but be read."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from regicide_tui.server.base.texts import make_harmless


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  Hello,   Bea! ", "Hello, Bea!"),
        ("\x1b[2Jgone", "[2Jgone"),
        ("a\r\nb\tc", "a b c"),
        ("\u202eevil\u202c", "evil"),
        ("z\u0300\u0301\u0302\u0303\u0304", "z\u0300\u0301"),
        ("zero\u200bwidth", "zerowidth"),
        ("中文", "中文"),
        ("a" + "\U0001f3fb" * 9, "a" + "\U0001f3fb" * 2),
        ("yes\u2800\u3164\u115f\u1160\uffa0bob: no", "yes bob: no"),
        ("\u2665\ufe0f\u2665\ufe0f \u231a\ufe0e", "\u2665\u2665 \u231a"),
        ("[@click=app.bell]x[/]", "[@click=app.bell]x[/]"),
    ],
)
def test_what_is_not_seen_is_left_out(text: str, kept: str) -> None:
    assert make_harmless(text, 40) == kept


def test_a_text_is_cut_to_a_number_of_cells() -> None:
    assert make_harmless("abcdef", 4) == "abcd"
    assert make_harmless("中文字", 5) == "中文"


@given(st.text(), st.integers(1, 30))
def test_it_is_never_too_wide_and_never_obeyed(text: str, width: int) -> None:
    kept = make_harmless(text, width)
    assert cell_len(kept) <= width
    assert all(unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in kept)
    assert make_harmless(kept, width) == kept
