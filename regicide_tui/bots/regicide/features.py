"""The inputs of the net for Regicide: those that are on for an afterstate."""

import numpy as np

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.encoded.layout import CASTLE, FIRST_ROYAL, HAND_ROOM, PLAYERS
from regicide_tui.bots.net import LOST_FOR_SURE, WON_FOR_SURE
from regicide_tui.bots.regicide.afterstate import (
    A_ATTACK,
    A_CASTLE,
    A_DEFEATED,
    A_DISCARD,
    A_DRAWS,
    A_DUE,
    A_HEALTH,
    A_HIDDEN,
    A_IMMUNE,
    A_JESTERS,
    A_KEPT,
    A_KEPT_VALUE,
    A_NEXT,
    A_SIZES,
    A_TABLE,
    A_TAVERN,
    A_TOP,
    A_YIELDS,
    PLACES,
    write_afterstate,
)
from regicide_tui.bots.regicide.layout import YIELDED

_HAND = 0
_HELD = _HAND + 54
_DRAWS = _HELD + 9
_DUE = _DRAWS + 9
_HEALTH = _DUE + 21
_ATTACK = _HEALTH + 41
_IMMUNE = _ATTACK + 21
_ROYALS = _IMMUNE + 5
_CASTLE = _ROYALS + 12
_TAVERN = _CASTLE + 13
_DISCARD = _TAVERN + 55
_TABLE = _DISCARD + 55
_TOP = _TABLE + 21
_JESTERS = _TOP + 13
_MARGIN = _JESTERS + 3
_OTHERS = _MARGIN + 64
_YIELDS = _OTHERS + 27
_NEXT = _YIELDS + 4
INPUTS = _NEXT + 6


@compiled
def write_features(encoded: Ints, seat: int, action: int, on: Ints) -> int:
    """Write the inputs that are on after a legal action of `seat`. Return how many they are.

    If the action ends the game, return `LOST_FOR_SURE` or `WON_FOR_SURE` instead.
    """
    after = np.empty(PLACES, dtype=np.int64)
    held = np.empty(HAND_ROOM, dtype=np.int64)
    write_afterstate(encoded, seat, action, held, after)
    if after[A_DEFEATED] and after[A_CASTLE] < 0:
        return WON_FOR_SURE
    short = after[A_KEPT_VALUE] < after[A_DUE]
    if short and after[A_DRAWS] == 0 and after[A_JESTERS] == 0:
        return LOST_FOR_SURE
    count = _cards_and_seats(encoded, seat, held, after, on)
    top = int(after[A_TOP])
    margin = int(after[A_KEPT_VALUE] - after[A_DUE]) + 20
    on[count] = _HELD + after[A_SIZES]
    on[count + 1] = _DRAWS + after[A_DRAWS]
    on[count + 2] = _DUE + after[A_DUE]
    on[count + 3] = _HEALTH + after[A_HEALTH]
    on[count + 4] = _ATTACK + after[A_ATTACK]
    on[count + 5] = _IMMUNE + after[A_IMMUNE]
    on[count + 6] = _CASTLE + after[A_CASTLE]
    on[count + 7] = _TAVERN + after[A_TAVERN]
    on[count + 8] = _DISCARD + after[A_DISCARD]
    on[count + 9] = _TABLE + min(20, int(after[A_TABLE]))
    on[count + 10] = _TOP + (top - FIRST_ROYAL if top else 12)
    on[count + 11] = _JESTERS + after[A_JESTERS]
    on[count + 12] = _MARGIN + min(63, max(0, margin))
    on[count + 13] = _NEXT + after[A_NEXT]
    return count + 14


@compiled
def _cards_and_seats(encoded: Ints, seat: int, held: Ints, after: Ints, on: Ints) -> int:
    """Write the inputs for the hand, the royals to come and the seats. Return their number."""
    count, players = int(after[A_KEPT]), int(encoded[PLAYERS])
    for place in range(count):
        on[place] = _HAND + held[place]
    for place in range(int(after[A_HIDDEN])):
        on[count] = _ROYALS + encoded[CASTLE + place] - FIRST_ROYAL
        count += 1
    for other in range(1, players):
        on[count] = _OTHERS + 9 * (other - 1) + after[A_SIZES + other]
        count += 1
    for other in range(players):
        yields = after[A_YIELDS] if other == 0 else encoded[YIELDED + (seat + other) % players]
        if yields:
            on[count] = _YIELDS + other
            count += 1
    return count
