"""What the net is shown: the position after an action, before chance, as its player knows it.

Each input is a number; those written down are on. Nothing here looks at the hands of others, at
the order of a pile, or at the discard: only at the own hand, at sizes, and at what lies open.
"""

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.net import LOST_FOR_SURE, WON_FOR_SURE
from regicide_tui.bots.regicide.layout import (
    ATTACK,
    CANCELLED,
    CASTLE,
    CASTLE_SIZE,
    CHOOSING,
    CLUBS,
    DAMAGE,
    DIAMONDS,
    DISCARD_SIZE,
    ENEMY,
    FIRST_ROYAL,
    FLIPPING,
    HAND_MAXIMUM,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    HEALTH,
    HEARTS,
    JESTERS,
    KIND,
    KNOWN,
    PAYING,
    PHASE,
    PLAYERS,
    SHIELD,
    SPADES,
    SUFFER,
    TABLE_SIZE,
    TAVERN,
    TAVERN_SIZE,
    VALUE,
    YIELDED,
    YIELDING,
)
from regicide_tui.bots.regicide.legal import tier

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

_PAYS, _PLAYS, _CHOOSES = 0, 1, 5
"""Who acts next: oneself pays, oneself plays, 2 to 4: who sits so far left, oneself chooses."""


@compiled
def features(row: Ints, seat: int, action: int, on: Ints) -> int:
    """Write the inputs that are on after a legal action of `seat`; return how many.

    `LOST_FOR_SURE` and `WON_FOR_SURE` are answered instead where the action ends the game.
    """
    players, kind = int(row[PLAYERS]), action & KIND
    enemy, jesters, table = int(row[ENEMY]), int(row[JESTERS]), int(row[TABLE_SIZE])
    tavern, discard, known = int(row[TAVERN_SIZE]), int(row[DISCARD_SIZE]), int(row[KNOWN])
    cancelled = row[CANCELLED] == 1
    shield = int(row[SHIELD])
    health = int(HEALTH[tier(enemy)] - row[DAMAGE])
    yields = row[YIELDED + seat] == 1
    maximum = int(HAND_MAXIMUM[players])
    after = _PAYS
    attacked = True
    fallen = 0
    draws, value, suits, gone = 0, 0, 0, 0
    worth, count = 0, 0
    first = HANDS + seat * HAND_ROOM
    away = action if kind == 0 or kind == PAYING else 0
    for place in range(int(row[HAND_SIZE + seat])):
        card = int(row[first + place])
        if kind == FLIPPING:
            gone += 1
        elif away >> card & 1:
            gone += 1
            value += int(VALUE[card])
            if card > 1:
                suits |= 1 << ((card - 2) & 3)
        else:
            on[count] = _HAND + card
            count += 1
            worth += int(VALUE[card])
    held = count
    counts = _OTHERS
    seen = 0
    if kind == 0:
        yields = False
        table += gone
        if action & 3:
            cancelled = True
            after = _CHOOSES
            attacked = False
        else:
            if suits >> SPADES & 1:
                shield += value
            if not cancelled:
                suits &= ~(1 << ((enemy - 2) & 3))
            if suits >> HEARTS & 1:
                healed = min(value, discard)
                tavern += healed
                discard -= healed
            if suits >> CLUBS & 1:
                health -= 2 * value
            else:
                health -= value
            if health <= 0:
                fallen = 1
                attacked = False
                after = _PLAYS
    elif kind == PAYING:
        discard += gone
        attacked = False
        after = _PLAYS + 1 if players > 1 else _PLAYS
    elif kind == YIELDING:
        yields = True
    elif kind == CHOOSING:
        attacked = False
        after = _PLAYS + ((action & 7) - seat) % players
    else:
        discard += gone
        jesters -= 1
        attacked = row[PHASE] == SUFFER
        if not attacked:
            after = _PLAYS
    # The draws: of oneself, and of the others in turn; royals known to lie on top are seen.
    wanted = 0
    if kind == FLIPPING:
        wanted = maximum
    elif kind == 0 and suits >> DIAMONDS & 1:
        wanted = value
    own = held
    lap = 0
    top = int(row[TAVERN_SIZE]) - 1
    for other in range(1, players):
        size = int(row[HAND_SIZE + (seat + other) % players])
        on[held + other - 1] = size  # for the moment; the input is made of it below
    while wanted > 0 and tavern > 0 and lap < players:
        lap = 0
        for other in range(players):
            room = maximum - (own if other == 0 else int(on[held + other - 1]))
            if room <= 0:
                lap += 1
            elif wanted > 0 and tavern > 0:
                wanted -= 1
                tavern -= 1
                if other > 0:
                    on[held + other - 1] += 1
                else:
                    own += 1
                if known > 0:
                    if other == 0:
                        draws -= 1
                        seen |= 1 << int(row[TAVERN + top])
                    known -= 1
                    top -= 1
    draws += own - held
    count = held
    for other in range(1, players):
        on[count] = counts + 9 * (other - 1) + on[count]
        count += 1
    while seen:
        card = FIRST_ROYAL
        while not seen >> card & 1:
            card += 1
        seen &= ~(1 << card)
        on[count] = _HAND + card
        count += 1
        worth += int(VALUE[card])
    # The enemy, and what he costs.
    owed, strength = 0, 0
    castle = int(row[CASTLE_SIZE])
    if fallen:
        if castle == 0:
            return WON_FOR_SURE
        discard += table + (0 if health == 0 else 1)
        tavern += 1 if health == 0 else 0
        table = 0
        cancelled = True
        top_card = enemy if health == 0 else (int(row[TAVERN + top]) if known > 0 else 0)
        health = 0
        castle -= 1
        royals = castle + 1
    else:
        immune = not cancelled and (enemy - 2) & 3 == SPADES
        strength = max(0, int(ATTACK[tier(enemy)]) - (0 if immune else shield))
        top_card = int(row[TAVERN + top]) if known > 0 else 0
        royals = castle
    if attacked:
        owed = strength
        if owed == 0:
            after = _PLAYS + 1 if players > 1 else _PLAYS
        elif worth < owed and draws == 0 and jesters == 0:
            return LOST_FOR_SURE
    for place in range(royals):
        on[count] = _ROYALS + int(row[CASTLE + place]) - FIRST_ROYAL
        count += 1
    for other in range(1, players):
        if row[YIELDED + (seat + other) % players] == 1:
            on[count] = _YIELDS + other
            count += 1
    if yields:
        on[count] = _YIELDS
        count += 1
    on[count] = _HELD + own
    on[count + 1] = _DRAWS + draws
    on[count + 2] = _DUE + owed
    on[count + 3] = _HEALTH + health
    on[count + 4] = _ATTACK + strength
    on[count + 5] = _IMMUNE + (4 if cancelled else (enemy - 2) & 3)
    on[count + 6] = _CASTLE + castle
    on[count + 7] = _TAVERN + tavern
    on[count + 8] = _DISCARD + discard
    on[count + 9] = _TABLE + min(20, table)
    on[count + 10] = _TOP + (top_card - FIRST_ROYAL if top_card else 12)
    on[count + 11] = _JESTERS + jesters
    on[count + 12] = _MARGIN + min(63, max(0, worth - owed + 20))
    on[count + 13] = _NEXT + after
    return count + 14
