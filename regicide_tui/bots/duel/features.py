"""The inputs of the net for a Duel: those that are on for an afterstate.

The number of the rival's royals and the mean value of the hidden cards are read from the encoded
state, which holds a seat's guess. The guess is good: the seat saw most cards of the discard, and it
counts the royals drawn from the Castle.
"""

from regicide_tui.bots.arrays import Ints, ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.duel.afterstate import (
    A_CASTLE,
    A_DISCARD,
    A_DRAWS,
    A_DUE,
    A_KEPT,
    A_KEPT_VALUE,
    A_RIVAL,
    A_RIVAL_SHIELD,
    A_ROYAL_DRAWN,
    A_SHIELD,
    A_TAVERN,
    PLACES,
    write_afterstate,
)
from regicide_tui.bots.encoded.layout import (
    CARDS,
    CLUBS,
    FIRST_ACE,
    FIRST_ROYAL,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    PHASE,
    PLAY,
    TAVERN,
    TAVERN_SIZE,
    VALUE,
)
from regicide_tui.bots.net import LOST_FOR_SURE, WON_FOR_SURE

_HAND = 0
_HELD = _HAND + CARDS
_DRAWS = _HELD + 9
_RIVAL = _DRAWS + 9
_ROYALS = _RIVAL + 9
_SHIELD = _ROYALS + 9
_RIVAL_SHIELD = _SHIELD + 42
_DUE = _RIVAL_SHIELD + 42
_KEPT_VALUE = _DUE + 42
_MARGIN = _KEPT_VALUE + 42
_STRIKE = _MARGIN + 62
_EDGE = _STRIKE + 42
_STAND = _EDGE + 62
_TAVERN = _STAND + 52
_DISCARD = _TAVERN + 55
_CASTLE = _DISCARD + 55
_UNSEEN = _CASTLE + 13
_NEXT = _UNSEEN + 42
INPUTS = _NEXT + 3

_MOST = 41
_KING = 14
"""About the value of a royal in the rival's hand."""


@compiled
def write_features(encoded: Ints, seat: int, action: int, on: Ints) -> int:
    """Write the inputs that are on after a legal action of `seat`. Return how many they are.

    If the action ends the game, return `LOST_FOR_SURE` or `WON_FOR_SURE` instead.
    """
    after = ints(PLACES)
    held = ints(HAND_ROOM)
    write_afterstate(encoded, seat, action, held, after)
    attacks = encoded[PHASE] == PLAY
    if attacks and after[A_RIVAL] == 0:
        return WON_FOR_SURE
    if not attacks and after[A_KEPT] == 0:
        return LOST_FOR_SURE
    royals, mean = _unseen(encoded, seat)
    royals += int(after[A_ROYAL_DRAWN])
    others = max(0, int(after[A_RIVAL]) - royals)
    likely = _KING * royals + others * mean // 2
    strike, due = _strongest(held, int(after[A_KEPT])), int(after[A_DUE])
    count = int(after[A_KEPT])
    for place in range(count):
        on[place] = _HAND + held[place]
    on[count] = _HELD + after[A_KEPT]
    on[count + 1] = _DRAWS + after[A_DRAWS]
    on[count + 2] = _RIVAL + min(8, int(after[A_RIVAL]))
    on[count + 3] = _ROYALS + min(8, royals)
    on[count + 4] = _SHIELD + min(_MOST, int(after[A_SHIELD]))
    on[count + 5] = _RIVAL_SHIELD + min(_MOST, int(after[A_RIVAL_SHIELD]))
    on[count + 6] = _DUE + min(_MOST, due)
    on[count + 7] = _KEPT_VALUE + min(_MOST, int(after[A_KEPT_VALUE]) // 2)
    on[count + 8] = _MARGIN + (min(60, max(0, due - likely + 40)) if due else 61)
    on[count + 9] = _STRIKE + min(_MOST, strike)
    on[count + 10] = _EDGE + min(61, max(0, strike - int(after[A_RIVAL_SHIELD]) + 20))
    on[count + 11] = _STAND + min(51, int(after[A_KEPT_VALUE] + after[A_SHIELD]) // 2)
    on[count + 12] = _TAVERN + after[A_TAVERN]
    on[count + 13] = _DISCARD + after[A_DISCARD]
    on[count + 14] = _CASTLE + after[A_CASTLE]
    on[count + 15] = _UNSEEN + min(_MOST, mean)
    on[count + 16] = _NEXT + (0 if not attacks else (1 if due else 2))
    return count + 17


@compiled
def _unseen(encoded: Ints, seat: int) -> tuple[int, int]:
    """Return the number of the rival's royals, and twice the mean value of the other hidden cards.

    Those are the rival's other cards and the Tavern's.
    """
    rival = 1 - seat
    royals, values, size = 0, 0, int(encoded[TAVERN_SIZE])
    first = HANDS + rival * HAND_ROOM
    for place in range(int(encoded[HAND_SIZE + rival])):
        card = int(encoded[first + place])
        if card >= FIRST_ROYAL:
            royals += 1
        else:
            values += int(VALUE[card])
            size += 1
    for place in range(int(encoded[TAVERN_SIZE])):
        values += int(VALUE[int(encoded[TAVERN + place])])
    return royals, 2 * values // max(1, size)


@compiled
def _strongest(held: Ints, size: int) -> int:
    """Return about the largest attack of a hand: one card, with an Ace if there is one."""
    strike = 0
    for place in range(size):
        card = int(held[place])
        club = (card - 2) & 3 == CLUBS
        value = int(VALUE[card])
        strike = max(strike, 2 * value if club else value)
        for other in range(place):
            ace = int(held[other])
            if ace >= FIRST_ACE + 4:
                break
            double = club or (ace - 2) & 3 == CLUBS
            strike = max(strike, 2 * (value + 1) if double else value + 1)
    return strike
