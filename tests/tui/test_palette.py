"""Palette and symbols: colours by meaning that can be read, and characters of one cell."""

from itertools import combinations

import pytest
from msgspec.structs import asdict
from rich.cells import cell_len
from rich.color import Color, ColorType
from rich.style import Style
from textual.containers import Vertical

from regicide_tui.cards import JESTER, PACK, UNKNOWN, Suit, card
from regicide_tui.play.paths import Paths
from regicide_tui.play.settings import Settings
from regicide_tui.tui.card_app import THEMES
from regicide_tui.tui.rendering.colours import SUIT_STYLES, Palette, palette_of
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Frame, Symbols
from regicide_tui.tui.screens.ask import AskText
from tests.tui.conftest import app_at

WORDS = ("text", "muted", "faint", "accent", "success", "warning", "error", "primary")
SUITS = tuple(SUIT_STYLES.values())
OWN = ("dark", "light", "dark-256", "light-256")
"""The themes whose colours are known."""


def palette(theme: str = "dark", four_colours: bool = True) -> Palette:
    return palette_of(theme, four_colours=four_colours)


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


CLOTHS = ("night", "stone", "band", "felt")
INKS = ("text", "muted", "accent", "success", *SUITS)


@pytest.mark.parametrize("theme", OWN)
@pytest.mark.parametrize("name", INKS)
@pytest.mark.parametrize("cloth", CLOTHS)
def test_what_is_to_be_read_on_the_table_stands_out(theme: str, name: str, cloth: str) -> None:
    for four_colours in (True, False):
        assert contrast(palette(theme, four_colours)[f"{name}/{cloth}"]) >= 4.5


@pytest.mark.parametrize("theme", OWN)
@pytest.mark.parametrize("name", ["faint", "warning", "error", "primary", "pay"])
@pytest.mark.parametrize("ground", ["night", "band"])
def test_what_is_said_around_the_table_stands_out(theme: str, name: str, ground: str) -> None:
    assert contrast(palette(theme)[f"{name}/{ground}"]) >= 4.5


@pytest.mark.parametrize("theme", OWN)
def test_what_stands_on_a_ground_of_its_own_stands_out(theme: str) -> None:
    pairs = [("on-accent", "accent"), ("on-pay", "pay"), ("on-felt", "felt"), ("star", "paper")]
    pairs += [(f"ink-{suit}", "paper") for suit in SUITS]
    pairs += [(f"worn-{suit}", "worn") for suit in SUITS]
    assert [f"{a}/{b}" for a, b in pairs if contrast(palette(theme)[f"{a}/{b}"]) < 4.5] == []


@pytest.mark.parametrize("theme", OWN)
def test_what_may_be_typed_stands_out_from_its_field(theme: str) -> None:
    hint = palette(theme)["muted"]
    assert THEMES[theme].variables["text-disabled"] == THEMES[theme].variables["muted"]
    assert contrast(hint, str(THEMES[theme].panel)) >= 4.5


@pytest.mark.parametrize("theme", OWN)
def test_what_is_faint_is_fainter_than_what_is_muted_than_text(theme: str) -> None:
    styles = palette(theme)
    assert contrast(styles["faint"]) < contrast(styles["muted"]) < contrast(styles["text"])


@pytest.mark.parametrize("theme", THEMES)
def test_four_colours_are_four_and_two_are_red_and_black(theme: str) -> None:
    for kind in ("", "ink-", "worn-", "bar-"):
        four = [palette(theme)[kind + suit].color for suit in SUITS]
        clubs, diamonds, hearts, spades = [
            palette(theme, False)[kind + suit].color for suit in SUITS
        ]
        if theme in OWN:
            assert all(one != other for one, other in combinations(four, 2))
        assert hearts == diamonds
        assert clubs == spades
        assert (hearts == clubs) == (theme == "none")


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


def test_with_16_colours_the_accent_is_yellow() -> None:
    color = palette("ansi")["accent"].color
    assert color is not None
    assert color.name == "bright_yellow"


