"""The colours of each theme by their purpose: true colours, 256 colours and 16 colours.

A colour is written as `#0d0f16 233`: the true colour, and its number among the 256 of xterm, chosen
by eye. Without a number, it is the name of another colour.
"""

import re

from regicide_tui.cards import Suit

SUIT_NAMES = {
    Suit.CLUBS: "clubs",
    Suit.DIAMONDS: "diamonds",
    Suit.HEARTS: "hearts",
    Suit.SPADES: "spades",
}
_ORDER = ("clubs", "diamonds", "hearts", "spades")

FOREGROUND, BACKGROUND = "foreground", "background"
"""The terminal's own default colours."""


def _by_suit(kind: str, *colours: str) -> dict[str, str]:
    """Return the colours of a kind for the four suits: clubs, diamonds, hearts, spades."""
    return {f"{kind}{suit}": colour for suit, colour in zip(_ORDER, colours, strict=True)}


def _pixels(suit: str, colours: str) -> dict[str, str]:
    """Return the colours of the letters of a suit; `*` stands for all suits."""
    found: dict[str, str] = {}
    for pair in colours.split():
        letter, _, colour = pair.partition("=")
        exact, _, number = colour.partition("/")
        found[f"{suit}:{letter}"] = f"#{exact} {number}" if _HEX.fullmatch(exact) else colour
    return found


_HEX = re.compile("[0-9a-f]{6}")

_PICTURES = {
    **_pixels(
        "*",
        "k=241a1e/234 g=e9b53b/221 G=a9731b/136 y=ffe48c/229 s=f2c9a0/223 S=cf9467/173 "
        "r=e59c80/216 w=fffaf0/231 W=cfc6b8/251 e=1f1a24/233 m=a8383c/131",
    ),
    **_pixels(
        "H",
        "a=c2203a/124 b=8a1029/88 c=f0b9a8/217 d=e8566a/167 j=ff5468/203 h=a8562a/130 "
        "H=743515/94 x=f3d9cd/224 z=ebc6b8/217",
    ),
    **_pixels(
        "D",
        "a=2a62c4/26 b=173f8c/18 c=bcd6f5/153 d=5b92ea/69 j=5aa2ff/75 h=e0b552/179 "
        "H=a97c22/136 x=d5e1ef/189 z=c1d2e6/152",
    ),
    **_pixels(
        "C",
        "a=22803f/28 b=125428/22 c=c9e4b8/151 d=4cab65/71 j=5cd17c/78 h=6b4526/94 "
        "H=432713/236 x=d8e6ce/194 z=c5d8ba/151",
    ),
    **_pixels(
        "S",
        "a=3b3f58/239 b=23263a/235 c=c9cbe0/252 d=5f6588/60 j=a59bff/141 h=2b2730/236 "
        "H=16131a/233 x=dcdce6/254 z=cacad8/251",
    ),
    "J:a": "#7a2a8c 90",
    "J:b": "#c23b2a 160",
}
"""The colours of picture letters by suit (`*`: all suits); `x` and `z` are the ground below."""

