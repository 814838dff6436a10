"""What an action makes of the position, before chance, as its player knows it.

Draws are counted and not looked at, but for royals that are known to lie on top of the Tavern.
Nothing here reads the hands of others, the order of a pile, or the discard: only the own hand,
sizes, and what lies open.
"""

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.regicide.layout import (
    ATTACK,
    CANCELLED,
    DAMAGE,
    ENEMY,
    HAND_MAXIMUM,
    HEALTH,
    JESTERS,
    KNOWN,
    SHIELD,
    YIELDED,
)
from regicide_tui.bots.regicide.legal import tier
from regicide_tui.bots.rows.layout import (
    CASTLE_SIZE,
    CHOOSING,
    CLUBS,
    DIAMONDS,
    DISCARD_SIZE,
    FLIPPING,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    HEARTS,
    KIND,
    PAYING,
    PHASE,
    PLAYERS,
    SEATS,
    SPADES,
    SUFFER,
    TABLE_SIZE,
    TAVERN,
    TAVERN_SIZE,
    VALUE,
    YIELDING,
)

# Places of what is found out, one number each.
A_VALUE = 0
"""What the cards of the action are worth."""
A_SUITS = 1
"""Their suits that work, as bits."""
A_GONE = 2
A_KEPT = 3
"""How many cards are known to be in the hand afterwards; `held` has them."""
A_WORTH = 4
"""What these are worth."""
A_DRAWS = 5
"""How many more the player draws unseen."""
A_TAVERN = 6
A_DISCARD = 7
A_TABLE = 8
A_KNOWN = 9
A_TOP = 10
"""The royal known to lie on top of the Tavern, or 0."""
A_JESTERS = 11
A_CASTLE = 12
"""How many royals are still to come, the one before the player left out."""
A_HIDDEN = 13
"""How many royals have not been turned up yet, as far as the player knows."""
A_HEALTH = 14
"""The health the enemy has left; 0 for one who is not turned up yet."""
A_IMMUNE = 15
"""The suit the enemy is immune to; 4 for none."""
A_STRENGTH = 16
"""What his attack costs."""
A_DUE = 17
"""What the player must pay now."""
A_NEXT = 18
A_YIELDS = 19
A_FALLEN = 20
A_SIZES = 21
"""The sizes of all hands, from the player's own on."""
PLACES = A_SIZES + SEATS

# Who acts next; 2 to 4 are those who sit one to three places to the left.
SELF_PAYS, SELF_PLAYS, SELF_CHOOSES = 0, 1, 5


@compiled
def look_after(row: Ints, seat: int, action: int, held: Ints, after: Ints) -> None:
    """Write what a legal action of `seat` leads to into `after`, the cards kept into `held`."""
    _begin(row, seat, after)
    _part(row, seat, action, held, after)
    kind = action & KIND
    attacked = kind == YIELDING or (kind == FLIPPING and row[PHASE] == SUFFER)
    wanted = 0
    if kind == 0:
        after[A_YIELDS] = 0
        after[A_TABLE] += after[A_GONE]
        attacked = _strike(row, action, after)
        wanted = int(after[A_VALUE]) if after[A_SUITS] >> DIAMONDS & 1 else 0
    elif kind == CHOOSING:
        after[A_NEXT] = SELF_PLAYS + ((action & 7) - seat) % row[PLAYERS]
    elif kind == YIELDING:
        after[A_YIELDS] = 1
    else:
        after[A_DISCARD] += after[A_GONE]
        if kind == PAYING:
            _pass_on(row, after)
        else:
            after[A_JESTERS] -= 1
            wanted = int(HAND_MAXIMUM[1])
    _draw(row, wanted, held, after)
    if after[A_FALLEN]:
        _clear(row, after)
    if attacked and after[A_STRENGTH] == 0:
        _pass_on(row, after)
    elif attacked:
        after[A_DUE] = after[A_STRENGTH]
        after[A_NEXT] = SELF_PAYS


@compiled
def _begin(row: Ints, seat: int, after: Ints) -> None:
    """Write the position as it is."""
    players, enemy = int(row[PLAYERS]), int(row[ENEMY])
    after[:] = 0
    after[A_TAVERN] = row[TAVERN_SIZE]
    after[A_DISCARD] = row[DISCARD_SIZE]
    after[A_TABLE] = row[TABLE_SIZE]
    after[A_KNOWN] = row[KNOWN]
    after[A_JESTERS] = row[JESTERS]
    after[A_CASTLE] = after[A_HIDDEN] = row[CASTLE_SIZE]
    after[A_HEALTH] = HEALTH[tier(enemy)] - row[DAMAGE]
    after[A_IMMUNE] = 4 if row[CANCELLED] else (enemy - 2) & 3
    after[A_STRENGTH] = _strength(row, 0, after)
    after[A_NEXT] = SELF_PLAYS
    after[A_YIELDS] = row[YIELDED + seat]
    for place in range(players):
        after[A_SIZES + place] = row[HAND_SIZE + (seat + place) % players]


