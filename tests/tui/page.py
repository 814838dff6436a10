"""A page: what the terminal shows, as text that can be read and compared line by line.

How to read a page
------------------
The first line says how large the window is and which theme is shown. Then come layers. Each has a
heading and one line a row of the window; the first character of a line says of which layer it is:

    page     | the characters
    ink      : the colour of the characters
    paper    % the colour behind them
    marks    ! whether they are bold, underlined and so on

A layer has one character a column, so what stands below each other belongs together. Blanks at the
end of a line are left out, and so is a layer in which there is nothing.

- A blank of the layer ink is the colour `text`, a blank of paper is `night`: what is plain
  costs nothing. A blank cell has no ink, unless it is underlined or struck out.
- Every other colour that the theme names has a letter of its own, the same on every page and in
  both layers: `LETTERS`. So `m` is what is muted, in every theme.
- A colour without a letter is shown as a digit: how light it is, from 0 to 9. So a picture of many
  colours can still be made out. The colours for which each digit stands are listed at the end.
- Where a digit stands for several colours of the page, a line that has it ends in `~` and a
  checksum of just these colours, from left to right. It changes when one of them does.
- Reversed colours are shown as they are seen: what was paper is ink.

At the end stands what each letter of the page means. What the named colours of a theme look like
stands in `pages/themes`, once, so that a page changes only when it is drawn with another colour.

Lines of the layers begin with a sign and headings with a letter, so a diff names the layer of
each change.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple
from zlib import crc32

from rich.cells import get_character_cell_size
from rich.color import Color, ColorType
from rich.style import Style
from textual.app import App
from textual.strip import Strip

from regicide_tui.tui.rendering.colours import (
    BACKGROUND,
    DARK,
    DARK_256,
    FOREGROUND,
    LIGHT,
    LIGHT_256,
    SIXTEEN,
    SIXTEEN_ON_LIGHT,
    Colours,
    Palette,
)

THEMES = {
    colours.name: colours
    for colours in (DARK, LIGHT, DARK_256, LIGHT_256, SIXTEEN, SIXTEEN_ON_LIGHT)
}

LETTERS = {
    "text": "t",
    "night": "n",
    "muted": "m",
    "faint": "f",
    "line": "l",
    "accent": "a",
    "on-accent": "A",
    "primary": "p",
    "success": "g",
    "warning": "w",
    "hearts": "h",
    "diamonds": "d",
    "clubs": "c",
    "spades": "s",
    "error": "e",
    "stone": "S",
    "stone2": "T",
    "stone3": "U",
    "band": "B",
    "felt": "F",
    "felt2": "G",
    "on-felt": "o",
    "paper": "P",
    "edge": "E",
    "worn": "W",
    "worn-edge": "V",
    "pay": "Y",
    "on-pay": "y",
    "back": "K",
    "back2": "k",
    "castle-back": "L",
    "castle-back2": "M",
    "title": "I",
    "title2": "i",
    "lost": "O",
    "star": "x",
    "ink-hearts": "H",
    "ink-diamonds": "D",
    "ink-clubs": "C",
    "ink-spades": "X",
    "bar-hearts": "r",
    "bar-diamonds": "u",
    "bar-clubs": "v",
    "bar-spades": "z",
    "worn-hearts": "R",
    "worn-diamonds": "J",
    "worn-clubs": "Q",
    "worn-spades": "Z",
    "navy": "N",
    "violet": "j",
    "shade": "b",
}
"""The letters of the named colours. Of several names of one colour the first is shown."""

DEFAULT_INK, DEFAULT_PAPER = "default text", "default background"
"""What the terminal itself writes with."""

MARKS = {
    ("bold",): "b",
    ("dim",): "d",
    ("italic",): "i",
    ("underline",): "u",
    ("strike",): "s",
    ("bold", "underline"): "B",
    ("bold", "italic"): "I",
    ("dim", "underline"): "D",
}
"""The letters of marks. Others get a digit, page by page."""

_ATTRIBUTES = (
    *("bold", "dim", "italic", "underline", "underline2", "strike", "overline"),
    *("blink", "blink2", "conceal", "frame", "encircle"),
)
_DRAWN_ON_BLANKS = {"underline", "underline2", "strike", "overline", "frame", "encircle"}
_BLENDS = (
    *("34shade", "36worn", "45stone", "62stone", "12stone"),
    *(f"{99 * y // last:02}title2" for last in (6, 13) for y in range(last + 1)),
    *(
        f"{99 * y // last:02}bar-{suit}"
        for last in (5, 11)
        for y in range(last + 1)
        for suit in ("hearts", "diamonds", "clubs", "spades")
    ),
)
"""What colours are mixed with on pages, and how much of it: shadows, what is faded, numbers."""
_COLOURS_A_LINE = 8

Names = Mapping[str, str]
"""Names of colours by what is seen of them."""


class Cell(NamedTuple):
    """What is seen of one cell. The second cell of a wide character has no characters."""

    characters: str
    ink: str
    paper: str
    marks: tuple[str, ...]

    @property
    def blank(self) -> bool:
        """Whether there is no character."""
        return self.characters in {" ", "\u00a0"}

    @property
    def inked(self) -> bool:
        """Whether anything of the colour of its ink is seen."""
        return not self.blank or bool(self.marks)


Cells = Sequence[Sequence[Cell]]


# ---------------------------------------------------------------- what is seen


def page_of(app: App[str], palette: Palette) -> str:
    """Return the page that an app shows: the whole screen, as the terminal gets it."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    rows = [cells_of(strip, width) for strip in strips]
    rows += [[_NOTHING] * width] * (height - len(rows))
    return written(rows, names_of(palette), f"{width}x{height}, {app.theme}")


