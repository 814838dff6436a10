"""Piles and plays, written or drawn as cards: what the tables of all games lay."""

from collections.abc import Sequence

from regicide_tui.games.base import Pile
from regicide_tui.tui.cardart import CardSize, card_rows
from regicide_tui.tui.paint import Row, fit, width_of
from regicide_tui.tui.symbols import Symbols

OVERLAP = 4
"""Cells that are seen of a card that lies under another."""


def columns(piles: Sequence[Sequence[Row]], gap: int = 3) -> list[Row]:
    """Return columns of rows side by side, each as wide as its widest row."""
    height = max([len(column) for column in piles], default=0)
    filled = [[*column, *[()] * (height - len(column))] for column in piles]
    widths = [max([width_of(row) for row in column]) + gap for column in filled]
    return [
        tuple([run for cell, width in zip(row, widths, strict=True) for run in fit(cell, width)])
        for row in zip(*filled, strict=True)
    ]


def overlapping_width(count: int, size: CardSize) -> int:
    """Return the cells that so many overlapping cards take."""
    return OVERLAP * (count - 1) + size.width


def overlapping(cards: Pile, size: CardSize, symbols: Symbols, edge: str = "line") -> list[Row]:
    """Return the cards of a play as rows, each lying on the one before."""
    drawn = [card_rows(card, size, symbols.card, edge, symbols) for card in cards]
    rows: list[Row] = []
    for line in zip(*drawn, strict=True):
        under = [run for cells in line[:-1] for run in fit(cells, OVERLAP)]
        rows.append((*under, *line[-1]))
    return rows