@compiled
def _strength(row: Ints, more: int, after: Ints) -> int:
    """Return what the enemy's attack costs behind `more` shield (R-27, R-45)."""
    shield = 0 if after[A_IMMUNE] == SPADES else int(row[SHIELD]) + more
    return max(0, int(ATTACK[tier(int(row[ENEMY]))]) - shield)


@compiled
def _part(row: Ints, seat: int, action: int, held: Ints, after: Ints) -> None:
    """Part the hand into what the action takes away and what is kept."""
    kind, first = action & KIND, HANDS + seat * HAND_ROOM
    away = action if kind == 0 or kind == PAYING else (KIND - 1 if kind == FLIPPING else 0)
    for place in range(int(row[HAND_SIZE + seat])):
        card = int(row[first + place])
        if away >> card & 1:
            after[A_GONE] += 1
            after[A_VALUE] += VALUE[card]
            after[A_SUITS] |= 1 << ((card - 2) & 3) if card > 1 else 0
        else:
            _keep(card, held, after)
    after[A_SIZES] = after[A_KEPT]


@compiled
def _keep(card: int, held: Ints, after: Ints) -> None:
    held[after[A_KEPT]] = card
    after[A_KEPT] += 1
    after[A_WORTH] += VALUE[card]


@compiled
def _strike(row: Ints, action: int, after: Ints) -> bool:
    """Write what a play does but its draws; tell whether the enemy strikes back."""
    if action & 3:
        after[A_IMMUNE] = 4
        after[A_STRENGTH] = _strength(row, 0, after)
        after[A_NEXT] = SELF_CHOOSES
        return False
    value = int(after[A_VALUE])
    if after[A_SUITS] >> SPADES & 1:
        after[A_STRENGTH] = _strength(row, value, after)
    after[A_SUITS] &= ~(1 << after[A_IMMUNE])
    if after[A_SUITS] >> HEARTS & 1:
        healed = min(value, int(after[A_DISCARD]))
        after[A_TAVERN] += healed
        after[A_DISCARD] -= healed
    after[A_HEALTH] -= 2 * value if after[A_SUITS] >> CLUBS & 1 else value
    after[A_FALLEN] = 1 if after[A_HEALTH] <= 0 else 0
    return not after[A_FALLEN]


@compiled
def _draw(row: Ints, wanted: int, held: Ints, after: Ints) -> None:
    """Count who draws how many, in turn up to full hands (R-33); known royals are seen."""
    players = int(row[PLAYERS])
    maximum = int(HAND_MAXIMUM[players])
    place, full = 0, 0
    while wanted > 0 and after[A_TAVERN] > 0 and full < players:
        if after[A_SIZES + place] < maximum:
            full = 0
            wanted -= 1
            after[A_SIZES + place] += 1
            if after[A_KNOWN] > 0:
                after[A_KNOWN] -= 1
                if place == 0:
                    _keep(_known_royal(row, int(row[KNOWN] - after[A_KNOWN]) - 1), held, after)
            elif place == 0:
                after[A_DRAWS] += 1
            after[A_TAVERN] -= 1
        else:
            full += 1
        place = (place + 1) % players
    if after[A_KNOWN] > 0:
        after[A_TOP] = _known_royal(row, int(row[KNOWN] - after[A_KNOWN]))


@compiled
def _known_royal(row: Ints, depth: int) -> int:
    """Return the card so far below the top of the Tavern as it was before the action."""
    return int(row[TAVERN + row[TAVERN_SIZE] - 1 - depth])


@compiled
def _clear(row: Ints, after: Ints) -> None:
    """The enemy falls, and the next one is not turned up yet (R-37, R-38)."""
    after[A_DISCARD] += after[A_TABLE]
    after[A_TABLE] = 0
    if after[A_HEALTH] == 0:
        after[A_TAVERN] += 1
        after[A_TOP] = row[ENEMY]
    else:
        after[A_DISCARD] += 1
    after[A_CASTLE] -= 1
    after[A_HEALTH] = 0
    after[A_IMMUNE] = 4
    after[A_STRENGTH] = 0


@compiled
def _pass_on(row: Ints, after: Ints) -> None:
    after[A_NEXT] = SELF_PLAYS + 1 if row[PLAYERS] > 1 else SELF_PLAYS
