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
        "text-disabled": "#959cad",
        "faint": "#828999",
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
        "text-disabled": "#5c6270",
        "faint": "#6a6758",
        "line": "#b5af9c",
        "hearts": "#c01818",
        "diamonds": "#1a56b8",
        "clubs": "#1c6b2a",
        "spades": "#22252e",
        "pair-red": "#c01818",
        "pair-black": "#22252e",
    },
)
# What a theme of the terminal's own colours must say besides: nothing shows through what is on
# top, and Textual's own styles for such themes need the last two.
_SOLID = {
    "surface": "ansi_default",
    "panel": "ansi_default",
    "line": "ansi_default",
    "ansi-background": "ansi_black",
    "ansi-foreground": "ansi_white",
}
ANSI = Theme(
    name="regicide-ansi",
    ansi=True,
    primary="ansi_default",
    secondary="ansi_default",
    accent="ansi_magenta",
    foreground="ansi_default",
    background="ansi_default",
    success="ansi_green",
    warning="ansi_magenta",
    error="ansi_red",
    variables={
        **_SOLID,
        "input-cursor-text-style": "bold underline",
        "muted": "ansi_default",
        "faint": "ansi_default",
        "hearts": "ansi_bright_red",
        "diamonds": "ansi_bright_blue",
        "clubs": "ansi_green",
        "spades": "ansi_default",
        "pair-red": "ansi_bright_red",
        "pair-black": "ansi_default",
    },
)
"""The terminal's 16 colours. Its background is unknown, so text that is long has no colour."""
COLOURLESS = Theme(
    name="regicide-colourless",
    ansi=True,
    primary="ansi_default",
    secondary="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    success="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    variables={
        **_SOLID,
        **dict.fromkeys(("muted", "faint", *SUIT_STYLES.values()), "ansi_default"),
        **dict.fromkeys(("pair-red", "pair-black"), "ansi_default"),
        **dict.fromkeys(("border", "border-blurred", "scrollbar"), "ansi_default"),
    },
)
"""No colours at all, for who has set NO_COLOR."""
THEMES = {"dark": DARK, "light": LIGHT, "ansi": ANSI}

_Marks = Mapping[str, tuple[str, ...]]
_DIM: _Marks = {"faint": ("dim",), "line": ("dim",)}
_BOLD: _Marks = dict.fromkeys(("accent", "success", "warning"), ("bold",))
_MARKS: Mapping[str, _Marks] = {
    ANSI.name: _DIM,
    COLOURLESS.name: {**_DIM, **_BOLD, "error": ("bold", "underline")},
}
"""How styles are told apart where there are few colours."""


def colours_of(theme: Theme) -> dict[str, str]:
    """Return the colours of one of our themes by their semantic names."""
    named = ("primary", "accent", "foreground", "background", "success", "warning", "error")
    found = {**{name: getattr(theme, name) for name in named}, **theme.variables}
    return {name: colour.removeprefix("ansi_") for name, colour in found.items()}


def palette_of(theme: Theme, four_colours: bool) -> "Palette":
    """Return the styles of one of our themes."""
    return Palette(colours_of(theme), four_colours, _MARKS.get(theme.name, {}))


class Palette:
    """The styles of one app by name; widgets ask for `palette["muted"]` and never for a colour.

    A name may be joined with `+`: `hearts+bold`, `accent+bold`, `text+reverse`. `marks` are
    attributes that a name has by itself.
    """

    def __init__(
        self, variables: Mapping[str, str], four_colours: bool, marks: _Marks | None = None
    ) -> None:
        named = ("muted", "faint", "line", "accent", "success", "warning", "error", "primary")
        self._colours = {name: variables[name] for name in named}
        self._colours["text"] = variables["foreground"]
        for suit in Suit:
            red = suit in (HEARTS, DIAMONDS)
            pair = "pair-red" if red else "pair-black"
            name = SUIT_STYLES[suit]
            self._colours[name] = variables[name if four_colours else pair]
        self._background = variables["background"]
        self._marks = marks or {}
        self._styles: dict[str, Style] = {}

    def __getitem__(self, name: str) -> Style:
        """Return the style of a name. Raises `KeyError` for a name nobody gave a meaning."""
        found = self._styles.get(name)
        if found is None:
            colour, *attributes = name.split("+")
            attributes += self._marks.get(colour, ())
            found = Style(
                color=self._colours[colour],
                bgcolor=self._background,
                bold="bold" in attributes,
                dim="dim" in attributes and "bold" not in attributes,
                reverse="reverse" in attributes,
                underline="underline" in attributes,
            )
            self._styles[name] = found
        return found
