"""The wire: the cells that a terminal shows, and the fewest characters that change them.

Textual writes whole regions again. The wire writes only the cells that differ from those on the
screen, and only the changes of colours and attributes from one cell to the next. It is also the
only place where cells become characters for a terminal: each app's colour system is applied here,
and control characters in text are removed here.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len, split_graphemes

from regicide_tui.printable import VARIATION_SELECTORS, printable
from regicide_tui.terminal import Colours
from regicide_tui.tui.rendering.colours import TextStyle, number_of, red_green_blue

if TYPE_CHECKING:
    from rich.color import Color
    from rich.style import Style

_ATTRIBUTES = (1, 2, 3, 4, 5, 6, 7, 8, 9)
"""The codes that turn attributes on, in the order of Rich's bits."""
_ENDS = (22, 22, 23, 24, 25, 25, 27, 28, 29)
"""The codes that turn attributes off; bold and dim share one."""
_ALL = (1 << len(_ATTRIBUTES)) - 1
_WEIGHTS = 0b11
_BOLD, _UNDERLINE, _REVERSE = 1 << 0, 1 << 3, 1 << 6
_MARKS = 0b1_0111_1000
"""Attributes that are visible on a blank: underline, blink, reverse and strike."""
_SHORT_GAP = 3
"""Maximum cells for which writing them again may cost less than skipping them."""
_JUMP = 4
"""Bytes for skipping that many cells."""
_DEFAULT_INK, _DEFAULT_GROUND = "39", "49"
_JOINER = "\u200d"
"""Joins characters into one."""
_TRUE: tuple[Colours, ...] = ("truecolor", "none")


def _is_mark(char: str) -> bool:
    """Return whether every terminal draws this zero-width character on the one before it."""
    return char.isprintable() and char not in VARIATION_SELECTORS


class Pen:
    """The style of a cell: attributes as Rich's bits, and the parameters of its two colours.

    There is one object for each style, so equal pens are identical. The pen of a blank contains
    only what is visible on a blank: its `ink` is None if the ink is not.
    """

    __slots__ = ("attributes", "blank", "ground", "ink")

    def __init__(self, attributes: int, ink: str | None, ground: str, blank: bool) -> None:
        self.attributes = attributes
        self.ink = ink
        self.ground = ground
        self.blank = blank


Cell = tuple[str, Pen]
"""A character with its combining characters, and its pen; the second cell of a wide character is
empty."""


Parts = Iterable[tuple[str, "TextStyle | Style | None", object]]
"""Texts and their styles, as in a strip's segments; segments with a control are left out."""

Piece = tuple[int, int, Parts]
"""A part of a line: the row, the first column, and the texts."""


