"""Rows of runs: text in named styles, fitted to cells.

All functions are pure. A run may have a click action.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size

from regicide_tui.cards import JESTER, UNKNOWN, Card, Suit
from regicide_tui.games.base import Value
from regicide_tui.tui.rendering.colours import SUIT_STYLES, Palette, TextStyle

_ORDER = {suit: place for place, suit in enumerate(Suit)}


class Frame(Value):
    """The eight characters of a frame: corners from the top left clockwise, then the lines."""

    top_left: str
    top_right: str
    bottom_right: str
    bottom_left: str
    across: str
    down: str


class Symbols(Value):
    """All signs, in a plain or a drawn form. All are one cell wide, except the plain arrow."""

    suits: tuple[str, str, str, str]
    """The signs of the suits, in the order of `Suit`."""
    card: Frame
    full: str
    back: str
    star: str
    spent: str
    pointer: str
    arrow: str
    ellipsis: str
    up: str
    down: str
    left: str
    right: str
    unknown: str
    """The sign for an unknown value in a chart."""
    levels: tuple[str, ...]
    """Characters from low to high for a line of values; empty if numbers are used."""
    weave: str
    """The pattern on the back of a card."""
    edge: str
    """The left column of a card that covers another card."""
    half: str
    """The lower half of a cell, for bars with a gap between them."""
    new: str
    free: str
    """A free seat; `new` is the sign of a taken seat."""
    fallen: str
    raised: str
    ghost: str
    """The part of a bar that the picked cards would take."""
    pixels: bool = True
    """Whether half cells can be drawn."""
    shadows: bool = True
    mono: bool = False
    """Whether there are no colours."""

    @property
    def framed(self) -> bool:
        """Whether cards are drawn with lines, since there are neither colours nor half cells."""
        return self.mono and not self.pixels

    def suit(self, suit: Suit) -> str:
        """Return the sign of a suit."""
        return self.suits[_ORDER[suit]]

    def card_text(self, card: Card) -> str:
        """Return a card in two or three characters, such as `8♦` or `10♦`; a Jester in one."""
        if card is JESTER:
            return self.star
        if card is UNKNOWN or card.suit is None:
            return self.back * 2
        return self.rank(card) + self.suit(card.suit)

    def rank(self, card: Card) -> str:
        """Return a rank as cards show it; the notation writes `T` for the ten."""
        return "10" if card.rank == "T" else card.rank


DRAWN = Symbols(
    suits=("♣", "♦", "♥", "♠"),
    card=Frame("╭", "╮", "╯", "╰", "─", "│"),
    full="█",
    back="▒",
    star="★",
    spent="☆",
    pointer="›",
    arrow="→",
    ellipsis="…",
    up="↑",
    down="↓",
    left="←",
    right="→",
    unknown="·",
    levels=tuple("▁▂▃▄▅▆▇█"),
    weave="▞▚",
    edge="▏",
    half="▄",
    new="●",
    free="○",
    fallen="✕",
    raised="▴",
    ghost="╱",
)
PLAIN = Symbols(
    suits=("C", "D", "H", "S"),
    card=Frame("+", "+", "+", "+", "-", "|"),
    full="#",
    back="?",
    star="*",
    spent="-",
    pointer=">",
    arrow="->",
    ellipsis="~",
    up="^",
    down="v",
    left="<",
    right=">",
    unknown=".",
    levels=(),
    weave="x.",
    edge="|",
    half="=",
    new="o",
    free=".",
    fallen="x",
    raised="^",
    ghost="/",
    pixels=False,
    shadows=False,
)


class Run(NamedTuple):
    """Text in one style; `action` is its click action."""

    text: str
    style: str = "text"
    action: str = ""


Row = tuple[Run, ...]
PaintRows = Callable[[int, int], Sequence[Row]]
"""Returns the rows for a width and a height; missing rows stay blank."""


def cells_of(text: str) -> int:
    """Return the width of text in cells."""
    # Most text is ASCII, for which `len` is faster.
    return len(text) if text.isascii() else cell_len(text)


def width_of(row: Iterable[Run]) -> int:
    """Return the width of a row in cells."""
    return sum([cells_of(run.text) for run in row])


def text_of(row: Iterable[Run]) -> str:
    """Return the text of a row, without its styles."""
    return "".join([run.text for run in row])


def fit(row: Row, width: int, style: str = "text") -> Row:
    """Return a row of exactly `width` cells, cut or filled with blanks."""
    fitted: list[Run] = []
    left = width
    for run in row:
        if left <= 0:
            break
        cells = cells_of(run.text)
        if cells > left:
            run = run._replace(text=set_cell_size(run.text, left))
            cells = left
        fitted.append(run)
        left -= cells
    if left > 0:
        fitted.append(Run(" " * left, style))
    return tuple(fitted)


def shorten(text: str, width: int, ellipsis: str) -> str:
    """Return text, cut with an ellipsis if it is wider than `width` cells."""
    if cells_of(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + ellipsis if width > 0 else ""


def spread(left: Row, right: Row, width: int) -> Row:
    """Return a row with a part at each end; the left part is cut if they meet."""
    room = max(0, width - width_of(right))
    return (*fit(left, room), *fit(right, min(width, width_of(right))))


def wrap(words: Sequence[Row], width: int, gap: str = " ") -> list[Row]:
    """Arrange words in rows of at most `width` cells; only longer words are broken."""
    rows: list[Row] = []
    row: Row = ()
    used = 0
    for word in words:
        cells = width_of(word)
        if row and used + len(gap) + cells > width:
            rows.append(row)
            row = ()
        if cells > width > 1:  # a character may take two cells
            *whole, word = _break(word, width)
            rows += whole
            cells = width_of(word)
        row, used = ((*row, Run(gap), *word), used + len(gap) + cells) if row else (word, cells)
    return [*rows, row] if row else rows


def _break(word: Row, width: int) -> list[Row]:
    """Break a word that is longer than a row, such as an address, so that all of it is visible."""
    parts = [(run._replace(text=one),) for run in word for one in chop_cells(run.text, width)]
    return wrap(parts, width, "")


def prose(text: str, style: str, width: int) -> list[Row]:
    """Return a sentence in as many rows as it needs; none for an empty sentence."""
    return wrap([(Run(word, style),) for word in text.split()], max(1, width))


def side_by_side(left: Sequence[Row], right: Sequence[Row], width: int) -> list[Row]:
    """Return rows whose first `width` cells are the left part, and the rest the right part."""
    return [(*fit(one, width), *other) for one, other in zip_longest(left, right, fillvalue=())]


def joined(words: Iterable[Row], gap: Run) -> Row:
    """Return words as one row, with the same gap between them."""
    row: Row = ()
    for word in words:
        row = (*row, gap, *word) if row else word
    return row


def clickable(row: Row, action: str) -> Row:
    """Return a row with a click action in each cell."""
    return tuple([run._replace(action=action) for run in row])


def mark_text(row: Row, text: str, style: str) -> Row:
    """Return a row in which each occurrence of a non-empty text has another style."""
    return restyled(row, re.compile(re.escape(text)), lambda _: style)


def restyled(row: Row, pattern: re.Pattern[str], style: Callable[[str], str]) -> Row:
    """Return a row in which each match of a pattern has the style made from its own."""
    whole = text_of(row)
    marks = [False] * len(whole)
    for match in pattern.finditer(whole):
        marks[match.start() : match.end()] = [True] * len(match[0])
    marked: list[Run] = []
    start = 0
    for run in row:
        pairs = zip(run.text, marks[start : start + len(run.text)], strict=True)
        for is_marked, letters in groupby(pairs, key=lambda pair: pair[1]):
            piece = "".join([letter for letter, _ in letters])
            marked.append(
                run._replace(text=piece, style=style(run.style) if is_marked else run.style)
            )
        start += len(run.text)
    return tuple(marked)


def card_style(card: Card) -> str:
    """Return the name of a card's style."""
    if card is UNKNOWN:
        return "muted"
    if card is JESTER or card.suit is None:
        return "accent"
    return SUIT_STYLES[card.suit]


