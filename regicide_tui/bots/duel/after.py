"""What an action makes of a Duel, before chance, as its player knows it.

Draws are counted and not looked at. Nothing here reads the rival's hand or the order of a pile.
"""

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.duel.layout import (
    HAND_MAXIMUM,
    SHIELD_SIZE,
    SHIELD_WORTH,
)
from regicide_tui.bots.rows.layout import (
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
from regicide_tui.bots.rows.piles import suits_and_value

# Places of what is found out, one number each.
A_KEPT = 0
"""How many cards are left in the hand; `held` has them."""
A_WORTH = 1
"""What these are worth."""
A_DRAWS = 2
"""How many more the player draws unseen."""
A_RIVAL = 3
"""The size of the rival's hand."""
A_CAME = 4
"""Whether the rival draws a royal."""
A_SHIELD = 5
A_AGAINST = 6
"""The worth of the rival's shield."""
A_DUE = 7
"""What the rival must pay; 0 where it is the player's turn or the rival's."""
A_TAVERN = 8
A_DISCARD = 9
A_CASTLE = 10
A_SUITS = 11
A_VALUE = 12
"""Of the cards played, their suits as bits and what they are worth."""
A_HEALED = 13
A_BROKEN = 14
"""What a shield was worth that falls."""
PLACES = 15


@compiled
def look_after(row: Ints, seat: int, action: int, held: Ints, after: Ints) -> None:
    """Write what a legal action of `seat` leads to into `after`, the cards kept into `held`."""
    foe = 1 - seat
    after[:] = 0
    after[A_RIVAL] = row[HAND_SIZE + foe]
    after[A_SHIELD] = row[SHIELD_WORTH + seat]
    after[A_AGAINST] = row[SHIELD_WORTH + foe]
    after[A_TAVERN] = row[TAVERN_SIZE]
    after[A_DISCARD] = row[DISCARD_SIZE]
    after[A_CASTLE] = row[CASTLE_SIZE]
    gone = _part(row, seat, action & ~KIND, held, after)
    if row[PHASE] == PLAY:
        _strike(row, foe, gone, after)
    else:
        after[A_DISCARD] += gone
        suits, value = suits_and_value(row, TABLE, int(row[TABLE_SIZE]))
        if suits >> SPADES & 1:
            after[A_AGAINST] += value
        else:
            after[A_DISCARD] += row[TABLE_SIZE]


@compiled
def _part(row: Ints, seat: int, cards: int, held: Ints, after: Ints) -> int:
    """Part the hand into what is played or paid, whose number is returned, and what is kept."""
    gone, first = 0, HANDS + seat * HAND_ROOM
    for place in range(int(row[HAND_SIZE + seat])):
        card = int(row[first + place])
        if cards >> card & 1:
            gone += 1
            after[A_SUITS] |= 1 << ((card - 2) & 3)
            after[A_VALUE] += VALUE[card]
        else:
            held[after[A_KEPT]] = card
            after[A_KEPT] += 1
            after[A_WORTH] += VALUE[card]
    return gone


@compiled
def _strike(row: Ints, foe: int, gone: int, after: Ints) -> None:
    """Write what a play of so many cards does (D-6 to D-13)."""
    value, suits = int(after[A_VALUE]), int(after[A_SUITS])
    if suits >> HEARTS & 1:
        after[A_HEALED] = min(value, int(after[A_DISCARD]))
        after[A_DISCARD] -= after[A_HEALED]
        after[A_TAVERN] += after[A_HEALED]
    if suits >> DIAMONDS & 1:
        after[A_DRAWS] = min(value, HAND_MAXIMUM - after[A_KEPT], after[A_TAVERN])
        after[A_TAVERN] -= after[A_DRAWS]
        if after[A_CASTLE] > 0 and after[A_RIVAL] < HAND_MAXIMUM:
            after[A_CAME] = 1
            after[A_RIVAL] += 1
            after[A_CASTLE] -= 1
    attack = 2 * value if suits >> CLUBS & 1 else value
    if attack >= after[A_AGAINST]:
        after[A_BROKEN] = after[A_AGAINST]
        after[A_DUE] = attack - after[A_AGAINST]
        after[A_DISCARD] += row[SHIELD_SIZE + foe]
        after[A_AGAINST] = 0
    if suits >> SPADES & 1:
        after[A_SHIELD] += value
    elif after[A_DUE] == 0:
        after[A_DISCARD] += gone
