"""Palette and symbols: colours by meaning that can be read, and characters of one cell."""

from itertools import combinations

import pytest
from msgspec.structs import asdict
from rich.cells import cell_len
from rich.style import Style

from regicide_tui.cards import JESTER, PACK, UNKNOWN, Suit, card
from regicide_tui.tui.palette import SUIT_STYLES, THEMES, Palette, colours_of
from regicide_tui.tui.symbols import DRAWN, PLAIN, Frame, Symbols

WORDS = ("text", "muted", "accent", "success", "warning", "error", "primary")
SUITS = tuple(SUIT_STYLES.values())


def palette(theme: str = "dark", four_colours: bool = True) -> Palette:
    return Palette(colours_of(THEMES[theme]), four_colours)


def luminance(channels: tuple[int, int, int]) -> float:
    """Return how bright a colour is, as WCAG 2 measures it."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in [channel / 255 for channel in channels]
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(style: Style) -> float:
    """Return the contrast between a style's letters and their background, as WCAG 2 does."""
    assert style.color
    assert style.bgcolor
    one, other = (luminance(side.get_truecolor()) for side in (style.color, style.bgcolor))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", [*WORDS, *SUITS])
def test_what_is_to_be_read_stands_out(theme: str, name: str) -> None:
    for four_colours in (True, False):
        assert contrast(palette(theme, four_colours)[name]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_dimmed_cards_can_still_be_made_out(theme: str) -> None:
    assert contrast(palette(theme)["faint"]) >= 3


@pytest.mark.parametrize("theme", THEMES)
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
    assert {(len(one), cell_len(one)) for one in characters(symbols)} == {(1, 1)}


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
    assert [DRAWN.card_text(one) for one in (card("8D"), JESTER, UNKNOWN)] == ["8♦", "★J", "▒▒"]
    assert [PLAIN.card_text(one) for one in (card("8D"), JESTER, UNKNOWN)] == ["8D", "*J", "??"]


def test_a_picked_card_and_the_pointer_are_told_apart_without_colour() -> None:
    for symbols in (DRAWN, PLAIN):
        assert symbols.chosen != symbols.card
        assert symbols.pointer != " "
        assert symbols.full != symbols.empty
        assert symbols.star != symbols.spent
