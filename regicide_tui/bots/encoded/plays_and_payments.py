"""The legal plays and payments of Regicide and of a Duel."""

from regicide_tui.bots.encoded.state import (
    COMBOS,
    FIRST_ACE,
    FREE,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    MINIMAL,
    OVERPAY,
    PAYING,
    TURN,
    VALUE,
)
from regicide_tui.bots.library import Ints, compiled, ints


@compiled
def write_plays(encoded: Ints, found: Ints) -> int:
    """Write every play of the seat to act. Return their number.

    Rulings R-10, R-11, R-12, R-13, R-26, D-4, D-5.
    """
    turn = encoded[TURN]
    first, size = HANDS + turn * HAND_ROOM, encoded[HAND_SIZE + turn]
    count = 0
    for place in range(size):
        card = encoded[first + place]
        if card == 1 and place > 0:
            continue  # two Jesters are one play
        found[count] = 1 << card
        count += 1
    for place in range(size):
        ace = encoded[first + place]
        if not FIRST_ACE <= ace < FIRST_ACE + 4:
            continue
        for other in range(place + 1, size):
            found[count] = 1 << ace | 1 << encoded[first + other]
            count += 1
    if encoded[COMBOS] == 1:
        count = _write_combos(encoded, first, size, found, count)
    return count


@compiled
def _write_combos(encoded: Ints, first: int, size: int, found: Ints, count: int) -> int:
    """Write the sets of equal numbers, 2 to 5, up to a total of ten (R-11)."""
    start = 0
    while start < size:
        rank = (encoded[first + start] - 2) >> 2
        stop = start + 1
        while stop < size and (encoded[first + stop] - 2) >> 2 == rank:
            stop += 1
        if 1 <= rank <= 4 and stop - start > 1:
            for choice in range(3, 1 << (stop - start)):
                cards, number = 0, 0
                for place in range(stop - start):
                    if choice >> place & 1:
                        cards |= 1 << encoded[first + start + place]
                        number += 1
                if number > 1 and number * (rank + 1) <= 10:
                    found[count] = cards
                    count += 1
        start = stop
    return count


@compiled
def write_payments(encoded: Ints, owed: int, found: Ints) -> int:
    """Write every payment of the seat to act. Return their number (R-42, D-17).

    Payments are built card by card, from sets that are too small to sets that are enough.
    """
    turn = encoded[TURN]
    first, size = HANDS + turn * HAND_ROOM, encoded[HAND_SIZE + turn]
    both = size > 1 and encoded[first + 1] == 1  # of two Jesters, a single one is always the first
    short = ints(256)
    laid = ints(256)
    shorts, count = 1, 0
    for step in range(size):
        place = size - 1 - step if encoded[OVERPAY] == MINIMAL else step
        card = encoded[first + place]
        value = VALUE[card]
        if encoded[OVERPAY] == FREE:
            for index in range(count):
                found[count + index] = found[index] | 1 << card
            count *= 2
        for index in range(shorts):
            cards = short[index] | 1 << card
            if laid[index] + value >= owed:
                found[count] = PAYING | cards
                count += 1
            else:
                short[shorts] = cards
                laid[shorts] = laid[index] + value
                shorts += 1
    return _drop_equal_payments(found, count) if both else count


@compiled
def _drop_equal_payments(found: Ints, count: int) -> int:
    """Drop payments with the second of two Jesters that keep the first."""
    kept = 0
    for index in range(count):
        if found[index] & 3 != 2:
            found[kept] = found[index]
            kept += 1
    return kept
