"""Texts to read: the little Markdown that our documents are written in, as rows for any width.

Everything here is pure. A text becomes blocks, and blocks become rows that know their block, so
that a reader finds its place again in a window of another width.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from regicide_tui.cards import Suit, card
from regicide_tui.tui.paint import Row, Run, fit, part_run, width_of, wrap
from regicide_tui.tui.palette import SUIT_STYLES
from regicide_tui.tui.symbols import Symbols

_INLINE = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|\*(.+?)\*|\[(.+?)\]\([^)]*\)")
_COLUMN = re.compile(r"(?<!\\)\|")
_ITEM = re.compile(r"(?:-|\d+\.) ")
_CARD = re.compile(r"\b([2-9TJQKA][CDHS])\b")
CODE = "accent"
"""The style of what is written in notation."""
_SUITS = {f"{suit.name.title()}": SUIT_STYLES[suit] for suit in Suit}
_MARGIN = Run("  ")
SPARE = 2
"""Cells at the end of a row that are enough for all the tens in it."""
_NARROWEST = 6
"""Cells that a column of a table keeps in any case."""


Words = tuple[Row, ...]
"""A text word by word, to be broken into rows."""


class Block(NamedTuple):
    """A heading (`level` from 1), a paragraph, an item of a list, or a line of a table.

    `cells` holds the words of each column; all but a table have one. `mark` is what stands
    before the first line.
    """

    cells: tuple[Words, ...]
    level: int = 0
    mark: str = ""
    widths: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The words alone, to search in."""
        words = [word for cell in self.cells for word in cell]
        return " ".join(["".join([run.text for run in word]) for word in words])


Line = tuple[int, Row]
"""A row and the number of its block."""


# ---------------------------------------------------------------- text to blocks


def blocks_of(text: str) -> list[Block]:
    """Return the blocks of a document; fenced text stays as it is, line by line."""
    blocks: list[Block] = []
    for number, part in enumerate(re.split(r"^```\w*\n", text, flags=re.MULTILINE)):
        blocks += _fenced(part) if number % 2 else _parts(part)
    return blocks


def _fenced(text: str) -> Iterator[Block]:
    for line in text.rstrip("\n").split("\n"):
        yield Block((((Run(line, "muted"),),),), mark=" ")


def _parts(text: str) -> list[Block]:
    blocks: list[Block] = []
    for part in re.split(r"\n\s*\n", text.strip()):
        lines = part.split("\n")
        if not part:
            continue
        if lines[0].startswith("|"):
            blocks += _table(lines)
        elif lines[0].startswith("#"):
            blocks.append(_heading(lines[0]))
            if lines[1:]:
                blocks += _parts("\n".join(lines[1:]))
        elif _ITEM.match(lines[0]):
            blocks += _items(lines)
        else:
            blocks.append(Block((words_of(" ".join(lines)),)))
    return blocks


def _heading(line: str) -> Block:
    marks, _, title = line.partition(" ")
    return Block((words_of(title, "primary+bold"),), level=len(marks))


def _items(lines: Sequence[str]) -> Iterator[Block]:
    """Yield the items of a list; a line that begins none goes on with the one before."""
    items: list[str] = []
    for line in lines:
        if _ITEM.match(line):
            items.append(line)
        else:
            items[-1] += f" {line.strip()}"
    for item in items:
        mark, _, text = item.partition(" ")
        yield Block((words_of(text),), mark=f"{mark} ")


def _table(lines: Sequence[str]) -> list[Block]:
    texts = [[cell.strip() for cell in _COLUMN.split(line)[1:-1]] for line in lines]
    head, body = texts[0], texts[2:]
    rows = [tuple([words_of(cell, "muted") for cell in head])] if any(head) else []
    return table_of([*rows, *[tuple([words_of(cell) for cell in row]) for row in body]])


def table_of(rows: Sequence[tuple[Words, ...]]) -> list[Block]:
    """Return the lines of a table, each with the widths that its columns would like to have."""
    widths = tuple([max([_width(cell) for cell in column]) for column in zip(*rows, strict=True)])
    return [Block(row, widths=widths) for row in rows]


def _width(words: Words) -> int:
    return sum([width_of(word) + 1 for word in words])


def words_of(text: str, style: str = "text") -> Words:
    """Return the words of a text, in the styles that its marks and its meaning give them."""
    words: list[Row] = []
    glued = False
    for piece, own in _pieces(text.replace("\\|", "|"), style):
        for number, part in enumerate(piece.split(" ")):
            if number or not glued:
                words.append(())
            glued = True
            if part:
                words[-1] += (Run(part, _meant(part, own)),)
    return tuple([word for word in words if word])


