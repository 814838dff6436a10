"""Every legal action of the seat to act, on the row of numbers."""

import numpy as np

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.regicide.layout import (
    ATTACK,
    CANCELLED,
    CHOOSE,
    CHOOSING,
    COMBOS,
    ENEMY,
    FIRST_ACE,
    FIRST_ROYAL,
    FLIPPING,
    FREE,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    JESTERS,
    MINIMAL,
    NO_ENEMY,
    OVER,
    OVERPAY,
    PAYING,
    PHASE,
    PLAY,
    PLAYERS,
    SHIELD,
    SOLO_YIELD,
    SPADES,
    TURN,
    VALUE,
    YIELDED,
    YIELDING,
)


@compiled
def tier(royal: int) -> int:
    """Return 0 for a Jack, 1 for a Queen, 2 for a King."""
    return (royal - FIRST_ROYAL) >> 2


@compiled
def due(row: Ints) -> int:
    """Return what the enemy's attack costs now (R-27, R-45)."""
    enemy = int(row[ENEMY])
    if enemy == NO_ENEMY:
        return 0
    immune = (enemy - 2) & 3 == SPADES and row[CANCELLED] == 0
    left = int(ATTACK[tier(enemy)]) - (0 if immune else int(row[SHIELD]))
    return max(0, left)


@compiled
def may_yield(row: Ints) -> bool:
    """Tell whether the seat to act may yield (R-19, R-20)."""
    players = int(row[PLAYERS])
    if players == 1:
        return bool(row[SOLO_YIELD] == 1 and row[YIELDED] == 0)
    others = 0
    for seat in range(players):
        others += 1 if seat != row[TURN] and row[YIELDED + seat] == 0 else 0
    return others > 0


@compiled
def legal(row: Ints, found: Ints) -> int:
    """Write every legal action once into `found` and return how many there are."""
    if row[PHASE] == OVER:
        return 0
    if row[PHASE] == CHOOSE:
        for seat in range(int(row[PLAYERS])):
            found[seat] = CHOOSING | seat
        return int(row[PLAYERS])
    if row[PHASE] == PLAY:
        count = _plays(row, found)
        if may_yield(row):
            found[count] = YIELDING
            count += 1
    else:
        count = _payments(row, found)
    if row[JESTERS] > 0:
        found[count] = FLIPPING
        count += 1
    return count


@compiled
def _plays(row: Ints, found: Ints) -> int:
    """Write every play of the hand (R-10 to R-13, R-26)."""
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
def _payments(row: Ints, found: Ints) -> int:
    """Write every payment: card by card, from what is still too little to what is enough (R-42)."""
    turn, owed = int(row[TURN]), due(row)
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
