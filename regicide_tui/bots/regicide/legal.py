"""Every legal action of the seat to act, on the row of numbers."""

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.regicide.layout import (
    ATTACK,
    CANCELLED,
    ENEMY,
    JESTERS,
    NO_ENEMY,
    SHIELD,
    SOLO_YIELD,
    YIELDED,
)
from regicide_tui.bots.rows.laying import payments, plays
from regicide_tui.bots.rows.layout import (
    CHOOSE,
    CHOOSING,
    FIRST_ROYAL,
    FLIPPING,
    OVER,
    PHASE,
    PLAY,
    PLAYERS,
    SPADES,
    TURN,
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
        count = plays(row, found)
        if may_yield(row):
            found[count] = YIELDING
            count += 1
    else:
        count = payments(row, due(row), found)
    if row[JESTERS] > 0:
        found[count] = FLIPPING
        count += 1
    return count
