"""The styles of widgets, by the meaning of their colours."""

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from regicide_tui.tui.rendering.colours import (
    BACKGROUND,
    DARK,
    DARK_256,
    FOREGROUND,
    HALF,
    LIGHT,
    LIGHT_256,
    SIXTEEN,
    SIXTEEN_ON_LIGHT,
    SUIT_NAMES,
    Colours,
    brightness,
    parts_of,
)

if TYPE_CHECKING:
    from rich.style import Style

SUIT_STYLES = SUIT_NAMES
COLOURS: Mapping[str, Colours] = {
    "dark": DARK,
    "light": LIGHT,
    "dark-256": DARK_256,
    "light-256": LIGHT_256,
    "ansi": SIXTEEN,
    "ansi-on-light": SIXTEEN_ON_LIGHT,
    "none": DARK,
}
"""The colours of each theme; without colours, those of the dark one tell what is light."""

_LIGHT_FROM = 0.18
"""The brightness from which a colour counts as light in a theme of only light and dark."""
_NOT_BOLD = {"black", "red", "green", "blue", "magenta"}
"""Colours that many terminals would show lighter if they were bold."""
_BOLD_WITHOUT_COLOUR = {"accent", "primary", "success", "warning", "error", "pay"}


def palette_of(
    theme: str, *, four_colours: bool, places: Mapping[str, bool] = MappingProxyType({})
) -> "Palette":
    """Return the palette of a theme, and of places that have colours of their own.

    `four_colours` tells whether each suit has its own colour; else suits are red and black.
    `places` tells the same of each place, by its name in the colours.
    """
    return _palette(theme, four_colours, tuple(places.items()))


@cache
def _palette(theme: str, four_colours: bool, places: tuple[tuple[str, bool], ...]) -> "Palette":
    """Return a palette; apps that look alike share it, and so what is painted with it."""
    colours, colourless = COLOURS[theme], theme == "none"
    found = {
        place: Palette(colours.at_place(place), four_colours=four, colourless=colourless)
        for place, four in places
    }
    return Palette(colours, four_colours=four_colours, colourless=colourless, places=found)


class TextStyle(NamedTuple):
    """The style of a text: its colours in Rich's notation; None for those of the terminal."""

    ink: str | None = None
    ground: str | None = None
    bold: bool = False
    reverse: bool = False
    underline: bool = False


@lru_cache(maxsize=4096)
def rich_style(text_style: TextStyle) -> "Style":
    """Return Rich's style for a text style."""
    from rich.style import Style  # imported late, since the first picture doesn't need it

    ink, ground, bold, reverse, underline = text_style
    return Style(color=ink, bgcolor=ground, bold=bold, reverse=reverse, underline=underline)


class Palette:
    """The styles of a theme by name; widgets ask for `palette["muted"]` and never for a colour.

    A name is an ink, and may have a ground after a slash and attributes after plus signs:
    `hearts+bold`, `ink-hearts/paper`, `text+reverse`. Without colours a light ground is reversed.
    With the name of a place among the attributes, the colours are those of that place.
    """

    def __init__(
        self,
        colours: Colours,
        *,
        four_colours: bool,
        colourless: bool = False,
        places: Mapping[str, "Palette"] = MappingProxyType({}),
    ) -> None:
        self.colours = colours
        self._four_colours = four_colours
        self.colourless = colourless
        self._places = places
        self._text_styles: dict[str, TextStyle] = {}

    def at_place(self, place: str) -> "Palette":
        """Return the palette of a place; an empty name is the usual place."""
        return self._places.get(place, self)

    def colour(self, name: str) -> str:
        """Return a colour. Raises `KeyError` for an unknown name."""
        return self.colours[name if self._four_colours else _in_pairs(name)]

    def __getitem__(self, name: str) -> "Style":
        """Return Rich's style of a name. Raises `KeyError` for an unknown name."""
        return rich_style(self.text_style(name))

    def text_style(self, name: str) -> TextStyle:
        """Return the text style of a name. Raises `KeyError` for an unknown name."""
        found = self._text_styles.get(name)
        if found is None:
            found = self._text_styles[name] = self._text_style(*parts_of(name))
        return found

    def _text_style(self, ink: str, ground: str, joined: str) -> TextStyle:
        attributes = joined.split("+")
        for place, palette in self._places.items():
            if place in attributes:
                return palette.text_style(f"{ink}/{ground}{joined}")
        bold, reverse = "bold" in attributes, "reverse" in attributes
        if self.colourless:
            # These raise `KeyError` for unknown names.
            self.colour(ink), self.colour(ground or "night")
            return TextStyle(
                bold=bold or ink in _BOLD_WITHOUT_COLOUR,
                reverse=reverse or self._is_light(ground or "night"),
                underline="underline" in attributes,
            )
        text_style = TextStyle(
            ink=self.colour(ink),
            ground=self.colour(ground or "night"),
            bold=bold,
            reverse=reverse,
            underline="underline" in attributes,
        )
        return self._in_terminal(text_style) if self.colours.of_terminal else text_style

    def _in_terminal(self, style: TextStyle) -> TextStyle:
        """Return a style in the terminal's own colours.

        Its background can only be an ink, and its foreground only a ground, if they are reversed.
        """
        if style.ink == style.ground == BACKGROUND:  # such as the corners of a card
            style = style._replace(ink=self.colour("line"))
        if style.ink == BACKGROUND or style.ground == FOREGROUND:
            style = style._replace(ink=style.ground, ground=style.ink, reverse=not style.reverse)
        return style._replace(
            ink=None if style.ink == FOREGROUND else style.ink,
            ground=None if style.ground in (BACKGROUND, FOREGROUND) else style.ground,
            bold=style.bold and style.ink not in _NOT_BOLD,
        )

    def characters(self, text: str, style: str) -> str:
        """Return a text as a style shows it: with few colours some pixels look alike."""
        if HALF not in text or not (self.colourless or self.colours.of_terminal):
            return text
        ink, ground, _ = parts_of(style)
        look = self._is_light if self.colourless else self.colour
        return " " * len(text) if look(ink) == look(ground or "night") else text

    def _is_light(self, name: str) -> bool:
        """Tell whether a colour is light. A worn card's is not: it isn't filled without colours."""
        return not name.startswith("worn") and brightness(self.colour(name)) > _LIGHT_FROM


def _in_pairs(name: str) -> str:
    """Return the colour of a suit if red suits share one colour, and black suits another."""
    for suit, other in (("clubs", "spades"), ("diamonds", "hearts")):
        if name.endswith(suit):
            return name.removesuffix(suit) + other
    return {"D": "H", "C": "S"}[name[0]] + name[1:] if name[:2] in ("D:", "C:") else name
