"""The afterstate of an action in the Duel: the position before chance, as its player knows it.

Drawn cards are counted but not looked at. The code never reads the opponent's hand or the order of
a pile.
"""

from regicide_tui.bots.duel.rules import HAND_MAXIMUM, SHIELD_SIZE, SHIELD_VALUE
from regicide_tui.bots.encoded.afterstate import (
    A_CASTLE,
    A_DISCARD,
    A_DRAWS,
    A_DUE,
    A_KEPT,
    A_KEPT_VALUE,
    A_PLAYED,
    A_SPECIFIC,
    A_SUITS,
    A_TAVERN,
    A_VALUE,
    heal_afterwards,
    split_hand,
)
from regicide_tui.bots.encoded.rules import attack_value
from regicide_tui.bots.encoded.state import (
    CARDS,
    CLUBS,
    DIAMONDS,
    FIRST_ACE,
    FIRST_ROYAL,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    HEARTS,
    KIND,
    PHASE,
    PLAY,
    SPADES,
    TABLE,
    TABLE_SIZE,
    TAVERN,
    TAVERN_SIZE,
    VALUE,
    suits_and_value,
)
from regicide_tui.bots.library import Ints, compiled, ints
from regicide_tui.bots.net import LOST_FOR_SURE, WON_FOR_SURE

# Indices of an afterstate. `A_DUE` is what the opponent must pay, or 0 if a play comes next.
(
    A_RIVAL,  # the size of the opponent's hand
    A_ROYAL_DRAWN,  # whether the opponent draws a royal
    A_SHIELD,
    A_RIVAL_SHIELD,  # the value of the opponent's shield
    A_BROKEN,  # the value of the destroyed shield
    PLACES,
) = range(A_SPECIFIC, A_SPECIFIC + 6)


@compiled
def write_afterstate(encoded: Ints, seat: int, action: int, held: Ints, after: Ints) -> None:
    """Write the afterstate of a legal action of `seat` into `after`, the kept cards into `held`."""
    rival = 1 - seat
    split_hand(encoded, seat, action & ~KIND, PLACES, held, after)
    after[A_RIVAL] = encoded[HAND_SIZE + rival]
    after[A_SHIELD] = encoded[SHIELD_VALUE + seat]
    after[A_RIVAL_SHIELD] = encoded[SHIELD_VALUE + rival]
    if encoded[PHASE] == PLAY:
        _play(encoded, rival, after)
    else:
        after[A_DISCARD] += after[A_PLAYED]
        suits, value = suits_and_value(encoded, TABLE, encoded[TABLE_SIZE])
        if suits >> SPADES & 1:
            after[A_RIVAL_SHIELD] += value
        else:
            after[A_DISCARD] += encoded[TABLE_SIZE]


@compiled
def _play(encoded: Ints, rival: int, after: Ints) -> None:
    """Write the effects of a play.

    Rulings D-6, D-7, D-8, D-9, D-10, D-11, D-12, D-13.
    """
    value, suits = after[A_VALUE], after[A_SUITS]
    if suits >> HEARTS & 1:
        heal_afterwards(after)
    if suits >> DIAMONDS & 1:
        after[A_DRAWS] = min(value, HAND_MAXIMUM - after[A_KEPT], after[A_TAVERN])
        after[A_TAVERN] -= after[A_DRAWS]
        if after[A_CASTLE] > 0 and after[A_RIVAL] < HAND_MAXIMUM:
            after[A_ROYAL_DRAWN] = 1
            after[A_RIVAL] += 1
            after[A_CASTLE] -= 1
    attack = attack_value(suits, value)
    if attack >= after[A_RIVAL_SHIELD]:
        after[A_BROKEN] = after[A_RIVAL_SHIELD]
        after[A_DUE] = attack - after[A_RIVAL_SHIELD]
        after[A_DISCARD] += encoded[SHIELD_SIZE + rival]
        after[A_RIVAL_SHIELD] = 0
    if suits >> SPADES & 1:
        after[A_SHIELD] += value
    elif after[A_DUE] == 0:
        after[A_DISCARD] += after[A_PLAYED]


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
"""The approximate value of a royal in the opponent's hand."""


@compiled
def write_features(encoded: Ints, seat: int, action: int, on: Ints) -> int:
    """Write the inputs that are on after a legal action of `seat`. Return their number.

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
    royals += after[A_ROYAL_DRAWN]
    others = max(0, after[A_RIVAL] - royals)
    likely = _KING * royals + others * mean // 2
    strike, due = _strongest(held, after[A_KEPT]), after[A_DUE]
    count = after[A_KEPT]
    for place in range(count):
        on[place] = _HAND + held[place]
    on[count] = _HELD + after[A_KEPT]
    on[count + 1] = _DRAWS + after[A_DRAWS]
    on[count + 2] = _RIVAL + min(8, after[A_RIVAL])
    on[count + 3] = _ROYALS + min(8, royals)
    on[count + 4] = _SHIELD + min(_MOST, after[A_SHIELD])
    on[count + 5] = _RIVAL_SHIELD + min(_MOST, after[A_RIVAL_SHIELD])
    on[count + 6] = _DUE + min(_MOST, due)
    on[count + 7] = _KEPT_VALUE + min(_MOST, after[A_KEPT_VALUE] // 2)
    on[count + 8] = _MARGIN + (min(60, max(0, due - likely + 40)) if due else 61)
    on[count + 9] = _STRIKE + min(_MOST, strike)
    on[count + 10] = _EDGE + min(61, max(0, strike - after[A_RIVAL_SHIELD] + 20))
    on[count + 11] = _STAND + min(51, (after[A_KEPT_VALUE] + after[A_SHIELD]) // 2)
    on[count + 12] = _TAVERN + after[A_TAVERN]
    on[count + 13] = _DISCARD + after[A_DISCARD]
    on[count + 14] = _CASTLE + after[A_CASTLE]
    on[count + 15] = _UNSEEN + min(_MOST, mean)
    on[count + 16] = _NEXT + (0 if not attacks else (1 if due else 2))
    return count + 17


@compiled
def _unseen(encoded: Ints, seat: int) -> tuple[int, int]:
    """Return the number of the opponent's royals, and twice the mean value of other hidden cards.

    Those are the opponent's other cards and the Tavern's.
    """
    rival = 1 - seat
    royals, values, size = 0, 0, encoded[TAVERN_SIZE]
    first = HANDS + rival * HAND_ROOM
    for place in range(encoded[HAND_SIZE + rival]):
        card = encoded[first + place]
        if card >= FIRST_ROYAL:
            royals += 1
        else:
            values += VALUE[card]
            size += 1
    for place in range(encoded[TAVERN_SIZE]):
        values += VALUE[encoded[TAVERN + place]]
    return royals, 2 * values // max(1, size)


@compiled
def _strongest(held: Ints, size: int) -> int:
    """Return the approximate largest attack of a hand: one card, with an Ace if there is one."""
    strike = 0
    for place in range(size):
        card = held[place]
        club = (card - 2) & 3 == CLUBS
        value = VALUE[card]
        strike = max(strike, 2 * value if club else value)
        for other in range(place):
            ace = held[other]
            if ace >= FIRST_ACE + 4:
                break
            double = club or (ace - 2) & 3 == CLUBS
            strike = max(strike, 2 * (value + 1) if double else value + 1)
    return strike
