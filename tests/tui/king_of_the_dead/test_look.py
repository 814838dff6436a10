"""The colours of the crypt: red and black, on violet, and all of it can be read."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from regicide_tui.cards import PACK, card
from regicide_tui.games.manifest import KING_OF_THE_DEAD
from regicide_tui.tui.games.king_of_the_dead.parade import drawn
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.colours import Palette, contrast, palette_of
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Symbols, width_of

SUITS = ("clubs", "diamonds", "hearts", "spades")
KINDS = ("", "ink-", "worn-", "index-", "worn-index-")
EXACT = ("dark", "light", "dark-256", "light-256")
THEMES = (*EXACT, "ansi", "ansi-on-light")
KING = KING_OF_THE_DEAD.name
CRYPT = KING_OF_THE_DEAD.place
ROLES = ("stone", "stone2", "stone3", "band", "felt", "felt2", "on-felt", "lost")


def crypt(theme: str, *, four: bool = False, others: bool = True) -> Palette:
    """Return the styles of this game, and let the others have four colours or two."""
    return palette_of(theme, four_colours=others, places={CRYPT: four}).at_place(CRYPT)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("others", [False, True])
def test_suits_are_red_and_black_whatever_other_games_have(theme: str, others: bool) -> None:
    palette = crypt(theme, others=others)
    for kind in KINDS:
        clubs, diamonds, hearts, spades = [palette.colour(f"{kind}{suit}") for suit in SUITS]
        assert clubs == spades != hearts == diamonds
    assert palette.colour("C:a") == palette.colour("S:a") != palette.colour("D:a")


@pytest.mark.parametrize("theme", EXACT)
def test_by_a_choice_of_its_own_there_are_four(theme: str) -> None:
    palette = crypt(theme, four=True, others=False)
    for kind in KINDS:
        colours = [palette.colour(f"{kind}{suit}") for suit in SUITS]
        assert all(one != other for one, other in combinations(colours, 2))


@pytest.mark.parametrize("theme", EXACT)
def test_the_cloth_is_another_than_that_of_other_games(theme: str) -> None:
    usual = palette_of(theme, four_colours=True, places={CRYPT: False})
    for role in ROLES:
        assert usual.at_place(CRYPT).colour(role) != usual.colour(role)
    assert usual.at_place("").colour("felt") == usual.colour("felt")
    assert usual.at_place(CRYPT).colour("night") == usual.colour("night")


@pytest.mark.parametrize("theme", EXACT)
@pytest.mark.parametrize("four", [False, True])
def test_what_is_to_be_read_stands_out_from_its_ground(theme: str, four: bool) -> None:
    palette = crypt(theme, four=four)
    written = {
        "stone": ("text", "muted", "accent", *SUITS),
        "felt2": ("text", "muted", "accent"),
        "felt": ("text", "on-felt", "accent", "warning", "error", *SUITS),
        "band": ("text", "muted", "accent", "warning", "error", *SUITS),
        "stone3": ("text",),
        "paper": tuple([f"ink-{suit}" for suit in SUITS]),
        "worn": tuple([f"worn-{suit}" for suit in SUITS]),
    }
    pairs = [(ink, ground) for ground, inks in written.items() for ink in inks]
    pairs += [("paper", f"{kind}{suit}") for kind in ("index-", "worn-index-") for suit in SUITS]
    faint = {
        (ink, ground): round(contrast(palette.colour(ink), palette.colour(ground)), 2)
        for ink, ground in pairs
        if contrast(palette.colour(ink), palette.colour(ground)) < 4.5
    }
    assert faint == {}


@pytest.mark.parametrize("size", [CardSize(5, 3), CardSize(6, 4), CardSize(9, 7), CardSize(13, 10)])
@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
@pytest.mark.parametrize("mono", [False, True])
def test_every_card_is_drawn_with_its_sign(size: CardSize, symbols: Symbols, mono: bool) -> None:
    signs = replace(symbols, mono=mono)
    for one in PACK:
        for worn in (False, True):
            rows = drawn(one, size, "felt", signs, worn=worn)
            assert {width_of(row) for row in rows} == {size.width + 1}
            assert len(rows) == size.height + 1
            assert signs.card_text(one) in "".join([run.text for run in rows[0]])


@pytest.mark.parametrize("size", [CardSize(6, 4), CardSize(9, 7), CardSize(13, 10)])
def test_the_rows_of_the_corners_have_the_colour_of_the_suit(size: CardSize) -> None:
    for text, suit in (("8D", "diamonds"), ("KS", "spades"), ("AC", "clubs"), ("TH", "hearts")):
        for worn in (False, True):
            rows = drawn(card(text), size, "felt", DRAWN, worn=worn)
            kind = f"{'worn-' if worn else ''}index-{suit}"
            for row in (rows[0], rows[size.height - 1]):
                assert any(f"/{kind}" in run.style for run in row)


def test_without_colours_red_rows_are_light_and_black_ones_dark() -> None:
    palette = palette_of("none", four_colours=True, places={CRYPT: False}).at_place(CRYPT)
    signs = replace(DRAWN, mono=True)

    def light(text: str) -> bool:
        row = drawn(card(text), CardSize(9, 7), "felt", signs)[0]
        (run,) = [run for run in row if text[0] in run.text]
        return bool(palette[run.style].reverse)

    assert [light(text) for text in ("8H", "8D", "8C", "8S")] == [True, True, False, False]


def test_a_style_may_say_whose_colours_it_means() -> None:
    palette = palette_of("dark", four_colours=True, places={CRYPT: False})
    own = palette.at_place(CRYPT)
    assert palette[f"clubs/stone+bold+{CRYPT}"] == own["clubs/stone+bold"]
    assert palette["clubs/stone+bold"] != own["clubs/stone+bold"]


def test_all_tables_change_with_the_settings() -> None:
    dark, light = [
        palette_of(theme, four_colours=True, places={CRYPT: False}) for theme in ("dark", "light")
    ]
    look = Look(dark)
    table = look.game_look(KING)
    assert look.game_look(KING) is table
    assert table.palette is dark.at_place(CRYPT)
    look.change(light, PLAIN, compact=True)
    assert table.palette is light.at_place(CRYPT)
    assert (table.symbols, table.compact) == (PLAIN, True)
    assert DRAWN is not table.symbols
