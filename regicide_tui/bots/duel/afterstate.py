"""The afterstate of an action in a Duel: the position before chance, as its player knows it.

Cards that are drawn are counted and not looked at. Nothing here reads the rival's hand or the order
of a pile.
"""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.duel.layout import (
    HAND_MAXIMUM,
    SHIELD_SIZE,
    SHIELD_VALUE,
)
from regicide_tui.bots.encoded.layout import (
    CASTLE_SIZE,
    CLUBS,
    DIAMONDS,
    DISCARD_SIZE,
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
    TAVERN_SIZE,
    VALUE,
)
from regicide_tui.bots.encoded.piles import suits_and_value

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
        suits, value = suits_and_value(encoded, TABLE, int(encoded[TABLE_SIZE]))
        if suits >> SPADES & 1:
            after[A_RIVAL_SHIELD] += value
        else:
            after[A_DISCARD] += encoded[TABLE_SIZE]


@compiled
def _split_hand(encoded: Ints, seat: int, cards: int, held: Ints, after: Ints) -> int:
    """Split the hand into the cards of the action and the kept ones. Return how many go."""
    played, first = 0, HANDS + seat * HAND_ROOM
    for place in range(int(encoded[HAND_SIZE + seat])):
        card = int(encoded[first + place])
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
    value, suits = int(after[A_VALUE]), int(after[A_SUITS])
    if suits >> HEARTS & 1:
        after[A_HEALED] = min(value, int(after[A_DISCARD]))
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
