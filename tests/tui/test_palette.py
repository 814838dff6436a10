"""Palette and symbols: colours by meaning that can be read, and characters of one cell."""

from itertools import combinations

import pytest
from msgspec.structs import asdict
from rich.cells import cell_len
from rich.color import Color, ColorType
from rich.style import Style

from regicide_tui.cards import JESTER, PACK, UNKNOWN, Suit, card
from regicide_tui.tui.palette import (
    ANSI,
    COLOURLESS,
    SUIT_STYLES,
    THEMES,
    Palette,
    palette_of,
)
from regicide_tui.tui.symbols import DRAWN, PLAIN, Frame, Symbols

WORDS = ("text", "muted", "faint", "accent", "success", "warning", "error", "primary")
SUITS = tuple(SUIT_STYLES.values())


def palette(theme: str = "dark", four_colours: bool = True) -> Palette:
    return palette_of(THEMES[theme], four_colours)


def luminance(channels: tuple[int, int, int]) -> float:
    """Return how bright a colour is, as WCAG 2 measures it."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in [channel / 255 for channel in channels]
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(style: Style, ground: str = "") -> float:
    """Return the contrast between a style's letters and what is behind them, as WCAG 2 does."""
    assert style.color
    assert style.bgcolor
    behind = Color.parse(ground) if ground else style.bgcolor
    one, other = (luminance(side.get_truecolor()) for side in (style.color, behind))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


OWN = ("dark", "light")
"""The themes whose colours are known."""


@pytest.mark.parametrize("theme", OWN)
@pytest.mark.parametrize("name", [*WORDS, *SUITS])
def test_what_is_to_be_read_stands_out(theme: str, name: str) -> None:
    grounds = (THEMES[theme].background, THEMES[theme].surface)
    for four_colours in (True, False):
        for ground in grounds:
            assert contrast(palette(theme, four_colours)[name], str(ground)) >= 4.5


@pytest.mark.parametrize("theme", OWN)
def test_what_may_be_typed_stands_out_from_its_field(theme: str) -> None:
    hint = palette_of(THEMES[theme], True)["muted"]
    assert THEMES[theme].variables["text-disabled"] == THEMES[theme].variables["muted"]
    assert contrast(hint, str(THEMES[theme].panel)) >= 4.5


@pytest.mark.parametrize("theme", OWN)
def test_what_is_faint_is_fainter_than_what_is_muted_than_text(theme: str) -> None:
    styles = palette(theme)
    assert contrast(styles["faint"]) < contrast(styles["muted"]) < contrast(styles["text"])


@pytest.mark.parametrize("theme", THEMES)
def test_four_colours_are_four_and_two_are_red_and_black(theme: str) -> None:
    four = [palette(theme)[suit].color for suit in SUITS]
    clubs, diamonds, hearts, spades = [palette(theme, False)[suit].color for suit in SUITS]
    assert all(one != other for one, other in combinations(four, 2))
    assert hearts == diamonds != clubs == spades


def test_a_name_may_be_joined_with_attributes() -> None:
    bold = palette()["hearts+bold+reverse"]
    assert (bold.bold, bold.reverse, bold.underline) == (True, True, False)
    assert bold.color == palette()["hearts"].color


def test_a_colour_without_a_meaning_is_refused() -> None:
    with pytest.raises(KeyError):
        palette()["red"]


def _some(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (value,)


EVERY = (*WORDS, *SUITS, "line")


def test_the_terminals_own_theme_has_no_other_colours() -> None:
    kinds = (ColorType.DEFAULT, ColorType.STANDARD)
    for four_colours in (True, False):
        styles = [palette("ansi", four_colours)[name] for name in EVERY]
        assert {side.type for one in styles for side in (one.color, one.bgcolor) if side} <= {
            *kinds
        }


def test_with_16_colours_the_accent_is_not_the_red_of_hearts() -> None:
    styles = palette("ansi")
    suits = [styles[suit].color for suit in SUITS]
    assert styles["accent"].color not in suits
    assert styles["accent"].color != styles["error"].color


def test_with_16_colours_what_is_faint_is_dim() -> None:
    assert palette("ansi")["faint"].dim
    assert not palette("ansi")["text"].dim


def test_without_colours_there_are_none_but_styles_differ() -> None:
    styles = palette_of(COLOURLESS, True)
    found = [styles[name] for name in EVERY]
    assert {side.is_default for one in found for side in (one.color, one.bgcolor) if side} == {True}
    assert styles["faint"].dim
    assert styles["accent"].bold
    assert len({styles[name] for name in ("text", "faint", "accent", "error")}) == 4


def test_themes_of_the_terminal_say_so_to_textual() -> None:
    assert ANSI.ansi
    assert COLOURLESS.ansi


def characters(symbols: Symbols) -> list[str]:
    """Return every character of a set of symbols."""
    found: list[str] = []
    for value in asdict(symbols).values():
        if isinstance(value, Frame):
            found += asdict(value).values()
        else:
            found += value.values() if isinstance(value, dict) else _some(value)
    return found


@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
def test_every_symbol_is_one_character_of_one_cell(symbols: Symbols) -> None:
    ours = [one for one in characters(symbols) if one != "->"]  # no single sign reads as an arrow
    assert {(len(one), cell_len(one)) for one in ours} == {(1, 1)}


def test_plain_symbols_are_ascii() -> None:
    assert all(one.isascii() for one in characters(PLAIN))


@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
def test_every_card_is_written_in_two_cells_and_unlike_any_other(symbols: Symbols) -> None:
    written = [symbols.card_text(one) for one in (*PACK, JESTER, UNKNOWN)]
    assert {cell_len(text) for text in written} == {2}
    assert len(set(written)) == len(written)


def test_suits_are_told_apart_without_colour() -> None:
    for symbols in (DRAWN, PLAIN):
        assert len({symbols.suit(suit) for suit in Suit}) == 4


def test_cards_are_written_with_their_suits() -> None:
    assert [DRAWN.card_text(one) for one in (card("8D"), JESTER, UNKNOWN)] == ["8♦", "★★", "▒▒"]
    assert [PLAIN.card_text(one) for one in (card("8D"), JESTER, UNKNOWN)] == ["8D", "**", "??"]


def test_a_picked_card_and_the_pointer_are_told_apart_without_colour() -> None:
    for symbols in (DRAWN, PLAIN):
        assert symbols.chosen != symbols.card
        assert symbols.pointer != " "
        assert symbols.full != symbols.empty
        assert symbols.star != symbols.spent