def _pieces(text: str, style: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces between the marks, each with its style."""
    end = 0
    for match in _INLINE.finditer(text):
        yield text[end : match.start()], style
        bold, code, stressed, link = match.groups()
        if code:
            yield code, CODE
        else:
            yield bold or stressed or link, f"{style.removesuffix('+bold')}+bold" if bold else style
        end = match.end()
    yield text[end:], style


def _meant(word: str, style: str) -> str:
    """Return the style of a word: suits have their colours, rulings are easy to find."""
    bare = word.strip(".,:;()")
    if re.fullmatch(r"[A-Z]-\d+", bare):
        return "primary+bold"
    return _SUITS.get(bare, style)


# ---------------------------------------------------------------- blocks to rows


def lines_of(blocks: Sequence[Block], width: int, spare: int = 0) -> list[Line]:
    """Return all rows for a width; their first two cells are free for a pointer.

    The last `spare` ones stay free, too: for the signs of cards (`with_signs`).
    """
    lines: list[Line] = []
    for number, block in enumerate(blocks):
        if _stands_apart(blocks, number):
            lines.append((number, ()))
        rows = _rows(block, width - width_of((_MARGIN,)) - spare)
        lines += [(number, fit((_MARGIN, *row), width)) for row in rows]
    return lines


def _stands_apart(blocks: Sequence[Block], number: int) -> bool:
    """Tell whether a blank line goes before a block."""
    if number == 0:
        return False
    one, before = blocks[number], blocks[number - 1]
    return not ((one.mark and before.mark) or (one.widths and one.widths == before.widths))


def _rows(block: Block, width: int) -> list[Row]:
    if len(block.cells) > 1:
        return _table_rows(block, width)
    rows = wrap(block.cells[0], max(1, width - len(block.mark)))
    blank = " " * len(block.mark)
    return [
        (Run(blank if number else block.mark, "muted"), *row) if block.mark else row
        for number, row in enumerate(rows)
    ]


def _table_rows(block: Block, width: int) -> list[Row]:
    """Return one line of a table: the widest columns give way until it fits."""
    widths = list(block.widths)
    while sum(widths) + len(widths) > width and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    cells = [wrap(cell, one) or [()] for cell, one in zip(block.cells, widths, strict=True)]
    height = max(map(len, cells))
    filled = [[*cell, *[()] * (height - len(cell))] for cell in cells]
    return [
        tuple([run for row, one in zip(line, widths, strict=True) for run in fit(row, one + 1)])
        for line in zip(*filled, strict=True)
    ]


# ---------------------------------------------------------------- what was looked for


def hits(blocks: Sequence[Block], found: str) -> list[int]:
    """Return the numbers of the blocks in which a text stands, in whatever case."""
    wanted = _pattern(found)
    return [number for number, one in enumerate(blocks) if wanted.search(one.text)]


def marked(row: Row, found: str) -> Row:
    """Reverse a text wherever it stands in a row."""
    text = "".join([run.text for run in row])
    hit = [False] * len(text)
    for match in _pattern(found).finditer(text):
        hit[match.start() : match.end()] = [True] * len(match[0])
    runs: list[Run] = []
    at = 0
    for run in row:
        for is_hit, chars in groupby(zip(hit[at:], run.text, strict=False), key=itemgetter(0)):
            piece = "".join([char for _, char in chars])
            style = f"{run.style}+reverse" if is_hit else run.style
            runs.append(run._replace(text=piece, style=style))
        at += len(run.text)
    return tuple(runs)


def with_signs(row: Row, symbols: Symbols) -> Row:
    """Write the cards in a row's notation with the signs of their suits, in a row as wide.

    A ten needs a cell more: it takes one of the blanks at the row's end.
    """
    runs: list[Run] = []
    for run in row:
        for place, piece in enumerate(_CARD.split(run.text) if run.style == CODE else [run.text]):
            runs += [part_run(card(piece), symbols)] if place % 2 else [run._replace(text=piece)]
    return fit(tuple(runs), width_of(row))


def pointed_at(row: Row, symbols: Symbols) -> Row:
    """Put the pointer before a row of a text."""
    return (Run(f"{symbols.pointer} ", "accent+bold"), *row[1:])


def _pattern(found: str) -> re.Pattern[str]:
    return re.compile(re.escape(found), re.IGNORECASE)