class Wire:
    """The contents of one terminal. It turns updates into characters for that terminal."""

    def __init__(self, colours: Colours) -> None:
        self._colours = colours
        self._looks: dict[tuple[int, str | None, str, bool], Pen] = {}
        self._plain = self._pen(0, _DEFAULT_INK, _DEFAULT_GROUND)
        self._pens: dict[TextStyle | Style | None, tuple[Pen, Pen]] = {}
        self._steps: dict[tuple[Pen, Pen], tuple[str, Pen]] = {}
        self._single = set(map(chr, range(0x20, 0x7F)))
        """The characters seen so far that take one cell."""
        self._rows: dict[int, list[Cell | None]] = {}
        self._size = (0, 0)

    @property
    def colours(self) -> Colours:
        """The colours that the terminal draws."""
        return self._colours

    def forget(self) -> None:
        """Forget the contents, since another program may have written on the terminal."""
        self._rows.clear()

    @property
    def written(self) -> bool:
        """Whether any content of the terminal is known."""
        return bool(self._rows)

    def shows(self, pieces: Iterable[Piece], size: tuple[int, int] | None = None) -> bool:
        """Return whether the terminal already shows these pieces."""
        if size not in (None, self._size):
            return False
        cells = [(y, x, self._cells(parts)) for y, x, parts in pieces]
        return all(self._rows.get(y, [])[x : x + len(there)] == there for y, x, there in cells)

    def paint(self, pieces: Iterable[Piece], size: tuple[int, int] | None = None) -> str:
        """Return the characters that show these pieces on the terminal.

        With a `size`, the pieces are the whole frame of a window of this size.
        """
        if size is not None and size != self._size:
            if any(self._size):  # after a resize the contents are unknown
                self.forget()
            self._size = size
        written: list[str] = []
        pen, cursor = self._plain, (-1, -1)
        for y, x, parts in pieces:
            cells = self._cells(parts)
            row = self._row(y, x, cells)
            for start, end in self._differing(row, x, cells):
                written.append(_move(cursor, (start, y)))
                for text, wanted in cells[start - x : end - x]:
                    if wanted is not pen:
                        codes, pen = self._step(pen, wanted)
                        written.append(codes)
                    written.append(text)
                cursor = (end, y)
            row[x : x + len(cells)] = cells
        if pen is not self._plain:
            written.append("\x1b[m")
        return "".join(written)

    def _row(self, y: int, x: int, cells: list[Cell]) -> list[Cell | None]:
        """Return the cells of a line, extended to hold these cells.

        If one half of a wide character is about to be overwritten, its other cell becomes unknown.
        """
        row = self._rows.setdefault(y, [])
        end = x + len(cells)
        row += [None] * (end - len(row))
        if x and _is_second_half(row[x]) and not (cells and _is_second_half(cells[0])):
            row[x - 1] = None
        if end < len(row) and _is_second_half(row[end]):
            row[end] = None
        return row

    def _differing(
        self, row: list[Cell | None], x: int, cells: list[Cell]
    ) -> Iterator[tuple[int, int]]:
        """Yield the start and end of the runs to write; they never cut a wide character."""
        old = row[x : x + len(cells)]
        if old == cells:
            return
        if not any(old):  # the line is unknown, as all lines are in the first frame
            yield x, x + len(cells)
            return
        pairs = enumerate(zip(old, cells, strict=True))
        places = [at for at, (one, other) in pairs if one != other]
        start = end = places[0]
        for place in places:
            if place > end and self._skips(cells[end - 1 : place + 1]):
                yield _whole(cells, x, start, end)
                start = place
            end = place + 1
        yield _whole(cells, x, start, end)

    def _skips(self, cells: list[Cell]) -> bool:
        """Return whether skipping the cells between the first and last costs less than writing."""
        if len(cells) - 2 > _SHORT_GAP:
            return True
        (_, first), (_, last) = cells[0], cells[-1]
        jump = _JUMP + len(self._step(first, last)[0])
        again, pen = 0, first
        for text, wanted in cells[1:]:
            codes, pen = self._step(pen, wanted)
            again += len(codes) + len(text.encode())
        return jump < again - len(cells[-1][0].encode())

    def _cells(self, parts: Parts) -> list[Cell]:
        cells: list[Cell] = []
        for text, style, control in parts:
            if control:
                continue
            pens = self._pens.get(style) or self._add_pens(style)
            if self._single.issuperset(text):
                cells += [(char, pens[char == " "]) for char in text]
            else:
                self._add_any(cells, text, pens)
        return cells

    def _add_any(self, cells: list[Cell], text: str, pens: tuple[Pen, Pen]) -> None:
        """Add the cells of any text; controls and other characters without a cell are left out.

        Terminals disagree on the width of characters that are joined or have a variant. Only the
        first of them is written, and blanks fill the other cells that Rich counts.
        """
        for start, end, width in split_graphemes(text)[0]:
            char = text[start]
            own = cell_len(char)
            if own:
                cells.append((printable(char), pens[char == " "]))
                cells += [("", pens[0])] * (own - 1)
                cells += [(" ", pens[1])] * (width - own)
                start += 1
            marks = "".join(filter(_is_mark, text[start:end]))
            if cells and marks and _JOINER not in text[start:end]:
                before, pen = cells[-1]
                cells[-1] = before + marks, pen
            if own == 1 and char.isprintable():
                self._single.add(char)

    def _add_pens(self, style: "TextStyle | Style | None") -> tuple[Pen, Pen]:
        """Return the pens of a style: for characters, and for blanks."""
        attributes, ink, ground = self._parameters(style)
        marks = attributes & _MARKS
        pens = (
            self._pen(attributes, ink, ground),
            self._pen(marks, ink if marks else None, ground, blank=True),
        )
        self._pens[style] = pens
        return pens

    def _parameters(self, style: "TextStyle | Style | None") -> tuple[int, str, str]:
        """Return the attributes of a style as Rich's bits, and the parameters of its colours."""
        ink: Color | str | None
        ground: Color | str | None
        match style:
            case None:
                attributes, ink, ground = 0, None, None
            case TextStyle(ink, ground, bold, reverse, underline):
                attributes = _BOLD * bold | _REVERSE * reverse | _UNDERLINE * underline
            case _:
                attributes = style._attributes & style._set_attributes & _ALL
                ink, ground = style.color, style.bgcolor
        return (
            attributes,
            _DEFAULT_INK if ink is None else self._colour(ink, foreground=True),
            _DEFAULT_GROUND if ground is None else self._colour(ground, foreground=False),
        )

    def _pen(self, attributes: int, ink: str | None, ground: str, *, blank: bool = False) -> Pen:
        """Return the pen with these values; equal pens are one object."""
        look = attributes, ink, ground, blank
        found = self._looks.get(look)
        if found is None:
            found = self._looks[look] = Pen(*look)
        return found

    def _step(self, pen: Pen, wanted: Pen) -> tuple[str, Pen]:
        """Return the codes that change one pen to another, and the pen after them."""
        known = self._steps.get((pen, wanted))
        if known:
            return known
        attributes, ink = wanted.attributes, wanted.ink
        if wanted.blank:
            attributes |= pen.attributes & ~_MARKS
        reached = self._pen(attributes, pen.ink if ink is None else ink, wanted.ground)
        step = self._steps[pen, wanted] = _change(pen, reached), reached
        return step

    def _colour(self, colour: "Color | str", *, foreground: bool) -> str:
        """Return the parameters of a colour."""
        if isinstance(colour, str):
            if colour.startswith("#"):
                parts, layer = red_green_blue(colour), 38 if foreground else 48
                if self._colours in _TRUE:
                    return ";".join(map(str, (layer, 2, *parts)))
                if self._colours == "256":
                    return f"{layer};5;{number_of(parts)}"
            colour = parsed(colour)
        elif self._colours == "256" and colour.triplet:
            return f"{38 if foreground else 48};5;{number_of(colour.triplet)}"
        return ";".join(downgraded(colour, self._colours).get_ansi_codes(foreground))


