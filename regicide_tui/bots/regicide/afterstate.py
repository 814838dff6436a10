"""The afterstate of an action: the position before chance, as the acting player knows it.

Cards that are drawn are counted and not looked at, except royals that are known to lie on top of
the Tavern. Nothing here reads the hands of others, the order of a pile, or the discard. It reads
only the own hand, sizes, and open cards.
"""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.encoded.layout import (
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

# Indices of an afterstate.
A_VALUE = 0
"""The value of the action's cards."""
A_SUITS = 1
"""The suits of these cards that have an effect, as bits."""
A_PLAYED = 2
A_KEPT = 3
"""How many cards are known to be in the hand afterwards. They are in `held`."""
A_KEPT_VALUE = 4
"""The value of these cards."""
A_DRAWS = 5
"""How many more cards the player draws unseen."""
A_TAVERN = 6
A_DISCARD = 7
A_TABLE = 8
A_KNOWN = 9
A_TOP = 10
"""The royal that is known to lie on top of the Tavern, or 0."""
A_JESTERS = 11
A_CASTLE = 12
"""How many royals are in the Castle, without the enemy in front of the player."""
A_HIDDEN = 13
"""How many royals are not turned up yet, as far as the player knows."""
A_HEALTH = 14
"""The health that the enemy has left; 0 for an enemy that is not turned up yet."""
A_IMMUNE = 15
"""The suit that the enemy is immune to; 4 for none."""
A_ATTACK = 16
"""What the player must pay if the enemy attacks."""
A_DUE = 17
"""What the player must pay now."""
A_NEXT = 18
A_YIELDS = 19
A_DEFEATED = 20
A_HEALED = 21
"""How many cards of the discard go under the Tavern."""
A_SIZES = 22
"""The sizes of all hands, the player's own first."""
PLACES = A_SIZES + SEATS

# Who acts next. 1 to 4: the player, or the seat one to three places to the left, plays.
SELF_PAYS, SELF_PLAYS, SELF_CHOOSES = 0, 1, 5


@compiled
def write_afterstate(encoded: Ints, seat: int, action: int, held: Ints, after: Ints) -> None:
    """Write the afterstate of a legal action of `seat` into `after`, the kept cards into `held`."""
    _copy_position(encoded, seat, after)
    _split_hand(encoded, seat, action, held, after)
    kind = action & KIND
    attacked = kind == YIELDING or (kind == FLIPPING and encoded[PHASE] == SUFFER)
    wanted = 0
    if kind == 0:
        after[A_YIELDS] = 0
        after[A_TABLE] += after[A_PLAYED]
        attacked = _play(encoded, action, after)
        wanted = int(after[A_VALUE]) if after[A_SUITS] >> DIAMONDS & 1 else 0
    elif kind == CHOOSING:
        after[A_NEXT] = SELF_PLAYS + ((action & 7) - seat) % encoded[PLAYERS]
    elif kind == YIELDING:
        after[A_YIELDS] = 1
    else:
        after[A_DISCARD] += after[A_PLAYED]
        if kind == PAYING:
            _pass_turn(encoded, after)
        else:
            after[A_JESTERS] -= 1
            wanted = int(HAND_MAXIMUM[1])
    _count_draws(encoded, wanted, held, after)
    if after[A_DEFEATED]:
        _defeat_enemy(encoded, after)
    if attacked and after[A_ATTACK] == 0:
        _pass_turn(encoded, after)
    elif attacked:
        after[A_DUE] = after[A_ATTACK]
        after[A_NEXT] = SELF_PAYS


@compiled
def _copy_position(encoded: Ints, seat: int, after: Ints) -> None:
    """Write the position as it is."""
    players, enemy = int(encoded[PLAYERS]), int(encoded[ENEMY])
    for place in range(PLACES):
        after[place] = 0
    after[A_TAVERN] = encoded[TAVERN_SIZE]
    after[A_DISCARD] = encoded[DISCARD_SIZE]
    after[A_TABLE] = encoded[TABLE_SIZE]
    after[A_KNOWN] = encoded[KNOWN]
    after[A_JESTERS] = encoded[JESTERS]
    after[A_CASTLE] = after[A_HIDDEN] = encoded[CASTLE_SIZE]
    after[A_HEALTH] = HEALTH[tier(enemy)] - encoded[DAMAGE]
    after[A_IMMUNE] = 4 if encoded[CANCELLED] else (enemy - 2) & 3
    after[A_ATTACK] = _attack_cost(encoded, 0, after)
    after[A_NEXT] = SELF_PLAYS
    after[A_YIELDS] = encoded[YIELDED + seat]
    for place in range(players):
        after[A_SIZES + place] = encoded[HAND_SIZE + (seat + place) % players]


@compiled
def _attack_cost(encoded: Ints, more: int, after: Ints) -> int:
    """Return what the enemy's attack costs with `more` shield (R-27, R-45)."""
    shield = 0 if after[A_IMMUNE] == SPADES else int(encoded[SHIELD]) + more
    return max(0, int(ATTACK[tier(int(encoded[ENEMY]))]) - shield)


@compiled
def _split_hand(encoded: Ints, seat: int, action: int, held: Ints, after: Ints) -> None:
    """Split the hand into the cards that the action takes and those that are kept."""
    kind, first = action & KIND, HANDS + seat * HAND_ROOM
    away = action if kind == 0 or kind == PAYING else (KIND - 1 if kind == FLIPPING else 0)
    for place in range(int(encoded[HAND_SIZE + seat])):
        card = int(encoded[first + place])
        if away >> card & 1:
            after[A_PLAYED] += 1
            after[A_VALUE] += VALUE[card]
            after[A_SUITS] |= 1 << ((card - 2) & 3) if card > 1 else 0
        else:
            _keep(card, held, after)
    after[A_SIZES] = after[A_KEPT]


@compiled
def _keep(card: int, held: Ints, after: Ints) -> None:
    """Add a card to the kept ones, which are ascending."""
    place = int(after[A_KEPT])
    while place > 0 and held[place - 1] > card:
        held[place] = held[place - 1]
        place -= 1
    held[place] = card
    after[A_KEPT] += 1
    after[A_KEPT_VALUE] += VALUE[card]


@compiled
def _play(encoded: Ints, action: int, after: Ints) -> bool:
    """Write the effects of a play except its draws. Return whether the enemy attacks."""
    if action & 3:
        after[A_IMMUNE] = 4
        after[A_ATTACK] = _attack_cost(encoded, 0, after)
        after[A_NEXT] = SELF_CHOOSES
        return False
    value = int(after[A_VALUE])
    if after[A_SUITS] >> SPADES & 1:
        after[A_ATTACK] = _attack_cost(encoded, value, after)
    after[A_SUITS] &= ~(1 << after[A_IMMUNE])
    if after[A_SUITS] >> HEARTS & 1:
        after[A_HEALED] = min(value, int(after[A_DISCARD]))
        after[A_TAVERN] += after[A_HEALED]
        after[A_DISCARD] -= after[A_HEALED]
    after[A_HEALTH] -= 2 * value if after[A_SUITS] >> CLUBS & 1 else value
    after[A_DEFEATED] = 1 if after[A_HEALTH] <= 0 else 0
    return not after[A_DEFEATED]


@compiled
def _count_draws(encoded: Ints, wanted: int, held: Ints, after: Ints) -> None:
    """Count the cards that each player draws, in turn up to full hands (R-33).

    Royals that are known to lie on top of the Tavern are noted.
    """
    players = int(encoded[PLAYERS])
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
                    _keep(
                        _known_royal(encoded, int(encoded[KNOWN] - after[A_KNOWN]) - 1), held, after
                    )
            elif place == 0:
                after[A_DRAWS] += 1
            after[A_TAVERN] -= 1
        else:
            full += 1
        place = (place + 1) % players
    if after[A_KNOWN] > 0:
        after[A_TOP] = _known_royal(encoded, int(encoded[KNOWN] - after[A_KNOWN]))


@compiled
def _known_royal(encoded: Ints, depth: int) -> int:
    """Return the card `depth` below the top of the Tavern, as it was before the action."""
    return int(encoded[TAVERN + encoded[TAVERN_SIZE] - 1 - depth])


@compiled
def _defeat_enemy(encoded: Ints, after: Ints) -> None:
    """The enemy is defeated. The next one is not turned up yet (R-37, R-38)."""
    after[A_DISCARD] += after[A_TABLE]
    after[A_TABLE] = 0
    if after[A_HEALTH] == 0:
        after[A_TAVERN] += 1
        after[A_TOP] = encoded[ENEMY]
    else:
        after[A_DISCARD] += 1
    after[A_CASTLE] -= 1
    after[A_HEALTH] = 0
    after[A_IMMUNE] = 4
    after[A_ATTACK] = 0


@compiled
def _pass_turn(encoded: Ints, after: Ints) -> None:
    after[A_NEXT] = SELF_PLAYS + 1 if encoded[PLAYERS] > 1 else SELF_PLAYS