DARK = {
    "shade": "#000000 16",
    "night": "#0d0f16 233",
    "stone": "#1b1e2c 235",
    "stone2": "#262a3c 237",
    "stone3": "#3a4058 240",
    "band": "#10131d 232",
    "felt": "#123a2e 22",
    "felt2": "#0d2d24 234",
    "navy": "#1b2950 17",
    "violet": "#2a1f38 53",
    "paper": "#f4ecd6 230",
    "edge": "#c9bd9c 144",
    "worn": "#b7ae96 187",
    "worn-edge": "#8f8771 101",
    "text": "#ece7da 255",
    "muted": "#a3a8b8 251",
    "faint": "#8a90a3 246",
    "line": "#3a4058 240",
    "accent": "#f2c14e 221",
    "on-accent": "#1a1406 16",
    "pay": "#e8563a 202",
    "on-pay": "#160603 16",
    "primary": "#f2c14e 221",
    "success": "#86d39a 114",
    "warning": "#e8a75c 215",
    "error": "#ff8080 210",
    "back": "#7c2233 88",
    "back2": "#a03a48 131",
    "castle-back": "#2d3a72 18",
    "castle-back2": "#4757a0 61",
    "title": "#ffedb0 222",
    "title2": "#c47f1c 172",
    "lost": "#31364b 239",
    "on-felt": "#a9bdb2 251",
    "star": "#79611f 94",
    **_by_suit("", "#80d494 114", "#86b8ff 117", "#ff8080 217", "#e8e4d8 255"),
    **_by_suit("ink-", "#14642f 22", "#1b4fae 25", "#b5122b 124", "#1c1e28 234"),
    **_by_suit("worn-", "#104a22 22", "#173c82 18", "#7d0f20 88", "#15171d 234"),
    **_by_suit("bar-", "#35a25a 71", "#3f7fe0 68", "#d8344c 167", "#b9bccb 250"),
    **_by_suit(
        "ghost-",
        "bar-clubs~45stone 22",
        "bar-diamonds~45stone 24",
        "bar-hearts~45stone 88",
        "bar-spades~45stone 243",
    ),
    **_by_suit("index-", *[f"ink-{suit}" for suit in _ORDER]),
    **_by_suit("on-index-", *["paper"] * 4),
    **_by_suit(
        "worn-index-",
        "worn-clubs~25worn 22",
        "worn-diamonds~25worn 18",
        "worn-hearts~25worn 88",
        "worn-spades~25worn 239",
    ),
    "crypt-stone": "#1d1528 234",
    "crypt-stone2": "#352a41 238",
    "crypt-stone3": "#4a3d57 60",
    "crypt-band": "#140f1b 16",
    "crypt-felt": "#2a1f38 53",
    "crypt-felt2": "#221a2c 235",
    "crypt-on-felt": "#b3a8c0 182",
    "crypt-lost": "#3a3046 240",
    "crypt-index-spades": "#3f4257 239",
    **_PICTURES,
}

DARK_STEPS = {
    "title~title2": "222 222 221 214 172",
    "text~faint": "255 252 250 248 246",
    "text~bar-clubs": "255 151 114 71",
    "text~bar-diamonds": "255 189 153 111 69 68",
    "text~bar-hearts": "255 224 217 210 203 167",
    "text~bar-spades": "255 253 252 251 250",
    "felt~title2": "22 58 58 94",
    "crypt-felt~title2": "53 89 95 131",
    "night~shade": "16",
    "stone~shade": "233",
    "stone2~shade": "234",
    "felt~shade": "233",
    "felt2~shade": "232",
    "band~shade": "16",
    "crypt-stone~shade": "232",
    "crypt-stone2~shade": "234",
    "crypt-felt~shade": "233",
    "crypt-felt2~shade": "233",
    "~stone": "233 236 239 242 246 95 101 66",
    "~worn": "236 240 95 101 65 66 60 131 137 138 144 108 109 103 145 180 181 187",
}
"""The mixtures in 256 colours.

`felt~shade` lists the steps from one colour to the other. `~worn` lists the colours for mixtures
with `worn`: the one nearest to the mixture is used.
"""

