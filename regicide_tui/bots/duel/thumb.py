"""The page's rules of thumb (page.py) on the row of numbers: how a beginner goes on, in thought."""

import numpy as np

from regicide_tui.bots.compiled import Floats, Ints, compiled
from regicide_tui.bots.duel.after import (
    A_BROKEN,
    A_CAME,
    A_DRAWS,
    A_DUE,
    A_HEALED,
    A_KEPT,
    A_SUITS,
    A_VALUE,
    PLACES,
    look_after,
)
from regicide_tui.bots.duel.page import KEEPING, TASTE
from regicide_tui.bots.rows.layout import (
    CARDS,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    PHASE,
    PLAY,
    SPADES,
    TURN,
)
from regicide_tui.bots.rows.translate import number_of

_DAMAGE, _BROKEN, _DRAWN, _CASTLE, _HEALED, _SHIELD, _COST, _CARD, _KNOCKOUT, _LIKELY = TASTE


def _keeping() -> Floats:
    found = np.zeros(CARDS, dtype=np.float32)
    for card, dear in KEEPING.items():
        found[number_of(card)] = dear
    return found


_KEEPING = _keeping()


@compiled
def thumb(row: Ints, actions: Ints, count: int) -> int:
    """Return the place of the action that looks best to the page, the first of equal ones."""
    after = np.empty(PLACES, dtype=np.int64)
    held = np.empty(HAND_ROOM, dtype=np.int64)
    best, most = 0, 0.0
    for index in range(count):
        appeal = appeal_of(row, int(actions[index]), held, after)
        if index == 0 or appeal > most:
            best, most = index, appeal
    return best


@compiled
def appeal_of(row: Ints, action: int, held: Ints, after: Ints) -> float:
    """Return how good an action looks to the page, in points of damage."""
    seat = int(row[TURN])
    if row[PHASE] != PLAY:
        dear, first = 0.0, HANDS + seat * HAND_ROOM
        for place in range(int(row[HAND_SIZE + seat])):
            card = int(row[first + place])
            if action >> card & 1:
                dear += _KEEPING[card]
        return -dear
    look_after(row, seat, action, held, after)
    laid = int(row[HAND_SIZE + seat] - after[A_KEPT])
    gain = _HEALED * after[A_HEALED] - _COST * after[A_VALUE] - _CARD * laid
    gain += _DRAWN * after[A_DRAWS] - _CASTLE * after[A_CAME]
    gain += _BROKEN * after[A_BROKEN] + _DAMAGE * after[A_DUE]
    if after[A_SUITS] >> SPADES & 1:
        gain += _SHIELD * after[A_VALUE]
    if after[A_DUE] > _LIKELY * row[HAND_SIZE + 1 - seat]:
        gain += _KNOCKOUT
    return float(gain)
