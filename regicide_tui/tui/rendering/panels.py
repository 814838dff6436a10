"""Blocks of the panel beside the largest board: counts by suit, and figures. All pure."""

from collections.abc import Mapping, Sequence

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.colours import SUIT_NAMES
from regicide_tui.tui.rendering.paint import Run, part_run
from regicide_tui.tui.rendering.symbols import Symbols

_SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)
_STEPS = (3, 2, 1)
"""The columns from one card of a suit to the next: the most that leave room for all of them."""


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
    """Return the columns from one card to the next; no gap follows the last."""
    return next((step for step in _STEPS if most * step - 1 <= width), _STEPS[-1])


def paint_figures(canvas: Canvas, row: int, title: str, figures: Sequence[tuple[str, str]]) -> None:
    """Write figures at the right, each with its words at the left, below a title."""
    canvas.text(2, row, title, "accent+bold")
    for place, (words, value) in enumerate(figures):
        canvas.text(2, row + 2 + place, (Run(words, "muted"),))
        canvas.text(canvas.width - 2 - len(value), row + 2 + place, value, "text+bold")
