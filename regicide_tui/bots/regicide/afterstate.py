"""The afterstate of an action: the position before chance, as the acting player knows it.

Drawn cards are counted but not looked at, except royals that are known to be on top of the Tavern.
The code never reads the hands of others, the order of a pile, or the discard. It reads only the
seat's own hand, sizes, and open cards.
"""

from regicide_tui.bots.encoded.afterstate import (
    A_CASTLE,
    A_DISCARD,
    A_DRAWS,
    A_DUE,
    A_HEALED,
    A_KEPT,
    A_KEPT_VALUE,
    A_PLAYED,
    A_SPECIFIC,
    A_SUITS,
    A_TAVERN,
    A_VALUE,
    heal_afterwards,
    keep,
    split_hand,
)
from regicide_tui.bots.encoded.rules import attack_value
from regicide_tui.bots.encoded.state import (
    CASTLE,
    CASTLE_SIZE,
    CHOOSING,
    CLUBS,
    DIAMONDS,
    DISCARD,
    DISCARD_SIZE,
    FIRST_ACE,
    FIRST_ROYAL,
    FLIPPING,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    HEARTS,
    JESTER_CARDS,
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
from regicide_tui.bots.library import Ints, compiled, ints
from regicide_tui.bots.net import LOST_FOR_SURE, WON_FOR_SURE
from regicide_tui.bots.regicide.rules import (
    ATTACK,
    CANCELLED,
    DAMAGE,
    ENEMY,
    HAND_MAXIMUM,
    HEALTH,
    JESTERS,
    KNOWN,
    PUBLIC,
    SHIELD,
    YIELDED,
    tier,
)

# Indices of a summary.
U_CARDS = 4
"""The number of cards. The sums of the values of each suit precede it."""
U_VALUE = 5
"""The sum of all values."""
U_ROYALS = 6
U_JESTERS = 7
SUMMARY = 8


@compiled
def sum_up_unseen(encoded: Ints, seat: int, healed: int, summary: Ints) -> None:
    """Write a summary of the cards in the Tavern and in the hands of others.

    `healed` cards of the discard will join them; each counts as an average card of the discard.
    """
    for place in range(SUMMARY):
        summary[place] = 0
    size = encoded[DISCARD_SIZE]
    if healed > 0 and size > 0:
        _add_cards(encoded, DISCARD, size, summary)
        for suit in range(4):
            summary[suit] = summary[suit] * healed // size
        summary[U_CARDS] = healed
        summary[U_ROYALS] = 0
        summary[U_JESTERS] = 0
    _add_cards(encoded, TAVERN, encoded[TAVERN_SIZE], summary)
    for other in range(encoded[PLAYERS]):
        if other != seat:
            first = HANDS + other * HAND_ROOM
            _add_cards(encoded, first, encoded[HAND_SIZE + other], summary)
    summary[U_VALUE] = summary[0] + summary[1] + summary[2] + summary[3]


@compiled
def _add_cards(encoded: Ints, first: int, size: int, summary: Ints) -> None:
    summary[U_CARDS] += size
    for place in range(first, first + size):
        card = encoded[place]
        if card < JESTER_CARDS:
            summary[U_JESTERS] += 1
        else:
            summary[(card - 2) & 3] += VALUE[card]
            summary[U_ROYALS] += 1 if card >= FIRST_ROYAL else 0


@compiled
def expect_hand_value(encoded: Ints, other: int, size: int, summary: Ints) -> int:
    """Return the average value of another seat's hand of `size` cards.

    Royals that everyone knows to be in it count with their own values.
    """
    first, value = HANDS + other * HAND_ROOM, 0
    for place in range(encoded[HAND_SIZE + other]):
        card = encoded[first + place]
        if encoded[PUBLIC] >> card & 1:
            value += VALUE[card]
            size -= 1
    return value + size * summary[U_VALUE] // max(1, summary[U_CARDS])


MOST_SPARE = 16
"""A greater excess counts as this much."""
_SUMS = (1 << 40) - 1
"""Only sums below 40 matter: no attack costs more than 20."""
_LARGEST_SET = 10
"""The maximum sum of a set of equal numbers (R-11)."""


@compiled
def count_left_after_payment(held: Ints, size: int, owed: int) -> int:
    """Return the maximum number of cards left after a payment, or -1 if the hand can't pay.

    The hand is ascending.
    """
    left = size
    while owed > 0 and left > 0:
        left -= 1
        owed -= VALUE[held[left]]
    return left if owed <= 0 else -1


@compiled
def find_smallest_excess(held: Ints, size: int, owed: int) -> int:
    """Return by how much the closest payment exceeds `owed`, at most `MOST_SPARE`."""
    sums = 1  # bit n is set if some cards have the sum n
    for place in range(size):
        sums |= (sums << VALUE[held[place]]) & _SUMS
    excess = 0
    while excess < MOST_SPARE and not sums >> (owed + excess) & 1:
        excess += 1
    return excess


@compiled
def find_damage(held: Ints, size: int, doubles: bool, health: int) -> tuple[int, bool]:
    """Return the maximum damage of a play, and whether a play deals exactly `health`.

    `doubles` says whether Clubs deal twice their value.
    """
    found = 1  # bit n is set if a play deals n
    for place in range(size):
        card = held[place]
        if card >= JESTER_CARDS:
            found |= _damage_bit(VALUE[card], _is_club(card), doubles)
        if FIRST_ACE <= card < FIRST_ACE + 4:
            for place_beside in range(size):
                beside = held[place_beside]
                if place_beside != place and beside >= JESTER_CARDS:
                    has_club = _is_club(card) or _is_club(beside)
                    found |= _damage_bit(1 + VALUE[beside], has_club, doubles)
    for number in range(2, 6):
        found |= _damage_bits_of_set(held, size, number, doubles)
    most = 0
    while found >> most > 1:
        most += 1
    return most, found >> health & 1 == 1


@compiled
def _is_club(card: int) -> bool:
    return (card - 2) & 3 == CLUBS


@compiled
def _damage_bit(value: int, has_club: bool, doubles: bool) -> int:
    return 1 << (2 * value if has_club and doubles else value)


@compiled
def _damage_bits_of_set(held: Ints, size: int, number: int, doubles: bool) -> int:
    """Return the possible damage of two or more cards of a number, as bits."""
    cards, has_club = 0, False
    for place in range(size):
        card = held[place]
        if card >= JESTER_CARDS and (card - 2) >> 2 == number - 1:
            cards += 1
            has_club = has_club or _is_club(card)
    found = 0
    for count in range(2, min(cards, _LARGEST_SET // number) + 1):
        if has_club:
            found |= _damage_bit(count * number, True, doubles)
        if not has_club or count < cards:
            found |= _damage_bit(count * number, False, doubles)
    return found


# Indices of an afterstate. `A_DUE` is what the player must pay now. `A_CASTLE` excludes the enemy
# that the player faces, even if it isn't turned up yet.
(
    A_TABLE,
    A_KNOWN,
    A_TOP,  # the royal that is known to be on top of the Tavern, or 0
    A_JESTERS,
    A_HIDDEN,  # how many royals are not turned up yet, as far as the player knows
    A_HEALTH,  # the enemy's remaining health; 0 for an enemy that is not turned up yet
    A_IMMUNE,  # the suit that the enemy is immune to; 4 for none
    A_ATTACK,  # what the player must pay if the enemy attacks
    A_NEXT,
    A_YIELDS,
    A_DEFEATED,
    A_SIZES,  # of all hands, the player's own first
) = range(A_SPECIFIC, A_SPECIFIC + 12)
PLACES = A_SIZES + SEATS

# Who acts next. 1 to 4: the player, or the seat one to three places to the left, plays.
SELF_PAYS, SELF_PLAYS, SELF_CHOOSES = 0, 1, 5


@compiled
def write_afterstate(encoded: Ints, seat: int, action: int, held: Ints, after: Ints) -> None:
    """Write the afterstate of a legal action of `seat` into `after`, the kept cards into `held`."""
    kind = action & KIND
    away = action if kind == 0 or kind == PAYING else (KIND - 1 if kind == FLIPPING else 0)
    split_hand(encoded, seat, away, PLACES, held, after)
    _copy_position(encoded, seat, after)
    attacked = kind == YIELDING or (kind == FLIPPING and encoded[PHASE] == SUFFER)
    wanted = 0
    if kind == 0:
        after[A_YIELDS] = 0
        after[A_TABLE] += after[A_PLAYED]
        attacked = _play(encoded, action, after)
        wanted = after[A_VALUE] if after[A_SUITS] >> DIAMONDS & 1 else 0
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
            wanted = HAND_MAXIMUM[1]
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
    """Write the position before the action."""
    players, enemy = encoded[PLAYERS], encoded[ENEMY]
    after[A_TABLE] = encoded[TABLE_SIZE]
    after[A_KNOWN] = encoded[KNOWN]
    after[A_JESTERS] = encoded[JESTERS]
    after[A_HIDDEN] = encoded[CASTLE_SIZE]
    after[A_HEALTH] = HEALTH[tier(enemy)] - encoded[DAMAGE]
    after[A_IMMUNE] = 4 if encoded[CANCELLED] else (enemy - 2) & 3
    after[A_ATTACK] = _attack_cost(encoded, 0, after)
    after[A_NEXT] = SELF_PLAYS
    after[A_YIELDS] = encoded[YIELDED + seat]
    for place in range(players):
        after[A_SIZES + place] = encoded[HAND_SIZE + (seat + place) % players]
    after[A_SIZES] = after[A_KEPT]


@compiled
def _attack_cost(encoded: Ints, more: int, after: Ints) -> int:
    """Return what the enemy's attack costs with `more` shield (R-27, R-45)."""
    shield = 0 if after[A_IMMUNE] == SPADES else encoded[SHIELD] + more
    return max(0, ATTACK[tier(encoded[ENEMY])] - shield)


@compiled
def _play(encoded: Ints, action: int, after: Ints) -> bool:
    """Write the effects of a play except its draws. Return whether the enemy attacks."""
    if action & 3:
        after[A_IMMUNE] = 4
        after[A_ATTACK] = _attack_cost(encoded, 0, after)
        after[A_NEXT] = SELF_CHOOSES
        return False
    value = after[A_VALUE]
    if after[A_SUITS] >> SPADES & 1:
        after[A_ATTACK] = _attack_cost(encoded, value, after)
    after[A_SUITS] &= ~(1 << after[A_IMMUNE])
    if after[A_SUITS] >> HEARTS & 1:
        heal_afterwards(after)
    after[A_HEALTH] -= attack_value(after[A_SUITS], value)
    after[A_DEFEATED] = 1 if after[A_HEALTH] <= 0 else 0
    return not after[A_DEFEATED]


@compiled
def _count_draws(encoded: Ints, wanted: int, held: Ints, after: Ints) -> None:
    """Count the cards that each player draws, in turn up to full hands (R-33).

    Royals that are known to be on top of the Tavern are noted.
    """
    players = encoded[PLAYERS]
    maximum = HAND_MAXIMUM[players]
    place, full = 0, 0
    while wanted > 0 and after[A_TAVERN] > 0 and full < players:
        if after[A_SIZES + place] < maximum:
            full = 0
            wanted -= 1
            after[A_SIZES + place] += 1
            if after[A_KNOWN] > 0:
                after[A_KNOWN] -= 1
                if place == 0:
                    keep(_known_royal(encoded, encoded[KNOWN] - after[A_KNOWN] - 1), held, after)
            elif place == 0:
                after[A_DRAWS] += 1
            after[A_TAVERN] -= 1
        else:
            full += 1
        place = (place + 1) % players
    if after[A_KNOWN] > 0:
        after[A_TOP] = _known_royal(encoded, encoded[KNOWN] - after[A_KNOWN])


@compiled
def _known_royal(encoded: Ints, depth: int) -> int:
    """Return the card `depth` below the top of the Tavern, as it was before the action."""
    return encoded[TAVERN + encoded[TAVERN_SIZE] - 1 - depth]


@compiled
def _defeat_enemy(encoded: Ints, after: Ints) -> None:
    """Defeat the enemy. The next one is not turned up yet (R-37, R-38)."""
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
_SUITS = _NEXT + 6
_TOTAL = _SUITS + 4 * 33
_EXCESS = _TOTAL + 64
_LEFT = _EXCESS + MOST_SPARE + 1
_DAMAGE = _LEFT + 10
_KILL = _DAMAGE + 46
_UNSEEN = _KILL + 3
_MEAN = _UNSEEN + 4 * 27
_UNSEEN_ROYALS = _MEAN + 41
_UNSEEN_JESTERS = _UNSEEN_ROYALS + 13
_PUBLIC = _UNSEEN_JESTERS + 3
_PARTNER = _PUBLIC + 3 * 12
INPUTS = _PARTNER + 62


@compiled
def write_features(encoded: Ints, seat: int, action: int, on: Ints) -> int:
    """Write the inputs that are on after a legal action of `seat`. Return their number.

    If the action ends the game, return `LOST_FOR_SURE` or `WON_FOR_SURE` instead.
    """
    after = ints(PLACES)
    held = ints(HAND_ROOM)
    write_afterstate(encoded, seat, action, held, after)
    if after[A_DEFEATED] and after[A_CASTLE] < 0:
        return WON_FOR_SURE
    short = after[A_KEPT_VALUE] < after[A_DUE]
    if short and after[A_DRAWS] == 0 and after[A_JESTERS] == 0:
        return LOST_FOR_SURE
    count = _cards_and_seats(encoded, seat, held, after, on)
    top = after[A_TOP]
    margin = after[A_KEPT_VALUE] - after[A_DUE] + 20
    on[count] = _HELD + after[A_SIZES]
    on[count + 1] = _DRAWS + after[A_DRAWS]
    on[count + 2] = _DUE + after[A_DUE]
    on[count + 3] = _HEALTH + after[A_HEALTH]
    on[count + 4] = _ATTACK + after[A_ATTACK]
    on[count + 5] = _IMMUNE + after[A_IMMUNE]
    on[count + 6] = _CASTLE + after[A_CASTLE]
    on[count + 7] = _TAVERN + after[A_TAVERN]
    on[count + 8] = _DISCARD + after[A_DISCARD]
    on[count + 9] = _TABLE + min(20, after[A_TABLE])
    on[count + 10] = _TOP + (top - FIRST_ROYAL if top else 12)
    on[count + 11] = _JESTERS + after[A_JESTERS]
    on[count + 12] = _MARGIN + min(63, max(0, margin))
    on[count + 13] = _NEXT + after[A_NEXT]
    count = _hand_strength(held, after, on, count + 14)
    return _unseen_cards(encoded, seat, after, on, count)


@compiled
def _cards_and_seats(encoded: Ints, seat: int, held: Ints, after: Ints, on: Ints) -> int:
    """Write the inputs for the hand, the royals to come and the seats. Return their number."""
    count, players = after[A_KEPT], encoded[PLAYERS]
    for place in range(count):
        on[place] = _HAND + held[place]
    for place in range(after[A_HIDDEN]):
        on[count] = _ROYALS + encoded[CASTLE + place] - FIRST_ROYAL
        count += 1
    for other in range(1, players):
        on[count] = _OTHERS + 9 * (other - 1) + after[A_SIZES + other]
        count += 1
    for other in range(players):
        yields = after[A_YIELDS] if other == 0 else encoded[YIELDED + (seat + other) % players]
        if yields:
            on[count] = _YIELDS + other
            count += 1
    return count


@compiled
def _hand_strength(held: Ints, after: Ints, on: Ints, count: int) -> int:
    """Write the inputs for what the hand can pay and deal. Return the number of all inputs."""
    size, due, health = after[A_KEPT], after[A_DUE], after[A_HEALTH]
    for suit in range(4):
        on[count + suit] = _SUITS + 33 * suit
    for place in range(size):
        if held[place] >= JESTER_CARDS:
            on[count + ((held[place] - 2) & 3)] += VALUE[held[place]]
    for suit in range(4):
        on[count + suit] = min(on[count + suit], _SUITS + 33 * suit + 32)
    on[count + 4] = _TOTAL + min(63, after[A_KEPT_VALUE])
    count += 5
    if due > 0:
        left = count_left_after_payment(held, size, due)
        on[count] = _LEFT + (9 if left < 0 else left)
        on[count + 1] = _EXCESS + find_smallest_excess(held, size, due)
        count += 2
    if health > 0:
        most, exact = find_damage(held, size, after[A_IMMUNE] != CLUBS, health)
        on[count] = _DAMAGE + min(45, most)
        count += 1
        if most >= health:
            on[count] = _KILL
            count += 1
        if exact:
            on[count] = _KILL + 1
            count += 1
        if exact and after[A_NEXT] == SELF_PLAYS:
            on[count] = _KILL + 2
            count += 1
    return count


@compiled
def _unseen_cards(encoded: Ints, seat: int, after: Ints, on: Ints, count: int) -> int:
    """Write the inputs for Tavern and other hands. Return the number of all inputs."""
    players = encoded[PLAYERS]
    summary = ints(SUMMARY)
    sum_up_unseen(encoded, seat, after[A_HEALED], summary)
    for suit in range(4):
        on[count] = _UNSEEN + 27 * suit + min(26, summary[suit] // 4)
        count += 1
    mean = 4 * summary[U_VALUE] // max(1, summary[U_CARDS])
    on[count] = _MEAN + min(40, mean)
    on[count + 1] = _UNSEEN_ROYALS + min(12, summary[U_ROYALS])
    on[count + 2] = _UNSEEN_JESTERS + min(2, summary[U_JESTERS])
    count += 3
    if players == 1:
        return count
    for other in range(1, players):
        other_seat = (seat + other) % players
        first = HANDS + other_seat * HAND_ROOM
        for place in range(encoded[HAND_SIZE + other_seat]):
            card = encoded[first + place]
            if encoded[PUBLIC] >> card & 1:
                on[count] = _PUBLIC + 12 * (other - 1) + card - FIRST_ROYAL
                count += 1
    on[count] = _PARTNER + _partner_margin(encoded, seat, after, summary)
    return count + 1


@compiled
def _partner_margin(encoded: Ints, seat: int, after: Ints, summary: Ints) -> int:
    """Return by how much the next partner's hand likely exceeds the enemy's attack, plus 25.

    Return 61 if the same player plays again.
    """
    acts_next = after[A_NEXT]
    if acts_next == SELF_PLAYS:
        return 61
    other = 1 if acts_next in (SELF_PAYS, SELF_CHOOSES) else acts_next - SELF_PLAYS
    other_seat = (seat + other) % encoded[PLAYERS]
    value = expect_hand_value(encoded, other_seat, after[A_SIZES + other], summary)
    return min(60, max(0, value - after[A_ATTACK] + 25))