def names_of(palette: Palette) -> Names:
    """Return the names of a palette's colours; a colour of several names has its first one."""
    if palette.colourless:
        return {DEFAULT_INK: "text", DEFAULT_PAPER: "night"}
    return _names_of(palette.colours.name)


@cache
def _names_of(theme: str) -> Names:
    colours = THEMES[theme]
    plain = [*LETTERS, *sorted(name for name in colours.named if name not in LETTERS)]
    suits = [f"{suit}:{name[2:]}" for name in colours.named if name[0] == "*" for suit in "CDHS"]
    mixed = [f"{name}~{blend}" for blend in _BLENDS for name in (*plain, *suits)]
    named = [name for name in (*plain, *suits, *mixed) if not name.startswith("*")]
    return {_seen_named(colours[name]): name for name in reversed(named)}


def _seen_named(colour: str) -> str:
    """Return how a colour of a theme is seen; the terminal's own have names of ours."""
    own = {FOREGROUND: DEFAULT_INK, BACKGROUND: DEFAULT_PAPER}
    return own.get(colour) or _seen_of(Color.parse(colour), behind=False)


def page_of_theme(colours: Colours) -> str:
    """Return what a theme's colours look like: their letters, names and colours."""
    ordered = [*LETTERS, *sorted(name for name in colours.named if name not in LETTERS)]
    lines = [f"{LETTERS.get(name, '-')} {name} {colours[name]}" for name in ordered]
    return "\n".join([colours.name, *lines]) + "\n"


def cells_of(strip: Strip, width: int) -> list[Cell]:
    """Return the cells of a line; where there are none, the terminal shows nothing."""
    cells: list[Cell] = []
    for text, style, control in strip:
        if control:
            continue
        looks = _looks_of(style or Style.null())
        for character in text:
            shown = _shown(character)
            size = get_character_cell_size(shown)
            if not size and cells:
                cells[-1] = cells[-1]._replace(characters=cells[-1].characters + shown)
            else:
                cells.append(_cell(shown, looks))
                cells += [_cell("", looks)] * (size - 1)
    return cells + [_NOTHING] * (width - len(cells))


Looks = tuple[str, str, tuple[str, ...]]


@cache
def _cell(characters: str, looks: Looks) -> Cell:
    """Return a cell; of a blank one, only those marks that are seen."""
    cell = Cell(characters, *looks)
    if cell.blank:
        cell = cell._replace(marks=tuple(one for one in cell.marks if one in _DRAWN_ON_BLANKS))
    return cell


def _shown(character: str) -> str:
    """Return a character, or a sign for one that would break the lines of a page."""
    code = ord(character)
    return "\ufffd" if code < 32 or 127 <= code < 160 else character


@cache
def _looks_of(style: Style) -> Looks:
    """Return the ink, the paper and the marks of a style as they are seen."""
    ink, paper = _seen_of(style.color, behind=False), _seen_of(style.bgcolor, behind=True)
    if style.reverse:
        ink, paper = paper, ink
    return ink, paper, tuple(one for one in _ATTRIBUTES if getattr(style, one))


def _seen_of(colour: Color | None, behind: bool) -> str:
    """Return how a colour is written on a page when it has no name."""
    if colour is None or colour.type is ColorType.DEFAULT:
        return DEFAULT_PAPER if behind else DEFAULT_INK
    if colour.type is ColorType.TRUECOLOR:
        return colour.get_truecolor().hex
    return colour.name


