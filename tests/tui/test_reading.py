"""Texts to read: from the little Markdown of our documents to rows of any width."""

import re
from pathlib import Path

import pytest

from regicide_tui.tui.paint import Row, width_of
from regicide_tui.tui.reading import blocks_of, hits, lines_of
from regicide_tui.tui.screens.rules import rules_text
from regicide_tui.tui.symbols import DRAWN, PLAIN
from tests.tui.scenes import text_of

TEXT = """# Hearts and others

A **bold** word, `code` and a [link](there.md), as of R-32.

- one item
  that goes on
- another

| suit | power |
|---|---|
| Hearts | heal `a\\|b` |
"""


def rows(text: str, width: int = 40, found: str = "") -> list[Row]:
    return [row for _, row in lines_of(blocks_of(text), width, found, DRAWN)]


def said(text: str, width: int = 40) -> list[str]:
    return [text_of(row).strip() for row in rows(text, width)]


def style_of(word: str, found: str = "") -> str:
    (style,) = {run.style for row in rows(TEXT, 40, found) for run in row if run.text == word}
    return style


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
    marked = [run.text for row in rows(TEXT, 40, "ON") for run in row if "reverse" in run.style]
    assert [text.lower() for text in marked] == ["on", "on"]
    assert hits(blocks_of(TEXT), "ON") == [2]


@pytest.mark.parametrize("width", [58, 78, 118])
def test_the_rules_fit_every_width(width: int) -> None:
    for row in rows(rules_text(), width):
        assert width_of(row) <= width, text_of(row)


def test_the_rules_hold_every_ruling_once() -> None:
    rulings = re.findall(r"^- \*\*(R-\d+)\.", rules_text(), flags=re.MULTILINE)
    assert sorted(rulings) == sorted(set(rulings))
    code = Path(__file__).parents[2] / "regicide_tui" / "games" / "regicide"
    cited = {
        ruling
        for path in code.glob("*.py")
        for ruling in re.findall(r"R-\d+", path.read_text(encoding="utf-8"))
    }
    assert cited <= set(re.findall(r"R-\d+", rules_text()))


def test_in_plain_letters_a_found_line_is_marked_in_ascii() -> None:
    lines = lines_of(blocks_of("a jester"), 20, "jester", PLAIN)
    assert text_of(lines[0][1]) == "> a jester"
