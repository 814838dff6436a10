"""Reads encoded states."""

from regicide_tui.bots.encoded import state
from regicide_tui.bots.encoded.state import read_hand
from regicide_tui.bots.library import Ints


def figures(encoded: Ints) -> list[int]:
    """Return all numbers but the cards."""
    found: list[int] = encoded[: state.CASTLE].tolist()
    return found


def pile(encoded: Ints, first: int, size: int) -> list[int]:
    """Return a pile. `size` is the index of its size. Both Jesters have the same number."""
    return [max(1, number) for number in encoded[first : first + encoded[size]].tolist()]


def laid(encoded: Ints) -> list[list[int]]:
    """Return the Castle in order, and the cards of the table sorted."""
    table = pile(encoded, state.TABLE, state.TABLE_SIZE)
    return [pile(encoded, state.CASTLE, state.CASTLE_SIZE), sorted(table)]


def hidden(encoded: Ints) -> list[list[int]]:
    """Return what a shuffle can change: the Tavern in order, the discard sorted, each hand."""
    discard = pile(encoded, state.DISCARD, state.DISCARD_SIZE)
    hands = [
        [max(1, card) for card in read_hand(encoded, seat)]
        for seat in range(encoded[state.PLAYERS])
    ]
    return [pile(encoded, state.TAVERN, state.TAVERN_SIZE), sorted(discard), *hands]