def in_colours_of(place: str, rows: Sequence[Row]) -> list[Row]:
    """Return rows in the colours of a place, for a page about several games."""
    return [tuple([run._replace(style=f"{run.style}+{place}") for run in row]) for row in rows]


def part_run(part: Card | Suit, symbols: Symbols) -> Run:
    """Return a card or a suit in a sentence as a run of its signs."""
    if isinstance(part, Card):
        return Run(symbols.card_text(part), card_style(part))
    return Run(symbols.suit(part), SUIT_STYLES[part])


def styled_texts(row: Row, width: int, palette: Palette) -> Iterator[tuple[str, TextStyle]]:
    """Yield a row of exactly `width` cells as pieces of text with their styles.

    A blank takes the style of the text before it if it looks the same, which saves bytes: only the
    ground of a blank is visible, unless an attribute marks it.
    """
    before: TextStyle | None = None
    for run in fit(row, width):
        text_style = palette.text_style(run.style)
        text = palette.characters(run.text, run.style)
        if before is not None and text.isspace() and _looks_the_same_blank(text_style, before):
            text_style = before
        if text:
            yield text, text_style
            before = text_style


def _looks_the_same_blank(one: TextStyle, other: TextStyle) -> bool:
    """Return whether a blank looks the same in two styles."""
    marked = one.reverse or one.underline or other.reverse or other.underline
    return not marked and one.ground == other.ground


class Region(NamedTuple):
    """A part of the window: the cell of its upper left corner, and its size."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0

    @property
    def right(self) -> int:
        """The first column after it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height


class Size(NamedTuple):
    """A size in cells and rows."""

    width: int
    height: int
