"""Texts to read: documents in Markdown, as rows for any width.

All functions are pure. Text becomes blocks, and blocks become rows with the number of their block,
so that a reader can find the same place again in a window of another width.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from regicide_tui.cards import Suit, card
from regicide_tui.play.paths import read_rules
from regicide_tui.printable import printable
from regicide_tui.tui.rendering.colours import SUIT_STYLES
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    fit,
    part_run,
    restyled,
    text_of,
    width_of,
    wrap,
)

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

_CARD = re.compile(r"\b([2-9TJQKA][CDHS])\b")
_RULING = re.compile(r"[A-Z]-\d+")
CODE = "accent"
"""The style of notation."""
_SUITS = {f"{suit.name.title()}": SUIT_STYLES[suit] for suit in Suit}
_MARGIN = Run("  ")
SPARE = 2
"""Cells to keep free at the end of a row, enough for all tens in it."""
_NARROWEST = 6
"""Minimum cells of a table's column."""


Words = tuple[Row, ...]
"""Text as words, which are wrapped into rows."""

Piece = tuple[str, str]
"""A piece of text, and its style."""


class Block(NamedTuple):
    """A heading (`level` from 1), a paragraph, an item of a list, or a line of a table.

    `cells` contains the words of each column; all blocks except tables have one column. `mark` is
    put before the first row. A `whole` block is a single row, which is cut in a narrow window.
    """

    cells: tuple[Words, ...]
    level: int = 0
    mark: str = ""
    widths: tuple[int, ...] = ()
    whole: bool = False

    @property
    def text(self) -> str:
        """The words without styles, for searching."""
        words = [word for cell in self.cells for word in cell]
        return " ".join(map(text_of, words))


TextLine = tuple[int, Row]
"""A row and the number of its block."""


# ---------------------------------------------------------------- text to blocks


def blocks_of(text: str) -> list[Block]:
    """Return the blocks of a CommonMark document, which may have tables, but no HTML."""
    from markdown_it.tree import SyntaxTreeNode  # few screens need it, and never the first one

    tree = SyntaxTreeNode(_parser().parse(text))
    blocks = list(_blocks(tree))
    for node in [*tree.walk()]:  # parents and children refer to each other
        node.children = []
    return blocks


@cache
def rules_of(game: str) -> tuple[Block, ...]:
    """Return the rules of a game. They are cached, since parsing takes as long as many frames."""
    return tuple(blocks_of(read_rules(game)))


@cache
def _parser() -> "MarkdownIt":
    """Return the shared parser, which has no state between texts.

    A parser refers to itself, so a new one for each text would wait for the garbage collector.
    """
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _blocks(node: "SyntaxTreeNode") -> Iterator[Block]:
    """Yield the blocks below a node, in their order."""
    for child in node.children:
        match child.type:
            case "heading":
                words = _words(child, "primary+bold")
                yield Block((words,), level=int(child.tag.removeprefix("h")))
            case "paragraph":
                yield Block((_words(child),))
            case "list_item":
                yield from _item(child)
            case "fence" | "code_block":
                yield from _verbatim(child.content)
            case "table":
                yield from _table(child)
            case _:
                yield from _blocks(child)


def _item(node: "SyntaxTreeNode") -> Iterator[Block]:
    """Yield the blocks of an item: the first with its mark, the others indented alike."""
    mark = f"{node.info}{node.markup} "
    for block in _blocks(node):
        yield block._replace(mark=mark + block.mark)
        mark = " " * len(mark)


def _verbatim(text: str) -> Iterator[Block]:
    """Yield text line by line, unchanged."""
    for line in text.rstrip("\n").split("\n"):
        yield Block((((Run(printable(line.expandtabs()), "muted"),),),), mark=" ", whole=True)


def _table(node: "SyntaxTreeNode") -> list[Block]:
    """Return the lines of a table; an empty head is left out."""
    head, *body = [row for part in node.children for row in part.children]
    titles = tuple([_words(cell, "muted") for cell in head.children])
    rows = [tuple([_words(cell) for cell in row.children]) for row in body]
    return table_of([titles, *rows] if any(titles) else rows)


def _words(node: "SyntaxTreeNode", style: str = "text") -> Words:
    return _joined(_pieces(node, style))


