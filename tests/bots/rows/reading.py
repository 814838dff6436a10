"""Reading rows of numbers."""

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.rows import layout as at
from regicide_tui.bots.rows.translate import hand_of


def figures(row: Ints) -> list[int]:
    """Return all but the cards: figures and sizes."""
    found: list[int] = row[: at.CASTLE].tolist()
    return found


def pile(row: Ints, first: int, size: int) -> list[int]:
    """Return a pile whose size stands in the place `size`; two Jesters are the same."""
    return [max(1, number) for number in row[first : first + row[size]].tolist()]


def laid(row: Ints) -> list[list[int]]:
    """Return the Castle as it lies, and the cards of the table in order."""
    table = pile(row, at.TABLE, at.TABLE_SIZE)
    return [pile(row, at.CASTLE, at.CASTLE_SIZE), sorted(table)]


def hidden(row: Ints) -> list[list[int]]:
    """Return what a shuffle can change: the Tavern as it lies, the discard in order, each hand."""
    discard = pile(row, at.DISCARD, at.DISCARD_SIZE)
    hands = [[max(1, card) for card in hand_of(row, seat)] for seat in range(row[at.PLAYERS])]
    return [pile(row, at.TAVERN, at.TAVERN_SIZE), sorted(discard), *hands]
