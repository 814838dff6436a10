"""A canvas of cells: text, grounds and pixels are painted on it and read as rows.

Colours are names (`colours.py`). The style of a run is `INK/GROUND` with attributes joined by `+`,
as in `ink-hearts/paper+bold`; a style without a ground, such as `muted+bold`, keeps the existing
ground.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit
from regicide_tui.tui.rendering.art import PixelRows
from regicide_tui.tui.rendering.colours import HALF, SUIT_NAMES, parts_of
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, cells_of, fit, part_run

Cell = tuple[str, str, str, str, str]
"""The character, ink, ground, attributes (each after a `+`) and click action of a cell."""


class Canvas:
    """Cells to paint on. Painting outside has no effect.

    If `pixels` is False, cells can't be halved: only the upper one of two pixels is shown.
    """

    def __init__(self, width: int, height: int, ground: str, *, pixels: bool = True) -> None:
        self.width, self.height = width, height
        self._pixels = pixels
        self._cells: list[list[Cell]] = [
            [(" ", "text", ground, "", "")] * width for _ in range(height)
        ]

    # ------------------------------------------------------------ cells

    def ground(self, x: int, y: int) -> str:
        """Return the ground of a cell; `night` for a cell outside."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return self._cells[y][x][2] if inside else "night"

    def blank(self, x: int, y: int) -> bool:
        """Return whether a cell is blank."""
        return 0 <= x < self.width and 0 <= y < self.height and self._cells[y][x][0] == " "

    def put(self, x: int, y: int, char: str, ink: str, ground: str = "") -> None:
        """Write one character; without a ground, on the existing ground."""
        if 0 <= x < self.width and 0 <= y < self.height:
            *_, under, _, action = self._cells[y][x]
            self._cells[y][x] = (char, ink, ground or under, "", action)

    def fill(self, x: int, y: int, width: int, height: int, ground: str, action: str = "") -> None:
        """Fill a rectangle with a ground."""
        left, right = max(x, 0), min(x + width, self.width)
        if left < right:
            cells = [(" ", "text", ground, "", action)] * (right - left)
            for row in self._cells[max(y, 0) : max(0, y + height)]:
                row[left:right] = cells

    def text(self, x: int, y: int, words: str | Row, style: str = "text") -> int:
        """Write words or runs from a cell to the right; return the column after them."""
        for run in (Run(words, style),) if isinstance(words, str) else words:
            ink, ground, attributes = parts_of(run.style)
            plain = run.text.isascii()
            for char in run.text:
                cells = 1 if plain else cells_of(char)
                if not cells:
                    self._combine(x - 1, y, char)
                elif 0 <= x < self.width and 0 <= y < self.height:
                    *_, under, _, action = self._cells[y][x]
                    cell = (char, ink, ground or under, attributes, run.action or action)
                    self._cells[y][x] = cell
                    if cells > 1 and x + 1 < self.width:
                        self._cells[y][x + 1] = ("", *cell[1:])
                x += cells
        return x

    def lines(self, x: int, y: int, rows: Iterable[Row]) -> None:
        """Write rows below each other, on the existing grounds."""
        for below, row in enumerate(rows):
            self.text(x, y + below, row)

    def _combine(self, x: int, y: int, mark: str) -> None:
        """Add a mark that takes no cell of its own, such as an accent."""
        if 0 <= x < self.width and 0 <= y < self.height:
            char, ink, ground, attributes, action = self._cells[y][x]
            self._cells[y][x] = (char + mark, ink, ground, attributes, action)

    def paste(self, x: int, y: int, rows: Sequence[Row]) -> None:
        """Paint rows that have their own grounds."""
        for below, row in enumerate(rows):
            if 0 <= y + below < self.height:
                cells = _cells(row)[max(0, -x) :]
                left = max(0, x)
                cells = cells[: max(0, self.width - left)]
                self._cells[y + below][left : left + len(cells)] = cells

    def on_click(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Set the click action of a rectangle of cells."""
        left, right = max(x, 0), max(0, x + width)
        for row in self._cells[max(y, 0) : max(0, y + height)]:
            row[left:right] = _clickable(tuple(row[left:right]), action)

    # ------------------------------------------------------------ pixels

    def pixel(self, x: int, y: int, colour: str) -> None:
        """Colour half a cell; `y` counts half rows."""
        if not (0 <= x < self.width and 0 <= y // 2 < self.height):
            return
        char, ink, ground, _, action = self._cells[y // 2][x]
        upper, lower = (ink, ground) if char == HALF else (ground, ground)
        if not self._pixels:
            if y % 2 == 0:
                self._cells[y // 2][x] = (" ", "text", colour, "", action)
            return
        if y % 2:
            lower = colour
        else:
            upper = colour
        same = upper == lower
        self._cells[y // 2][x] = (
            (" ", "text", upper, "", action) if same else (HALF, upper, lower, "", action)
        )

    def picture(self, x: int, y: int, rows: PixelRows, colours: str, faded: str = "") -> None:
        """Paint a picture, with `y` in half rows; its letters are colours of the given kind."""
        for below, row in enumerate(rows):
            for beside, letter in enumerate(row):
                if letter != ".":
                    self.pixel(x + beside, y + below, f"{colours}:{letter}{faded}")

    def stamp(self, x: int, y: int, rows: PixelRows, colours: str | Sequence[str]) -> None:
        """Paint a picture in one colour, or in one per row, with `y` in half rows."""
        for below, row in enumerate(rows):
            colour = colours if isinstance(colours, str) else colours[below]
            for beside, letter in enumerate(row):
                if letter != ".":
                    self.pixel(x + beside, y + below, colour)

    # ------------------------------------------------------------ the result

    def rows(self) -> list[Row]:
        """Return the painted rows."""
        return [_runs(tuple(row)) if row else () for row in self._cells]


@lru_cache(maxsize=2048)
def _runs(cells: tuple[Cell, ...]) -> Row:
    """Return cells as runs. A blank may take the ink before it, since only its ground is visible.

    The result is cached: most rows stay the same from one key to the next, and hashing a row takes
    a tenth of the time.
    """
    runs: list[Run] = []
    text, last = "", cells[0]
    for cell in cells:
        char, _, ground, _, action = cell
        if ground != last[2] or action != last[4] or (char != " " and cell[1:4] != last[1:4]):
            if text.isspace() and ground == last[2] and action == last[4]:
                last = cell  # only blanks so far: they take the next ink
            else:
                if text:
                    runs.append(Run(text, f"{last[1]}/{last[2]}{last[3]}", last[4]))
                text, last = "", cell
        elif char == " " and "+u" in last[3]:
            runs.append(Run(text, f"{last[1]}/{last[2]}{last[3]}", last[4]))
            text, last = "", cell
        text += char
    return (*runs, Run(text, f"{last[1]}/{last[2]}{last[3]}", last[4]))


@lru_cache(maxsize=4096)
def _clickable(cells: tuple[Cell, ...], action: str) -> Sequence[Cell]:
    """Return cells with this click action. Equal cells are one object, since rows are cached."""
    made = {cell: (*cell[:4], action) for cell in cells}
    return [made[cell] for cell in cells]


@lru_cache(maxsize=4096)
def _cells(row: Row) -> Sequence[Cell]:
    """Return the cells of a row; a wide character is followed by an empty cell."""
    cells: list[Cell] = []
    for text, style, action in row:
        ink, ground, attributes = parts_of(style)
        made = {char: (char, ink, ground or "night", attributes, action) for char in {*text}}
        for char in text:
            cell = made[char]
            if not cells_of(char) and cells:
                cells[-1] = (cells[-1][0] + char, *cells[-1][1:])
                continue
            cells.append(cell)
            if cells_of(char) > 1:
                cells.append(("", *cell[1:]))
    return cells


def on(ground: str, rows: Sequence[Row]) -> list[Row]:
    """Return rows with this ground wherever they have none."""
    return [
        tuple([run._replace(style=_grounded(run.style, ground)) for run in row]) for row in rows
    ]


def filled(ground: str, rows: Sequence[Row], width: int, height: int) -> list[Row]:
    """Return exactly `height` rows of `width` cells on a ground, cut or filled with blanks."""
    whole = [fit(row, width) for row in rows[:height]]
    return on(ground, [*whole, *[fit((), width)] * (height - len(whole))])


@lru_cache(maxsize=4096)
def _grounded(style: str, ground: str) -> str:
    ink, own, attributes = parts_of(style)
    return style if own else f"{ink}/{ground}{attributes}"


_SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)
_STEPS = (3, 2, 1)
"""The possible columns from one card of a suit to the next; the first that fits is used."""


def paint_counts(
    canvas: Canvas, row: int, title: str, counts: Mapping[Suit, int], symbols: Symbols
) -> int:
    """Paint the number of cards of each suit below a title; return the next row."""
    canvas.text(2, row, title, "accent+bold")
    step = _step(max(counts[suit] for suit in _SUITS), canvas.width - 10)
    block = max(1, step - 1)
    for place, suit in enumerate(_SUITS):
        y = row + 2 + place * 2
        canvas.text(2, y, (part_run(suit, symbols),))
        for card in range(counts[suit]):
            x = 5 + card * step
            if symbols.mono:
                canvas.text(x, y, symbols.full)
            else:
                canvas.fill(x, y, block, 1, f"bar-{SUIT_NAMES[suit]}")
        count = str(counts[suit])
        canvas.text(canvas.width - 2 - len(count), y, count, "text+bold")
    return row + 2 + len(_SUITS) * 2 + 1


def _step(most: int, width: int) -> int:
    """Return the columns from one card to the next, without a gap after the last."""
    return next((step for step in _STEPS if most * step - 1 <= width), _STEPS[-1])


def paint_figures(canvas: Canvas, row: int, title: str, figures: Sequence[tuple[str, str]]) -> int:
    """Write numbers on the right and labels on the left, below a title; return the next row."""
    canvas.text(2, row, title, "accent+bold")
    for place, (words, value) in enumerate(figures):
        canvas.text(2, row + 2 + place, (Run(words, "muted"),))
        canvas.text(canvas.width - 2 - len(value), row + 2 + place, value, "text+bold")
    return row + 2 + len(figures)
