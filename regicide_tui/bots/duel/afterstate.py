"""The afterstate of an action in a Duel: the position before chance, as its player knows it.

Cards that are drawn are counted and not looked at. Nothing here reads the rival's hand or the order
of a pile.
"""

from regicide_tui.bots.duel.rules import HAND_MAXIMUM, SHIELD_SIZE, SHIELD_VALUE
from regicide_tui.bots.encoded.state import (
    CARDS,
    CASTLE_SIZE,
    CLUBS,
    DIAMONDS,
    DISCARD_SIZE,
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

# Indices of an afterstate.
A_KEPT = 0
"""How many cards are left in the hand. They are in `held`."""
A_KEPT_VALUE = 1
"""The value of these cards."""
A_DRAWS = 2
"""How many more cards the player draws unseen."""
A_RIVAL = 3
"""The size of the rival's hand."""
A_ROYAL_DRAWN = 4
"""Whether the rival draws a royal."""
A_SHIELD = 5
A_RIVAL_SHIELD = 6
"""The value of the rival's shield."""
A_DUE = 7
"""What the rival must pay; 0 if one of the two plays next."""
A_TAVERN = 8
A_DISCARD = 9
A_CASTLE = 10
A_SUITS = 11
A_VALUE = 12
"""Of the cards played: their suits as bits, and their value."""
A_HEALED = 13
A_BROKEN = 14
"""The value of the shield that is destroyed."""
PLACES = 15


@compiled
def write_afterstate(encoded: Ints, seat: int, action: int, held: Ints, after: Ints) -> None:
    """Write the afterstate of a legal action of `seat` into `after`, the kept cards into `held`."""
    rival = 1 - seat
    for place in range(PLACES):
        after[place] = 0
    after[A_RIVAL] = encoded[HAND_SIZE + rival]
    after[A_SHIELD] = encoded[SHIELD_VALUE + seat]
    after[A_RIVAL_SHIELD] = encoded[SHIELD_VALUE + rival]
    after[A_TAVERN] = encoded[TAVERN_SIZE]
    after[A_DISCARD] = encoded[DISCARD_SIZE]
    after[A_CASTLE] = encoded[CASTLE_SIZE]
    played = _split_hand(encoded, seat, action & ~KIND, held, after)
    if encoded[PHASE] == PLAY:
        _play(encoded, rival, played, after)
    else:
        after[A_DISCARD] += played
        suits, value = suits_and_value(encoded, TABLE, encoded[TABLE_SIZE])
        if suits >> SPADES & 1:
            after[A_RIVAL_SHIELD] += value
        else:
            after[A_DISCARD] += encoded[TABLE_SIZE]


@compiled
def _split_hand(encoded: Ints, seat: int, cards: int, held: Ints, after: Ints) -> int:
    """Split the hand into the cards of the action and the kept ones. Return how many go."""
    played, first = 0, HANDS + seat * HAND_ROOM
    for place in range(encoded[HAND_SIZE + seat]):
        card = encoded[first + place]
        if cards >> card & 1:
            played += 1
            after[A_SUITS] |= 1 << ((card - 2) & 3)
            after[A_VALUE] += VALUE[card]
        else:
            held[after[A_KEPT]] = card
            after[A_KEPT] += 1
            after[A_KEPT_VALUE] += VALUE[card]
    return played


@compiled
def _play(encoded: Ints, rival: int, played: int, after: Ints) -> None:
    """Write the effects of a play of `played` cards.

    Rulings D-6, D-7, D-8, D-9, D-10, D-11, D-12, D-13.
    """
    value, suits = after[A_VALUE], after[A_SUITS]
    if suits >> HEARTS & 1:
        after[A_HEALED] = min(value, after[A_DISCARD])
        after[A_DISCARD] -= after[A_HEALED]
        after[A_TAVERN] += after[A_HEALED]
    if suits >> DIAMONDS & 1:
        after[A_DRAWS] = min(value, HAND_MAXIMUM - after[A_KEPT], after[A_TAVERN])
        after[A_TAVERN] -= after[A_DRAWS]
        if after[A_CASTLE] > 0 and after[A_RIVAL] < HAND_MAXIMUM:
            after[A_ROYAL_DRAWN] = 1
            after[A_RIVAL] += 1
            after[A_CASTLE] -= 1
    attack = 2 * value if suits >> CLUBS & 1 else value
    if attack >= after[A_RIVAL_SHIELD]:
        after[A_BROKEN] = after[A_RIVAL_SHIELD]
        after[A_DUE] = attack - after[A_RIVAL_SHIELD]
        after[A_DISCARD] += encoded[SHIELD_SIZE + rival]
        after[A_RIVAL_SHIELD] = 0
    if suits >> SPADES & 1:
        after[A_SHIELD] += value
    elif after[A_DUE] == 0:
        after[A_DISCARD] += played


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
    """Return the number of the rival's royals, and twice the mean value of the other hidden cards.

    Those are the rival's other cards and the Tavern's.
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
    """Return about the largest attack of a hand: one card, with an Ace if there is one."""
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
