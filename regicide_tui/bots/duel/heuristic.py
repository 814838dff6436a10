"""The page's heuristic (page.py) on encoded states, for games that measure a net in training."""

from regicide_tui.bots.duel.afterstate import A_BROKEN, A_ROYAL_DRAWN, PLACES, write_afterstate
from regicide_tui.bots.duel.page import CARD_COST, HEURISTIC
from regicide_tui.bots.encoded.afterstate import A_DRAWS, A_DUE, A_HEALED, A_KEPT, A_SUITS, A_VALUE
from regicide_tui.bots.encoded.state import (
    CARDS,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    PHASE,
    PLAY,
    SPADES,
    TURN,
    card_number,
)
from regicide_tui.bots.library import Floats, Ints, compiled, floats, ints

_DAMAGE, _BROKEN, _DRAWN, _CASTLE, _HEALED, _SHIELD, _COST, _CARD, _KNOCKOUT, _LIKELY = HEURISTIC


def _card_costs() -> Floats:
    found = floats(CARDS)
    for card, cost in CARD_COST.items():
        found[card_number(card)] = cost
    return found


_CARD_COSTS = _card_costs()


@compiled
def choose_by_heuristic(encoded: Ints, actions: Ints, count: int) -> int:
    """Return the index of the action with the greatest appeal, the first of equal ones."""
    after = ints(PLACES)
    held = ints(HAND_ROOM)
    best, most = 0, 0.0
    for index in range(count):
        appeal = appeal_of(encoded, actions[index], held, after)
        if index == 0 or appeal > most:
            best, most = index, appeal
    return best


@compiled
def appeal_of(encoded: Ints, action: int, held: Ints, after: Ints) -> float:
    """Return the appeal of an action, in points of damage."""
    seat = encoded[TURN]
    if encoded[PHASE] != PLAY:
        cost, first = 0.0, HANDS + seat * HAND_ROOM
        for place in range(encoded[HAND_SIZE + seat]):
            card = encoded[first + place]
            if action >> card & 1:
                cost += float(_CARD_COSTS[card])
        return -cost
    write_afterstate(encoded, seat, action, held, after)
    laid = encoded[HAND_SIZE + seat] - after[A_KEPT]
    gain = _HEALED * after[A_HEALED] - _COST * after[A_VALUE] - _CARD * laid
    gain += _DRAWN * after[A_DRAWS] - _CASTLE * after[A_ROYAL_DRAWN]
    gain += _BROKEN * after[A_BROKEN] + _DAMAGE * after[A_DUE]
    if after[A_SUITS] >> SPADES & 1:
        gain += _SHIELD * after[A_VALUE]
    if after[A_DUE] > _LIKELY * encoded[HAND_SIZE + 1 - seat]:
        gain += _KNOCKOUT
    return gain