def test_without_colours_there_are_none_and_a_light_ground_is_reversed() -> None:
    styles = palette("none")
    for name in (*EVERY, "ink-hearts/paper", "on-pay/pay", "text/felt", "H:a/stone"):
        assert (styles[name].color, styles[name].bgcolor) == (None, None)
    assert styles["ink-hearts/paper"].reverse
    assert styles["on-accent/accent"].reverse
    assert styles["on-pay/pay"].reverse
    assert not styles["text/felt"].reverse
    assert not styles["worn-hearts/worn"].reverse
    assert styles["accent"].bold


def test_without_colours_two_light_pixels_are_a_light_cell() -> None:
    styles = palette("none")
    assert styles.characters("▀", "paper/edge") == " "
    assert styles.characters("▀", "paper/stone") == "▀"
    assert palette("dark").characters("▀", "paper/edge") == "▀"


def test_a_colour_may_lie_between_two() -> None:
    color = palette()["text~50shade"].color
    assert color is not None
    assert color.name == "#76746d"
    assert palette("ansi")["text~50shade"].color == palette("ansi")["text"].color


def test_themes_of_the_terminal_say_so_to_textual() -> None:
    assert THEMES["ansi"].ansi
    assert THEMES["none"].ansi


def characters(symbols: Symbols) -> list[str]:
    """Return every character of a set of symbols."""
    found: list[str] = []
    for name, value in asdict(symbols).items():
        if isinstance(value, Frame):
            found += asdict(value).values()
        elif name == "weave":
            found += value
        elif not isinstance(value, bool):
            found += _some(value)
    return found


@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
def test_every_symbol_is_one_character_of_one_cell(symbols: Symbols) -> None:
    ours = [one for one in characters(symbols) if one != "->"]  # no single sign reads as an arrow
    assert {(len(one), cell_len(one)) for one in ours} == {(1, 1)}


def test_plain_symbols_are_ascii() -> None:
    assert all(one.isascii() for one in characters(PLAIN))


@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
def test_every_card_is_written_in_two_or_three_cells_a_jester_in_one_and_unlike_any_other(
    symbols: Symbols,
) -> None:
    written = [symbols.card_text(one) for one in (*PACK, JESTER, UNKNOWN)]
    assert [text for text in written if cell_len(text) == 1] == [symbols.star]
    assert {cell_len(text) for text in written} == {1, 2, 3}
    assert [text for text in written if cell_len(text) == 3] == [
        f"10{symbols.suit(suit)}" for suit in Suit
    ]
    assert len(set(written)) == len(written)


def test_suits_are_told_apart_without_colour() -> None:
    for symbols in (DRAWN, PLAIN):
        assert len({symbols.suit(suit) for suit in Suit}) == 4


def test_cards_are_written_with_their_suits() -> None:
    assert [DRAWN.card_text(one) for one in (card("8D"), JESTER, UNKNOWN)] == ["8♦", "★", "▒▒"]
    assert [PLAIN.card_text(one) for one in (card("8D"), JESTER, UNKNOWN)] == ["8D", "*", "??"]


def test_a_picked_card_and_the_pointer_are_told_apart_without_colour() -> None:
    for symbols in (DRAWN, PLAIN):
        assert symbols.raised.strip()
        assert symbols.raised != symbols.pointer
        assert symbols.pointer != " "
        assert symbols.new != symbols.free
        assert symbols.star != symbols.spent


async def test_a_question_in_16_colours_is_yellow_and_grey_like_the_rest(places: Paths) -> None:
    app = app_at(places, settings=Settings(theme="ansi"))
    async with app.run_test() as pilot:
        await app.push_screen(AskText(app.look.keymap, "To all at the table:"))
        await pilot.press("h", "i")
        x, y, width, height = app.screen.query_one(Vertical).region
        strips = app.screen._compositor.render_strips()[y : y + height]
        parts = [part for strip in strips for part in strip.crop(x, x + width)]
        styles = [part.style for part in parts if part.style]
        grounds = {style.bgcolor.number for style in styles if style.bgcolor}
        yellow = Color.parse("bright_yellow").number
        assert yellow in grounds
        own = [Color.parse(name).number for name in ("default", "bright_black", "white")]
        assert grounds <= {yellow, *own}
