"""The legal actions of the seat to act in Regicide, on an encoded state."""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.encoded.layout import (
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
from regicide_tui.bots.encoded.plays_and_payments import write_payments, write_plays
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


@compiled
def tier(royal: int) -> int:
    """Return 0 for a Jack, 1 for a Queen, 2 for a King."""
    return (royal - FIRST_ROYAL) >> 2


@compiled
def due(encoded: Ints) -> int:
    """Return what the enemy's attack costs now (R-27, R-45)."""
    enemy = int(encoded[ENEMY])
    if enemy == NO_ENEMY:
        return 0
    immune = (enemy - 2) & 3 == SPADES and encoded[CANCELLED] == 0
    left = int(ATTACK[tier(enemy)]) - (0 if immune else int(encoded[SHIELD]))
    return max(0, left)


@compiled
def may_yield(encoded: Ints) -> bool:
    """Return whether the seat to act may yield (R-19, R-20)."""
    players = int(encoded[PLAYERS])
    if players == 1:
        return bool(encoded[SOLO_YIELD] == 1 and encoded[YIELDED] == 0)
    others = 0
    for seat in range(players):
        others += 1 if seat != encoded[TURN] and encoded[YIELDED + seat] == 0 else 0
    return others > 0


@compiled
def write_legal_actions(encoded: Ints, found: Ints) -> int:
    """Write every legal action once into `found` and return how many there are."""
    if encoded[PHASE] == OVER:
        return 0
    if encoded[PHASE] == CHOOSE:
        for seat in range(int(encoded[PLAYERS])):
            found[seat] = CHOOSING | seat
        return int(encoded[PLAYERS])
    if encoded[PHASE] == PLAY:
        count = write_plays(encoded, found)
        if may_yield(encoded):
            found[count] = YIELDING
            count += 1
    else:
        count = write_payments(encoded, due(encoded), found)
    if encoded[JESTERS] > 0:
        found[count] = FLIPPING
        count += 1
    return count
