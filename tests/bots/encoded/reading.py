"""Reads encoded states."""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.encoded import layout
from regicide_tui.bots.encoded.encoding import read_hand


def figures(encoded: Ints) -> list[int]:
    """Return all numbers but the cards."""
    found: list[int] = encoded[: layout.CASTLE].tolist()
    return found


def pile(encoded: Ints, first: int, size: int) -> list[int]:
    """Return a pile. `size` is the index of its size. Both Jesters have the same number."""
    return [max(1, number) for number in encoded[first : first + encoded[size]].tolist()]


def laid(encoded: Ints) -> list[list[int]]:
    """Return the Castle in order, and the cards of the table sorted."""
    table = pile(encoded, layout.TABLE, layout.TABLE_SIZE)
    return [pile(encoded, layout.CASTLE, layout.CASTLE_SIZE), sorted(table)]


def hidden(encoded: Ints) -> list[list[int]]:
    """Return what a shuffle can change: the Tavern in order, the discard sorted, each hand."""
    discard = pile(encoded, layout.DISCARD, layout.DISCARD_SIZE)
    hands = [
        [max(1, card) for card in read_hand(encoded, seat)]
        for seat in range(encoded[layout.PLAYERS])
    ]
    return [pile(encoded, layout.TAVERN, layout.TAVERN_SIZE), sorted(discard), *hands]
