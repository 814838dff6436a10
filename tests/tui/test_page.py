"""The page of a screen: everything that is seen stands on it, and each thing once."""

from collections.abc import Sequence

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widgets import Static

from regicide_tui.tui.card_app import THEMES
from regicide_tui.tui.rendering.colours import DARK, palette_of
from tests.tui.page import (
    DEFAULT_INK,
    LETTERS,
    cells_of,
    names_of,
    page_of,
    page_of_theme,
    written,
)

DARK_STYLES = palette_of("dark", four_colours=True)
NIGHT, TEXT = DARK["night"], DARK["text"]
GROUND = f"on {NIGHT}"
GREYS = ("#050505", "#808080", "#ffffff")
TWINS = ("#808080", "#818181")
"""Colours that are nearly as light."""

Piece = tuple[str, str | Style]


def line(*pieces: Piece) -> Strip:
    """Return a line of texts, each in a style."""
    styles = [Style.parse(style) if isinstance(style, str) else style for _, style in pieces]
    return Strip([Segment(text, style) for (text, _), style in zip(pieces, styles, strict=True)])


def page(*lines: Sequence[Piece], width: int = 12) -> str:
    """Return the page of lines in the dark theme."""
    return written([cells_of(line(*one), width) for one in lines], names_of(DARK_STYLES), "title")


def rows(shown: str, heading: str) -> list[str]:
    """Return the lines of a layer or a list, without the sign they begin with."""
    found: list[str] = []
    inside = False
    for one in shown.splitlines()[1:]:
        if one[0].isalpha():
            inside = one == heading
        elif inside:
            found.append(one[1:])
    return found


def named(name: str) -> Style:
    return DARK_STYLES[name]


# ---------------------------------------------------------------- the layers


def test_characters_stand_where_they_are_and_blanks_at_the_end_are_cut() -> None:
    shown = page([(" A♣ ", named("text"))], [("", named("text"))])
    assert rows(shown, "page") == [" A♣", ""]


def test_plain_text_costs_nothing() -> None:
    filled = [("text  ".ljust(12), named("text"))]
    assert page(filled) == "title\npage\n|text\n"


def test_a_blank_has_no_ink() -> None:
    shown = page([("   ".ljust(12), named("hearts+bold"))])
    assert shown == "title\n"


def test_a_colour_with_a_name_has_its_letter_below_the_character() -> None:
    shown = page([("ab", named("text")), ("♥ ♦", named("hearts")), ("x", named("muted"))])
    assert rows(shown, "ink") == ["  h hm"]
    assert "  h hearts" in shown.splitlines()
    assert "  m muted" in shown.splitlines()


@pytest.mark.parametrize("name", THEMES)
def test_a_name_has_the_same_letter_in_every_theme(name: str) -> None:
    palette = palette_of(name, four_colours=True)
    shown = written([cells_of(line(("♥", palette["hearts"])), 1)], names_of(palette), "title")
    assert rows(shown, "ink") == ([] if name == "none" else ["h"])


def test_what_lies_behind_is_a_layer_of_its_own() -> None:
    shown = page([("a", named("text")), ("b c".ljust(11), f"{TEXT} on {DARK['stone']}")])
    assert rows(shown, "paper") == [" SSSSSSSSSSS"]
    assert rows(shown, "ink") == []


def test_reversed_colours_are_those_that_are_seen() -> None:
    shown = page([("a ", named("accent+reverse")), ("x".ljust(10), named("text"))])
    assert rows(shown, "paper") == ["aa"]
    assert rows(shown, "ink") == ["n"]


@pytest.mark.parametrize(
    ("style", "letter", "meaning"),
    [
        ("bold", "b", "b bold"),
        ("dim", "d", "d dim"),
        ("italic", "i", "i italic"),
        ("underline", "u", "u underline"),
        ("bold underline", "B", "B bold and underline"),
        ("bold italic strike", "1", "1 bold and italic and strike"),
    ],
)
def test_marks_are_a_layer_of_their_own(style: str, letter: str, meaning: str) -> None:
    shown = page([("ab", f"{TEXT} {GROUND}"), ("cd", f"{style} {TEXT} {GROUND}")])
    assert rows(shown, "marks") == [f"  {letter * 2}"]
    assert f"  {meaning}" in shown.splitlines()


def test_a_line_below_blanks_is_seen_and_so_is_its_colour() -> None:
    shown = page([("  ", f"bold underline {DARK['accent']} {GROUND}")])
    assert rows(shown, "marks") == ["uu"]
    assert rows(shown, "ink") == ["aa"]


def test_a_wide_character_has_two_columns_in_every_layer() -> None:
    shown = page([("中", named("hearts")), ("x".ljust(10), named("accent"))])
    assert rows(shown, "page") == ["中x"]
    assert rows(shown, "ink") == ["hha"]


def test_a_combined_character_is_one_cell() -> None:
    shown = page([("e\u0301", named("hearts")), ("x".ljust(11), named("accent"))])
    assert rows(shown, "page") == ["e\u0301x"]
    assert rows(shown, "ink") == ["ha"]


