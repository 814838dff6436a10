"""Colours by meaning: the app's own themes, and the styles that widgets paint with."""

from collections.abc import Mapping

from rich.style import Style
from textual.theme import Theme

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit

SUIT_STYLES = {CLUBS: "clubs", DIAMONDS: "diamonds", HEARTS: "hearts", SPADES: "spades"}

DARK = Theme(
    name="regicide-dark",
    dark=True,
    primary="#d9a441",
    secondary="#7d8bb0",
    accent="#f0c75e",
    foreground="#d9dbe3",
    background="#14161c",
    surface="#1b1e27",
    panel="#232734",
    success="#86c98a",
    warning="#e8a75c",
    error="#ef7a76",
    variables={
        "muted": "#959cad",
        "faint": "#5d6474",
        "line": "#4a5163",
        "hearts": "#ff7b7b",
        "diamonds": "#7cb8ff",
        "clubs": "#86d08a",
        "spades": "#e4e6ee",
        "pair-red": "#ff7b7b",
        "pair-black": "#e4e6ee",
    },
)
LIGHT = Theme(
    name="regicide-light",
    dark=False,
    primary="#7a4f00",
    secondary="#44527a",
    accent="#8a5200",
    foreground="#22252e",
    background="#f7f4ec",
    surface="#efeade",
    panel="#e5dfcf",
    success="#1f6b2b",
    warning="#8a4b00",
    error="#b0201c",
    variables={
        "muted": "#5c6270",
        "faint": "#827e6e",
        "line": "#b5af9c",
        "hearts": "#c01818",
        "diamonds": "#1a56b8",
        "clubs": "#1c6b2a",
        "spades": "#22252e",
        "pair-red": "#c01818",
        "pair-black": "#22252e",
    },
)
THEMES = {"dark": DARK, "light": LIGHT}


def colours_of(theme: Theme) -> dict[str, str]:
    """Return the colours of one of our themes by their semantic names."""
    named = ("primary", "accent", "foreground", "background", "success", "warning", "error")
    return {**{name: getattr(theme, name) for name in named}, **theme.variables}


class Palette:
    """The styles of one app by name; widgets ask for `palette["muted"]` and never for a colour.

    A name may be joined with `+`: `hearts+bold`, `accent+bold`, `text+reverse`.
    """

    def __init__(self, variables: Mapping[str, str], four_colours: bool) -> None:
        named = ("muted", "faint", "line", "accent", "success", "warning", "error", "primary")
        self._colours = {name: variables[name] for name in named}
        self._colours["text"] = variables["foreground"]
        for suit in Suit:
            red = suit in (HEARTS, DIAMONDS)
            pair = "pair-red" if red else "pair-black"
            name = SUIT_STYLES[suit]
            self._colours[name] = variables[name if four_colours else pair]
        self._background = variables["background"]
        self._styles: dict[str, Style] = {}

    def __getitem__(self, name: str) -> Style:
        """Return the style of a name. Raises `KeyError` for a name nobody gave a meaning."""
        found = self._styles.get(name)
        if found is None:
            colour, *attributes = name.split("+")
            found = Style(
                color=self._colours[colour],
                bgcolor=self._background,
                bold="bold" in attributes,
                reverse="reverse" in attributes,
                underline="underline" in attributes,
            )
            self._styles[name] = found
        return found