_NOTHING = Cell(" ", DEFAULT_INK, DEFAULT_PAPER, ())


# ---------------------------------------------------------------- how it is written


def written(cells: Cells, names: Names, title: str) -> str:
    """Return cells as a page, with colours by their names."""
    colours = _Colours(cells, names)
    text, background = _of_name(names, "text"), _of_name(names, "night")
    ink = [_line(colours, [cell.ink if cell.inked else "" for cell in row], text) for row in cells]
    paper = [_line(colours, [cell.paper for cell in row], background) for row in cells]
    combined = _letters_of_marks(cells)
    marks = ["".join(combined[cell.marks] for cell in row) for row in cells]
    lines = [title]
    lines += _layer("page", "|", ["".join(cell.characters for cell in row) for row in cells])
    lines += _layer("ink", ":", ink) + _layer("paper", "%", paper) + _layer("marks", "!", marks)
    lines += _section("colours", colours.legend())
    lines += _section("kinds of marks", _legend_of_marks(combined))
    return "\n".join(lines) + "\n"


class _Colours:
    """The signs of the colours of one page."""

    def __init__(self, cells: Cells, names: Names) -> None:
        self._names = names
        every = list(chain.from_iterable(cells))
        inks = {cell.ink for cell in every if cell.inked} - {_of_name(names, "text")}
        papers = {cell.paper for cell in every} - {_of_name(names, "night")}
        self._meanings: dict[str, list[str]] = defaultdict(list)
        self.signs = {seen: self._sign(seen) for seen in inks | papers}
        """The letter of each colour, or else the digit of how light it is."""
        for seen, sign in sorted(self.signs.items()):
            self._meanings[sign].append(names.get(seen, seen))
        self.unsure = {seen for seen, sign in self.signs.items() if len(self._meanings[sign]) > 1}
        """The colours whose sign stands for several ones on this page."""

    def _sign(self, seen: str) -> str:
        letter = LETTERS.get(self._names.get(seen, seen))
        return letter or _lightness(seen)

    def legend(self) -> list[str]:
        """Return what the signs of the page mean, in lines that are not too long."""
        return [
            " ".join([sign, *meanings[start : start + _COLOURS_A_LINE]])
            for sign, meanings in sorted(self._meanings.items())
            for start in range(0, len(meanings), _COLOURS_A_LINE)
        ]


def _of_name(names: Names, name: str) -> str:
    """Return the colour of a name, or nothing."""
    return next((seen for seen, one in names.items() if one == name), "")


def _line(colours: _Colours, row: Iterable[str], plain: str) -> str:
    """Return one line of a layer of colours, with a checksum where signs are not enough."""
    drawn = ["" if seen == plain else seen for seen in row]
    line = "".join([colours.signs[seen] if seen else " " for seen in drawn]).rstrip()
    unsure = [seen for seen in drawn if seen in colours.unsure]
    return f"{line} ~{crc32(' '.join(unsure).encode()):08x}" if unsure else line


def _lightness(seen: str) -> str:
    """Return a digit for how light a colour is, or a sign for what only the terminal knows."""
    if seen in {DEFAULT_INK, DEFAULT_PAPER}:
        return "?"
    red, green, blue = Color.parse(seen).get_truecolor()
    return str((299 * red + 587 * green + 114 * blue) * 10 // 256_000)


def _letters_of_marks(cells: Cells) -> dict[tuple[str, ...], str]:
    """Return the letters of the marks of a page; what is rare has a digit."""
    found = {cell.marks for row in cells for cell in row if cell.marks}
    rare = sorted(found - MARKS.keys())
    numbered = {marks: str(number) for number, marks in enumerate(rare, 1)}
    return {(): " "} | {marks: MARKS.get(marks) or numbered[marks] for marks in sorted(found)}


def _legend_of_marks(letters: Mapping[tuple[str, ...], str]) -> list[str]:
    return sorted(f"{letter} {' and '.join(marks)}" for marks, letter in letters.items() if marks)


def _layer(heading: str, sign: str, rows: Sequence[str]) -> list[str]:
    """Return a layer, or nothing if nothing is in it."""
    rows = [row.rstrip(" ") for row in rows]
    return [heading, *(sign + row for row in rows)] if any(rows) else []


def _section(heading: str, lines: Sequence[str]) -> list[str]:
    return [heading, *(f"  {line}" for line in lines)] if lines else []