def parsed(colour: str) -> "Color":
    """Return Rich's colour for a name."""
    from rich.color import Color  # imported late: the first frame in true colours doesn't need it

    return Color.parse(colour)


def downgraded(colour: "Color", colours: Colours) -> "Color":
    """Return the nearest colour in a system with fewer colours."""
    from rich.color import ColorSystem

    few = {"256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}
    return colour.downgrade(few.get(colours, ColorSystem.TRUECOLOR))


def _is_second_half(cell: Cell | None) -> bool:
    return cell is not None and not cell[0]


def _whole(cells: list[Cell], x: int, start: int, end: int) -> tuple[int, int]:
    while start and not cells[start][0]:
        start -= 1
    while end < len(cells) and not cells[end][0]:
        end += 1
    return x + start, x + end


def move_to(x: int, y: int) -> str:
    """Return the codes that move the cursor to a cell."""
    return f"\x1b[{y + 1};{x + 1}H"


def _move(cursor: tuple[int, int], to: tuple[int, int]) -> str:
    """Return the codes that move the cursor, from the cell after the last written one."""
    if cursor == to:
        return ""
    (x, y), (new_x, new_y) = cursor, to
    if y == new_y and new_x > x:
        return f"\x1b[{new_x - x}C" if new_x - x > 1 else "\x1b[C"
    return move_to(*to)


def _change(pen: Pen, reached: Pen) -> str:
    """Return the codes that change one pen to another."""
    lost, gained = pen.attributes & ~reached.attributes, reached.attributes & ~pen.attributes
    if lost & _WEIGHTS:
        gained |= reached.attributes & _WEIGHTS
    codes = [*dict.fromkeys(str(end) for bit, end in enumerate(_ENDS) if lost >> bit & 1)]
    codes += [str(code) for bit, code in enumerate(_ATTRIBUTES) if gained >> bit & 1]
    if reached.ink is not None and reached.ink != pen.ink:
        codes.append(reached.ink)
    if reached.ground != pen.ground:
        codes.append(reached.ground)
    return f"\x1b[{';'.join(codes)}m" if codes else ""
