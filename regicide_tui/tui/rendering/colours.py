"""The colours of the table by their purpose, in each theme.

A colour has a name, such as `paper`, `ink-hearts`, or `H:a` for the letter `a` of a picture in the
suit Hearts. `felt~34shade` is `felt` mixed with 34% of `shade`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from regicide_tui.cards import Suit
from regicide_tui.games.base import Value

HALF = "▀"
"""The character for two pixels in a cell: the upper one is its ink, the lower one its ground."""

SUIT_NAMES = {
    Suit.CLUBS: "clubs",
    Suit.DIAMONDS: "diamonds",
    Suit.HEARTS: "hearts",
    Suit.SPADES: "spades",
}
_ORDER = ("clubs", "diamonds", "hearts", "spades")


def _by_suit(kind: str, *colours: str) -> dict[str, str]:
    """Return the colours of a kind for the four suits: clubs, diamonds, hearts, spades."""
    return {f"{kind}{suit}": colour for suit, colour in zip(_ORDER, colours, strict=True)}


def _pixels(suit: str, colours: str) -> dict[str, str]:
    """Return the colours of the letters of a suit; `*` stands for all suits."""
    found: dict[str, str] = {}
    for pair in colours.split():
        letter, _, colour = pair.partition("=")
        found[f"{suit}:{letter}"] = f"#{colour}" if _HEX.fullmatch(colour) else colour
    return found


_HEX = re.compile("[0-9a-f]{6}")

_PICTURES = {
    **_pixels(
        "*",
        "k=241a1e g=e9b53b G=a9731b y=ffe48c s=f2c9a0 S=cf9467 r=e59c80 w=fffaf0 "
        "W=cfc6b8 e=1f1a24 m=a8383c",
    ),
    **_pixels(
        "H",
        "a=c2203a b=8a1029 c=f0b9a8 d=e8566a j=ff5468 h=a8562a H=743515 x=f3d9cd z=ebc6b8",
    ),
    **_pixels(
        "D",
        "a=2a62c4 b=173f8c c=bcd6f5 d=5b92ea j=5aa2ff h=e0b552 H=a97c22 x=d5e1ef z=c1d2e6",
    ),
    **_pixels(
        "C",
        "a=22803f b=125428 c=c9e4b8 d=4cab65 j=5cd17c h=6b4526 H=432713 x=d8e6ce z=c5d8ba",
    ),
    **_pixels(
        "S",
        "a=3b3f58 b=23263a c=c9cbe0 d=5f6588 j=a59bff h=2b2730 H=16131a x=dcdce6 z=cacad8",
    ),
    "J:a": "#7a2a8c",
    "J:b": "#c23b2a",
}
"""The colours of picture letters by suit (`*`: all suits); `x` and `z` are the ground below."""

_DARK = {
    "shade": "#000000",
    "night": "#0d0f16",
    "stone": "#1b1e2c",
    "stone2": "#262a3c",
    "stone3": "#3a4058",
    "band": "#10131d",
    "felt": "#123a2e",
    "felt2": "#0d2d24",
    "navy": "#1b2950",
    "violet": "#2a1f38",
    "paper": "#f4ecd6",
    "edge": "#c9bd9c",
    "worn": "#b7ae96",
    "worn-edge": "#8f8771",
    "text": "#ece7da",
    "muted": "#a3a8b8",
    "faint": "#8a90a3",
    "line": "#3a4058",
    "accent": "#f2c14e",
    "on-accent": "#1a1406",
    "pay": "#e8563a",
    "on-pay": "#160603",
    "primary": "#f2c14e",
    "success": "#86d39a",
    "warning": "#e8a75c",
    "error": "#ff8080",
    "back": "#7c2233",
    "back2": "#a03a48",
    "castle-back": "#2d3a72",
    "castle-back2": "#4757a0",
    "title": "#ffedb0",
    "title2": "#c47f1c",
    "lost": "#31364b",
    "on-felt": "#a9bdb2",
    "star": "#79611f",
    **_by_suit("", "#80d494", "#86b8ff", "#ff8080", "#e8e4d8"),
    **_by_suit("ink-", "#14642f", "#1b4fae", "#b5122b", "#1c1e28"),
    **_by_suit("worn-", "#104a22", "#173c82", "#7d0f20", "#15171d"),
    **_by_suit("bar-", "#35a25a", "#3f7fe0", "#d8344c", "#b9bccb"),
    **_by_suit("ghost-", *[f"bar-{suit}~45stone" for suit in _ORDER]),
    **_by_suit("index-", *[f"ink-{suit}" for suit in _ORDER]),
    **_by_suit("worn-index-", *[f"worn-{suit}~25worn" for suit in _ORDER]),
    "crypt-stone": "#1d1528",
    "crypt-stone2": "#352a41",
    "crypt-stone3": "#4a3d57",
    "crypt-band": "#140f1b",
    "crypt-felt": "#2a1f38",
    "crypt-felt2": "#221a2c",
    "crypt-on-felt": "#b3a8c0",
    "crypt-lost": "#3a3046",
    **_PICTURES,
}
_LIGHT = {
    **_DARK,
    "shade": "#8a8577",
    "night": "#f7f2e6",
    "stone": "#e6dfce",
    "stone2": "#d6cdb8",
    "stone3": "#b9ae95",
    "band": "#f1ebdc",
    "felt": "#b9cdb6",
    "felt2": "#c9d9c5",
    "navy": "#b9c6e0",
    "violet": "#cfc2dc",
    "paper": "#fffdf6",
    "edge": "#b5aa8c",
    "worn": "#dcd7c8",
    "worn-edge": "#aca58f",
    "text": "#23252c",
    "muted": "#4b4d56",
    "faint": "#63625a",
    "line": "#b9ae95",
    "accent": "#6f3b00",
    "on-accent": "#fff6e0",
    "pay": "#b3261a",
    "on-pay": "#fff3ee",
    "primary": "#6f3b00",
    "success": "#1a5f2e",
    "warning": "#7a4200",
    "error": "#a81028",
    "title": "#b06a08",
    "title2": "#6d3a00",
    "lost": "#c9bfa8",
    "on-felt": "#33413a",
    "star": "#7a5c12",
    **_by_suit("", "#145c2b", "#17479e", "#a81028", "#23252c"),
    **_by_suit("worn-", "#2b6440", "#2f5590", "#93253a", "#3c3e45"),
    **_by_suit("worn-index-", *[f"worn-{suit}" for suit in _ORDER]),
    "crypt-stone": "#e4dce9",
    "crypt-stone2": "#d4c9dc",
    "crypt-stone3": "#b3a6bd",
    "crypt-band": "#f1ecf4",
    "crypt-felt": "#d2c6dd",
    "crypt-felt2": "#ddd4e5",
    "crypt-on-felt": "#3d3349",
    "crypt-lost": "#c3b6cd",
}
_PICTURES_16 = {
    **_pixels(
        "*",
        "k=black g=yellow G=yellow y=bright_yellow s=bright_yellow S=yellow "
        "r=bright_red w=bright_white W=white e=black m=red",
    ),
    **_pixels(
        "H",
        "a=red b=red c=bright_white d=bright_red j=bright_red h=bright_black H=black "
        "x=white z=white",
    ),
    **_pixels(
        "D",
        "a=blue b=blue c=bright_white d=bright_blue j=bright_blue h=yellow H=yellow "
        "x=white z=white",
    ),
    **_pixels(
        "C",
        "a=green b=green c=bright_white d=bright_green j=bright_green h=bright_black "
        "H=black x=white z=white",
    ),
    **_pixels(
        "S",
        "a=bright_black b=black c=bright_white d=bright_black j=bright_magenta h=black "
        "H=black x=white z=white",
    ),
    "J:a": "magenta",
    "J:b": "red",
}
_SIXTEEN = {
    "shade": "black",
    "night": "black",
    "stone": "black",
    "stone2": "black",
    "stone3": "bright_black",
    "band": "black",
    "felt": "black",
    "felt2": "black",
    "navy": "black",
    "violet": "black",
    "paper": "bright_white",
    "edge": "white",
    "worn": "white",
    "worn-edge": "bright_black",
    "text": "bright_white",
    "muted": "white",
    "faint": "white",
    "line": "bright_black",
    "accent": "bright_yellow",
    "on-accent": "black",
    "pay": "bright_red",
    "on-pay": "black",
    "primary": "bright_yellow",
    "success": "bright_green",
    "warning": "yellow",
    "error": "bright_red",
    "back": "red",
    "back2": "bright_red",
    "castle-back": "blue",
    "castle-back2": "bright_blue",
    "title": "bright_yellow",
    "title2": "yellow",
    "lost": "bright_black",
    "on-felt": "white",
    "star": "black",
    **_by_suit("", "bright_green", "bright_cyan", "bright_red", "bright_white"),
    **_by_suit("ink-", "black", "blue", "red", "black"),
    **_by_suit("worn-", "black", "blue", "red", "black"),
    **_by_suit("bar-", "green", "bright_blue", "bright_red", "white"),
    **_by_suit("ghost-", *["black"] * 4),
    **_by_suit("index-", "black", "blue", "red", "black"),
    **_by_suit("worn-index-", "black", "blue", "red", "black"),
    **{
        f"crypt-{role}": colour
        for role, colour in {
            "stone": "black",
            "stone2": "black",
            "stone3": "bright_black",
            "band": "black",
            "felt": "black",
            "felt2": "black",
            "on-felt": "white",
            "lost": "bright_black",
        }.items()
    },
    **_PICTURES_16,
}


class Colours(Value, frozen=True):
    """The colours of one theme by name. `mixes` tells whether its colours can be mixed."""

    name: str
    named: Mapping[str, str]
    mixes: bool = True

    def __getitem__(self, name: str) -> str:
        """Return a colour in Rich's notation. Raises `KeyError` for an unknown name."""
        base, mixed, rest = name.partition("~")
        colour = self.named.get(base)
        if colour is None:
            colour = self.named[f"*{base[1:]}"]  # the pixel has one colour for all suits
        if "~" in colour or colour in self.named:  # the value is the name of another colour
            colour = self[colour]
        if not mixed or not self.mixes:
            return colour
        share, towards = int(rest[:2]), rest[2:]
        return _mixed(colour, self[towards], share / 100)

    def at_place(self, place: str) -> "Colours":
        """Return the colours for a place: in `crypt`, `crypt-stone` replaces `stone`."""
        prefix = f"{place}-"
        own = {name: one for name, one in self.named.items() if name.startswith(prefix)}
        named = {name.removeprefix(prefix): one for name, one in own.items()}
        return Colours(self.name, {**self.named, **named}, self.mixes)


DARK = Colours("dark", _DARK)
LIGHT = Colours("light", _LIGHT)
SIXTEEN = Colours("16", _SIXTEEN, mixes=False)


def _mixed(colour: str, towards: str, share: float) -> str:
    one, other = red_green_blue(colour), red_green_blue(towards)
    parts = [round(a + (b - a) * share) for a, b in zip(one, other, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def red_green_blue(colour: str) -> tuple[int, int, int]:
    """Return the three parts of a colour, each from 0 to 255."""
    if colour.startswith("#"):
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
    from rich.color import Color  # imported late: names are rare, and the first picture needs none

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
