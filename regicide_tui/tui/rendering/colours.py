"""The colours of the table by their purpose, in each theme.

A colour has a name, such as `paper`, `ink-hearts`, or `H:a` for the letter `a` of a picture in the
suit Hearts. `felt~34shade` is `felt` mixed with 34% of `shade`. `theme_tables.py` has the colours.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from regicide_tui.games.base import Value
from regicide_tui.tui.rendering import theme_tables as tables
from regicide_tui.tui.rendering.theme_tables import BACKGROUND, FOREGROUND, SUIT_NAMES

if TYPE_CHECKING:
    from rich.style import Style

__all__ = ["BACKGROUND", "FOREGROUND", "SUIT_NAMES"]

_T = TypeVar("_T")

HALF = "▀"
"""The character for two pixels in a cell: its ink is the upper one, its ground the lower one."""

Parts = tuple[int, int, int]
"""The red, green and blue of a colour, each from 0 to 255."""

_LEVELS = (0, 95, 135, 175, 215, 255)
_XTERM: tuple[Parts, ...] = (
    *[(red, green, blue) for red in _LEVELS for green in _LEVELS for blue in _LEVELS],
    *[(grey, grey, grey) for grey in range(8, 239, 10)],
)
"""The colours of a 256-colour terminal from number 16 on; a terminal may change the others."""
_FIRST = 16

_STAYS = 25
"""The percentage below which a mixture without its own steps isn't shown."""


