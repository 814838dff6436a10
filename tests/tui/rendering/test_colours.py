"""The colours: every name means one in every theme, mixtures lie between, and styles are read."""

import pytest
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from textual.filter import ANSIToTruecolor

from regicide_tui.tui.rendering.colours import (
    DARK,
    DARK_256,
    LIGHT,
    LIGHT_256,
    SIXTEEN,
    SIXTEEN_ON_LIGHT,
    Colours,
    TextStyle,
    brightness,
    contrast,
    parts_of,
    rich_style,
)

EXACT = (DARK, LIGHT, DARK_256, LIGHT_256)
every_theme = pytest.mark.parametrize(
    "colours", [*EXACT, SIXTEEN, SIXTEEN_ON_LIGHT], ids=lambda one: one.name
)
every_exact_theme = pytest.mark.parametrize("colours", EXACT, ids=lambda one: one.name)
SUITS = ("clubs", "diamonds", "hearts", "spades")


@every_theme
def test_all_themes_know_the_same_names(colours: Colours) -> None:
    def roles(some: Colours) -> set[str]:
        return {name for name in some.named if ":" not in name}

    assert roles(colours) == roles(DARK)


@every_theme
@pytest.mark.parametrize("suit", SUITS)
def test_every_suit_has_ink_for_paper_and_worn_paper_and_a_bar(colours: Colours, suit: str) -> None:
    for name in (f"ink-{suit}", f"worn-{suit}", f"bar-{suit}", f"ghost-{suit}", suit):
        assert colours[name]


def test_a_name_without_a_meaning_is_refused() -> None:
    with pytest.raises(KeyError):
        DARK["nothing"]


def test_a_mixture_lies_between_its_colours() -> None:
    assert DARK["paper~00shade"] == DARK["paper"]
    dark, middle, light = (brightness(DARK[f"paper~{share}shade"]) for share in (99, 34, "01"))
    assert dark < middle < light


def test_sixteen_colours_are_not_mixed() -> None:
    assert SIXTEEN["felt~34shade"] == SIXTEEN["felt"]
    assert not any(SIXTEEN[name].startswith("#") for name in SIXTEEN.named)


def test_few_colours_are_mixed_in_chosen_steps() -> None:
    chosen = DARK_256.all_written()
    for name in ("paper~34shade", "title~50title2", "H:a~36worn", "S:h~62stone", "felt~20title2"):
        assert DARK_256[name] in chosen, name
    assert DARK_256["felt~34shade"] == DARK_256["felt~55shade"] != DARK_256["felt"]
    assert DARK_256["H:h~62stone"] != DARK_256["H:h"] == DARK_256["H:h~12stone"]
    assert DARK_256["title~00title2"] == DARK_256["title"]
    assert DARK_256["title~99title2"] == DARK_256["title2"]
    assert SIXTEEN["H:s~62stone"] == "bright_black"


@every_exact_theme
@pytest.mark.parametrize("suit", SUITS)
def test_cards_can_be_read_on_fresh_and_on_worn_paper(colours: Colours, suit: str) -> None:
    assert contrast(colours[f"ink-{suit}"], colours["paper"]) >= 4.5
    assert contrast(colours[f"worn-{suit}"], colours["worn"]) >= 4.5


@every_exact_theme
@pytest.mark.parametrize("ground", ["accent", "pay"])
def test_what_stands_on_a_badge_can_be_read(colours: Colours, ground: str) -> None:
    assert contrast(colours[f"on-{ground}"], colours[ground]) >= 4.5


def test_contrast_goes_from_nothing_to_black_on_white() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#123456", "#123456") == pytest.approx(1)
    assert contrast("#000000", "#888888") == contrast("#888888", "#000000")


@pytest.mark.parametrize(
    ("style", "parts"),
    [
        ("text", ("text", "", "")),
        ("text/paper", ("text", "paper", "")),
        ("muted+bold", ("muted", "", "+bold")),
        (
            "ink-hearts/felt~34shade+bold+underline",
            ("ink-hearts", "felt~34shade", "+bold+underline"),
        ),
    ],
)
def test_a_style_is_ink_ground_and_attributes(style: str, parts: tuple[str, str, str]) -> None:
    assert parts_of(style) == parts


@every_exact_theme
def test_exact_colours_are_none_of_the_terminal(colours: Colours) -> None:
    """So painted widgets need no filter that turns those of a terminal into exact ones."""
    assert not colours.of_terminal
    exact = ANSIToTruecolor(DEFAULT_TERMINAL_THEME)
    for name in colours.named:
        style = rich_style(TextStyle(ink=colours[name], ground=colours[name], bold=True))
        assert style.bgcolor is not None
        assert exact.truecolor_style(style, style.bgcolor) is style, name
