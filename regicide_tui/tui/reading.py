"""Texts to read: the little Markdown that our documents are written in, as rows for any width.

Everything here is pure. A text becomes blocks, and blocks become rows that know their block, so
that a reader finds its place again in a window of another width.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regicide_tui.cards import Suit
from regicide_tui.tui.paint import Row, Run, fit, width_of, wrap
from regicide_tui.tui.palette import SUIT_STYLES
from regicide_tui.tui.symbols import Symbols

_INLINE = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|\*(.+?)\*|\[(.+?)\]\([^)]*\)")
_COLUMN = re.compile(r"(?<!\\)\|")
_ITEM = re.compile(r"(?:-|\d+\.) ")
_SUITS = {f"{suit.name.title()}": SUIT_STYLES[suit] for suit in Suit}
_NARROWEST = 6
"""Cells that a column of a table keeps in any case."""


class Block(NamedTuple):
    """A heading (`level` from 1), a paragraph, an item of a list, or a line of a table.

    `cells` holds the words of each column; all but a table have one. `mark` is what stands
    before the first line.
    """

    cells: tuple[tuple[Row, ...], ...]
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
            blocks.append(Block((_words(" ".join(lines)),)))
    return blocks


def _heading(line: str) -> Block:
    marks, _, title = line.partition(" ")
    return Block((_words(title, "primary+bold"),), level=len(marks))


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
        yield Block((_words(text),), mark=f"{mark} ")


def _table(lines: Sequence[str]) -> Iterator[Block]:
    """Yield the lines of a table, each with the widths that its columns would like to have."""
    texts = [[cell.strip() for cell in _COLUMN.split(line)[1:-1]] for line in lines]
    head, body = texts[0], texts[2:]
    rows = [tuple([_words(cell, "muted") for cell in head])] if any(head) else []
    rows += [tuple([_words(cell) for cell in row]) for row in body]
    widths = tuple([max([_width(cell) for cell in column]) for column in zip(*rows, strict=True)])
    for row in rows:
        yield Block(row, widths=widths)


def _width(words: Sequence[Row]) -> int:
    return sum([width_of(word) + 1 for word in words])


def _words(text: str, style: str = "text") -> tuple[Row, ...]:
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
            yield code, "accent"
        else:
            yield bold or stressed or link, f"{style.removesuffix('+bold')}+bold" if bold else style
        end = match.end()
    yield text[end:], style


def _meant(word: str, style: str) -> str:
    """Return the style of a word: suits have their colours, rulings are easy to find."""
    bare = word.strip(".,:;()")
    if re.fullmatch(r"R-\d+", bare):
        return "primary+bold"
    return _SUITS.get(bare, style)


# ---------------------------------------------------------------- blocks to rows


def lines_of(blocks: Sequence[Block], width: int, found: str, symbols: Symbols) -> list[Line]:
    """Return all rows for a width; where `found` stands, it is marked."""
    lines: list[Line] = []
    for number, block in enumerate(blocks):
        if _stands_apart(blocks, number):
            lines.append((number, ()))
        hit = bool(found) and found.lower() in block.text.lower()
        margin = Run(f"{symbols.pointer} " if hit else "  ", "accent+bold")
        rows = [_marked(row, found) if hit else row for row in _rows(block, width - 2)]
        lines += [(number, fit((margin, *row), width)) for row in rows]
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


def _marked(row: Row, found: str) -> Row:
    """Reverse the text that was looked for, wherever it stands within a run."""
    runs: list[Run] = []
    for run in row:
        for part in re.split(f"({re.escape(found)})", run.text, flags=re.IGNORECASE):
            hit = part.lower() == found.lower()
            style = f"{run.style}+reverse" if hit else run.style
            runs += [run._replace(text=part, style=style)] if part else []
    return tuple(runs)


def hits(blocks: Sequence[Block], found: str) -> list[int]:
    """Return the numbers of the blocks in which a text stands."""
    return [number for number, one in enumerate(blocks) if found.lower() in one.text.lower()]