class Colours(Value):
    """The colours of one theme by name.

    In true colours, any two can be mixed. With fewer, a mixture has `steps`: `felt~shade` lists
    those between two colours, `~shade` the possible mixtures of other colours with `shade`.
    """

    name: str
    named: Mapping[str, str]
    steps: Mapping[str, tuple[str, ...]] | None = None
    """None if colours can be mixed."""
    of_terminal: bool = False
    """Whether the colours are the terminal's own, which the app can't know."""

    def __getitem__(self, name: str) -> str:
        """Return a colour in Rich's notation. Raises `KeyError` for an unknown name."""
        base, mixed, rest = name.partition("~")
        colour = self.named.get(base)
        if colour is None:
            colour = self.named[f"*{base[1:]}"]  # the pixel has the same colour for all suits
        if colour != base and ("~" in colour or colour in self.named):
            colour = self[colour]  # the value is the name of another colour
        if not mixed:
            return colour
        share, towards = int(rest[:2]), rest[2:]
        other = self[towards]
        if self.steps is None:
            return _mixed(colour, other, share / 100)
        if between := self.steps.get(f"{base}~{towards}"):
            return between[share * len(between) // 100]
        if (chosen := self.steps.get(f"~{towards}")) and share >= _STAYS:
            return _nearest(_mixed(colour, other, share / 100), chosen)
        return colour if share <= 50 else other

    def all_written(self) -> frozenset[str]:
        """Return all colours, including the steps between two; names are left out."""
        steps = chain.from_iterable((self.steps or {}).values())
        return frozenset([one for one in (*self.named.values(), *steps) if one.startswith("#")])

    def at_place(self, place: str) -> "Colours":
        """Return the colours for a place: in `crypt`, `crypt-stone` replaces `stone`."""
        prefix = f"{place}-"
        steps = self.steps and {**self.steps, **_without(prefix, self.steps)}
        named = {**self.named, **_without(prefix, self.named)}
        return Colours(self.name, named, steps, self.of_terminal)


def _without(prefix: str, some: Mapping[str, _T]) -> dict[str, _T]:
    """Return the values of the names with a prefix, by the names without it."""
    return {n.removeprefix(prefix): one for n, one in some.items() if n.startswith(prefix)}


def _true(name: str, table: Mapping[str, str]) -> Colours:
    """Return a theme in true colours."""
    return Colours(name, {name: colour.partition(" ")[0] for name, colour in table.items()})


def _in_256(name: str, table: Mapping[str, str], steps: Mapping[str, str]) -> Colours:
    """Return a theme in 256 colours, by the numbers chosen for its colours."""
    named = {}
    for one, colour in table.items():
        exact, _, number = colour.partition(" ")
        named[one] = _of_number(number) if number else exact
    between = {one: tuple(map(_of_number, numbers.split())) for one, numbers in steps.items()}
    return Colours(name, named, between)


def _of_number(number: str) -> str:
    """Return the colour of an xterm colour number."""
    return _written(_XTERM[int(number) - _FIRST])


def _written(parts: Iterable[int]) -> str:
    return "#" + "".join([f"{part:02x}" for part in parts])


def _in_16(name: str, table: Mapping[str, str]) -> Colours:
    """Return a theme of the terminal's own colours."""
    steps = {one: tuple(colours.split()) for one, colours in tables.SIXTEEN_STEPS.items()}
    return Colours(name, table, steps, of_terminal=True)


DARK = _true("dark", tables.DARK)
LIGHT = _true("light", tables.LIGHT)
DARK_256 = _in_256("dark-256", tables.DARK, tables.DARK_STEPS)
LIGHT_256 = _in_256("light-256", tables.LIGHT, tables.LIGHT_STEPS)
SIXTEEN = _in_16("16", tables.SIXTEEN)
SIXTEEN_ON_LIGHT = _in_16("16-on-light", tables.ON_LIGHT)

_OF_TERMINAL = {FOREGROUND: (229, 229, 229), BACKGROUND: (0, 0, 0)}
"""The values of the terminal's own colours in mixtures."""


def _mixed(colour: str, towards: str, share: float) -> str:
    one, other = red_green_blue(colour), red_green_blue(towards)
    return _written([round(a + (b - a) * share) for a, b in zip(one, other, strict=True)])


def _nearest(colour: str, chosen: Iterable[str]) -> str:
    """Return the nearest of the chosen colours."""
    parts = red_green_blue(colour)
    return min(chosen, key=lambda one: _distance(parts, red_green_blue(one)))


def _distance(one: Parts, other: Parts) -> int:
    return sum([(a - b) ** 2 for a, b in zip(one, other, strict=True)])


@lru_cache(maxsize=4096)
def number_of(parts: Parts) -> int:
    """Return the number of a colour among the 256; for other colours, the nearest in the themes.

    Other colours are mixed by Textual, such as those dimmed behind a dialog.
    """
    if parts in _XTERM:
        return _XTERM.index(parts) + _FIRST
    return min(_numbers(), key=lambda number: _distance(parts, _XTERM[number - _FIRST]))


@cache
def _numbers() -> Sequence[int]:
    """Return the numbers that the themes use."""
    used = {one for colours in (DARK_256, LIGHT_256) for one in colours.all_written()}
    return sorted([number_of(red_green_blue(one)) for one in used])


def red_green_blue(colour: str) -> Parts:
    """Return the three parts of a colour."""
    if colour.startswith("#"):
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
    if colour in _OF_TERMINAL:
        return _OF_TERMINAL[colour]
    from rich.color import Color  # imported late: names are rare, and the first frame has none

    return Color.parse(colour).get_truecolor()


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1 (WCAG 2)."""
    parts = [part / 255 for part in red_green_blue(colour)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2)."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)
def parts_of(style: str) -> tuple[str, str, str]:
    """Return the ink, the ground and the attributes of a style; a missing part is empty."""
    colours, plus, attributes = style.partition("+")
    ink, _, ground = colours.partition("/")
    return ink, ground, plus + attributes


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
"""The colours of each theme; without colours, those of the dark theme decide what is light."""

_LIGHT_FROM = 0.18
"""The brightness above which a colour counts as light in a theme without colours."""
_NOT_BOLD = {"black", "red", "green", "blue", "magenta"}
"""Colours that many terminals would show lighter if they were bold."""
_BOLD_WITHOUT_COLOUR = {"accent", "primary", "success", "warning", "error", "pay"}


def palette_of(
    theme: str, *, four_colours: bool, places: Mapping[str, bool] = MappingProxyType({})
) -> "Palette":
    """Return the palette of a theme, and of places that have their own colours.

    With `four_colours`, each suit has its own colour; otherwise, suits are red and black. `places`
    gives the same setting for each place, by its name in the colours.
    """
    return _palette(theme, four_colours, tuple(places.items()))


@cache
def _palette(theme: str, four_colours: bool, places: tuple[tuple[str, bool], ...]) -> "Palette":
    """Return a palette; apps that look alike share it, and with it all painted rows."""
    colours, colourless = COLOURS[theme], theme == "none"
    found = {
        place: Palette(colours.at_place(place), four_colours=four, colourless=colourless)
        for place, four in places
    }
    return Palette(colours, four_colours=four_colours, colourless=colourless, places=found)


class TextStyle(NamedTuple):
    """The style of text, with colours in Rich's notation; None is the terminal's own colour."""

    ink: str | None = None
    ground: str | None = None
    bold: bool = False
    reverse: bool = False
    underline: bool = False


@lru_cache(maxsize=4096)
def rich_style(text_style: TextStyle) -> "Style":
    """Return Rich's style for a text style."""
    from rich.style import Style  # imported late, since the first frame doesn't need it

    ink, ground, bold, reverse, underline = text_style
    return Style(color=ink, bgcolor=ground, bold=bold, reverse=reverse, underline=underline)


class Palette:
    """The styles of a theme by name; widgets use `palette["muted"]` and never a colour.

    A name is an ink, and may have a ground after a slash and attributes after plus signs:
    `hearts+bold`, `ink-hearts/paper`, `text+reverse`. Without colours, a light ground is reversed.
    If the name of a place is among the attributes, its colours are used.
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
        """Return the palette of a place; an empty name is the default place."""
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

        The terminal's background can only be an ink, and its foreground a ground, in reverse.
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
        """Return text as a style shows it: with few colours, some pixels look alike."""
        if HALF not in text or not (self.colourless or self.colours.of_terminal):
            return text
        ink, ground, _ = parts_of(style)
        look = self._is_light if self.colourless else self.colour
        return " " * len(text) if look(ink) == look(ground or "night") else text

    def _is_light(self, name: str) -> bool:
        """Return whether a colour is light; worn cards never are, since they aren't filled."""
        return not name.startswith("worn") and brightness(self.colour(name)) > _LIGHT_FROM


def _in_pairs(name: str) -> str:
    """Return the name of a colour if red suits share one colour, and black suits another."""
    for suit, other in (("clubs", "spades"), ("diamonds", "hearts")):
        if name.endswith(suit):
            return name.removesuffix(suit) + other
    return {"D": "H", "C": "S"}[name[0]] + name[1:] if name[:2] in ("D:", "C:") else name
