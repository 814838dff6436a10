"""What can be laid in Regicide and in a Duel: plays, and payments."""

import numpy as np

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.rows.layout import (
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


@compiled
def plays(row: Ints, found: Ints) -> int:
    """Write every play of who must act (R-10 to R-13, R-26, D-4, D-5); return their number."""
    turn = int(row[TURN])
    first, size = HANDS + turn * HAND_ROOM, int(row[HAND_SIZE + turn])
    count = 0
    for place in range(size):
        card = int(row[first + place])
        if card == 1 and place > 0:
            continue  # two Jesters are one play
        found[count] = 1 << card
        count += 1
    for place in range(size):
        ace = int(row[first + place])
        if not FIRST_ACE <= ace < FIRST_ACE + 4:
            continue
        for other in range(place + 1, size):
            found[count] = 1 << ace | 1 << int(row[first + other])
            count += 1
    if row[COMBOS] == 1:
        count = _combos(row, first, size, found, count)
    return count


@compiled
def _combos(row: Ints, first: int, size: int, found: Ints, count: int) -> int:
    """Write the sets of equal numbers, 2 to 5, up to a total of ten (R-11)."""
    start = 0
    while start < size:
        rank = (int(row[first + start]) - 2) >> 2
        stop = start + 1
        while stop < size and (int(row[first + stop]) - 2) >> 2 == rank:
            stop += 1
        if 1 <= rank <= 4 and stop - start > 1:
            for choice in range(3, 1 << (stop - start)):
                cards, number = 0, 0
                for place in range(stop - start):
                    if choice >> place & 1:
                        cards |= 1 << int(row[first + start + place])
                        number += 1
                if number > 1 and number * (rank + 1) <= 10:
                    found[count] = cards
                    count += 1
        start = stop
    return count


@compiled
def payments(row: Ints, owed: int, found: Ints) -> int:
    """Write every payment of who must act; return their number (R-42, D-17).

    It is made card by card, from what is still too little to what is enough.
    """
    turn = int(row[TURN])
    first, size = HANDS + turn * HAND_ROOM, int(row[HAND_SIZE + turn])
    both = size > 1 and row[first + 1] == 1  # two Jesters: one alone is always the first
    short = np.zeros(256, dtype=np.int64)
    laid = np.zeros(256, dtype=np.int64)
    shorts, count = 1, 0
    for step in range(size):
        place = size - 1 - step if row[OVERPAY] == MINIMAL else step
        card = int(row[first + place])
        value = int(VALUE[card])
        if row[OVERPAY] == FREE:
            for index in range(count):
                found[count + index] = found[index] | 1 << card
            count *= 2
        for index in range(shorts):
            cards = int(short[index]) | 1 << card
            if laid[index] + value >= owed:
                found[count] = PAYING | cards
                count += 1
            else:
                short[shorts] = cards
                laid[shorts] = laid[index] + value
                shorts += 1
    return _without_twins(found, count) if both else count


@compiled
def _without_twins(found: Ints, count: int) -> int:
    """Leave out what pays with the second of two Jesters and keeps the first."""
    kept = 0
    for index in range(count):
        if found[index] & 3 != 2:
            found[kept] = found[index]
            kept += 1
    return kept