def _pieces(node: "SyntaxTreeNode", style: str) -> Iterator[Piece]:
    """Yield the pieces of text below a node, each with the style of its marks."""
    for child in node.children:
        match child.type:
            case "code_inline":
                yield child.content, CODE
            case "softbreak" | "hardbreak":
                yield " ", style
            case "strong":
                yield from _pieces(child, f"{style.removesuffix('+bold')}+bold")
            case "text":
                yield child.content, style
            case _:
                yield from _pieces(child, style)


def table_of(rows: Sequence[tuple[Words, ...]]) -> list[Block]:
    """Return the lines of a table, each with the widths that its columns need."""
    widths = tuple([max([_width(cell) for cell in column]) for column in zip(*rows, strict=True)])
    return [Block(row, widths=widths) for row in rows]


def _width(words: Words) -> int:
    return sum([width_of(word) + 1 for word in words])


def words_of(text: str, style: str = "text") -> Words:
    """Return the words of unmarked text, styled by their meanings."""
    return _joined([(text, style)])


def _joined(pieces: Iterable[Piece]) -> Words:
    """Return the printable words of pieces; a word may span several pieces."""
    words: list[Row] = [()]
    for piece, style in pieces:
        for number, part in enumerate(piece.split(" ")):
            if number:
                words.append(())
            if part:
                words[-1] += (Run(printable(part), _meant(part, style)),)
    return tuple([word for word in words if word])


def _meant(word: str, style: str) -> str:
    """Return the style of a word: suits have their colours, and rulings are highlighted."""
    bare = word.strip(".,:;()")
    if _RULING.fullmatch(bare):
        return "primary+bold"
    return _SUITS.get(bare, style)


# ---------------------------------------------------------------- blocks to rows


def lines_of(blocks: Sequence[Block], width: int, spare: int = 0) -> list[TextLine]:
    """Return all rows for a width; their first two cells are free for a pointer.

    The last `spare` cells also stay free, for suit signs (`with_signs`).
    """
    lines: list[TextLine] = []
    for number, block in enumerate(blocks):
        if _stands_apart(blocks, number):
            lines.append((number, ()))
        rows = _rows(block, width - width_of((_MARGIN,)) - spare)
        lines += [(number, fit((_MARGIN, *row), width)) for row in rows]
    return lines


def _stands_apart(blocks: Sequence[Block], number: int) -> bool:
    """Return whether a block has a blank line before it."""
    if number == 0:
        return False
    one, before = blocks[number], blocks[number - 1]
    return not ((one.mark and before.mark) or (one.widths and one.widths == before.widths))


def _rows(block: Block, width: int) -> list[Row]:
    if len(block.cells) > 1:
        return _table_rows(block, width)
    (words,) = block.cells
    rows = words if block.whole else wrap(words, max(1, width - len(block.mark)))
    blank = " " * len(block.mark)
    return [
        (Run(blank if number else block.mark, "muted"), *row) if block.mark else row
        for number, row in enumerate(rows)
    ]


def _table_rows(block: Block, width: int) -> list[Row]:
    """Return one line of a table; the widest columns are narrowed until it fits."""
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


# ---------------------------------------------------------------- search results


def hits(blocks: Sequence[Block], found: str) -> list[int]:
    """Return the numbers of the blocks that contain some text, ignoring case."""
    wanted = _pattern(found)
    return [number for number, one in enumerate(blocks) if wanted.search(one.text)]


def marked(row: Row, found: str) -> Row:
    """Return a row in which every occurrence of some text is shown in reverse."""
    return restyled(row, _pattern(found), lambda style: f"{style}+reverse")


def with_signs(row: Row, symbols: Symbols) -> Row:
    """Return a row of the same width, with suit signs on its cards.

    A ten needs one more cell: it takes one of the blanks at the end of the row.
    """
    runs: list[Run] = []
    for run in row:
        for place, piece in enumerate(_CARD.split(run.text) if run.style == CODE else [run.text]):
            runs += [part_run(card(piece), symbols)] if place % 2 else [run._replace(text=piece)]
    return fit(tuple(runs), width_of(row))


def pointed_at(row: Row, symbols: Symbols) -> Row:
    """Return a row of text with the pointer before it."""
    return (Run(f"{symbols.pointer} ", "accent+bold"), *row[1:])


def _pattern(found: str) -> re.Pattern[str]:
    return re.compile(re.escape(found), re.IGNORECASE)