def test_what_would_break_a_line_is_shown_by_a_sign() -> None:
    assert rows(page([("a\nb\x1bc", named("text"))]), "page") == ["a\ufffdb\ufffdc"]


def test_where_nothing_is_painted_the_terminal_shows_its_own_colour() -> None:
    shown = page([("ab", named("text"))], width=4)
    assert rows(shown, "paper") == ["  ??"]
    assert "  ? default background" in shown.splitlines()


# ---------------------------------------------------------------- colours without a letter


def test_a_colour_without_a_letter_is_a_digit_of_how_light_it_is() -> None:
    pieces = [(char, f"{colour} {GROUND}") for char, colour in zip("abc", GREYS, strict=True)]
    shown = page(pieces)
    assert rows(shown, "ink") == ["059"]
    assert "  5 #808080" in shown.splitlines()


def art(*colours: str) -> str:
    """Return the page of half blocks in these colours."""
    return page([("▀", f"{colour} {GROUND}") for colour in colours])


def test_a_digit_of_several_colours_is_made_sure_by_a_checksum() -> None:
    (one,), (other,) = (rows(art(*two), "ink") for two in (TWINS, TWINS[::-1]))
    assert one.startswith("55 ~")
    assert other.startswith("55 ~")
    assert one != other


def test_a_checksum_moves_with_its_line() -> None:
    half_blocks: list[Piece] = [("▀", f"{colour} {GROUND}") for colour in TWINS]
    shown, moved = page(half_blocks, []), page([], half_blocks)
    assert rows(shown, "ink") == rows(moved, "ink")[::-1]


def test_many_colours_are_listed_in_lines_that_can_be_read() -> None:
    colours = [f"#{red:02x}8080" for red in range(128, 148)]
    lines = rows(art(*colours), "colours")
    assert [len(one.split()) - 1 for one in lines] == [8, 8, 4]
    assert {one.split()[0] for one in lines} == {"5"}


def test_a_named_colour_without_a_letter_is_told_by_its_name() -> None:
    names = {**names_of(DARK_STYLES), "#123456": "moss"}
    shown = written([cells_of(line(("a", f"{TEXT} on #123456")), 1)], names, "title")
    assert rows(shown, "colours") == [" 1 moss"]


# ---------------------------------------------------------------- names


def test_every_letter_stands_for_one_name() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS)


def test_of_several_names_of_one_colour_the_first_is_shown() -> None:
    assert DARK["accent"] == DARK["primary"]
    assert names_of(DARK_STYLES)[DARK["accent"]] == "accent"


def test_the_terminals_own_colours_have_names_as_well() -> None:
    assert names_of(palette_of("none", four_colours=True))[DEFAULT_INK] == "text"
    assert names_of(palette_of("ansi", four_colours=True))["bright_yellow"] == "accent"


def test_a_colour_between_two_has_a_name() -> None:
    assert names_of(DARK_STYLES)[DARK["felt~34shade"]] == "felt~34shade"


def test_a_page_of_a_theme_tells_its_colours_by_letter_and_name() -> None:
    lines = page_of_theme(DARK).splitlines()
    assert lines[:4] == ["dark", f"t text {TEXT}", f"n night {NIGHT}", f"m muted {DARK['muted']}"]
    assert f"- H:a {DARK['H:a']}" in lines


# ---------------------------------------------------------------- the whole screen


class Layered(App[str]):
    """An app in which one text lies on another."""

    CSS = f"""
    Screen {{ layers: below above; background: {NIGHT}; }}
    Static {{ color: {DARK["hearts"]}; width: auto; }}
    #above {{ layer: above; offset: 3 0; color: {DARK["diamonds"]}; }}
    """

    def __init__(self) -> None:
        super().__init__()
        self.register_theme(THEMES["dark"])
        self.theme = THEMES["dark"].name

    def compose(self) -> ComposeResult:
        yield Static("behind all")
        yield Static("front", id="above")


async def test_the_page_is_the_whole_screen_with_what_lies_on_it() -> None:
    app = Layered()
    async with app.run_test(size=(20, 2)):
        shown = page_of(app, DARK_STYLES)
    assert shown.startswith("20x2, regicide-dark\npage\n|behfrontll\n|\nink\n:hhhdddddhh\n:\n")


class Veiled(ModalScreen[None]):
    """A dialog in front of a screen, which it darkens."""

    CSS = f"Veiled {{ background: {NIGHT} 60%; }} Static {{ background: {NIGHT}; width: auto; }}"

    def compose(self) -> ComposeResult:
        yield Static("ask")


async def test_the_page_shows_what_is_seen_of_the_screen_behind_a_dialog() -> None:
    app = Layered()
    async with app.run_test(size=(20, 2)) as pilot:
        await app.push_screen(Veiled())
        await pilot.pause()
        shown = page_of(app, DARK_STYLES)
    assert rows(shown, "page")[0] == "askfrontll"
    assert rows(shown, "colours")
    assert "diamonds" not in shown
