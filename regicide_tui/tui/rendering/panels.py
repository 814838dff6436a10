"""Blocks of the panel beside the largest board: counts by suit, and figures. All pure."""

from collections.abc import Mapping, Sequence

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.colours import SUIT_NAMES
from regicide_tui.tui.rendering.paint import Run, part_run
from regicide_tui.tui.rendering.symbols import Symbols

_SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)
_BLOCK = 2
"""The characters that stand for one card."""


def paint_counts(
    canvas: Canvas, row: int, title: str, counts: Mapping[Suit, int], symbols: Symbols
) -> int:
    """Paint the number of cards of each suit below a title; return the next row."""
    canvas.text(2, row, title, "accent+bold")
    for place, suit in enumerate(_SUITS):
        y = row + 2 + place * 2
        canvas.text(2, y, (part_run(suit, symbols),))
        for card in range(min(counts[suit], (canvas.width - 10) // (_BLOCK + 1))):
            x = 5 + card * (_BLOCK + 1)
            if symbols.mono:
                canvas.text(x, y, symbols.full)
            else:
                canvas.fill(x, y, _BLOCK, 1, f"bar-{SUIT_NAMES[suit]}")
        count = str(counts[suit])
        canvas.text(canvas.width - 2 - len(count), y, count, "text+bold")
    return row + 2 + len(_SUITS) * 2 + 1


def paint_figures(canvas: Canvas, row: int, title: str, figures: Sequence[tuple[str, str]]) -> None:
    """Write figures at the right, each with its words at the left, below a title."""
    canvas.text(2, row, title, "accent+bold")
    for place, (words, value) in enumerate(figures):
        canvas.text(2, row + 2 + place, (Run(words, "muted"),))
        canvas.text(canvas.width - 2 - len(value), row + 2 + place, value, "text+bold")