LIGHT = {
    **DARK,
    "shade": "#8a8577 245",
    "night": "#f7f2e6 255",
    "stone": "#e6dfce 253",
    "stone2": "#d6cdb8 251",
    "stone3": "#b9ae95 247",
    "band": "#f1ebdc 254",
    "felt": "#b9cdb6 151",
    "felt2": "#c9d9c5 254",
    "navy": "#b9c6e0 153",
    "violet": "#cfc2dc 183",
    "paper": "#fffdf6 231",
    "edge": "#b5aa8c 249",
    "worn": "#dcd7c8 251",
    "worn-edge": "#aca58f 246",
    "text": "#23252c 235",
    "muted": "#4b4d56 239",
    "faint": "#63625a 241",
    "line": "#b9ae95 247",
    "accent": "#6f3b00 52",
    "on-accent": "#fff6e0 230",
    "pay": "#b3261a 124",
    "on-pay": "#fff3ee 231",
    "primary": "#6f3b00 52",
    "success": "#1a5f2e 22",
    "warning": "#7a4200 58",
    "error": "#a81028 124",
    "title": "#b06a08 172",
    "title2": "#6d3a00 94",
    "lost": "#c9bfa8 250",
    "on-felt": "#33413a 238",
    "star": "#7a5c12 94",
    **_by_suit("", "#145c2b 22", "#17479e 19", "#a81028 124", "#23252c 235"),
    **_by_suit("worn-", "#2b6440 22", "#2f5590 18", "#93253a 88", "#3c3e45 237"),
    "bar-spades": "#6b6e7d 243",
    **_by_suit(
        "ghost-",
        "bar-clubs~45stone 108",
        "bar-diamonds~45stone 110",
        "bar-hearts~45stone 174",
        "bar-spades~45stone 247",
    ),
    **_by_suit("worn-index-", *[f"worn-{suit}" for suit in _ORDER]),
    "crypt-stone": "#e4dce9 254",
    "crypt-stone2": "#d4c9dc 250",
    "crypt-stone3": "#b3a6bd 248",
    "crypt-band": "#f1ecf4 255",
    "crypt-felt": "#d2c6dd 189",
    "crypt-felt2": "#ddd4e5 189",
    "crypt-on-felt": "#3d3349 237",
    "crypt-lost": "#c3b6cd 249",
    "crypt-index-spades": "ink-spades",
}
LIGHT_STEPS = {
    "title~title2": "172 130 94",
    "text~faint": "235 237 239 241",
    "text~bar-clubs": "235 22 28 65 71",
    "text~bar-diamonds": "235 25 61 68",
    "text~bar-hearts": "235 52 88 124 167",
    "text~bar-spades": "235 237 239 241 243",
    "felt~title2": "151 144 144 143",
    "crypt-felt~title2": "189 188 187 180",
    "night~shade": "250",
    "stone~shade": "247",
    "stone2~shade": "144",
    "felt~shade": "108",
    "felt2~shade": "151",
    "band~shade": "249",
    "crypt-stone~shade": "248",
    "crypt-stone2~shade": "247",
    "crypt-felt~shade": "146",
    "crypt-felt2~shade": "146",
    "~stone": "246 248 250 251 252 253 181 187",
    "~worn": "236 240 95 101 65 66 60 131 137 138 144 108 109 103 145 180 181 187",
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
SIXTEEN = {
    "shade": "black",
    "night": BACKGROUND,
    "stone": BACKGROUND,
    "stone2": BACKGROUND,
    "stone3": "bright_black",
    "band": BACKGROUND,
    "felt": BACKGROUND,
    "felt2": BACKGROUND,
    "navy": BACKGROUND,
    "violet": BACKGROUND,
    "paper": "bright_white",
    "edge": "white",
    "worn": "white",
    "worn-edge": "bright_black",
    "text": FOREGROUND,
    "muted": FOREGROUND,
    "faint": FOREGROUND,
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
    "on-felt": FOREGROUND,
    "star": "black",
    **_by_suit("", "bright_green", "bright_cyan", "bright_red", FOREGROUND),
    **_by_suit("ink-", "green", "blue", "red", "black"),
    **_by_suit("worn-", "green", "blue", "red", "black"),
    **_by_suit("bar-", "green", "bright_blue", "bright_red", "white"),
    **_by_suit("ghost-", *[BACKGROUND] * 4),
    **_by_suit("index-", "green", "blue", "red", "bright_black"),
    **_by_suit("on-index-", "black", *["bright_white"] * 3),
    **_by_suit("worn-index-", "green", "blue", "red", "bright_black"),
    **{
        f"crypt-{role}": colour
        for role, colour in {
            "stone": BACKGROUND,
            "stone2": BACKGROUND,
            "stone3": "bright_black",
            "band": BACKGROUND,
            "felt": BACKGROUND,
            "felt2": BACKGROUND,
            "on-felt": FOREGROUND,
            "lost": "bright_black",
            "index-spades": "bright_black",
        }.items()
    },
    **_PICTURES_16,
}
SIXTEEN_STEPS = {"~stone": "black bright_black white"}
ON_LIGHT = {
    **SIXTEEN,
    "accent": "magenta",
    "on-accent": "bright_white",
    "primary": "magenta",
    "pay": "red",
    "on-pay": "bright_white",
    "success": "green",
    "warning": "magenta",
    "error": "red",
    "title": "magenta",
    "title2": "magenta",
    "paper": "white",
    "edge": "bright_black",
    "worn": BACKGROUND,
    "lost": "white",
    **_by_suit("", "green", "blue", "red", FOREGROUND),
    **_by_suit("worn-", "green", "blue", "red", FOREGROUND),
    **_by_suit("bar-", "green", "blue", "red", "bright_black"),
}
"""The 16 colours of a terminal with a light background."""
